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
    use std::time::Duration;

    use willow_classics::{GameClock, Limits};

    use super::*;

    #[test]
    fn the_keys_say_how_far_to_think() {
        let limits =
            |text: &str, clock| player(Options(&text.parse().unwrap())).unwrap().limits_with(clock);
        assert_eq!(limits("mlia", None), Limits::depth(6));
        assert_eq!(limits("mlia:depth=3", None), Limits::depth(3));
        assert_eq!(limits("mlia:nodes=200k", None), Limits::nodes(200_000));
        assert_eq!(limits("mlia:time=1s", None), Limits::move_time(Duration::from_secs(1)));
        let clock = Some(GameClock::main_time(Duration::ZERO, Duration::ZERO));
        assert_eq!(limits("mlia", clock), Limits { clock, ..Limits::NONE });
        let own = "mlia:weights=(10,801.724,382.026,78.922,74.396,10)".parse().unwrap();
        assert_eq!(weights(Options(&own)), Ok(Weights::ORIGINAL));
    }
}
