//! The ratings of users.

use willow_protocol::{GameRatings, Role, SpeedClass, Terms};

use super::{Accounts, GamePoints, Opponents, RatedPlayer, Rating, User, rate_game};
use crate::domain::{Millis, UserId};

impl User {
    pub(crate) fn rating(&self, class: SpeedClass) -> Rating {
        self.ratings.get(&class).copied().unwrap_or(self.first_rating)
    }

    /// Returns the rating after the user left a rated game early once too often.
    pub(crate) fn rating_after_leaving(&self, class: SpeedClass) -> Rating {
        let n_opponents = self.opponents.get(&class).map_or(0, Opponents::len);
        self.rating(class).after_leaving(n_opponents)
    }
}

impl Accounts {
    /// Returns Black and White as they are after a game with these points for Black. Nothing is kept yet.
    pub(crate) fn rated(
        &self,
        users: [UserId; 2],
        class: SpeedClass,
        black: GamePoints,
        now: Millis,
    ) -> [RatedPlayer; 2] {
        let mut players = users.map(|user| RatedPlayer {
            user,
            rating: self[user].rating(class),
            opponents: self[user].opponents.get(&class).cloned().unwrap_or_default(),
            is_measured: self[user].is_server_bot(),
        });
        rate_game(&mut players, black, now);
        players
    }

    pub(crate) fn set_opponents(&mut self, user: UserId, class: SpeedClass, opponents: Opponents) {
        self[user].opponents.insert(class, opponents);
    }

    pub(crate) fn set_rating(&mut self, user: UserId, class: SpeedClass, rating: Rating) {
        self[user].ratings.insert(class, rating);
    }

    /// Returns the rating of a user for these terms, as it is shown.
    pub(crate) fn shown_rating(&self, user: UserId, terms: &Terms) -> i32 {
        let class = terms.speed_class();
        self[user].rating(class).summary(class).rating
    }

    /// Returns whether a user's games in pools are rated: those of guests are not, so guests play
    /// each other.
    pub(crate) fn is_rated_in_pools(&self, user: UserId) -> bool {
        self[user].role() != Role::Guest
    }

    /// Returns the ratings of the players of a game, Black first.
    pub(crate) fn ratings_of(&self, players: [UserId; 2], class: SpeedClass) -> GameRatings {
        let [black, white] = players.map(|player| self[player].rating(class).shown());
        GameRatings { black, white }
    }
}
