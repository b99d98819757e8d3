//! Results of commands.

use serde::{Deserialize, Serialize};

use crate::{GameId, Room};

/// Result of a command, beside its acknowledgement.
///
/// A command that is sent again under its id has the same result again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct CommandResult {
    /// The game or the offer: the new one of `new`, `challenge` and `rematch`, else the one that the
    /// command was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The room in which the command caused an event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<Room>,
    /// The number of that event in the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
}

impl CommandResult {
    /// Returns the result that is a game or an offer.
    pub const fn of_game(game: GameId) -> CommandResult {
        CommandResult { game: Some(game), room: None, number: None }
    }

    /// Returns the result that is an event in a room.
    pub const fn of_event(room: Room, number: u64) -> CommandResult {
        CommandResult { game: room.game(), room: Some(room), number: Some(number) }
    }

    /// Returns whether there is nothing to tell.
    pub const fn is_empty(&self) -> bool {
        self.game.is_none() && self.room.is_none()
    }
}
