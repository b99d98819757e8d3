//! The opponents whom a user has met in rated games of a speed class, and how much another game against
//! one of them counts.
//!
//! The first game counts fully, and the next ones a half, a third and so on. What was played three days
//! ago counts half as much. The games of a synchro pair are one game here; the games of an event that
//! has its own order of play are to be weighed by [`Opponents::weight`] alone.

use std::collections::BTreeMap;

use crate::domain::{Millis, UserId};

/// After this time an earlier game counts half as much against the next one.
const HALF_LIFE: Millis = 3 * 24 * 3_600_000;

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

    /// Notes a game against an opponent.
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
