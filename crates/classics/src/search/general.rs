//! The general searcher: the further techniques of the book's section 18.13, each with a switch.
//!
//! Underneath is an alpha-beta search that deepens step by step and tries the best move of the step
//! before first, then what refuted the move before. [`Techniques`] adds to it; without any of them,
//! and with all but forward pruning, the value of a depth is that of minimax.

mod allocation;
mod metareasoning;
mod node;
mod root;
mod table;

use std::time::Duration;

use crate::{GameRules, Value};
use table::Table;

pub use allocation::allocated_time;

/// Which techniques a search uses.
#[expect(clippy::struct_excessive_bools, reason = "they are switches, thrown one by one")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Techniques {
    /// Aspiration: search a window of so much to both sides of the value that is expected, and again
    /// with the full one if the value is not in it.
    pub aspiration: Option<Value>,
    /// Zero-window search: ask of all moves but the first only whether they are better, and search
    /// again those that are.
    pub zero_window: bool,
    /// Hashing: remember positions with their values and best moves.
    pub hashing: bool,
    /// Forward pruning: look only at so many moves of a position, those with the best static values.
    pub plausible: Option<usize>,
    /// Non-speculative forward pruning: give up a position whose static value is so far from the
    /// window that the moves left cannot bring it back, for evaluations that know how much a move can
    /// change. The book notes what it leaves out: a game that ends early changes by more.
    pub non_speculative: bool,
    /// Metareasoning: stop when no rival of the best move can be expected to overtake it, by the
    /// values of the moves and how they vary from depth to depth.
    pub metareasoning: bool,
    /// Endgame search: look at all lines to their ends once the game has at most so many moves left.
    pub endgame: Option<u32>,
}

/// How far to think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most plies, at least 1.
    pub depth: u32,
    /// The most boards to make.
    pub boards: u64,
    /// The time allocated to the move.
    pub time: Option<Duration>,
}

impl Bounds {
    /// No bounds: the search goes on until it is stopped or has seen the end of the game.
    pub const NONE: Bounds = Bounds { depth: u32::MAX, boards: u64::MAX, time: None };

    /// Returns the bounds of a search to a depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Bounds {
        Bounds { depth, ..Bounds::NONE }
    }
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The positions that moves made.
    pub boards: u64,
    /// The times that the evaluation was asked.
    pub evaluations: u64,
    /// The positions whose value the table knew.
    pub table_hits: u64,
    /// The moves and positions that were searched again with a wider window.
    pub searched_again: u64,
    /// The moves that forward pruning left out, and the positions that were given up.
    pub pruned: u64,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// It reached its depth.
    Depth,
    /// It made as many boards as it may, or was stopped.
    Stopped,
    /// One more depth would take longer than the time that is left.
    Time,
    /// More search cannot pay: there is one move, or metareasoning says so.
    Settled,
    /// It has seen all lines that it looks at to the end of the game: more depth would show no more.
    Exhausted,
}

/// What a search thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// The best move.
    pub best: M,
    /// The reply that is expected: whom to think ahead of.
    pub reply: Option<M>,
    /// The value of the move for the side to move, if a depth was finished.
    pub value: Option<Value>,
    /// The plies that were searched.
    pub depth: u32,
    /// Why there are no more of them.
    pub ending: Ending,
    /// Whether the value is that of the game: all lines were seen to its end, and none was left out.
    pub is_exact: bool,
    /// The work.
    pub tally: Tally,
}

/// A searcher of one game, with the positions that it remembers.
///
/// A table is of use in one game with one evaluation: with another, [`clear`](Searcher::clear) it.
#[derive(Clone, Debug)]
pub struct Searcher<G: GameRules> {
    techniques: Techniques,
    table: Table<G>,
}

impl<G: GameRules> Searcher<G> {
    /// Returns a searcher that uses these techniques.
    #[must_use]
    pub fn new(techniques: Techniques) -> Searcher<G> {
        Searcher { techniques, table: Table::new(techniques.hashing) }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
    }
}
