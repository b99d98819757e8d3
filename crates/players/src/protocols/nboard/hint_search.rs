//! Evaluates the best moves for `hint` by a search after each legal move.

use willow_board::{Board, Move, Square};
use willow_engine::{SearchLimits, SearchResult};

use super::message::{NBoardDepth, VariationLine};

/// The number of plies by which each iteration is deeper than the one before.
const DEPTH_STEP: usize = 2;

/// A search for the values of several moves by iterative deepening.
#[derive(Clone, Debug)]
pub(super) struct HintSearch {
    n_wanted: usize,
    moves: Vec<(Square, Board)>,
    iterations: std::vec::IntoIter<SearchLimits>,
    limits: Option<SearchLimits>,
    /// The lines of this iteration, one for each move searched so far, in the order of `moves`.
    lines: Vec<VariationLine>,
}

impl HintSearch {
    /// Returns the search for the `n_wanted` best moves of a board with at least one legal move.
    pub(super) fn new(board: &Board, n_wanted: usize, limits: &SearchLimits) -> HintSearch {
        let legal = board.legal_moves();
        let after = |square| board.after(square, board.flips(square));
        let moves: Vec<_> = legal.squares().map(|square| (square, after(square))).collect();
        let mut iterations = iterations(limits, moves.len() as u32).into_iter();
        let limits = iterations.next();
        HintSearch { n_wanted, moves, iterations, limits, lines: Vec::new() }
    }

    /// Returns the board and the limits of the next search; `None` after the last iteration.
    pub(super) fn next(&self) -> Option<(Board, SearchLimits)> {
        let (_, board) = self.moves[self.lines.len()];
        self.limits.map(|limits| (board, limits))
    }

    /// Adds the result of the last search, and returns the best lines if the iteration is complete.
    pub(super) fn add_result(&mut self, result: &SearchResult) -> Option<Vec<VariationLine>> {
        let (square, _) = self.moves[self.lines.len()];
        let mut pv = vec![Move::Place(square)];
        pv.extend(&result.pv);
        let depth = match NBoardDepth::of_search(result) {
            NBoardDepth::Plies(plies) => NBoardDepth::Plies(plies + 1),
            solved => solved,
        };
        self.lines.push(VariationLine { pv, eval: (-result.score).discs(), depth });
        if self.lines.len() < self.moves.len() {
            return None;
        }
        self.limits = self.iterations.next();
        let mut lines = std::mem::take(&mut self.lines);
        lines.sort_by(|a, b| b.eval.total_cmp(&a.eval));
        // The next iteration begins with the best move, whose entries in the hash table help the
        // rest.
        self.moves.sort_by_key(|(square, _)| {
            lines.iter().position(|line| line.pv[0] == Move::Place(*square))
        });
        lines.truncate(self.n_wanted);
        Some(lines)
    }
}

/// Returns the limits of each iteration for the boards after the moves. With a time or node limit
/// there is one iteration, and the moves share the limit.
fn iterations(limits: &SearchLimits, n_moves: u32) -> Vec<SearchLimits> {
    let shared = limits.after_each_of(n_moves);
    let last = SearchLimits {
        depth: shared.depth.max(1),
        exact_from: shared.exact_from.max(1),
        nodes: shared.nodes.map(|nodes| nodes.max(1)),
        ..shared
    };
    if last.time.is_some() || last.nodes.is_some() {
        return vec![last];
    }
    let depths = (1..last.depth).step_by(DEPTH_STEP);
    let mut iterations: Vec<_> =
        depths.map(|depth| SearchLimits { depth, exact_from: depth, ..last }).collect();
    iterations.push(last);
    iterations
}
