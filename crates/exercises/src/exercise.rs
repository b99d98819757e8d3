//! An exercise: a position with its right moves.

use thiserror::Error;
use willow_analysis::Term;
use willow_board::{Bitboard, DiscDiff, IllegalMove, Move, Position, Square};

use crate::Solution;

/// A position in which few moves are right. Scores are for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Board and side to move.
    pub position: Position,
    /// The right moves with their score, and the score of the best wrong move.
    pub solution: Solution,
    /// What the likeliest wrong move overlooks, if a reason is known.
    pub theme: Option<Term>,
    /// An estimate of the Elo at which a right move is found half of the time.
    pub rating: u32,
    /// Where the position is from, such as the file and the line of its game. It is on one line and may be empty.
    pub source: String,
}

/// The task of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One move wins.
    OnlyWin,
    /// One move draws, and none wins.
    OnlyDraw,
    /// The right moves are better by two discs or more; whether the game is won does not depend on it.
    MostDiscs,
    /// One move is better than all others by an estimate; nothing is proven.
    Best,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::OnlyWin, Kind::OnlyDraw, Kind::MostDiscs, Kind::Best];

    /// Returns the word of files.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::OnlyWin => "win",
            Kind::OnlyDraw => "draw",
            Kind::MostDiscs => "discs",
            Kind::Best => "best",
        }
    }

    /// Returns what is asked, as it follows `Black to play: `.
    pub const fn task(self) -> &'static str {
        match self {
            Kind::OnlyWin => "the only winning move",
            Kind::OnlyDraw => "the only move that draws",
            Kind::MostDiscs => "the move with the most discs",
            Kind::Best => "the best move, by estimate",
        }
    }
}

/// Why something is not an exercise, whatever its scores are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadExercise {
    /// There is no right move.
    #[error("no right move")]
    NoMove,
    /// A right move is not legal.
    #[error("{square}: {reason}")]
    IllegalMove {
        /// The right move of the file that is illegal.
        square: Square,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
    /// A right move is listed twice.
    #[error("duplicate right move {0}")]
    Repeated(Square),
    /// Every legal move is right.
    #[error("every legal move is right")]
    NoWrongMove,
    /// The best wrong move is as good as the right ones.
    #[error("the next-best score, {next}, is not below the score, {score}, by two discs")]
    NoMargin {
        /// The score of the right moves.
        score: DiscDiff,
        /// The score of the best wrong move.
        next: DiscDiff,
    },
}

impl Exercise {
    /// Returns what is asked.
    pub fn kind(&self) -> Kind {
        self.solution.kind()
    }

    /// Returns whether a move is right.
    pub fn is_right(&self, square: Square) -> bool {
        self.solution.right.contains(&square)
    }

    /// Checks what needs no search: the right moves are legal and not all, and the scores differ.
    ///
    /// # Errors
    /// The first problem.
    pub fn check(&self) -> Result<(), BadExercise> {
        let Solution { right, score, next, .. } = &self.solution;
        if right.is_empty() {
            return Err(BadExercise::NoMove);
        }
        let mut seen = Bitboard::EMPTY;
        for &square in right {
            self.position
                .check(Move::Place(square))
                .map_err(|reason| BadExercise::IllegalMove { square, reason })?;
            if seen.contains(square) {
                return Err(BadExercise::Repeated(square));
            }
            seen = seen.with(square);
        }
        if seen == self.position.legal_moves() {
            return Err(BadExercise::NoWrongMove);
        }
        if score.value() < next.value() + Solution::MIN_MARGIN {
            return Err(BadExercise::NoMargin { score: *score, next: *next });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::exercise;

    #[test]
    fn what_needs_no_search_is_checked() {
        let good = exercise();
        assert_eq!(good.check(), Ok(()));
        let of = |change: &dyn Fn(&mut Exercise)| {
            let mut changed = good.clone();
            change(&mut changed);
            changed.check().unwrap_err()
        };
        assert_eq!(of(&|it| it.solution.right.clear()), BadExercise::NoMove);
        let right = good.solution.right[0];
        assert_eq!(of(&|it| it.solution.right.push(right)), BadExercise::Repeated(right));
        let all: Vec<_> = good.position.legal_moves().squares().collect();
        assert_eq!(of(&|it| it.solution.right.clone_from(&all)), BadExercise::NoWrongMove);
        assert!(matches!(
            of(&|it| it.solution.right = vec![Square::D4]),
            BadExercise::IllegalMove { square: Square::D4, .. }
        ));
        assert!(matches!(
            of(&|it| it.solution.next = it.solution.score),
            BadExercise::NoMargin { .. }
        ));
    }
}
