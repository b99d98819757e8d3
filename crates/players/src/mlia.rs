//! MLia as a player: the thread and the clock that the program itself does without.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use willow_board::{Board, Move, TimeLeft};
use willow_classics::{Mlia, MliaBook, MliaEvaluation, MliaLimits, MliaThought, MliaWeights};
use willow_engine::StopFlag;

use crate::options::{Options, invalid};
use crate::player::shorter;
use crate::player_key::PlayerKey;
use crate::spec_error::SpecError;
use crate::{Decision, GameSetup, MoveReport, MoveRequest, Player, PlayerError};

/// Plays what MLia finds in its time (Korman and Walluck 2003, section 2.2).
///
/// As in the paper, one thread searches deeper and deeper, while the player's own waits until the time
/// is up and takes the best answer so far.
#[derive(Debug)]
pub struct MliaPlayer {
    name: String,
    mlia: Mlia,
    book: Option<&'static MliaBook>,
    limits: MliaLimits,
    time: Option<Duration>,
}

/// The plies that are searched without a clock and without a limit in the SPEC.
const DEFAULT_DEPTH: u32 = 6;

/// The part of the time left that a move may take at most, with a game clock.
const SHARE_OF_CLOCK: u32 = 20;

/// What is kept in reserve of the time for a move, for waking up and answering.
const RESERVE: u32 = 20;

impl MliaPlayer {
    /// The keys of the SPEC.
    pub(crate) const KEYS: &'static [PlayerKey] = &[
        PlayerKey { default: "a twentieth of what is left on the clock", ..PlayerKey::TIME },
        PlayerKey { default: "no limit; 6 without clock, time and nodes", ..PlayerKey::DEPTH },
        PlayerKey::NODES,
        PlayerKey {
            name: "weights",
            values: "original, tuned, or (six numbers)",
            meaning: "what the six characteristics count: the paper's weights, those that the \
                      genetic algorithm found, or others",
            default: "original",
        },
        PlayerKey::switch("book", "the opening book that its authors wanted", "off"),
    ];

    /// Returns the player that the SPEC describes.
    pub(crate) fn from_options(options: Options<'_>) -> Result<MliaPlayer, SpecError> {
        let depth = options.number("depth", 1..=60)?;
        let nodes = options.count("nodes")?;
        let has_book = options.switch("book", false)?;
        Ok(MliaPlayer {
            name: options.0.to_string(),
            mlia: Mlia::new(MliaEvaluation { weights: weights(options)? }),
            book: has_book.then(MliaBook::shipped),
            limits: MliaLimits {
                depth: depth.map_or(u32::MAX, |depth| depth as u32),
                nodes: nodes.unwrap_or(u64::MAX),
            },
            time: options.move_time("time")?,
        })
    }

    /// Returns for how long to think at most with so much time on the clock.
    fn thinking_time(&self, left: Option<TimeLeft>) -> Option<Duration> {
        let by_clock = left.map(|left| {
            let at_once = left.increment + left.byoyomi + left.extension;
            (left.main / SHARE_OF_CLOCK + at_once).min(left.main + left.byoyomi + left.extension)
        });
        shorter(self.time, by_clock).map(|time| time.saturating_sub(time / RESERVE))
    }

    /// Returns the limits of a search with so much time.
    fn limits(&self, time: Option<Duration>) -> MliaLimits {
        if self.limits == MliaLimits::NONE && time.is_none() {
            return MliaLimits { depth: DEFAULT_DEPTH, ..MliaLimits::NONE };
        }
        self.limits
    }

    /// Lets a thread think and takes its best answer when the time is up or the thread has finished.
    fn think(&mut self, board: &Board, turn: &MoveRequest<'_>) -> Option<MliaThought> {
        let time = self.thinking_time(turn.time_left());
        let limits = self.limits(time);
        let (is_time_up, stop) = (StopFlag::new(), turn.stop.clone());
        let (finished, news) = mpsc::channel::<()>();
        let mlia = &mut self.mlia;
        thread::scope(|scope| {
            let worker = scope.spawn({
                let is_time_up = is_time_up.clone();
                move || {
                    let stop = || is_time_up.is_raised() || stop.is_raised();
                    // What the paper leaves in a global variable, a stopped search returns.
                    let thought = mlia.think(board, limits, &stop, &mut |_| ());
                    drop(finished);
                    thought
                }
            });
            // The channel closes when the thread has finished; nothing is ever sent.
            match time {
                Some(time) => _ = news.recv_timeout(time),
                None => _ = news.recv(),
            }
            is_time_up.raise();
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

fn weights(options: Options<'_>) -> Result<MliaWeights, SpecError> {
    match options.0.option("weights") {
        None => Ok(MliaWeights::ORIGINAL),
        Some(option) => match option.value() {
            "original" => Ok(MliaWeights::ORIGINAL),
            "tuned" => Ok(MliaWeights::TUNED),
            numbers => numbers.parse().map_err(|_| {
                invalid(option, "original, tuned, or six numbers from -2000 to 2000 in brackets")
            }),
        },
    }
}

impl Player for MliaPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, _setup: &GameSetup) -> Result<(), PlayerError> {
        self.mlia.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        let board = turn.game.position().board();
        let from_book = self.book.and_then(|book| Mlia::book_move(book, board));
        let Some(thought) = from_book.or_else(|| self.think(board, turn)) else {
            return Err(PlayerError::no_move(&self.name));
        };
        Ok(Decision { report: Some(report(&thought)), ..Decision::from(Move::Place(thought.best)) })
    }
}

fn report(thought: &MliaThought) -> MoveReport {
    MoveReport {
        // Only counted discs are discs.
        value: thought.discs.map(f64::from),
        depth: thought.depth,
        exact: thought.discs.is_some(),
        nodes: thought.counts.nodes,
        pv: vec![Move::Place(thought.best)],
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use willow_board::{Action, Clock, Game, TimeControl};

    use super::*;

    fn player(text: &str) -> Result<MliaPlayer, SpecError> {
        MliaPlayer::from_options(Options(&text.parse().unwrap()))
    }

    fn decide(player: &mut MliaPlayer, control: TimeControl) -> Decision {
        let (game, mut clock) = (Game::new(), Clock::new(control));
        clock.start(willow_board::Color::Black, Duration::ZERO);
        let stop = StopFlag::new();
        let decision =
            player.choose(&MoveRequest::new(&game, &clock, Duration::ZERO, &stop)).unwrap();
        let Action::Play(mv) = decision.action else { panic!("{decision:?}") };
        assert_eq!(game.position().check(mv), Ok(()));
        decision
    }

    #[test]
    fn the_keys_say_how_far_to_think() {
        let limits = |text: &str| player(text).unwrap().limits(None);
        assert_eq!(limits("mlia").depth, DEFAULT_DEPTH);
        assert_eq!(limits("mlia:depth=3").depth, 3);
        assert_eq!(limits("mlia:nodes=200k"), MliaLimits { depth: u32::MAX, nodes: 200_000 });
        let clock = MliaLimits::NONE;
        assert_eq!(player("mlia").unwrap().limits(Some(Duration::from_secs(1))), clock);
        for text in ["depth=0", "nodes=0", "weights=(1,2)", "weights=best", "book=yes"] {
            assert!(player(&format!("mlia:{text}")).is_err(), "{text}");
        }
        let own = player("mlia:weights=(10,801.724,382.026,78.922,74.396,10)").unwrap();
        assert_eq!(weights(Options(&own.name.parse().unwrap())), Ok(MliaWeights::ORIGINAL));
    }

    #[test]
    fn it_answers_in_its_time_with_the_best_so_far() {
        let mut mlia = player("mlia:time=100ms").unwrap();
        let began = Instant::now();
        let decision = decide(&mut mlia, TimeControl::Unlimited);
        let used = began.elapsed();
        assert!(Duration::from_millis(90) < used && used < Duration::from_secs(2), "{used:?}");
        assert!(1 < decision.report.unwrap().depth);
    }

    #[test]
    fn with_a_clock_it_uses_a_part_of_what_is_left() {
        let mlia = player("mlia").unwrap();
        let left = |main| TimeLeft {
            main: Duration::from_secs(main),
            increment: Duration::ZERO,
            byoyomi: Duration::ZERO,
            extension: Duration::ZERO,
        };
        assert_eq!(mlia.thinking_time(Some(left(400))), Some(Duration::from_secs(19)));
        assert_eq!(mlia.thinking_time(None), None);
        let second = player("mlia:time=1s").unwrap();
        assert_eq!(second.thinking_time(Some(left(400))), Some(Duration::from_millis(950)));
        let decision = decide(&mut player("mlia").unwrap(), CLOCK);
        assert!(decision.report.is_some());
    }

    const CLOCK: TimeControl = TimeControl::Game(Duration::from_secs(1));

    #[test]
    fn the_book_moves_at_once() {
        let mut mlia = player("mlia:book=on,time=2m").unwrap();
        assert_eq!(decide(&mut mlia, TimeControl::Unlimited).report.unwrap().nodes, 0);
    }
}
