//! The values of the best moves, by searching what each of them leads to.

use willow_board::{Board, Move, Square};
use willow_engine::{SearchLimits, SearchResult};

use super::message::{NBoardDepth, VariationLine};
use super::session::depth_of;

/// How many plies a round searches more than the one before.
const STEP: usize = 2;

/// A search for the values of several moves, deeper in every round.
#[derive(Clone, Debug)]
pub(super) struct Hints {
    n_wanted: usize,
    moves: Vec<(Square, Board)>,
    rounds: std::vec::IntoIter<SearchLimits>,
    limits: Option<SearchLimits>,
    /// The lines of this round, a move each, in the order of `moves`.
    lines: Vec<VariationLine>,
}

impl Hints {
    /// Begins to value the moves of a board, which has some.
    pub(super) fn new(board: &Board, n_wanted: usize, limits: &SearchLimits) -> Hints {
        let legal = board.legal_moves();
        let after = |square| board.after(square, board.flips(square));
        let moves: Vec<_> = legal.squares().map(|square| (square, after(square))).collect();
        let mut rounds = rounds(limits, moves.len() as u32).into_iter();
        let limits = rounds.next();
        Hints { n_wanted, moves, rounds, limits, lines: Vec::new() }
    }

    /// Returns the next search, unless all are done.
    pub(super) fn next(&self) -> Option<(Board, SearchLimits)> {
        let (_, board) = self.moves[self.lines.len()];
        self.limits.map(|limits| (board, limits))
    }

    /// Takes the result of the search, and returns the best lines if it ended a round.
    pub(super) fn take(&mut self, found: &SearchResult) -> Option<Vec<VariationLine>> {
        let (square, _) = self.moves[self.lines.len()];
        let mut pv = vec![Move::Place(square)];
        pv.extend(&found.pv);
        let depth = match depth_of(found) {
            NBoardDepth::Plies(plies) => NBoardDepth::Plies(plies + 1),
            solved => solved,
        };
        self.lines.push(VariationLine { pv, eval: (-found.score).discs(), depth });
        if self.lines.len() < self.moves.len() {
            return None;
        }
        self.limits = self.rounds.next();
        let mut lines = std::mem::take(&mut self.lines);
        lines.sort_by(|a, b| b.eval.total_cmp(&a.eval));
        // The best first, in the next round too: it fills the table for the others.
        self.moves.sort_by_key(|(square, _)| {
            lines.iter().position(|line| line.pv[0] == Move::Place(*square))
        });
        lines.truncate(self.n_wanted);
        Some(lines)
    }
}

/// Returns the limits of each round for the boards after the moves. Under a time limit there is one
/// round, in which they share the time.
fn rounds(limits: &SearchLimits, n_moves: u32) -> Vec<SearchLimits> {
    let one_less = |depth: u32| depth.saturating_sub(1).max(1);
    let mut last = SearchLimits {
        depth: one_less(limits.depth),
        exact_from: one_less(limits.exact_from),
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(n_moves)).max(1)),
        ..*limits
    };
    if let Some(time) = &mut last.time {
        time.main /= n_moves;
        time.byoyomi /= n_moves;
        return vec![last];
    }
    if last.nodes.is_some() {
        return vec![last];
    }
    let depths = (1..last.depth).step_by(STEP);
    let mut rounds: Vec<_> =
        depths.map(|depth| SearchLimits { depth, exact_from: depth, ..last }).collect();
    rounds.push(last);
    rounds
}
