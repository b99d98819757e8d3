//! An event with its place and time, and the events that hold such notices.

use serde::{Deserialize, Serialize};

use super::{Event, Room};
use crate::{CommandResult, GameState, Name, ReportSummary, RequestId};

/// An event, with its place and time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Notice {
    /// The id of the command that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<RequestId>,
    /// The result of that command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Box<CommandResult>>,
    /// The player of another server for whom this is, if a bridge receives it.
    #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
    pub proxy: Option<Name>,
    /// The room in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<Room>,
    /// Its number in the room, counted from 1 without gaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The server's time, in milliseconds since 1970.
    pub time: u64,
    /// What happened, or the answer.
    #[serde(flatten)]
    pub event: Event,
}

impl Notice {
    /// Returns an event outside every room.
    pub const fn new(time: u64, event: Event) -> Notice {
        Notice { id: None, done: None, proxy: None, room: None, number: None, time, event }
    }

    /// Returns the same notice as the answer to a command.
    #[must_use]
    pub fn answering(mut self, id: Option<RequestId>) -> Notice {
        self.id = id;
        self
    }

    /// Returns the same notice with what its command has brought about.
    #[must_use]
    pub fn with_result(mut self, result: CommandResult) -> Notice {
        self.done = (!result.is_empty()).then(|| Box::new(result));
        self
    }
}

/// The current state of a room, sent in place of events that are too old.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RoomSnapshot {
    /// The room whose events were too old.
    pub of: Room,
    /// The number of the room's last event before the snapshot.
    pub last: u64,
    /// The state of the game, if the room is that of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<GameState>>,
    /// The last events, oldest first.
    pub recent: Vec<Notice>,
}

/// A report with the chat that it is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ReportDetails {
    /// Who reports whom, why, and whether it is closed.
    #[serde(flatten)]
    pub summary: ReportSummary,
    /// The messages, as they were when the report was made: those that the reporter named with
    /// those around them, or the latest of the reported user.
    pub messages: Vec<Notice>,
}
