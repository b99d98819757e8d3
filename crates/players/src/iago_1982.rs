//! IAGO of 1982 as a player.

use std::time::{Duration, Instant};

use willow_board::{Game, Move, Square, TimeLeft};
use willow_classics::{
    Iago1982, Iago1982Control, Iago1982Limits, Iago1982Move, Iago1982Options, Iago1982Phase,
    Iago1982Time, Iago1982Weights, edge_table,
};

use crate::options::Options;
use crate::player_key::PlayerKey;
use crate::spec_error::SpecError;
use crate::{Decision, GameSetup, MoveReport, MoveRequest, Player, PlayerError};

/// Plays what IAGO finds.
#[derive(Clone, Debug)]
pub struct Iago1982Player {
    name: String,
    iago: Iago1982,
    limits: Iago1982Limits,
    move_time: Option<Duration>,
}

/// The two values of a switch.
const ON_OFF: [(&str, bool); 2] = [("on", true), ("off", false)];

const WEIGHTS: [(&str, Iago1982Weights); 2] =
    [("published", Iago1982Weights::Published), ("tuned", Iago1982Weights::Tuned)];

impl Iago1982Player {
    /// The keys of the SPEC.
    pub(crate) const KEYS: &'static [PlayerKey] = &[
        PlayerKey {
            name: "time",
            values: "TIME such as 100ms or 1s",
            meaning: "the time for each move",
            default: "a share of what is left on the clock",
        },
        PlayerKey {
            name: "depth",
            values: "1..60",
            meaning: "the most plies to search; the end is solved from 3 more empty squares on",
            default: "no limit; 6 without any other",
        },
        PlayerKey {
            name: "nodes",
            values: "COUNT such as 200k or 1M",
            meaning: "the most positions to visit for a move",
            default: "no limit",
        },
        PlayerKey {
            name: "endgame",
            values: "on|off",
            meaning: "two-phase search of the end of the game",
            default: "on",
        },
        PlayerKey {
            name: "weights",
            values: "published|tuned",
            meaning: "the coefficients of its evaluation: those of 1982, or what hill-climbing made of them",
            default: "published",
        },
        PlayerKey {
            name: "book",
            values: "on|off",
            meaning: "the opening book of 20 positions",
            default: "on",
        },
    ];

    /// Returns the player that the SPEC describes.
    pub(crate) fn from_options(options: Options<'_>) -> Result<Iago1982Player, SpecError> {
        let switch = |key: &str| options.choice(key, &ON_OFF).map(|choice| choice.unwrap_or(true));
        let iago_options = Iago1982Options {
            has_book: switch("book")?,
            solves: switch("endgame")?,
            weights: options.choice("weights", &WEIGHTS)?.unwrap_or_default(),
        };
        let depth = options.number("depth", 1..=60)?.map(|depth| depth as u32);
        Ok(Iago1982Player {
            name: options.0.to_string(),
            iago: Iago1982::new(iago_options),
            limits: Iago1982Limits { depth, nodes: options.count("nodes")?, time: None },
            move_time: options.move_time("time")?,
        })
    }

    /// Returns the limits for a move: the time of the SPEC or the clock's, whichever is less.
    fn limits(&self, turn: &MoveRequest<'_>) -> Iago1982Limits {
        let own = self.move_time.map(Iago1982Time::per_move);
        let clock = turn.time_left().map(|left| time_of_clock(left, turn));
        let time = match (own, clock) {
            (Some(own), Some(clock)) => Some(own.min(clock)),
            (own, clock) => own.or(clock),
        };
        Iago1982Limits { time, ..self.limits }
    }
}

/// Returns the time for a move by the clock. What comes anew with every move can be used at once.
fn time_of_clock(left: TimeLeft, turn: &MoveRequest<'_>) -> Iago1982Time {
    let at_once = left.increment + left.byoyomi;
    if left.main <= at_once {
        return Iago1982Time::per_move(left.main + left.byoyomi);
    }
    Iago1982Time::of_clock(left.main, turn.game.position().board().n_empties().div_ceil(2))
}

/// Returns the last move if it placed a disc.
fn last_square(game: &Game) -> Option<Square> {
    match game.last_move() {
        Some(Move::Place(square)) => Some(square),
        _ => None,
    }
}

impl Player for Iago1982Player {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, _setup: &GameSetup) -> Result<(), PlayerError> {
        // The first player who needs the table has it computed before the clock runs.
        let _ = edge_table();
        self.iago.start_game();
        Ok(())
    }

    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        let began = Instant::now();
        let limits = self.limits(turn);
        let control =
            Iago1982Control { stop: &|_| turn.stop.is_raised(), now: &|_| began.elapsed() };
        let position = turn.game.position();
        let found = self.iago.choose(position, last_square(turn.game), &limits, control);
        let Some(found) = found else {
            let reason = "there is no move".to_owned();
            return Err(PlayerError::Failed { player: self.name.clone(), reason });
        };
        let report = Some(report_of(&found));
        Ok(Decision { report, ..Decision::from(Move::Place(found.square)) })
    }
}

fn report_of(found: &Iago1982Move) -> MoveReport {
    let exact = found.phase == Iago1982Phase::Exact;
    MoveReport {
        // Other values are not in discs.
        value: exact.then_some(f64::from(found.value)),
        depth: found.level,
        exact,
        nodes: found.nodes,
        pv: vec![Move::Place(found.square)],
    }
}
