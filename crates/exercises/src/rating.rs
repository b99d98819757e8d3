//! An estimate how hard an exercise is, by the measured model of how people err.
//!
//! A level for people scores every move by a search of level 3 and samples one: [`Weakening`] gives the
//! probabilities for every mean loss. The greatest mean loss at which a right move is sampled half of the time is
//! that of the player who finds it half of the time, and the table of docs/levels.md has the Elo of that loss.

use willow_board::Square;
use willow_engine::{MoveScore, Weakening};

/// The levels for people of docs/levels.md: the mean loss in discs a move, and Elo.
const LEVELS: [(f64, u32); 7] =
    [(4.3, 1491), (3.3, 1597), (2.3, 1710), (1.5, 1962), (0.8, 2472), (0.4, 2749), (0.16, 2841)];

/// Minimum rating: that of the weakest level for people.
pub const MIN_RATING: u32 = LEVELS[0].1;
/// Maximum rating: that of the strongest level for people.
pub const MAX_RATING: u32 = LEVELS[LEVELS.len() - 1].1;

/// The losses that are tried lie between the limits of [`Weakening`] in this many equal ratios.
const N_STEPS: u32 = 128;

/// How hard an exercise is, by estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// The Elo at which a right move is found half of the time, from [`MIN_RATING`] to [`MAX_RATING`].
    pub rating: u32,
    /// The wrong move that players of this rating choose most often.
    pub likeliest_wrong: Square,
}

impl Difficulty {
    /// Estimates how hard it is to find one of the moves that are `right`. `scores` are those of a search of level
    /// 3 of every legal move, and `n_empties` is the number of empties. `None` if no move is wrong.
    pub fn estimate(scores: &[MoveScore], n_empties: u32, right: &[Square]) -> Option<Difficulty> {
        let is_right = |mv: &MoveScore| right.contains(&mv.square);
        let found_at = |loss: f64| {
            let weakening = Weakening::of_mean_loss(loss)?;
            let probabilities = weakening.probabilities(scores, n_empties);
            let of_right = scores.iter().zip(&probabilities).filter(|(mv, _)| is_right(mv));
            Some(of_right.map(|(_, probability)| probability).sum::<f64>())
        };
        let half = losses().find(|&loss| found_at(loss).is_some_and(|found| 0.5 <= found));
        let loss = half.unwrap_or(Weakening::MIN_LOSS);
        let probabilities = Weakening::of_mean_loss(loss)?.probabilities(scores, n_empties);
        let wrong = scores.iter().zip(probabilities).filter(|(mv, _)| !is_right(mv));
        // Of equally likely ones the one on the first square, whatever the order of the scores.
        let (likeliest, _) = wrong.max_by(|(a, likely_a), (b, likely_b)| {
            likely_a.total_cmp(likely_b).then(b.square.cmp(&a.square))
        })?;
        Some(Difficulty { rating: elo_of_loss(loss), likeliest_wrong: likeliest.square })
    }
}

/// Returns the losses that are tried, the greatest first.
fn losses() -> impl Iterator<Item = f64> {
    let ratio = Weakening::MIN_LOSS / Weakening::MAX_LOSS;
    (0..=N_STEPS).map(move |step| {
        let loss = Weakening::MAX_LOSS * ratio.powf(f64::from(step) / f64::from(N_STEPS));
        loss.clamp(Weakening::MIN_LOSS, Weakening::MAX_LOSS)
    })
}

/// Returns the Elo of a player who loses so many discs a move, interpolated between the levels for people and
/// clamped to them.
fn elo_of_loss(loss: f64) -> u32 {
    let pairs = LEVELS.windows(2).map(|pair| (pair[0], pair[1]));
    for ((high_loss, low_elo), (low_loss, high_elo)) in pairs {
        if low_loss <= loss {
            let part = ((high_loss - loss) / (high_loss - low_loss)).max(0.0);
            return low_elo + (part * f64::from(high_elo - low_elo)).round() as u32;
        }
    }
    MAX_RATING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::moves;

    const PAGE: &str = include_str!("../../../docs/levels.md");

    #[test]
    fn the_table_is_that_of_the_page() {
        let rows = PAGE.lines().filter(|line| line.starts_with("| `") && line.contains("weaken="));
        let of_page: Vec<(f64, u32)> = rows
            .map(|row| {
                let cells: Vec<&str> = row.split('|').map(str::trim).collect();
                let loss = cells[3].trim_end_matches(" discs").parse().unwrap();
                (loss, cells[4].split(' ').next().unwrap().parse().unwrap())
            })
            .collect();
        assert_eq!(of_page, LEVELS);
        for (loss, elo) in LEVELS {
            assert_eq!(elo_of_loss(loss), elo);
        }
        assert_eq!(elo_of_loss(3.8), u32::midpoint(1491, 1597));
        assert_eq!((elo_of_loss(6.5), elo_of_loss(0.1)), (MIN_RATING, MAX_RATING));
    }

    #[test]
    fn the_more_plausible_the_wrong_moves_the_higher_the_rating() {
        let rating = |scores: &[i32]| {
            Difficulty::estimate(&moves(scores), 14, &[Square::A1]).unwrap().rating
        };
        let ratings =
            [[20, -20, -20], [8, 2, -4], [4, 2, 0], [2, 1, 1], [2, 4, 0]].map(|it| rating(&it));
        assert!(ratings.is_sorted(), "{ratings:?}");
        assert_eq!((ratings[0], ratings[4]), (MIN_RATING, MAX_RATING));
        assert!(ratings[1] < ratings[3], "{ratings:?}");
    }

    #[test]
    fn at_the_rating_the_right_move_is_found_half_of_the_time() {
        let scores = moves(&[6, 3, 2, -4]);
        let rating = Difficulty::estimate(&scores, 14, &[Square::A1]).unwrap().rating;
        let loss = losses().find(|&loss| elo_of_loss(loss) == rating).unwrap();
        let found = Weakening::of_mean_loss(loss).unwrap().probabilities(&scores, 14)[0];
        assert!((found - 0.5).abs() < 0.03, "{found} at {loss}");
    }

    #[test]
    fn the_likeliest_wrong_move_is_the_best_looking_one() {
        let of = |scores: &[i32], right: &[Square]| {
            Difficulty::estimate(&moves(scores), 14, right).map(|it| it.likeliest_wrong)
        };
        assert_eq!(of(&[2, -8, 0, 0], &[Square::A1]), Some(Square::C1));
        assert_eq!(of(&[2, -8], &[Square::A1, Square::B1]), None);
    }
}
