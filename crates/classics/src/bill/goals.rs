//! What a search may want to know: static values some plies ahead, who wins, or by how much.

use willow_board::{Bitboard, Board, Square};

use super::evaluation::INFINITY;
use super::judge::Judge;
use super::lines::LineIndices;

/// The value of a game that is won by no disc, in a search that evaluates: beyond every static value.
pub(super) const WON: i32 = 50_000_000;

/// What each disc more is worth in such a game.
pub(super) const PER_DISC: i32 = 100_000;

/// What a search wants to know. Values are the side to move's.
pub(super) trait Goal: Copy {
    /// What is kept of the lines.
    type Lines: Copy;
    /// Whether moves are pruned forward.
    const PRUNES: bool;
    /// Returns what is kept of a board.
    fn lines(board: &Board) -> Self::Lines;
    /// Returns what is kept after a move, seen by the other side.
    fn after(lines: &Self::Lines, square: Square, flips: Bitboard) -> Self::Lines;
    /// Returns what is kept after a pass.
    fn passed(lines: &Self::Lines) -> Self::Lines;
    /// Returns the value of a board at the search's horizon, or `None` if it has none.
    fn horizon(judge: Judge, board: &Board, lines: &Self::Lines, depth: u32) -> Option<i32>;
    /// Returns the value of a finished game.
    fn finished(board: &Board) -> i32;
}

/// The normal search: static values some plies ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal<const PRUNES: bool>;

impl<const PRUNES: bool> Goal for Normal<PRUNES> {
    type Lines = LineIndices;
    const PRUNES: bool = PRUNES;

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
    fn horizon(judge: Judge, board: &Board, lines: &LineIndices, depth: u32) -> Option<i32> {
        (depth == 0).then(|| judge.value(board, lines))
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

/// The outcome search: 1 is won, 0 drawn, -1 lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome;

/// The exact search: the final score in discs, empty squares to the winner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact;

/// Both searches of the endgame go to the end of the game and keep nothing of the lines.
macro_rules! endgame_goal {
    ($goal:ty, $finished:expr) => {
        impl Goal for $goal {
            type Lines = ();
            const PRUNES: bool = false;

            fn lines(_: &Board) {}

            #[inline]
            fn after((): &(), _: Square, _: Bitboard) {}

            fn passed((): &()) {}

            #[inline]
            fn horizon(_: Judge, _: &Board, (): &(), _: u32) -> Option<i32> {
                None
            }

            #[inline]
            fn finished(board: &Board) -> i32 {
                let finished: fn(i32) -> i32 = $finished;
                finished(board.final_score().value())
            }
        }
    };
}

endgame_goal!(Outcome, i32::signum);
endgame_goal!(Exact, |discs| discs);
