//! The searches of the book, over any game and any evaluation.
//!
//! All of them count what they do, in the book's way: a board is each position that a move makes,
//! an evaluation is each time that the evaluation is asked. A pass is one ply and makes no board.

mod alpha_beta;
mod general;
mod killer;
mod maximizer;
mod minimax;
mod sorted;
mod walk;

use crate::{Evaluation, FinalValues, GameRules, Ties, Value};
use walk::{Best, Walk};

pub use general::{Bounds, Ending, Searcher, Tally, Techniques, Thought, allocated_time};

/// How moves are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Looks at the positions after each move: the book's `maximizer`.
    Maximizer,
    /// Looks at all lines to a depth: the book's `minimax-searcher`.
    Minimax {
        /// The number of plies.
        depth: u32,
    },
    /// Leaves out what cannot matter: the book's `alpha-beta-searcher`.
    AlphaBeta {
        /// The number of plies.
        depth: u32,
    },
    /// Sorts successors by their static values first: the book's `alpha-beta-searcher2`.
    AlphaBetaSorted {
        /// The number of plies.
        depth: u32,
    },
    /// Tries first what refuted the move before: the book's `alpha-beta-searcher3`.
    AlphaBetaKiller {
        /// The number of plies.
        depth: u32,
    },
}

impl Method {
    /// Returns the number of plies.
    #[must_use]
    pub const fn depth(self) -> u32 {
        match self {
            Method::Maximizer => 1,
            Method::Minimax { depth }
            | Method::AlphaBeta { depth }
            | Method::AlphaBetaSorted { depth }
            | Method::AlphaBetaKiller { depth } => depth,
        }
    }
}

/// What is searched, and by which measure.
pub struct Problem<'a, G, E> {
    /// The game.
    pub game: &'a G,
    /// The evaluation of the leaves.
    pub evaluation: &'a E,
    /// What finished games are worth.
    pub final_values: FinalValues,
    /// Which of several equal moves the maximizer and minimax choose.
    pub ties: Ties,
    /// Is asked now and then whether to stop.
    pub stop: &'a dyn Fn() -> bool,
}

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// The number of positions that moves made.
    pub boards: u64,
    /// The number of times that the evaluation was asked.
    pub evaluations: u64,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The best move; `None` if there is no move or no depth. Of a search that was stopped, the best
    /// of the moves that it had finished with, or else the first.
    pub best: Option<M>,
    /// The best move's value for the side to move; `None` if the search was stopped.
    pub value: Option<Value>,
    /// How much work it was.
    pub counts: Counts,
}

/// Searches a position.
pub fn search<G: GameRules, E: Evaluation<G>>(
    method: Method,
    problem: &Problem<'_, G, E>,
    state: &G::State,
) -> Found<G::Move> {
    let mut walk = Walk::new(problem);
    let outcome = match method {
        Method::Maximizer => maximizer::root(&mut walk, state),
        Method::Minimax { depth } => minimax::root(&mut walk, state, depth),
        Method::AlphaBeta { depth } => alpha_beta::root(&mut walk, state, depth),
        Method::AlphaBetaSorted { depth } => sorted::root(&mut walk, state, depth),
        Method::AlphaBetaKiller { depth } => killer::root(&mut walk, state, depth),
    };
    let counts = walk.counts();
    match outcome {
        Ok(Best { value, mv }) => Found { best: mv, value: Some(value), counts },
        Err(_) => Found { best: walk.best_so_far(), value: None, counts },
    }
}
