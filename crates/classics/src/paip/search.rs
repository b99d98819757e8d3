//! The searches of the book, over any game and any evaluation.
//!
//! They count their work as the book does: a board is each position that a move makes,
//! an evaluation is each call of the evaluation. A pass is one ply and makes no board.

mod alpha_beta;
mod killer;
mod maximizer;
mod minimax;
pub(crate) mod node_result;
mod problem;
mod sorted;
pub(crate) mod tree_search;

use super::evaluation::Evaluation;
use super::game_rules::GameRules;
use super::othello::SquareOrder;
use super::value::Value;
use crate::search_tree::{Step, Tracer};
use node_result::{BestMove, NodeResult, Window};
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

    /// Returns the same search to another depth; the maximizer always looks at one ply.
    #[must_use]
    pub const fn with_depth(self, depth: u32) -> Method {
        match self {
            Method::Maximizer => Method::Maximizer,
            Method::Minimax { .. } => Method::Minimax { depth },
            Method::AlphaBeta { .. } => Method::AlphaBeta { depth },
            Method::AlphaBetaSorted { .. } => Method::AlphaBetaSorted { depth },
            Method::AlphaBetaKiller { .. } => Method::AlphaBetaKiller { depth },
        }
    }

    /// Returns the order of squares that the book has where it introduces this search: the static one
    /// from its section 18.9 on.
    #[must_use]
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
    let mut search = TreeSearch::new(problem);
    let outcome = search_root(method, &mut search, state);
    result(&search, outcome)
}

/// Searches a position like [`search`], and returns the line that both sides are expected to play. It is
/// empty if the search was stopped, or if every move loses the game in sight. The tracer records the tree.
pub fn search_with_line<G: GameRules, E: Evaluation<G>>(
    method: Method,
    problem: &Problem<'_, G, E>,
    state: &G::State,
    tracer: Option<&Tracer<G::Move>>,
) -> (SearchResult<G::Move>, Vec<Step<G::Move>>) {
    let mut search = TreeSearch::new(problem).traced(tracer);
    let window = root_window(method, &search).map(Window::units);
    search.trace.begin(problem.final_values.scale(), window);
    let outcome = search_root(method, &mut search, state);
    if let Ok(BestMove { value, mv }) = outcome {
        search.trace.end(value.units(), mv, None);
    }
    let line = if outcome.is_ok() { search.line().to_vec() } else { Vec::new() };
    (result(&search, outcome), line)
}

fn search_root<G: GameRules, E: Evaluation<G>>(
    method: Method,
    search: &mut TreeSearch<'_, G, E>,
    state: &G::State,
) -> NodeResult<G::Move> {
    match method {
        Method::Maximizer => maximizer::root(search, state),
        Method::Minimax { depth } => minimax::root(search, state, depth),
        Method::AlphaBeta { depth } => alpha_beta::root(search, state, depth),
        Method::AlphaBetaSorted { depth } => sorted::root(search, state, depth),
        Method::AlphaBetaKiller { depth } => killer::root(search, state, depth),
    }
}

/// Returns the window of the root, if the method has windows.
fn root_window<G: GameRules, E: Evaluation<G>>(
    method: Method,
    search: &TreeSearch<'_, G, E>,
) -> Option<Window> {
    match method {
        Method::Maximizer | Method::Minimax { .. } => None,
        Method::AlphaBeta { .. }
        | Method::AlphaBetaSorted { .. }
        | Method::AlphaBetaKiller { .. } => Some(search.full_window()),
    }
}

fn result<G: GameRules, E: Evaluation<G>>(
    search: &TreeSearch<'_, G, E>,
    outcome: NodeResult<G::Move>,
) -> SearchResult<G::Move> {
    let counts = search.counts();
    match outcome {
        Ok(BestMove { value, mv }) => SearchResult { best: mv, value: Some(value), counts },
        Err(_) => SearchResult { best: search.best_so_far(), value: None, counts },
    }
}
