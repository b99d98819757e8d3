//! Accuracy: how a player's mean loss compares with the games of an archive.

use crate::PlayerSummary;

/// How the mean losses of players are distributed in an archive, and how they depend on ratings.
///
/// The logarithm of `shift` and a player's mean loss in one game is taken as normal, with a mean that falls
/// with the player's rating. Ratings are normal too. All numbers are fitted by `willow lab accuracy`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AccuracyScale {
    /// Added to a mean loss before its logarithm is taken, in discs per move.
    pub shift: f64,
    /// The mean of the logarithms over all players of all games.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// How much the logarithm changes with one point of rating.
    pub by_rating: f64,
    /// The standard deviation of the logarithm of a game among players of one rating.
    pub residual: f64,
    /// The standard deviation of the ratings, in Elo. Their mean is 0.
    pub rating_deviation: f64,
}

/// How accurately a player played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// Of 100 players in single games of the archive, so many lost more discs a move.
    pub percent: f64,
    /// The rating that the mean loss suggests, in Elo above the mean of the archive's players. It lies nearer
    /// to this mean with few games.
    pub rating: f64,
    /// The standard deviation of its error, in Elo.
    pub rating_error: f64,
}

impl AccuracyScale {
    /// The scale of 300 games of WTHOR of 2015 to 2020, measured on 300 games of 2022 to 2025. docs/analysis.md
    /// has the measurements and their command.
    pub const FITTED: AccuracyScale = AccuracyScale {
        shift: 0.5,
        mean: 0.696,
        deviation: 0.442,
        by_rating: -0.00102,
        residual: 0.340,
        rating_deviation: 277.0,
    };

    /// Minimum depth of estimates whose losses fit the scale, in plies.
    pub const MIN_DEPTH: u32 = 10;

    /// Returns how accurate a mean loss in discs a move is, over so many games.
    pub fn accuracy(&self, mean_loss: f64, games: usize) -> Accuracy {
        let above_mean = (mean_loss + self.shift).ln() - self.mean;
        // Bayes' rule: the ratings of the archive are known before, and each game is a measurement.
        let before = self.rating_deviation.powi(-2);
        let games = games as f64 * (self.by_rating / self.residual).powi(2);
        let information = before + games;
        Accuracy {
            percent: 100.0 * normal_share(-above_mean / self.deviation),
            rating: above_mean / self.by_rating * games / information,
            rating_error: information.sqrt().recip(),
        }
    }

    /// Returns how accurate the moves of a player in so many games are; `None` without moves, and if an
    /// estimate is of less than [`MIN_DEPTH`](Self::MIN_DEPTH).
    pub fn of(&self, summary: &PlayerSummary, games: usize) -> Option<Accuracy> {
        let is_deep = summary.min_depth.is_none_or(|depth| Self::MIN_DEPTH <= depth);
        summary.mean_loss().filter(|_| is_deep).map(|loss| self.accuracy(loss, games))
    }
}

/// Returns the share of a normal distribution that lies below so many standard deviations.
fn normal_share(deviations: f64) -> f64 {
    libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_game_has_fifty_percent_and_a_smaller_loss_more() {
        let scale = AccuracyScale::FITTED;
        let middle = scale.mean.exp() - scale.shift;
        let accuracy = scale.accuracy(middle, 1);
        assert!((accuracy.percent - 50.0).abs() < 1e-9 && accuracy.rating.abs() < 1e-9);
        let percents = [0.0, 0.5, 1.0, 2.0, 5.0, 20.0].map(|loss| scale.accuracy(loss, 1).percent);
        assert!(percents.is_sorted_by(|a, b| a > b), "{percents:?}");
        assert!(percents.iter().all(|percent| (0.0..=100.0).contains(percent)), "{percents:?}");
    }

    #[test]
    fn more_games_say_more() {
        let scale = AccuracyScale::FITTED;
        let [one, ten] = [1, 10].map(|games| scale.accuracy(0.5, games));
        assert!(0.0 < one.rating && one.rating < ten.rating, "{one:?} {ten:?}");
        assert!(ten.rating_error < one.rating_error && one.rating_error < scale.rating_deviation);
        assert_eq!(scale.of(&PlayerSummary::default(), 1), None);
        let played = |min_depth| PlayerSummary { moves: 2, min_depth, ..PlayerSummary::default() };
        assert_eq!(scale.of(&played(Some(9)), 1), None, "too shallow");
        for min_depth in [None, Some(10)] {
            assert_eq!(scale.of(&played(min_depth), 1), Some(scale.accuracy(0.0, 1)));
        }
    }
}
