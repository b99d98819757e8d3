//! Which game somebody wants to watch.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{GameId, Name};

/// The game that a client asks to watch: in JSON the field `game` or the field `name`, in text a
/// number or a name.
///
/// ```
/// use willow_protocol::{GameId, WatchTarget};
///
/// assert_eq!("12".parse(), Ok(WatchTarget::Game(GameId(12))));
/// assert_eq!("bob".parse(), Ok(WatchTarget::Player("bob".parse().unwrap())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Fields")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS), schemars(!try_from))]
pub enum WatchTarget {
    /// The game of this number.
    #[serde(rename = "game")]
    Game(GameId),
    /// The game that this user plays now.
    #[serde(rename = "name")]
    Player(Name),
}

/// The text is neither the number of a game nor a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("give the number of a game or the name of a player; `games` lists the games")]
pub struct ParseWatchTargetError;

/// The fields name no target, or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum FieldsError {
    #[error("missing field `game` or `name`")]
    Missing,
    #[error("give `game` or `name`, not both")]
    Both,
}

/// The fields of a target in JSON.
#[derive(Deserialize)]
struct Fields {
    #[serde(default)]
    game: Option<GameId>,
    #[serde(default)]
    name: Option<Name>,
}

impl TryFrom<Fields> for WatchTarget {
    type Error = FieldsError;

    fn try_from(fields: Fields) -> Result<WatchTarget, FieldsError> {
        match fields {
            Fields { game: Some(game), name: None } => Ok(WatchTarget::Game(game)),
            Fields { game: None, name: Some(name) } => Ok(WatchTarget::Player(name)),
            Fields { game: None, name: None } => Err(FieldsError::Missing),
            Fields { game: Some(_), name: Some(_) } => Err(FieldsError::Both),
        }
    }
}

impl FromStr for WatchTarget {
    type Err = ParseWatchTargetError;

    fn from_str(text: &str) -> Result<WatchTarget, ParseWatchTargetError> {
        let game = text.parse().map(WatchTarget::Game);
        game.or_else(|_| text.parse().map(WatchTarget::Player)).map_err(|_| ParseWatchTargetError)
    }
}

impl fmt::Display for WatchTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WatchTarget::Game(game) => game.fmt(f),
            WatchTarget::Player(name) => name.fmt(f),
        }
    }
}
