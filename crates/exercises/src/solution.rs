//! The solution of a position: its best moves, and how much better they are.

use thiserror::Error;
use willow_board::{DiscDiff, Square};
use willow_engine::{Goal, MoveScore, SearchLimits};

use crate::Kind;

/// What the scores of a solution rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// Every legal move was solved exactly.
    Proven,
    /// Two searches of different depths agree.
    Estimated,
}

impl Basis {
    /// Returns the search that compares a wrong move with a right one.
    pub const fn limits(self) -> SearchLimits {
        match self {
            Basis::Proven => SearchLimits::solve(Goal::Exact),
            Basis::Estimated => SearchLimits::depth(ESTIMATED_DEPTHS[1]),
        }
    }
}

/// The depths of the two searches of an estimate, in plies.
pub(crate) const ESTIMATED_DEPTHS: [u32; 2] = [12, 16];

/// The best moves of a position and their scores, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The best moves, in the order of the squares.
    pub right: Vec<Square>,
    /// Their score.
    pub score: DiscDiff,
    /// The score of the best of all other moves.
    pub next: DiscDiff,
    /// What both scores rest on.
    pub basis: Basis,
}

/// What a solver found otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Disproof {
    /// Other moves are best.
    #[error("the best moves are {}, not {}", words(found), words(stated))]
    Moves {
        /// Those of the exercise.
        stated: Vec<Square>,
        /// Those of the solver.
        found: Vec<Square>,
    },
    /// The best moves have another score.
    #[error("the best move's score is {found}, not {stated}")]
    Score {
        /// That of the exercise.
        stated: DiscDiff,
        /// That of the solver.
        found: DiscDiff,
    },
    /// The best wrong move has another score.
    #[error("the next-best score is {found}, not {stated}")]
    Next {
        /// That of the exercise.
        stated: DiscDiff,
        /// That of the solver.
        found: DiscDiff,
    },
    /// All moves are equally good.
    #[error("all moves have the same score")]
    AllEqual,
}

impl Solution {
    /// How much better right moves are at least, in discs.
    pub const MIN_MARGIN: i32 = 2;

    /// How much better the right move of an estimate is at least at both depths. Of 70 estimates
    /// with it a solver confirmed 65 (docs/exercises.md); others were not tried.
    pub const MIN_ESTIMATED_MARGIN: i32 = 4;

    /// Returns the solution of a position from the exact scores of all legal moves; `None` if all moves are equally
    /// good.
    pub fn of(solved: &[MoveScore]) -> Option<Solution> {
        let best = solved.iter().map(|mv| mv.score).max()?;
        let next = solved.iter().map(|mv| mv.score).filter(|&score| score < best).max()?;
        let mut right: Vec<Square> =
            solved.iter().filter(|mv| mv.score == best).map(|mv| mv.square).collect();
        right.sort_unstable();
        let (score, next, basis) = (best.rounded(), next.rounded(), Basis::Proven);
        Some(Solution { right, score, next, basis })
    }

    /// Returns the solution of a position from the scores of all legal moves by two searches, with the scores of the
    /// second one; `None` unless the same single move is best by [`MIN_ESTIMATED_MARGIN`](Solution::MIN_ESTIMATED_MARGIN) in both.
    pub fn estimated(shallow: &[MoveScore], deep: &[MoveScore]) -> Option<Solution> {
        let [shallow, deep] = [Solution::of(shallow)?, Solution::of(deep)?];
        let is_clear = |it: &Solution| {
            it.right.len() == 1
                && it.next.value() + Solution::MIN_ESTIMATED_MARGIN <= it.score.value()
        };
        let agree = shallow.right == deep.right && is_clear(&shallow) && is_clear(&deep);
        agree.then_some(Solution { basis: Basis::Estimated, ..deep })
    }

    /// Returns what is asked about a position with this solution.
    pub fn kind(&self) -> Kind {
        match (self.right.len(), self.score.sign()) {
            _ if self.basis == Basis::Estimated => Kind::Best,
            (1, 1) if self.next.sign() < 1 => Kind::OnlyWin,
            (1, 0) => Kind::OnlyDraw,
            _ => Kind::MostDiscs,
        }
    }

    /// Compares the solution with what a solver found of every legal move.
    ///
    /// # Errors
    /// What differs.
    pub fn check(&self, solved: &[MoveScore]) -> Result<(), Disproof> {
        let Solution { right, score, next, .. } = Solution::of(solved).ok_or(Disproof::AllEqual)?;
        let mut stated = self.right.clone();
        stated.sort_unstable();
        if stated != right {
            return Err(Disproof::Moves { stated, found: right });
        }
        if self.score != score {
            return Err(Disproof::Score { stated: self.score, found: score });
        }
        if self.next != next {
            return Err(Disproof::Next { stated: self.next, found: next });
        }
        Ok(())
    }
}

fn words(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::moves;

    fn of(scores: &[i32]) -> Option<Solution> {
        Solution::of(&moves(scores))
    }

    #[test]
    fn the_kind_follows_from_the_scores() {
        for (scores, kind) in [
            (&[4, 0, -2][..], Kind::OnlyWin),
            (&[4, 2, -2], Kind::MostDiscs),
            (&[4, 4, -2], Kind::MostDiscs),
            (&[0, -2, -2], Kind::OnlyDraw),
            (&[0, 0, -2], Kind::MostDiscs),
            (&[-2, -10], Kind::MostDiscs),
        ] {
            assert_eq!(of(scores).unwrap().kind(), kind, "{scores:?}");
        }
        assert_eq!(of(&[2, 2, 2]), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn an_estimate_needs_two_searches_that_agree_with_a_margin() {
        let of = |shallow: &[i32], deep: &[i32]| Solution::estimated(&moves(shallow), &moves(deep));
        let found = of(&[6, 0, -2], &[5, 1, -9]).unwrap();
        assert_eq!((found.kind(), found.score.value(), found.next.value()), (Kind::Best, 5, 1));
        assert_eq!(of(&[6, 3, -2], &[5, 1, -9]), None, "the margin of the shallow search is 3");
        assert_eq!(of(&[6, 2, -2], &[5, 2, -9]), None, "the margin of the deep search is 3");
        assert_eq!(of(&[6, 0, -2], &[0, 6, -9]), None, "another move is best");
        assert_eq!(of(&[6, 6, -2], &[6, 6, -2]), None, "two moves are best");
    }

    #[test]
    fn every_difference_is_found() {
        let solution = of(&[4, 0, -2]).unwrap();
        assert_eq!(solution.check(&moves(&[4, 0, -2])), Ok(()));
        let error = |scores: &[i32]| solution.check(&moves(scores)).unwrap_err().to_string();
        assert_eq!(error(&[4, 6, -2]), "the best moves are b1, not a1");
        assert_eq!(error(&[4, 4, -2]), "the best moves are a1 b1, not a1");
        assert_eq!(error(&[2, 0, -2]), "the best move's score is +2, not +4");
        assert_eq!(error(&[4, -2, -2]), "the next-best score is -2, not +0");
        assert_eq!(error(&[4, 4, 4]), "all moves have the same score");
    }
}
