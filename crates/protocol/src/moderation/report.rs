//! Reports of users to the moderators, with the chat that they are about.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::connection::quoted_input::shown;
use crate::expected_word::words;
use crate::serde_text::serde_as_text;
use crate::{Message, Name, Room};

/// Maximum number of events that a report names.
const MAX_LINES: u64 = 100;

/// The events of a room that a report is about: `lobby:17`, or `lobby:17..21`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoomLines {
    /// Where it was said.
    pub room: Room,
    /// The number of the first event.
    pub first: u64,
    /// The number of the last event.
    pub last: u64,
}

/// The text names no events of a room.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` names no lines of a room (expected ROOM:NUMBER or ROOM:FIRST..LAST, at most {MAX_LINES})"
)]
pub struct ParseLinesError(String);

impl FromStr for RoomLines {
    type Err = ParseLinesError;

    fn from_str(text: &str) -> Result<RoomLines, ParseLinesError> {
        let read = || {
            let (room, numbers) = text.split_once(':')?;
            let (first, last) = numbers.split_once("..").unwrap_or((numbers, numbers));
            let (first, last) = (first.parse::<u64>().ok()?, last.parse::<u64>().ok()?);
            let is_range = first <= last && last - first < MAX_LINES && i64::try_from(last).is_ok();
            is_range.then_some(RoomLines { room: room.parse().ok()?, first, last })
        };
        read().ok_or_else(|| ParseLinesError(shown(text)))
    }
}

impl fmt::Display for RoomLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RoomLines { room, first, last } = self;
        write!(f, "{room}:{first}")?;
        if first == last { Ok(()) } else { write!(f, "..{last}") }
    }
}

serde_as_text!(RoomLines);

/// The reports that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ReportState {
    /// Those that no moderator has closed, the oldest first.
    #[default]
    Open,
    /// Those that a moderator has closed, the newest first.
    Closed,
}

/// What a moderator did about a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ReportOutcome {
    /// Nothing was wrong.
    NoAction,
    /// The user was warned.
    Warned,
    /// The user may send no messages for a while.
    Silenced,
    /// The user was banned.
    Banned,
}

words!(ReportState, "`open` or `closed`");
words!(ReportOutcome, "no-action, warned, silenced or banned");

/// A report, without its lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ReportSummary {
    /// The number by which it is closed.
    pub report: u64,
    /// When it was made, in milliseconds since 1970.
    pub at: u64,
    /// Who reports.
    pub by: Name,
    /// Who is reported.
    pub name: Name,
    /// In the words of who reports.
    pub reason: Message,
    /// The lines that the reporter named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<RoomLines>,
    /// Outcome, if the report is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<ReportClosing>,
}

/// How a report was closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ReportClosing {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who closed it.
    pub by: Name,
    /// What was done.
    pub outcome: ReportOutcome,
    /// A remark for moderators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<Message>,
}

/// A page of reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ReportPage {
    /// The open ones oldest first, the closed ones newest first.
    pub reports: Vec<ReportSummary>,
    /// The number to continue after, if there are more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_a_room_with_a_number_or_a_range() {
        for text in ["lobby:17", "private:1..3", "players/12:4..5", "watchers/7:1..100"] {
            assert_eq!(text.parse::<RoomLines>().unwrap().to_string(), text);
        }
        assert_eq!("lobby:3..3".parse::<RoomLines>().unwrap().to_string(), "lobby:3");
        for bad in [
            "lobby",
            "lobby:",
            "lobby:5..4",
            "lobby:1..101",
            "street:1",
            "lobby:x",
            "lobby:18446744073709551615",
        ] {
            assert!(bad.parse::<RoomLines>().is_err(), "{bad}");
        }
    }
}
