//! Ratings by Glickman's Glicko-2, one for each user and speed class.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use willow_protocol::{PlayerRating, RatingSummary, SpeedClass, is_provisional};

/// A user's rating in a speed class.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_field_names, reason = "the field's own words: a rating has a rating")]
pub(crate) struct Rating {
    /// The rating; the first is 1500.
    pub(crate) rating: f64,
    /// Its deviation; the first is 350.
    pub(crate) deviation: f64,
    /// The volatility of Glicko-2: how much the strength itself varies.
    pub(crate) volatility: f64,
    /// The number of rated games.
    pub(crate) games: u32,
    /// The games of these that were won.
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    /// The games that were lost.
    pub(crate) losses: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating { rating, deviation, volatility, games: 0, wins: 0, draws: 0, losses: 0 }
    }
}

/// The deviation of a rating that games elsewhere have measured. About the 95% intervals of the
/// project's ladder. It is small enough not to be provisional, so a person's first games against a bot
/// move the person's rating and not the bot's.
const MEASURED_DEVIATION: f64 = 80.0;

impl Rating {
    /// Returns the first rating of a player whose strength was measured elsewhere.
    pub(crate) fn measured(rating: i32) -> Rating {
        Rating { rating: f64::from(rating), deviation: MEASURED_DEVIATION, ..Rating::default() }
    }

    /// Returns both players' ratings after a game with this result for the first player.
    pub(crate) fn after_game(first: Rating, second: Rating, black: GamePoints) -> (Rating, Rating) {
        let outcome = match black {
            GamePoints::Win => Outcomes::WIN,
            GamePoints::Draw => Outcomes::DRAW,
            GamePoints::Loss => Outcomes::LOSS,
        };
        let config = Glicko2Config::new();
        let (new_first, new_second) = glicko2(&first.glicko(), &second.glicko(), &outcome, &config);
        (first.with(new_first, black), second.with(new_second, black.of_other_side()))
    }

    /// Returns the rating as it is shown.
    pub(crate) fn summary(&self, class: SpeedClass) -> RatingSummary {
        let rounded = |value: f64| value.round() as i32;
        RatingSummary::new(class, rounded(self.rating), rounded(self.deviation), self.games)
    }

    /// Returns the rating as lists of users, offers and games show it.
    pub(crate) fn shown(&self) -> PlayerRating {
        let deviation = self.deviation.round() as i32;
        let provisional = is_provisional(deviation);
        PlayerRating { rating: self.rating.round() as i32, deviation, provisional }
    }

    fn glicko(self) -> Glicko2Rating {
        let Rating { rating, deviation, volatility, .. } = self;
        Glicko2Rating { rating, deviation, volatility }
    }

    fn with(self, new: Glicko2Rating, points: GamePoints) -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = new;
        let count = |counted: GamePoints, before: u32| before + u32::from(points == counted);
        Rating {
            rating,
            deviation,
            volatility,
            games: self.games + 1,
            wins: count(GamePoints::Win, self.wins),
            draws: count(GamePoints::Draw, self.draws),
            losses: count(GamePoints::Loss, self.losses),
        }
    }
}

/// The result of a game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GamePoints {
    Win,
    Draw,
    Loss,
}

impl GamePoints {
    /// Returns the result for the side from whose view the disc difference is.
    pub(crate) const fn of(difference: i32) -> GamePoints {
        match difference {
            1.. => GamePoints::Win,
            0 => GamePoints::Draw,
            ..0 => GamePoints::Loss,
        }
    }

    /// Returns the result from the other side's view.
    const fn of_other_side(self) -> GamePoints {
        match self {
            GamePoints::Win => GamePoints::Loss,
            GamePoints::Draw => GamePoints::Draw,
            GamePoints::Loss => GamePoints::Win,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measured_rating_moves_less_than_that_of_a_new_opponent() {
        let (bot, new) = (Rating::measured(1500), Rating::default());
        assert!(!bot.shown().provisional);
        let (loser, winner) = Rating::after_game(bot, new, GamePoints::Loss);
        assert!(winner.rating - 1500.0 > 150.0 && 1500.0 - loser.rating < 15.0, "{loser:?}");
    }
}
