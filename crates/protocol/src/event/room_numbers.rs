//! The numbers of the last events that a client has of some rooms.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Room;
use crate::connection::echo::shown;

/// The number of the last event that a client has of each of some rooms: in JSON an object, in text
/// pairs such as `lobby 17 game/3 4`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS), ts(type = "{ [room: string]: number }"))]
pub struct RoomNumbers(pub BTreeMap<Room, u64>);

/// The words are no rooms with their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a room with a number (expected pairs such as `lobby 17 game/3 4`)")]
pub struct ParseRoomNumbersError(String);

impl RoomNumbers {
    /// Returns whether no room is named.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromStr for RoomNumbers {
    type Err = ParseRoomNumbersError;

    fn from_str(text: &str) -> Result<RoomNumbers, ParseRoomNumbersError> {
        let mut rooms = BTreeMap::new();
        let mut words = text.split_whitespace();
        while let Some(room) = words.next() {
            let number = words.next().unwrap_or_default();
            let pair = room.parse().ok().zip(number.parse().ok());
            let invalid = || shown(&format!("{room} {number}"));
            let (room, number) = pair.ok_or_else(|| ParseRoomNumbersError(invalid()))?;
            rooms.insert(room, number);
        }
        Ok(RoomNumbers(rooms))
    }
}

impl fmt::Display for RoomNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (room, number)) in self.0.iter().enumerate() {
            let blank = if i == 0 { "" } else { " " };
            write!(f, "{blank}{room} {number}")?;
        }
        Ok(())
    }
}
