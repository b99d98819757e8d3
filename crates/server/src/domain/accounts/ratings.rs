//! The ratings of users, the opponents whom they have met in rated games, and the games that they left early.
//!
//! The first game against an opponent counts fully, and the next ones a half, a third and so on. What was played
//! three days ago counts half as much. The games of a synchro pair are one game here; the games of an event that
//! has its own order of play are to be weighed by [`Opponents::weight`] alone.

use std::collections::BTreeMap;

use willow_protocol::{ErrorDetail, GameRatings, Role, SpeedClass, Terms};

use super::{Accounts, GamePoints, RatedPlayer, Rating, User, rate_game};
use crate::domain::{Context, DAY, Millis, Refusal, UserId, UserWrite, refuse};

impl User {
    pub(crate) fn rating(&self, class: SpeedClass) -> Rating {
        self.record.ratings.get(&class).copied().unwrap_or(self.first_rating)
    }

    /// Makes sure that a player may become a bot: there is no rated game, and none is played now.
    pub(crate) fn check_may_become_bot(&self) -> Result<(), Refusal> {
        let has_played = self.record.ratings.values().any(|rating| 0 < rating.games);
        let message = match (self.role(), has_played) {
            (Role::Guest, _) => {
                let message = "a guest cannot be a bot; `register` makes an account of your name";
                return refuse(ErrorDetail::AccountNeeded, message);
            }
            (_, true) => {
                "an account can become a bot only before its first rated game; make another one, or ask an administrator"
            }
            _ if !self.games().is_empty() => {
                "end your games first: an account can become a bot only while it plays none"
            }
            _ => return Ok(()),
        };
        refuse(ErrorDetail::TooLateForBot, message)
    }

    /// Returns the rating after the user left a rated game early once too often.
    pub(crate) fn rating_after_leaving(&self, class: SpeedClass) -> Rating {
        let n_opponents = self.record.opponents.get(&class).map_or(0, Opponents::len);
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
            opponents: self[user].record.opponents.get(&class).cloned().unwrap_or_default(),
            is_measured: self[user].is_server_bot(),
        });
        rate_game(&mut players, black, now);
        players
    }

    pub(crate) fn set_opponents(&mut self, user: UserId, class: SpeedClass, opponents: Opponents) {
        self[user].record.opponents.insert(class, opponents);
    }

    pub(crate) fn set_rating(&mut self, user: UserId, class: SpeedClass, rating: Rating) {
        self[user].record.ratings.insert(class, rating);
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

    /// Returns whether a user may leave another rated game early at no cost.
    pub(crate) fn may_leave_early(&self, user: UserId, now: Millis) -> bool {
        self[user].record.early_ends.is_next_free(now)
    }

    /// Records that a user left a rated game early.
    pub(crate) fn note_early_end(&mut self, user: UserId, context: &mut Context) {
        let now = context.now;
        let EarlyEnds(times) = &mut self[user].record.early_ends;
        times.retain(|&at| at > forgotten_until(now));
        times.push(now);
        context.write(UserWrite::LeftEarly(user, now));
    }
}

/// After this time an earlier game counts half as much against the next one.
const HALF_LIFE: Millis = 3 * DAY;

/// The opponents of a user in a speed class.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Opponents(BTreeMap<UserId, Familiarity>);

/// How well a user knows an opponent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Familiarity {
    /// The number of their rated games at the time of the last one, the earlier ones counting less.
    pub(crate) games: f64,
    /// The time of the last game.
    pub(crate) at: Millis,
}

impl Opponents {
    /// Restores how well the user knows an opponent.
    pub(crate) fn restore(&mut self, opponent: UserId, familiarity: Familiarity) {
        self.0.insert(opponent, familiarity);
    }

    /// Returns how much another game against an opponent counts: 1 if it is the first.
    pub(crate) fn weight(&self, opponent: UserId, now: Millis) -> f64 {
        1.0 / (1.0 + self.games(opponent, now))
    }

    /// Records a game against an opponent.
    pub(crate) fn meet(&mut self, opponent: UserId, now: Millis) {
        let games = self.games(opponent, now) + 1.0;
        self.0.insert(opponent, Familiarity { games, at: now });
    }

    /// Returns how well the user knows an opponent, if they have met.
    pub(crate) fn familiarity(&self, opponent: UserId) -> Option<Familiarity> {
        self.0.get(&opponent).copied()
    }

    /// Returns the number of different opponents.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of different people among two players, the opponents of the one and those of the other.
    pub(crate) fn n_people(&self, players: [UserId; 2], other: &Opponents) -> usize {
        let others = other.0.keys().filter(|user| !self.0.contains_key(user)).count();
        let is_new = |user: &&UserId| !self.0.contains_key(user) && !other.0.contains_key(user);
        self.len() + others + players.iter().filter(is_new).count()
    }

    fn games(&self, opponent: UserId, now: Millis) -> f64 {
        self.familiarity(opponent).map_or(0.0, |Familiarity { games, at }| {
            games * 0.5_f64.powf(now.saturating_sub(at) as f64 / HALF_LIFE as f64)
        })
    }
}

/// How many rated games a user may leave early within [`PERIOD`].
pub(crate) const FREE_EARLY_ENDS: usize = 3;

/// How long an early end is remembered.
const PERIOD: Millis = DAY;

/// When a user left rated games early, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EarlyEnds(pub(crate) Vec<Millis>);

impl EarlyEnds {
    /// Returns whether another one costs nothing.
    fn is_next_free(&self, now: Millis) -> bool {
        self.0.iter().filter(|&&at| at + PERIOD > now).count() < FREE_EARLY_ENDS
    }
}

/// Returns the latest time of early ends that are forgotten now.
pub(crate) const fn forgotten_until(now: Millis) -> Millis {
    now.saturating_sub(PERIOD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_of_the_same_opponent_falls_within_a_day_and_recovers_within_weeks() {
        let mut opponents = Opponents::default();
        for wanted in [1.0, 1.0 / 2.0, 1.0 / 3.0] {
            assert!((opponents.weight(UserId(1), 0) - wanted).abs() < 1e-9);
            opponents.meet(UserId(1), 0);
        }
        assert!((opponents.weight(UserId(1), HALF_LIFE) - 1.0 / 2.5).abs() < 1e-9);
        assert!(opponents.weight(UserId(1), 10 * HALF_LIFE) > 0.99);
        assert!((opponents.weight(UserId(2), 0) - 1.0).abs() < 1e-9, "somebody else");
        assert_eq!(opponents.len(), 1);
        let mut other = Opponents::default();
        other.meet(UserId(1), 0);
        other.meet(UserId(3), 0);
        assert_eq!(opponents.n_people([UserId(3), UserId(4)], &other), 3, "1, 3 and 4");
    }
}
