//! An estimate how hard an exercise is, by the measured model of how people err.
//!
//! A level for people scores every move by a search of level 3 and samples one: [`Weakening`] gives the
//! probabilities for its mean loss. The seven levels of docs/levels.md are players who try the exercise, and its
//! rating is the Elo of an opponent from whom they would expect as many points as they find right moves.

use willow_board::Square;
use willow_engine::{MoveScore, Weakening};

/// The levels for people of docs/levels.md: the mean loss in discs a move, and Elo.
const LEVELS: [(f64, u32); 7] =
    [(4.3, 1491), (3.3, 1597), (2.3, 1710), (1.5, 1962), (0.8, 2472), (0.4, 2749), (0.16, 2841)];

/// Maximum distance of a rating from the nearest level: at that distance the nearest one expects 1 point of 33, or 32.
const BEYOND: u32 = 600;
/// Minimum rating: below that of the weakest level for people.
pub const MIN_RATING: u32 = LEVELS[0].1 - BEYOND;
/// Maximum rating: above that of the strongest level for people.
pub const MAX_RATING: u32 = LEVELS[LEVELS.len() - 1].1 + BEYOND;

/// The losses that are tried lie between the limits of [`Weakening`] in this many equal ratios.
const N_STEPS: u32 = 128;

/// How hard an exercise is, by estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// The Elo of who finds a right move half of the time, from [`MIN_RATING`] to [`MAX_RATING`].
    pub rating: u32,
    /// The wrong move that is chosen most often by those who find a right one half of the time, or by the best.
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
        let found: Option<f64> = LEVELS.iter().map(|&(loss, _)| found_at(loss)).sum();
        Some(Difficulty { rating: rating_of(found?), likeliest_wrong: likeliest.square })
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

/// Returns the rating of an exercise of which the levels for people find so many right moves together.
fn rating_of(found: f64) -> u32 {
    let (mut low, mut high) = (MIN_RATING, MAX_RATING);
    while low < high {
        let middle = u32::midpoint(low, high);
        if expected(middle) <= found {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Returns how many points the levels for people expect together, one game each, from an opponent with a rating.
fn expected(rating: u32) -> f64 {
    let points = |elo: u32| 1.0 / (1.0 + 10_f64.powf((f64::from(rating) - f64::from(elo)) / 400.0));
    LEVELS.iter().map(|&(_, elo)| points(elo)).sum()
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
    }

    #[test]
    fn the_more_plausible_the_wrong_moves_the_higher_the_rating() {
        let rating = |scores: &[i32]| {
            Difficulty::estimate(&moves(scores), 14, &[Square::A1]).unwrap().rating
        };
        let ratings =
            [[20, -20, -20], [8, 2, -4], [4, 2, 0], [2, 1, 1], [2, 4, 0]].map(|it| rating(&it));
        assert!(ratings.is_sorted_by(|easier, harder| easier < harder), "{ratings:?}");
    }

    #[test]
    fn the_levels_find_as_many_right_moves_as_they_expect_points() {
        let scores = moves(&[6, 3, 2, -4]);
        let rating = Difficulty::estimate(&scores, 14, &[Square::A1]).unwrap().rating;
        let found: f64 = LEVELS
            .iter()
            .map(|&(loss, _)| Weakening::of_mean_loss(loss).unwrap().probabilities(&scores, 14)[0])
            .sum();
        assert!((expected(rating) - found).abs() < 0.01, "{found} at {rating}");
    }

    #[test]
    fn ratings_have_ends() {
        assert_eq!(rating_of(LEVELS.len() as f64), MIN_RATING);
        assert_eq!(rating_of(0.0), MAX_RATING);
        // Against an opponent of this rating each level expects what it expects.
        assert_eq!(rating_of(expected(2000)), 2000);
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
