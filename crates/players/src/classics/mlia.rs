//! MLia.

use willow_classics::mlia::{Book, Evaluation, Mlia, Weights};

use crate::classics::player::ClassicPlayer;
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::{Options, invalid};

/// The keys of the SPEC.
pub(crate) const KEYS: &[PlayerKey] = &[
    PlayerKey { default: "a twentieth of what is left on the clock", ..PlayerKey::TIME },
    PlayerKey { default: "no limit; 6 without clock, time and nodes", ..PlayerKey::DEPTH },
    PlayerKey::NODES,
    PlayerKey {
        name: "weights",
        values: "original, tuned, or (six numbers)",
        meaning: "the weights of the six characteristics: the paper's, those of the \
                  genetic algorithm, or others",
        default: "original",
    },
    PlayerKey::switch("book", "the opening book that its authors planned", "off"),
];

/// Returns the player that the SPEC describes.
pub(crate) fn player(options: Options<'_>) -> Result<ClassicPlayer<Mlia>, SpecError> {
    let limits = options.limits("nodes")?;
    let has_book = options.switch("book")?.unwrap_or(false);
    let evaluation = Evaluation { weights: weights(options)? };
    Ok(ClassicPlayer::new(options.0.to_string(), limits, move || {
        let mlia = Mlia::new(evaluation);
        if has_book { mlia.with_book(Book::shipped()) } else { mlia }
    }))
}

fn weights(options: Options<'_>) -> Result<Weights, SpecError> {
    match options.0.option("weights") {
        None => Ok(Weights::ORIGINAL),
        Some(option) => match option.value() {
            "original" => Ok(Weights::ORIGINAL),
            "tuned" => Ok(Weights::TUNED),
            numbers => numbers.parse().map_err(|_| {
                invalid(option, "original, tuned, or six numbers from -2000 to 2000 in brackets")
            }),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use willow_board::{Action, Clock, Color, Game, TimeControl};
    use willow_classics::{GameClock, Limits};

    use super::*;
    use crate::{Decision, MoveRequest, Player as _, StopFlag};

    fn mlia(text: &str) -> Result<ClassicPlayer<Mlia>, SpecError> {
        player(Options(&text.parse().unwrap()))
    }

    fn decide(player: &mut ClassicPlayer<Mlia>, control: TimeControl) -> Decision {
        let (game, mut clock) = (Game::new(), Clock::new(control));
        clock.start(Color::Black, Duration::ZERO);
        let stop = StopFlag::new();
        let decision =
            player.choose(&MoveRequest::new(&game, &clock, Duration::ZERO, &stop)).unwrap();
        let Action::Play(mv) = decision.action else { panic!("{decision:?}") };
        assert_eq!(game.position().check(mv), Ok(()));
        decision
    }

    #[test]
    fn the_keys_say_how_far_to_think() {
        let limits = |text: &str| mlia(text).unwrap().limits_with(None);
        assert_eq!(limits("mlia"), Limits::depth(6));
        assert_eq!(limits("mlia:depth=3"), Limits::depth(3));
        assert_eq!(limits("mlia:nodes=200k"), Limits::nodes(200_000));
        assert_eq!(limits("mlia:time=1s"), Limits::move_time(Duration::from_secs(1)));
        let clock = Some(GameClock::main_time(Duration::ZERO, Duration::ZERO));
        let with_clock = Limits { clock, ..Limits::NONE };
        assert_eq!(mlia("mlia").unwrap().limits_with(clock), with_clock);
        for text in ["depth=0", "nodes=0", "weights=(1,2)", "weights=best", "book=yes"] {
            assert!(mlia(&format!("mlia:{text}")).is_err(), "{text}");
        }
        let own = "mlia:weights=(10,801.724,382.026,78.922,74.396,10)".parse().unwrap();
        assert_eq!(weights(Options(&own)), Ok(Weights::ORIGINAL));
    }

    #[test]
    fn it_answers_in_its_time_with_the_best_so_far() {
        let mut mlia = mlia("mlia:time=100ms").unwrap();
        let began = Instant::now();
        let decision = decide(&mut mlia, TimeControl::Unlimited);
        let used = began.elapsed();
        assert!(Duration::from_millis(90) < used && used < Duration::from_secs(2), "{used:?}");
        assert!(1 < decision.report.unwrap().depth);
    }

    #[test]
    fn with_a_clock_it_uses_a_part_of_what_is_left() {
        let clock = TimeControl::Game(Duration::from_secs(1));
        let began = Instant::now();
        let decision = decide(&mut mlia("mlia").unwrap(), clock);
        assert!(began.elapsed() < Duration::from_secs(1));
        assert!(decision.report.is_some());
    }

    #[test]
    fn the_book_moves_at_once() {
        let mut mlia = mlia("mlia:book=on,time=2m").unwrap();
        assert_eq!(decide(&mut mlia, TimeControl::Unlimited).report.unwrap().nodes, 0);
    }
}
