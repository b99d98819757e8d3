//! The general searcher: the further techniques of the book's section 18.13, each with a switch.
//!
//! The base is an alpha-beta search with iterative deepening. It tries the best move of the depth before
//! first, then the reply that refuted the move before. [`Techniques`] adds to it; without any of them,
//! and with all but forward pruning, the value of a depth is that of minimax.

mod allocation;
mod deviation;
mod metareasoning;
mod node;
mod root;
mod transposition_table;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::game_rules::GameRules;
use super::value::Value;
use crate::program::AskedMove;
use crate::search_tree::{Step, Tracer};
use transposition_table::TranspositionTable;

pub use allocation::allocated_time;
pub use metareasoning::Metareasoning;

/// Which techniques a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Techniques {
    /// Aspiration: search a window of this half width around the expected value, and again with the
    /// full window if the value is outside.
    pub aspiration: Option<Value>,
    /// Zero-window search: search all moves but the first with a zero window, and those that are better
    /// again with an open window.
    pub zero_window: bool,
    /// Hashing: remember positions with their values and best moves.
    pub hashing: bool,
    /// Forward pruning: search only this number of moves of a position, those with the best static
    /// values.
    pub plausible: Option<usize>,
    /// Non-speculative forward pruning: cut a position off if its static value is so far outside the
    /// window that the moves left cannot bring it back. The evaluation must know how much a move can
    /// change. The book notes what it leaves out: a game that ends early changes by more.
    pub non_speculative: bool,
    /// Metareasoning: stop when more search can be expected not to change the move.
    pub metareasoning: Option<Metareasoning>,
    /// Endgame search: search to the end of the game when at most this number of moves is left.
    pub endgame: Option<u32>,
}

/// How far to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneralLimits {
    /// The most plies, at least 1.
    pub depth: u32,
    /// The most boards to make.
    pub boards: u64,
    /// The time allocated to the move.
    pub time: Option<Duration>,
}

impl GeneralLimits {
    /// No limits: the search goes on until it is stopped or has seen the end of the game.
    pub const NONE: GeneralLimits = GeneralLimits { depth: u32::MAX, boards: u64::MAX, time: None };

    /// Returns the limits of a search to a depth.
    pub const fn depth(depth: u32) -> GeneralLimits {
        GeneralLimits { depth, ..GeneralLimits::NONE }
    }
}

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeneralCounts {
    /// The positions that moves made.
    pub boards: u64,
    /// The calls of the evaluation.
    pub evaluations: u64,
    /// Which techniques left work out, and how often.
    pub techniques: TechniqueCounts,
}

/// How often each technique of a search left work out, or made some be done again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TechniqueCounts {
    /// Alpha-beta: the positions whose other moves were cut off.
    pub cutoffs: u64,
    /// The killer heuristic and hashing: how many of them were cut off by the move that was tried first
    /// because it had been good before.
    pub killer_cutoffs: u64,
    /// Hashing: the positions whose value was in the table.
    pub table_hits: u64,
    /// Aspiration: the depths that were searched again because the value was outside of the window.
    pub aspiration_researches: u64,
    /// Zero-window search: the moves that were searched again because they were better.
    pub zero_window_researches: u64,
    /// Forward pruning: the moves that were left out.
    pub left_out: u64,
    /// Non-speculative forward pruning: the positions that were cut off.
    pub futility_cutoffs: u64,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchEnd {
    /// It reached its depth.
    Depth,
    /// It reached its number of boards, or was stopped.
    Stopped,
    /// One more depth would take longer than the time that is left.
    Time,
    /// More search would not change the move for the better: there is only one, or metareasoning decided so.
    Settled,
    /// It searched all its lines to the end of the game: more depth changes nothing.
    Exhausted,
    /// There was none: the move is from an opening book.
    Book,
    /// There was none: an earlier search has solved the game, and both sides play its line.
    Solved,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneralResult<M> {
    /// The best move.
    pub best: M,
    /// The reply that is expected.
    pub reply: Option<M>,
    /// The value of the move for the side to move, if a depth was finished.
    pub value: Option<Value>,
    /// The plies that were searched.
    pub depth: u32,
    /// Why the search went no deeper.
    pub end: SearchEnd,
    /// Whether the value is the result of the game: all lines were searched to the end, and none was
    /// left out.
    pub is_exact: bool,
    /// How much work it was.
    pub counts: GeneralCounts,
}

/// What accompanies a search.
pub struct SearchWatch<'a, M> {
    /// Returns the time since any moment; its argument is the number of boards made so far.
    pub now: &'a dyn Fn(u64) -> Duration,
    /// Is called with the result of every complete depth.
    pub on_depth: &'a dyn Fn(&GeneralResult<M>),
    /// Records the tree of the last complete depth.
    pub tracer: Option<&'a Tracer<M>>,
}

impl<M> SearchWatch<'_, M> {
    /// A clock that stands still, and nobody who looks.
    pub const NONE: Self =
        SearchWatch { now: &|_| Duration::ZERO, on_depth: &|_| (), tracer: None };
}

/// A searcher of one game, with the positions that it remembers.
///
/// The table is valid for one game and one evaluation. Before a search with another,
/// [`clear`](GeneralSearcher::clear) it.
#[derive(Clone, Debug)]
pub struct GeneralSearcher<G: GameRules> {
    techniques: Techniques,
    table: TranspositionTable<G>,
    /// What the choice between equal moves follows from.
    seed: u64,
    /// The only move of a position to search, if there is one.
    asked: Option<AskedMove<G::Move>>,
    /// The line that both sides are expected to play, as far as the last depth that was finished has it.
    line: Vec<Step<G::Move>>,
}

impl<G: GameRules> GeneralSearcher<G> {
    /// Returns a searcher that uses these techniques.
    pub fn new(techniques: Techniques) -> GeneralSearcher<G> {
        let (table, line) = (TranspositionTable::new(), Vec::new());
        GeneralSearcher { techniques, table, seed: 0, asked: None, line }
    }

    /// Returns the line that both sides are expected to play by the last depth that was finished. It ends where a
    /// value was taken from the table.
    pub fn line(&self) -> &[Step<G::Move>] {
        &self.line
    }

    /// Sets the seed from which the choices between equal moves follow.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Makes it search only this move of a position, or all again. It then has nothing to choose, so
    /// metareasoning does not end it. Where a search among all moves found the program's own, the limits
    /// say how deep that was, also near the end of the game.
    pub fn search_only(&mut self, asked: Option<AskedMove<G::Move>>) {
        self.asked = asked;
    }

    /// Forgets all positions. The memory of a table is there before the first search, whose depths are timed.
    pub fn clear(&mut self) {
        self.table.clear();
        if self.techniques.hashing {
            self.table.prepare();
        }
    }
}
