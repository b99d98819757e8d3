//! A player's moves, added up.

use crate::{Certainty, MoveAnalysis, MoveClass};

/// A player's moves, added up. Forced moves are not decisions and do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerSummary {
    /// The number of moves with an alternative.
    pub moves: usize,
    /// The sum of their losses, in discs. Losses that the error of their estimate explains count too. No
    /// loss is negative, so errors of estimates add to the sum on average.
    pub total_loss: f64,
    /// The number of moves of each class, in the order of [`MoveClass::ALL`].
    pub classes: [usize; 5],
    /// Minimum depth of an estimate among them, in plies; `None` if all values are proven or exact.
    pub min_depth: Option<u32>,
}

impl PlayerSummary {
    /// Returns the summary of these moves.
    pub fn of<'a>(moves: impl IntoIterator<Item = &'a MoveAnalysis>) -> PlayerSummary {
        let mut summary = PlayerSummary::default();
        moves.into_iter().for_each(|found| summary.add(found));
        summary
    }

    /// Adds a move.
    pub fn add(&mut self, found: &MoveAnalysis) {
        if found.is_forced() {
            return;
        }
        self.moves += 1;
        self.total_loss += found.loss();
        self.classes[found.class() as usize] += 1;
        if found.certainty == Certainty::Estimate {
            let depth = self.min_depth.map_or(found.depth, |min| min.min(found.depth));
            self.min_depth = Some(depth);
        }
    }

    /// Returns the mean loss of a move, in discs; `None` without moves.
    pub fn mean_loss(&self) -> Option<f64> {
        (0 < self.moves).then(|| self.total_loss / self.moves as f64)
    }

    /// Returns the number of moves of a class.
    pub const fn n_of(&self, class: MoveClass) -> usize {
        self.classes[class as usize]
    }
}

#[cfg(test)]
mod tests {
    use willow_board::{Bitboard, Board, Color, Position, Square};
    use willow_eval::Score;

    use super::*;
    use crate::Certainty;
    use crate::test_support::found;

    #[test]
    fn forced_moves_do_not_count() {
        let [a1, b1] = [Square::A1, Square::B1].map(Bitboard::from);
        let position = Position::new(Board::new(a1, b1).unwrap(), Color::Black);
        let forced = MoveAnalysis { position, mv: Square::C1, value: Score::DISC * -9, ..found() };
        assert!(forced.is_forced());
        let exact = MoveAnalysis { certainty: Certainty::Exact, ..found() };
        let lost = MoveAnalysis { value: Score::DISC * -6, ..exact.clone() };
        let summary = PlayerSummary::of([&forced, &exact, &lost]);
        assert_eq!((summary.moves, summary.mean_loss()), (2, Some(3.0)));
        assert_eq!(summary.classes, [1, 0, 0, 1, 0]);
        assert_eq!(summary.min_depth, None);
        let estimates = [7, 5, 9].map(|depth| MoveAnalysis { depth, ..found() });
        assert_eq!(PlayerSummary::of(&estimates).min_depth, Some(5));
        assert_eq!(summary.n_of(MoveClass::Mistake), 1);
        assert_eq!(PlayerSummary::default().mean_loss(), None);
    }
}
