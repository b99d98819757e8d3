//! The versions of the protocol, and what clients of the first one are sent.

use crate::{ArchivedGame, CloseReason, CommandKind, ErrorCode, ErrorDetail, Event, Notice};

/// A version of the protocol that the server speaks.
///
/// A connection that uses JSON speaks the first until it asks for another. Text has always the
/// newest words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Version {
    /// Version 1.
    #[default]
    One,
    /// Version 2: more events, and more fields in those of version 1.
    Two,
}

impl Version {
    /// The newest version.
    pub const NEWEST: Version = Version::Two;

    /// Returns the version of a number, if the server speaks it.
    #[must_use]
    pub const fn of_number(number: u32) -> Option<Version> {
        match number {
            1 => Some(Version::One),
            2 => Some(Version::Two),
            _ => None,
        }
    }

    /// Returns the number.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Version::One => 1,
            Version::Two => 2,
        }
    }
}

impl Notice {
    /// Returns the notice as a client of version 1 receives it: without the fields of version 2.
    /// There is none if the event itself is one of version 2.
    ///
    /// Every field that version 2 adds is named in `remove_details.rs`; `tests/version_1.rs` fails if one
    /// is forgotten.
    #[must_use]
    pub fn in_version_1(&self) -> Option<Notice> {
        let mut notice = self.clone();
        (notice.done, notice.proxy) = (None, None);
        notice.event.restrict_to_version_1().then_some(notice)
    }
}

impl Event {
    /// Returns whether clients of version 1 are not sent the event at all: it comes without a command
    /// of theirs, and version 1 has nothing in its place.
    #[must_use]
    pub const fn is_of_version_2(&self) -> bool {
        matches!(
            self,
            Event::Ping
                | Event::Presence(_)
                | Event::TimeGiven { .. }
                | Event::Held { .. }
                | Event::Bid { .. }
                | Event::Komi { .. }
                | Event::ResultOffered { .. }
                | Event::AdjournAsked { .. }
                | Event::Adjourned { .. }
                | Event::ContinueAsked { .. }
                | Event::RequestRefused
                | Event::Unrated
                | Event::Reported { .. }
                | Event::ReportClosed { .. }
                | Event::Spectators { .. }
                | Event::Progress { .. }
        )
    }

    /// Removes the fields of version 2. Returns whether version 1 has the event at all.
    fn restrict_to_version_1(&mut self) -> bool {
        if self.is_of_version_2() {
            return false;
        }
        self.remove_user_details();
        self.remove_game_details();
        match self {
            Event::Welcome { public_url, .. } => *public_url = None,
            Event::Error { code, detail, argument, .. } => {
                (*detail, *argument) = (None, None);
                *code = code.in_version_1();
            }
            Event::Bye { reason: reason @ CloseReason::SignedOut } => *reason = CloseReason::Quit,
            Event::Snapshot(snapshot) => {
                snapshot.recent.retain_mut(|notice| notice.event.restrict_to_version_1());
            }
            Event::Archived(game) => *self = archived_in_version_1(game),
            _ => {}
        }
        true
    }
}

/// Returns what version 1 is sent in place of a game of the archive: it answers `board`, which waits
/// for an answer.
fn archived_in_version_1(game: &ArchivedGame) -> Event {
    let detail = ErrorDetail::NoSuchGame;
    let message = format!("game {} is in the archive: `record` shows it", game.summary.game);
    let command = CommandKind::Board.description().name.to_owned();
    Event::Error { command, code: detail.code(), detail: None, argument: None, message }
}

impl ErrorCode {
    /// Returns the code of version 1 that is nearest.
    const fn in_version_1(self) -> ErrorCode {
        match self {
            ErrorCode::IdReused => ErrorCode::NotNow,
            other => other,
        }
    }
}
