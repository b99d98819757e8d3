//! Playing weaker on purpose, by a controlled number of discs a move.
//!
//! Every legal move gets a value by search. A move that is `loss` discs worse than the best one is
//! chosen with a probability in proportion to `exp(-loss / temperature)`. So moves that are nearly as
//! good as the best are played often and blunders are rare, as with people. [`FITTED`] says which
//! temperature makes a player lose how much on average.
//!
//! The weakening costs nothing in the last moves: see [`LAST_MOVES`].

use crate::MoveScore;

/// The temperature in discs, and the mean loss in discs a move at this temperature against the
/// search that gave the values, level 3. Between two rows it is interpolated. Experiment 113 of
/// docs/engine-log.md measured the losses (`willow lab weaken --temperatures`).
const FITTED: [(f64, f64); 7] =
    [(0.0, 0.0), (0.5, 0.06), (1.0, 0.26), (2.0, 0.79), (4.0, 2.28), (8.0, 4.30), (16.0, 6.53)];

/// With at most this many empties nobody errs so that the game's result changes: even a
/// beginner counts the last discs. A weakened player still gives discs away there, but no win.
const LAST_MOVES: u32 = 6;

/// How much weaker a player deliberately plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weakening {
    temperature: f64,
}

impl Weakening {
    /// The least mean loss, in discs a move.
    pub const MIN_LOSS: f64 = 0.1;
    /// The greatest mean loss, in discs a move. Moves are almost random there.
    pub const MAX_LOSS: f64 = 6.5;

    /// Returns the weakening by which a player loses so many discs a move on average, against its own
    /// search; `None` outside of the range from [`Weakening::MIN_LOSS`] to [`Weakening::MAX_LOSS`].
    pub fn of_mean_loss(discs: f64) -> Option<Weakening> {
        if !(Weakening::MIN_LOSS..=Weakening::MAX_LOSS).contains(&discs) {
            return None;
        }
        let pairs = FITTED.windows(2);
        pairs.map(|pair| (pair[0], pair[1])).find(|(_, (_, loss))| discs <= *loss).map(
            |((low, low_loss), (high, high_loss))| {
                let part = (discs - low_loss) / (high_loss - low_loss);
                Weakening { temperature: low + part * (high - low) }
            },
        )
    }

    /// Returns the weakening of a temperature in discs, more than 0. Measurements of the mean loss
    /// need it.
    ///
    /// # Panics
    /// If the temperature is not more than 0.
    pub fn of_temperature(discs: f64) -> Weakening {
        assert!(0.0 < discs, "a temperature is more than 0");
        Weakening { temperature: discs }
    }

    /// Returns the probabilities with which the moves are chosen, in their order. `n_empties` is the
    /// number of empties before the move.
    pub fn probabilities(self, moves: &[MoveScore], n_empties: u32) -> Vec<f64> {
        let Some(best) = moves.iter().map(|mv| mv.score).max() else { return Vec::new() };
        let keeps_result = |mv: &MoveScore| {
            LAST_MOVES < n_empties || best.units().signum() <= mv.score.units().signum()
        };
        let weight = |mv: &MoveScore| {
            let loss = (best - mv.score).discs();
            if keeps_result(mv) { (-loss / self.temperature).exp() } else { 0.0 }
        };
        // The best move has the weight 1, so the sum is not 0.
        let weights: Vec<f64> = moves.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }

    /// Chooses one of the moves by a random number from 0 to 1 (exclusive); `None` without
    /// moves.
    pub fn choose(self, moves: &[MoveScore], n_empties: u32, random: f64) -> Option<MoveScore> {
        let mut left = random;
        let probabilities = self.probabilities(moves, n_empties);
        let chosen = moves.iter().zip(&probabilities).find(|&(_, probability)| {
            left -= probability;
            left < 0.0
        });
        // Rounding may leave a rest after the last move.
        let best = || moves.iter().max_by_key(|mv| mv.score);
        chosen.map(|(mv, _)| mv).or_else(best).copied()
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Square;
    use willow_eval::Score;

    use super::*;

    /// Moves with these scores in discs.
    fn moves(scores: &[i32]) -> Vec<MoveScore> {
        let squares = Square::ALL.into_iter();
        let discs = |discs: &i32| Score::from_units(discs * Score::PER_DISC);
        squares
            .zip(scores)
            .map(|(square, score)| MoveScore { square, score: discs(score) })
            .collect()
    }

    fn mean_loss(weakening: Weakening, scores: &[i32]) -> f64 {
        let moves = moves(scores);
        let best = scores.iter().max().unwrap();
        let probabilities = weakening.probabilities(&moves, 40);
        scores.iter().zip(probabilities).map(|(score, p)| f64::from(best - score) * p).sum()
    }

    #[test]
    fn a_larger_loss_is_a_higher_temperature() {
        let losses = [0.1, 0.5, 1.0, 2.0, 3.0, 5.0, 6.5];
        let of = |loss| Weakening::of_mean_loss(loss).unwrap();
        let scores = [3, 1, 0, -4, -9, -20];
        assert!(
            losses
                .windows(2)
                .all(|pair| mean_loss(of(pair[0]), &scores) < mean_loss(of(pair[1]), &scores))
        );
        for wrong in [0.0, 0.05, -1.0, 6.6, f64::NAN, f64::INFINITY] {
            assert_eq!(Weakening::of_mean_loss(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_move_is_chosen_as_often_as_its_probability_says() {
        let (weakening, moves) = (Weakening::of_temperature(3.0), moves(&[2, 0, 2, -7]));
        let probabilities = weakening.probabilities(&moves, 40);
        assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((probabilities[0] - probabilities[2]).abs() < 1e-12);
        for (index, probability) in probabilities.iter().enumerate() {
            let draws = (0..10_000).map(|n| f64::from(n) / 10_000.0);
            let chosen = draws.filter_map(|random| weakening.choose(&moves, 40, random));
            let times = chosen.filter(|mv| mv.square == moves[index].square).count();
            assert!((times as f64 / 10_000.0 - probability).abs() < 0.001, "{index}: {times}");
        }
        let last = weakening.choose(&moves, 40, 1.0).unwrap();
        assert_eq!(last.score, Score::from_units(2 * Score::PER_DISC), "after rounding");
        assert_eq!(weakening.choose(&[], 40, 0.5), None);
    }

    #[test]
    fn in_the_last_moves_nobody_gives_a_result_away() {
        let weakening = Weakening::of_mean_loss(Weakening::MAX_LOSS).unwrap();
        let zeros = |scores: &[i32], n_empties| {
            let probabilities = weakening.probabilities(&moves(scores), n_empties);
            probabilities.iter().filter(|&&probability| probability == 0.0).count()
        };
        assert_eq!(zeros(&[8, 2, 0, -2], LAST_MOVES), 2, "a win stays a win");
        assert_eq!(zeros(&[0, -2, 0], LAST_MOVES), 1, "a draw stays a draw");
        assert_eq!(zeros(&[-2, -20], LAST_MOVES), 0, "a lost game may be lost by more");
        assert_eq!(zeros(&[8, 2, 0, -2], LAST_MOVES + 1), 0);
    }
}
