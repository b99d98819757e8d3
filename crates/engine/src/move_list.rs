//! The legal moves of a node, with their ordering scores.

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Square};
use willow_eval::{Evaluator, Score};

use crate::node::Node;

/// The capacity of a move list. No board has more legal moves, not even one that no game reaches.
///
/// A move to a square flips along some line the disc beside that square, which is the opponent's,
/// up to a disc of the player. Count the moves by these two discs:
/// - A disc of the player ends at most one such line in each of its 8 directions.
/// - A disc of the opponent lies beside the moves of at most 4 such lines: if a line begins on one
///   side of the disc, then the square on the other side is not empty.
///
/// So m moves need m/8 discs of the player and m/4 discs of the opponent. With the m empties
/// these fill at most 64 squares: 11 m / 8 <= 64, and m <= 46.
///
/// The true maximum is lower. H. Takizawa (<https://github.com/eukaryo/reversi33> at 0eed56fa, 2023) computed 34
/// moves for boards with discs on the four central squares, and 33 for boards that games reach.
pub(crate) const MAX_MOVES: usize = 46;

/// How early a move is searched: moves with a higher ordering score come first. Only ordering scores
/// of the same list can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OrderingScore(i32);

impl OrderingScore {
    /// The ordering score of a list without order.
    pub(crate) const UNORDERED: OrderingScore = OrderingScore(0);
    /// The ordering score of the second best move of an earlier search, above all others.
    pub(crate) const SECOND_BEST: OrderingScore = OrderingScore(1 << 23);

    /// Returns the ordering score of a move with this score for the side that makes the move, bonuses
    /// included.
    #[inline]
    pub(crate) const fn of_score(score: Score) -> OrderingScore {
        OrderingScore(score.units())
    }

    /// Returns the ordering score of a move after which the opponent has this mobility.
    #[inline]
    pub(crate) const fn of_mobility(mobility: i32) -> OrderingScore {
        OrderingScore(-mobility)
    }

    /// Returns the ordering score that keeps a move in its place of a sorted list.
    pub(crate) const fn of_index(index: usize) -> OrderingScore {
        OrderingScore(-(index as i32))
    }
}

/// A legal move with its flips and its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    pub(crate) square: Square,
    pub(crate) flips: Bitboard,
    pub(crate) ordering_score: OrderingScore,
    /// The evaluation of the board after the move, for the opponent, if ordering has found it.
    pub(crate) value: Option<Score>,
}

impl ScoredMove {
    /// Returns the node after the move, with its value if ordering has found it.
    #[inline]
    pub(crate) fn node_after<E: Evaluator>(&self, before: &Node<E>, evaluator: &E) -> Node<E> {
        Node { value: self.value, ..before.after(evaluator, self.square, self.flips) }
    }
}

/// The legal moves of a node.
pub(crate) type MoveList = ArrayVec<ScoredMove, MAX_MOVES>;

/// Adds the moves of a node to an empty list, without ordering scores. A list that is returned would be
/// copied, and it takes more than a kilobyte (experiment 166 of docs/engine-log.md).
#[inline]
pub(crate) fn list_moves<E: Evaluator>(node: &Node<E>, moves: Bitboard, list: &mut MoveList) {
    list.extend(moves.squares().map(|square| ScoredMove {
        square,
        flips: node.board.flips(square),
        ordering_score: OrderingScore::UNORDERED,
        value: None,
    }));
}

/// Swaps the move with the highest ordering score among those from `index` on to `index`.
#[inline]
pub(crate) fn move_best_to(moves: &mut [ScoredMove], index: usize) {
    let mut best = index;
    for other in index + 1..moves.len() {
        if moves[best].ordering_score < moves[other].ordering_score {
            best = other;
        }
    }
    moves.swap(index, best);
}
