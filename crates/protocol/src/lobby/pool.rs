//! Pools: named clocks in which everybody who wants to play now waits for an opponent.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use willow_board::TimeControl;

use crate::Terms;
use crate::expected_word::words;
use crate::serde_text::as_text;

/// A pool of players. There is one for each speed class but correspondence, so that the players of a
/// club meet each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Pool {
    /// One minute, as in lichess' pool 1+0.
    Bullet,
    /// Five minutes, as in lichess' pool 5+0.
    Blitz,
    /// Fifteen minutes, the main time of GGS' usual clock.
    Rapid,
    /// Thirty minutes, as at the world championship.
    Classical,
}

words!(Pool, "bullet, blitz, rapid or classical");

/// A pool in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PoolSummary {
    /// Its name is that of the speed class.
    pub pool: Pool,
    /// The clock of all games of the pool.
    #[serde(with = "as_text")]
    #[cfg_attr(test, schemars(with = "crate::ClockText"), ts(as = "String"))]
    pub clock: TimeControl,
    /// How many users wait in it.
    pub waiting: usize,
    /// Whether the reader waits in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub joined: bool,
}

impl Pool {
    /// All pools, fastest first.
    pub const ALL: [Pool; 4] = [Pool::Bullet, Pool::Blitz, Pool::Rapid, Pool::Classical];

    /// Returns the clock of the pool's games: a usual one of each speed class, in minutes for the game. Not measured.
    pub const fn clock(self) -> TimeControl {
        let minutes = match self {
            Pool::Bullet => 1,
            Pool::Blitz => 5,
            Pool::Rapid => 15,
            Pool::Classical => 30,
        };
        TimeControl::Game(Duration::from_mins(minutes))
    }

    /// Returns the terms of the pool's unrated games: the standard start, and colours by lot.
    pub fn terms(self) -> Terms {
        Terms { clock: self.clock(), ..Terms::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_has_the_name_of_its_speed_class_and_its_games_may_be_rated() {
        for pool in Pool::ALL {
            let terms = Terms { rated: true, ..pool.terms() };
            assert_eq!(terms.speed_class().to_string(), pool.to_string());
            assert_eq!(terms.check_ratable(), Ok(()));
            assert_eq!(pool.to_string().parse(), Ok(pool));
        }
        assert!("correspondence".parse::<Pool>().is_err());
    }
}
