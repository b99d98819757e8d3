//! Move ordering.
//!
//! The best move of an earlier search comes first. The other moves are ordered by the evaluation, with a
//! bonus for leaving the opponent few replies (fastest first). In a solve the bonus weighs more, because
//! every line is searched to its end and a small tree saves more than a good move. There a shallow search
//! takes the place of the evaluation. In the midgame it would cost more than it saves: the iteration
//! before has left a best move for most nodes (experiment 151). Near the leaves the opponent's mobility
//! alone orders the moves, because the evaluation would cost as much as the search.
//!
//! Experiment numbers in this file are those of docs/engine-log.md. "Not measured" means that no
//! experiment chose the value.

use std::cmp::Reverse;

use willow_board::{Bitboard, Board, Square};
use willow_eval::{Evaluator, Score};

use crate::endgame::{corner_stable_discs, weighted_mobility};
use crate::move_list::{OrderingScore, ScoredMove};
use crate::node::{Node, NodeType, Pv, SearchKind};
use crate::window::Window;
use crate::worker::SearchWorker;

/// The ordering penalty for each reply of the opponent in the midgame: a quarter of a disc (a larger one:
/// experiment 156).
const MIDGAME_REPLY_PENALTY: Score = Score::from_units(Score::PER_DISC / 4);
/// The ordering penalty for each reply of the opponent in a solve: 2.5 discs (experiment 42; larger
/// penalties: 41 and 69).
const SOLVE_REPLY_PENALTY: Score = Score::from_units(Score::PER_DISC * 5 / 2);
/// The ordering penalty for each square of the opponent's potential mobility in a solve: a disc
/// (experiment 73).
const SOLVE_POTENTIAL_MOBILITY_PENALTY: Score = Score::DISC;
/// The ordering bonus for each corner-stable disc of the mover in a solve: a disc (experiment 73;
/// all stable discs: 67).
const SOLVE_CORNER_DISC_BONUS: Score = Score::DISC;
/// The shallow search does not find the exact ordering score of a move that is worse than the best
/// one by this margin: two discs (experiment 91; no margin: 90).
const ORDERING_MARGIN: Score = Score::from_units(2 * Score::PER_DISC);
/// The greatest depth in plies at which the opponent's mobility alone orders midgame moves (others:
/// experiment 156).
const MAX_MOBILITY_ORDERING_DEPTH: u32 = 2;

/// In a solve, a shallow search orders the moves of nodes that are deeper than this many plies by at
/// least [`SOLVE_DEPTH_PER_ORDERING_STEP`] (experiments 16, 73 and 110; others: 15 and 68).
const SOLVE_DEPTH_WITHOUT_ORDERING: u32 = 13;
/// In a solve, each of this many plies of further depth make the shallow search deeper by
/// [`SOLVE_ORDERING_STEP`] (experiments 73 and 110).
const SOLVE_DEPTH_PER_ORDERING_STEP: u32 = 5;
/// The step of the shallow search's depth in a solve, in plies: even (experiment 73), and depths
/// between two steps are rounded down (experiment 72).
const SOLVE_ORDERING_STEP: u32 = 2;
/// In a solve, a PV node's moves are ordered as if the node were deeper by this many plies. Not
/// measured.
const SOLVE_PV_EXTRA_DEPTH: u32 = 3;

/// Returns the moves in groups, in the order in which the last ply searches them: corners, most
/// squares, and the squares next to corners (experiment 78). Ordering by mobility costs more than
/// the evaluations that it saves (experiment 77).
#[inline]
pub(crate) fn leaf_order(moves: Bitboard) -> [Bitboard; 3] {
    const NEXT_TO_CORNERS: Bitboard =
        Bitboard::from_bits(Bitboard::X_SQUARES.bits() | Bitboard::C_SQUARES.bits());
    let (corners, last) = (moves & Bitboard::CORNERS, moves & NEXT_TO_CORNERS);
    [corners, moves & !(corners | last), last]
}

impl<E: Evaluator> SearchWorker<'_, E> {
    /// Sets the ordering scores of all moves, unless the search is stopped before. `depth` is the
    /// depth of the node, `second_best` the second best move of an earlier search.
    pub(crate) fn score_moves<T: NodeType>(
        &mut self,
        node: &Node<E>,
        moves: &mut [ScoredMove],
        depth: u32,
        second_best: Option<Square>,
    ) {
        if moves.len() < 2 {
            return;
        }
        let kind = SearchKind::of(node.board.n_empties(), depth);
        if kind == SearchKind::Midgame && depth <= MAX_MOBILITY_ORDERING_DEPTH {
            for mv in moves {
                let after = node.board.after(mv.square, mv.flips);
                let mobility = weighted_mobility(after.legal_moves()) as i32;
                mv.ordering_score = OrderingScore::of_mobility(mobility);
            }
            return;
        }
        for mv in moves.iter_mut() {
            mv.ordering_score = if second_best == Some(mv.square) {
                OrderingScore::SECOND_BEST
            } else {
                let after = node.after(self.evaluator(), mv.square, mv.flips);
                self.prefetch_tt(&after.board, depth - 1);
                let value = self.evaluator().evaluate(&after.state, &after.board);
                mv.value = Some(value);
                OrderingScore::of_score(ordering_bonus(&after.board, kind) - value)
            };
        }
        if kind == SearchKind::Solve {
            let ordering_depth = ordering_depth::<T>(depth);
            if 0 < ordering_depth {
                self.search_ordering_scores(node, moves, ordering_depth);
            }
        }
    }

    /// Replaces the evaluation in the ordering scores by the score of a shallow search, best moves
    /// first. For a move that is worse than the best one by [`ORDERING_MARGIN`], the search only
    /// proves that.
    fn search_ordering_scores(&mut self, node: &Node<E>, moves: &mut [ScoredMove], depth: u32) {
        // An unstable sort orders equal moves in its own way with each version and target of the library.
        moves.sort_by_key(|mv| Reverse(mv.ordering_score));
        let mut best: Option<Score> = None;
        let is_scored_by_search =
            |mv: &&mut ScoredMove| mv.ordering_score != OrderingScore::SECOND_BEST;
        for mv in moves.iter_mut().filter(is_scored_by_search) {
            if self.is_stopped() {
                return;
            }
            let after = node.after(self.evaluator(), mv.square, mv.flips);
            let bonus = ordering_bonus(&after.board, SearchKind::Solve);
            let lower_bound = best.map_or(Score::NEGATIVE_INFINITY, |best| {
                let lower_bound = best - ORDERING_MARGIN - bonus;
                lower_bound.clamp(Score::NEGATIVE_INFINITY, Score::MAX)
            });
            let window = Window { alpha: Score::NEGATIVE_INFINITY, beta: -lower_bound };
            let score = bonus - self.search::<Pv>(&after, depth, window);
            mv.ordering_score = OrderingScore::of_score(score);
            best = best.max(Some(score));
        }
    }
}

/// Returns the depth of the shallow search that orders the moves of a node of a solve. It is even: after an
/// odd number of plies the opponent's last reply is missing, and the order is worse at a higher cost.
fn ordering_depth<T: NodeType>(depth: u32) -> u32 {
    let depth = if T::PV { depth + SOLVE_PV_EXTRA_DEPTH } else { depth };
    let further = depth.saturating_sub(SOLVE_DEPTH_WITHOUT_ORDERING);
    further / SOLVE_DEPTH_PER_ORDERING_STEP * SOLVE_ORDERING_STEP
}

/// Returns the part of a move's ordering score that does not come from its value. `after` is the board after the move.
#[inline]
fn ordering_bonus(after: &Board, kind: SearchKind) -> Score {
    let replies = weighted_mobility(after.legal_moves()) as i32;
    match kind {
        SearchKind::Midgame => MIDGAME_REPLY_PENALTY * -replies,
        SearchKind::Solve => fastest_first_bonus(after, replies),
    }
}

/// Returns the bonus for a small tree after a move: for few replies now and later, and for stable discs of the mover,
/// which cause early cutoffs.
#[inline]
fn fastest_first_bonus(after: &Board, weighted_mobility: i32) -> Score {
    SOLVE_CORNER_DISC_BONUS * corner_stable_discs(after.opponent()).count() as i32
        - SOLVE_POTENTIAL_MOBILITY_PENALTY * after.potential_moves().count() as i32
        - SOLVE_REPLY_PENALTY * weighted_mobility
}
