//! Ratings after Glickman's Glicko-2, one for each user and class of speed.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use willow_protocol::{RatingLine, SpeedClass};

/// A user's rating in a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating; everybody begins with 1500.
    pub rating: f64,
    /// Its deviation, 350 at the beginning.
    pub deviation: f64,
    /// How much the strength itself changes.
    pub volatility: f64,
    /// The number of rated games.
    pub games: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating { rating, deviation, volatility, games: 0 }
    }
}

impl Rating {
    /// Returns both players' ratings after a game of which the first got so many points: 1, ½ or 0.
    #[must_use]
    pub fn after_game(first: Rating, second: Rating, black: GamePoints) -> (Rating, Rating) {
        let outcome = match black {
            GamePoints::Win => Outcomes::WIN,
            GamePoints::Draw => Outcomes::DRAW,
            GamePoints::Loss => Outcomes::LOSS,
        };
        let config = Glicko2Config::new();
        let (new_first, new_second) = glicko2(&first.glicko(), &second.glicko(), &outcome, &config);
        (first.with(new_first), second.with(new_second))
    }

    /// Returns the rating as others see it.
    #[must_use]
    pub fn line(&self, class: SpeedClass) -> RatingLine {
        let rounded = |value: f64| value.round() as i32;
        RatingLine {
            class,
            rating: rounded(self.rating),
            deviation: rounded(self.deviation),
            games: self.games,
        }
    }

    fn glicko(self) -> Glicko2Rating {
        let Rating { rating, deviation, volatility, .. } = self;
        Glicko2Rating { rating, deviation, volatility }
    }

    fn with(self, new: Glicko2Rating) -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = new;
        Rating { rating, deviation, volatility, games: self.games + 1 }
    }
}

/// What a game was for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePoints {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
}

impl GamePoints {
    /// Returns what a difference of discs is for the side that it is seen from.
    #[must_use]
    pub const fn of(difference: i32) -> GamePoints {
        match difference {
            1.. => GamePoints::Win,
            0 => GamePoints::Draw,
            ..0 => GamePoints::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_game_moves_beginners_as_in_the_reference() {
        // The values that the documentation of skillratings gives for two new players.
        let new = Rating::default();
        let (winner, loser) = Rating::after_game(new, new, GamePoints::Win);
        assert_eq!((winner.line(SpeedClass::Blitz).rating, winner.games), (1662, 1));
        assert_eq!(loser.line(SpeedClass::Blitz).rating, 1338);
        assert_eq!(loser.line(SpeedClass::Blitz).deviation, 290);
    }
}
