//! The turns of games, and searches of BILL at them.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use willow_board::{Color, Game, Move, Position, Square};
use willow_classics::bill::{self, Bill, Constants};
use willow_classics::{Control, Limits, Program as _, RootPosition};

/// The turns at which BILL searched the middle of the game: "Moves before 7 are usually made from
/// the opening, and moves after 25 are always results of the endgame search" (section 3.1.6.3).
pub(super) const SEARCHED_TURNS: std::ops::RangeInclusive<u32> = 7..=25;

/// A set of constants with its name in SPECs.
pub(super) type ConstantSet = (&'static str, Constants);

/// The constants that the experiments with BILL are made with, the first ones for the verdict.
pub(super) const SETS: [ConstantSet; 2] =
    [("historical", Constants::HISTORICAL), ("tuned", Constants::TUNED)];

/// Returns a SPEC in which BILL, if it is meant, plays with its tuned constants: the strongest BILL, and the
/// one on which its other versions are built.
pub(super) fn with_tuned_bill(spec: &str) -> String {
    let is_bill = spec.starts_with("bill:") && !spec.contains("version=");
    format!("{spec}{}", if is_bill { ",constants=tuned" } else { "" })
}

/// Returns BILL without its book and its endgame search, for the experiments with fixed depths.
pub(super) const fn midgame(constants: Constants) -> bill::Options {
    bill::Options {
        version: bill::Version::Bill,
        percent: bill::CoefficientPercent::REPORT,
        constants,
        hash_bytes: bill::Options::REPORTS_HASH_BYTES,
        has_killers: true,
        has_zero_window: true,
        prunes: true,
        solves: false,
        has_book: false,
    }
}

/// A turn of a game: the position, the opponent's last move, and what was played.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameTurn {
    /// The number of the turn among those of its side, from 1.
    pub(super) number: u32,
    pub(super) color: Color,
    position: Position,
    last: Option<Square>,
    played: Square,
}

impl GameTurn {
    /// Returns the turn's position as a program is asked about it.
    pub(super) fn root(&self) -> RootPosition {
        RootPosition::from(self.position).reached_by(self.last)
    }
}

/// A search of BILL at a turn.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct SearchedTurn {
    pub(super) number: u32,
    pub(super) leaves: u64,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// The rank of BILL's move among the legal ones in the killer table, from 1.
    pub(super) rank: usize,
    /// Whether BILL's move is the one that was played in the game; logs of 22 November 2026 do not say it.
    #[serde(default)]
    pub(super) agrees: bool,
}

impl SearchedTurn {
    /// Returns the effective branching factor of a search to this depth.
    pub(super) fn factor(&self, depth: u32) -> f64 {
        (self.leaves as f64).powf(1.0 / f64::from(depth))
    }
}

/// Returns the turns of a game, without passes.
pub(super) fn turns(game: &Game) -> Vec<GameTurn> {
    let mut numbers = [0; 2];
    let mut last = None;
    let mut turns = Vec::new();
    for (ply, mv) in game.moves().enumerate() {
        let Some(position) = game.position_at(ply) else { break };
        let color = position.side_to_move();
        if let Move::Place(played) = mv {
            numbers[color.index()] += 1;
            let number = numbers[color.index()];
            turns.push(GameTurn { number, color, position: *position, last, played });
        }
        last = mv.square();
    }
    turns
}

/// Returns the turns of a colour, or of both, with these numbers.
pub(super) fn select_turns(
    turns: &[GameTurn],
    color: Option<Color>,
    numbers: &std::ops::RangeInclusive<u32>,
) -> Vec<GameTurn> {
    let is_selected = |turn: &&GameTurn| {
        color.is_none_or(|color| turn.color == color) && numbers.contains(&turn.number)
    };
    turns.iter().filter(is_selected).copied().collect()
}

/// Searches the turns to a depth, one after the other, with one BILL that keeps its tables. Turns
/// without a choice are left out.
pub(super) fn search_turns(
    options: bill::Options,
    depth: u32,
    turns: &[GameTurn],
) -> Vec<SearchedTurn> {
    let mut bill = Bill::new(options);
    bill.start_game();
    let limits = Limits::depth(depth);
    let mut searched = Vec::new();
    for turn in turns {
        let began = Instant::now();
        let choice = bill.choose(&turn.root(), &limits, Control::UNTIMED);
        let seconds = began.elapsed().as_secs_f64();
        if let Some(choice) =
            choice.filter(|choice| choice.details.phase == willow_classics::Phase::Normal)
        {
            searched.push(SearchedTurn {
                number: turn.number,
                leaves: choice.evaluations,
                nodes: choice.nodes,
                seconds,
                rank: choice.details.killer_rank,
                agrees: choice.best == turn.played,
            });
        }
    }
    searched
}
