//! The searches of the book, over any game and any evaluation.
//!
//! They count their work as the book does: a board is each position that a move makes,
//! an evaluation is each call of the evaluation. A pass is one ply and makes no board.

mod alpha_beta;
pub(crate) mod killer;
mod maximizer;
mod minimax;
pub(crate) mod node_result;
mod problem;
mod sorted;
pub(crate) mod tree_search;

use super::evaluation::{Evaluation, Side};
use super::game_rules::GameRules;
use super::othello::SquareOrder;
use super::value::Value;
use crate::search_tree::{Step, Tracer};
use node_result::BestMove;
use tree_search::TreeSearch;

pub use problem::{Counts, Problem};

/// The search that chooses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Looks at the positions after each move: the book's `maximizer`.
    Maximizer,
    /// Looks at all lines to a depth: the book's `minimax-searcher`.
    Minimax {
        /// The number of plies.
        depth: u32,
    },
    /// Leaves out lines that cannot change the result: the book's `alpha-beta-searcher`.
    AlphaBeta {
        /// The number of plies.
        depth: u32,
    },
    /// Sorts successors by their static values first: the book's `alpha-beta-searcher2`.
    AlphaBetaSorted {
        /// The number of plies.
        depth: u32,
    },
    /// Tries first what refuted the moves before: the book's `alpha-beta-searcher3` keeps one such reply,
    /// and more are its suggestion.
    AlphaBetaKiller {
        /// The number of plies.
        depth: u32,
        /// The number of replies, 1 to [`MAX_KILLERS`](Method::MAX_KILLERS).
        killers: usize,
    },
}

impl Method {
    /// The most replies that the killer search can try first.
    pub const MAX_KILLERS: usize = killer::MAX_KILLERS;

    /// Returns the book's killer search, which keeps one reply.
    pub const fn killer(depth: u32) -> Method {
        Method::AlphaBetaKiller { depth, killers: 1 }
    }

    /// Returns the number of plies.
    pub const fn depth(self) -> u32 {
        match self {
            Method::Maximizer => 1,
            Method::Minimax { depth }
            | Method::AlphaBeta { depth }
            | Method::AlphaBetaSorted { depth }
            | Method::AlphaBetaKiller { depth, .. } => depth,
        }
    }

    /// Returns the same search to another depth; the maximizer always looks at one ply.
    #[must_use]
    pub const fn with_depth(self, depth: u32) -> Method {
        match self {
            Method::Maximizer => Method::Maximizer,
            Method::Minimax { .. } => Method::Minimax { depth },
            Method::AlphaBeta { .. } => Method::AlphaBeta { depth },
            Method::AlphaBetaSorted { .. } => Method::AlphaBetaSorted { depth },
            Method::AlphaBetaKiller { killers, .. } => Method::AlphaBetaKiller { depth, killers },
        }
    }

    /// Returns the order of squares that the book has where it introduces this search: the static one
    /// from its section 18.9 on.
    pub const fn order(self) -> SquareOrder {
        match self {
            Method::Maximizer | Method::Minimax { .. } | Method::AlphaBeta { .. } => {
                SquareOrder::Board
            }
            Method::AlphaBetaSorted { .. } | Method::AlphaBetaKiller { .. } => SquareOrder::Static,
        }
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
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
) -> SearchResult<G::Move> {
    search_with_line(method, problem, state, None).0
}

/// Searches a position like [`search`], and returns the line that both sides are expected to play. It is
/// empty if the search was stopped, or if every move loses the game in sight. The tracer records the tree.
pub fn search_with_line<G: GameRules, E: Evaluation<G>>(
    method: Method,
    problem: &Problem<'_, G, E>,
    state: &G::State,
    tracer: Option<&Tracer<G::Move>>,
) -> (SearchResult<G::Move>, Vec<Step<G::Move>>) {
    let mut search = TreeSearch::new(problem, method.depth(), tracer);
    let full = search.full_window();
    let has_window = !matches!(method, Method::Maximizer | Method::Minimax { .. });
    search.trace.begin(
        problem.final_values.scale(problem.evaluation.per_unit()),
        has_window.then_some(full.units()),
    );
    let outcome = match method {
        Method::Maximizer => maximizer::root(&mut search, state),
        Method::Minimax { depth } => minimax::node(&mut search, state, depth),
        Method::AlphaBeta { depth } => alpha_beta::node(&mut search, state, full, depth),
        Method::AlphaBetaSorted { depth } => {
            let static_value = search.evaluate(state, Side::ToMove);
            sorted::node(&mut search, state, static_value, full, depth)
        }
        Method::AlphaBetaKiller { depth, killers } => {
            search.killers = killers;
            killer::node(&mut search, state, full, depth, &[])
        }
    };
    let counts = search.counts();
    match outcome {
        Ok(BestMove { value, mv }) => {
            search.trace.end(value.units(), mv, None);
            (SearchResult { best: mv, value: Some(value), counts }, search.line().to_vec())
        }
        Err(_) => (SearchResult { best: search.best_so_far(), value: None, counts }, Vec::new()),
    }
}
