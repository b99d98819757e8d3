//! The goals of a search: static values some plies ahead, the winner, or the final score.

use willow_board::{Bitboard, Board, Square};

use crate::bill::evaluation::coefficients::INFINITY;
use crate::bill::evaluation::leaf_evaluation::LeafEvaluation;
use crate::bill::tables::lines::LineIndices;
use crate::search_tree::{TreeUnit, ValueScale};

/// The base value of a won game in a normal search, greater than every static value.
pub(crate) const WON: i32 = 50_000_000;

/// What each disc of the margin adds to it.
pub(crate) const PER_DISC: i32 = 100_000;

/// Where windows end that hold all values.
pub(crate) const BEYOND_ALL: i32 = INFINITY + 1;

/// The goal of a search. Values are from the view of the side to move.
pub(crate) trait SearchGoal: Copy {
    /// The line indices that the goal needs.
    type Lines: Copy;
    /// Whether moves are pruned forward.
    const PRUNES: bool;
    /// What the values mean.
    const SCALE: ValueScale;
    /// Returns the line indices of a board.
    fn lines(board: &Board) -> Self::Lines;
    /// Returns the line indices after a move, seen by the other side.
    fn after(lines: &Self::Lines, square: Square, flips: Bitboard) -> Self::Lines;
    /// Returns the line indices after a pass.
    fn passed(lines: &Self::Lines) -> Self::Lines;
    /// Returns the value of a board at the search's horizon, or `None` if it has none.
    fn horizon(
        evaluation: &LeafEvaluation,
        board: &Board,
        lines: &Self::Lines,
        depth: u32,
    ) -> Option<i32>;
    /// Returns the value of a finished game.
    fn finished(board: &Board) -> i32;
}

/// The normal search: static values some plies ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NormalGoal<const PRUNES: bool>;

impl<const PRUNES: bool> SearchGoal for NormalGoal<PRUNES> {
    type Lines = LineIndices;
    const PRUNES: bool = PRUNES;
    const SCALE: ValueScale = ValueScale {
        unit: TreeUnit::Units,
        per_unit: 1,
        won: WON,
        per_disc: Some(PER_DISC),
        infinity: BEYOND_ALL,
    };

    fn lines(board: &Board) -> LineIndices {
        LineIndices::of(board)
    }

    #[inline]
    fn after(lines: &LineIndices, square: Square, flips: Bitboard) -> LineIndices {
        lines.after(square, flips)
    }

    fn passed(lines: &LineIndices) -> LineIndices {
        lines.passed()
    }

    #[inline]
    fn horizon(
        evaluation: &LeafEvaluation,
        board: &Board,
        lines: &LineIndices,
        depth: u32,
    ) -> Option<i32> {
        (depth == 0).then(|| evaluation.value(board, lines))
    }

    fn finished(board: &Board) -> i32 {
        let discs = board.final_score().value();
        match discs {
            64 => INFINITY,
            -64 => -INFINITY,
            _ => discs.signum() * WON + discs * PER_DISC,
        }
    }
}

/// A search to the end of the game, which needs no line indices: for the final score in discs, empties to
/// the winner, or for the outcome alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndgameGoal<const COUNTS_DISCS: bool>;

/// 1 is won, 0 drawn, -1 lost.
pub(crate) type OutcomeGoal = EndgameGoal<false>;

/// The final score.
pub(crate) type ExactGoal = EndgameGoal<true>;

impl<const COUNTS_DISCS: bool> SearchGoal for EndgameGoal<COUNTS_DISCS> {
    type Lines = ();
    const PRUNES: bool = false;
    const SCALE: ValueScale =
        if COUNTS_DISCS { ValueScale::discs(BEYOND_ALL) } else { ValueScale::outcome(BEYOND_ALL) };

    fn lines(_: &Board) {}

    #[inline]
    fn after((): &(), _: Square, _: Bitboard) {}

    fn passed((): &()) {}

    #[inline]
    fn horizon(_: &LeafEvaluation, _: &Board, (): &(), _: u32) -> Option<i32> {
        None
    }

    #[inline]
    fn finished(board: &Board) -> i32 {
        let discs = board.final_score().value();
        if COUNTS_DISCS { discs } else { discs.signum() }
    }
}
