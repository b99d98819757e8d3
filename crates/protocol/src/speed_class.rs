//! The speed classes of games.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use willow_board::TimeControl;

/// A class of time controls. Each has its own ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SpeedClass {
    /// Less than three minutes for thirty moves of a player.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Less than six hours.
    Classical,
    /// Six hours or more, or no limit.
    Correspondence,
}

/// The text names no speed class.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no speed class (expected bullet, blitz, rapid, classical or correspondence)")]
pub struct ParseSpeedClassError(String);

impl SpeedClass {
    /// All classes, fastest first.
    pub const ALL: [SpeedClass; 5] = [
        SpeedClass::Bullet,
        SpeedClass::Blitz,
        SpeedClass::Rapid,
        SpeedClass::Classical,
        SpeedClass::Correspondence,
    ];

    /// Returns the class of a clock, by the time that a player has for thirty moves.
    #[must_use]
    pub fn of(clock: TimeControl) -> SpeedClass {
        let seconds = match clock {
            TimeControl::Unlimited => return SpeedClass::Correspondence,
            TimeControl::PerMove(each) => each.as_secs_f64() * 30.0,
            TimeControl::Game(main) => main.as_secs_f64(),
            TimeControl::Increment { main, increment: each }
            | TimeControl::Byoyomi { main, period: each }
            | TimeControl::Ggs { main, increment: each, .. } => {
                main.as_secs_f64() + each.as_secs_f64() * 30.0
            }
        };
        match seconds {
            s if s < 180.0 => SpeedClass::Bullet,
            s if s < 480.0 => SpeedClass::Blitz,
            s if s < 1500.0 => SpeedClass::Rapid,
            s if s < 21_600.0 => SpeedClass::Classical,
            _ => SpeedClass::Correspondence,
        }
    }
}

impl fmt::Display for SpeedClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SpeedClass::Bullet => "bullet",
            SpeedClass::Blitz => "blitz",
            SpeedClass::Rapid => "rapid",
            SpeedClass::Classical => "classical",
            SpeedClass::Correspondence => "correspondence",
        })
    }
}

impl FromStr for SpeedClass {
    type Err = ParseSpeedClassError;

    fn from_str(text: &str) -> Result<SpeedClass, ParseSpeedClassError> {
        let found = SpeedClass::ALL.into_iter().find(|class| class.to_string() == text);
        found.ok_or_else(|| ParseSpeedClassError(text.chars().take(40).collect()))
    }
}
