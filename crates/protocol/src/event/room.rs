//! Rooms: sequences of numbered events.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::TournamentId;
use crate::connection::quoted_input::shown;
use crate::serde_text::serde_as_text;

/// The number of a game, and of the offer from which it started.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default,
)]
#[serde(transparent)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GameId(pub u64);

impl FromStr for GameId {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<GameId, ParseIntError> {
        text.parse().map(GameId)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A channel with a numbered sequence of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Room {
    /// The lobby: chat, offers, starts and ends of games.
    Lobby,
    /// The events of a game, for players and spectators.
    Game(GameId),
    /// The chat of a game's players.
    Players(GameId),
    /// The chat of a game's spectators, `watchers/N` in texts and on the wire. The players can read it when the game
    /// is over.
    Spectators(GameId),
    /// A tournament: entries, pairings, results.
    Tournament(TournamentId),
    /// The reader's own events: private messages, challenges.
    Private,
}

/// The text is not a room.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a room (expected lobby, private, game/N, players/N, watchers/N or tournament/N)"
)]
pub struct ParseRoomError(pub String);

impl Room {
    /// Returns the game that the room belongs to.
    pub const fn game(self) -> Option<GameId> {
        match self {
            Room::Game(game) | Room::Players(game) | Room::Spectators(game) => Some(game),
            Room::Lobby | Room::Tournament(_) | Room::Private => None,
        }
    }
}

impl fmt::Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Room::Lobby => f.write_str("lobby"),
            Room::Game(game) => write!(f, "game/{game}"),
            Room::Players(game) => write!(f, "players/{game}"),
            Room::Spectators(game) => write!(f, "watchers/{game}"),
            Room::Tournament(tournament) => write!(f, "tournament/{tournament}"),
            Room::Private => f.write_str("private"),
        }
    }
}

impl FromStr for Room {
    type Err = ParseRoomError;

    fn from_str(text: &str) -> Result<Room, ParseRoomError> {
        let unknown = || ParseRoomError(shown(text));
        match text {
            "lobby" => return Ok(Room::Lobby),
            "private" => return Ok(Room::Private),
            _ => {}
        }
        let (kind, number) = text.split_once('/').ok_or_else(unknown)?;
        if kind == "tournament" {
            return number.parse().map(Room::Tournament).map_err(|_| unknown());
        }
        let game = number.parse().map_err(|_| unknown())?;
        match kind {
            "game" => Ok(Room::Game(game)),
            "players" => Ok(Room::Players(game)),
            "watchers" => Ok(Room::Spectators(game)),
            _ => Err(unknown()),
        }
    }
}

serde_as_text!(Room);
