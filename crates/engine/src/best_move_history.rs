//! The best moves of a search's iterations, which tell how certain the last one is.
//!
//! Experiment numbers in this file are those of docs/engine-log.md.

use willow_board::Square;
use willow_eval::Score;

/// A score that is lower by this much is a drop: three discs (experiment 140).
const DROP: Score = Score::from_units(3 * Score::PER_DISC);

/// From this number of iterations with the same best move on, it is settled (experiment 140).
const MIN_SAME_IF_SETTLED: usize = 3;

/// The best moves of the finished iterations and their scores, the last one at the end.
#[derive(Debug, Default)]
pub(crate) struct BestMoveHistory(Vec<(Square, Score)>);

/// How certain the best move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// The last iterations had the same best move, and its score did not drop.
    Settled,
    /// Neither of the others.
    Open,
    /// The last iteration changed the best move, or its score dropped.
    Unsettled,
}

impl BestMoveHistory {
    /// Adds the best move of an iteration.
    pub(crate) fn push(&mut self, square: Square, score: Score) {
        self.0.push((square, score));
    }

    /// Returns how certain the best move is.
    pub(crate) fn certainty(&self) -> Certainty {
        let n_same = self.n_same();
        if self.has_dropped() || (n_same == 1 && 1 < self.0.len()) {
            Certainty::Unsettled
        } else if MIN_SAME_IF_SETTLED <= n_same {
            Certainty::Settled
        } else {
            Certainty::Open
        }
    }

    /// Returns the number of last iterations with the same best move.
    fn n_same(&self) -> usize {
        let Some(&(last, _)) = self.0.last() else { return 0 };
        self.0.iter().rev().take_while(|&&(square, _)| square == last).count()
    }

    /// Returns whether the last score is lower than each of the two before. Odd and even depths
    /// differ by a disc or two, so one of them alone says little.
    fn has_dropped(&self) -> bool {
        let [.., (_, a), (_, b), (_, last)] = self.0[..] else { return false };
        last + DROP <= a.min(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certainty(iterations: &[(Square, i32)]) -> Certainty {
        let mut history = BestMoveHistory::default();
        for &(square, discs) in iterations {
            history.push(square, Score::DISC * discs);
        }
        history.certainty()
    }

    #[test]
    fn a_best_move_is_settled_after_three_iterations() {
        use Square::{A1, B1};
        assert_eq!(certainty(&[]), Certainty::Open);
        assert_eq!(certainty(&[(A1, 0)]), Certainty::Open);
        assert_eq!(certainty(&[(B1, 0), (A1, 0), (A1, 0)]), Certainty::Open);
        assert_eq!(certainty(&[(A1, 0), (A1, 0), (A1, 0)]), Certainty::Settled);
    }

    #[test]
    fn a_change_and_a_drop_unsettle() {
        use Square::{A1, B1};
        assert_eq!(certainty(&[(A1, 0), (A1, 0), (A1, 0), (B1, 5)]), Certainty::Unsettled);
        assert_eq!(certainty(&[(A1, 1), (A1, 2), (A1, -2)]), Certainty::Unsettled);
        assert_eq!(certainty(&[(A1, 0), (A1, 3), (A1, 0)]), Certainty::Settled, "odd and even");
    }
}
