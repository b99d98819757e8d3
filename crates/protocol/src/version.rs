//! The versions of the protocol, and what clients of the first one are sent.

use crate::{
    ArchivedGame, CloseReason, CommandKind, ErrorCode, ErrorDetail, Event, HistoryEntry, Notice,
    Offer,
};

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
    /// Every field and every event that version 2 adds is named here, or in
    /// [`remove_game_details`](Event::remove_game_details).
    #[must_use]
    pub fn in_version_1(&self) -> Option<Notice> {
        let mut notice = self.clone();
        notice.done = None;
        notice.event.restrict_to_version_1().then_some(notice)
    }
}

impl Event {
    /// Removes the fields of version 2. Returns whether version 1 has the event at all.
    fn restrict_to_version_1(&mut self) -> bool {
        self.remove_game_details();
        match self {
            Event::Error { code, detail, .. } => {
                *detail = None;
                *code = code.in_version_1();
            }
            Event::Snapshot(snapshot) => {
                snapshot.recent.retain_mut(|notice| notice.event.restrict_to_version_1());
            }
            Event::Online { display_name, .. } => *display_name = None,
            Event::Entered {
                display_name, recovery_codes, rooms, offers, games, unread, ..
            } => {
                *display_name = None;
                recovery_codes.clear();
                rooms.clear();
                (*offers, *games, *unread) = (None, None, None);
            }
            Event::Rated { provisional, .. } => *provisional = false,
            Event::Profile(profile) => profile.remove_details(),
            Event::Top { standings, .. } => {
                for entry in standings {
                    entry.rating.provisional = false;
                }
            }
            Event::Users { users } => users.iter_mut().for_each(|user| user.display_name = None),
            Event::Ratings { points, next, .. } => {
                *next = None;
                for point in points {
                    point.provisional = false;
                }
            }
            Event::History { games, next, .. } => {
                *next = None;
                games.iter_mut().for_each(HistoryEntry::restrict_to_version_1);
            }
            Event::Bye { reason: reason @ CloseReason::SignedOut } => *reason = CloseReason::Quit,
            Event::Token { token_number, .. } => *token_number = None,
            Event::Ping
            | Event::Presence(_)
            | Event::TimeGiven { .. }
            | Event::Reported { .. }
            | Event::ReportClosed { .. }
            | Event::Spectators { .. }
            | Event::Progress { .. } => return false,
            Event::Offered(offer) => offer.restrict_to_version_1(),
            Event::Games { offers, .. } => offers.iter_mut().for_each(Offer::restrict_to_version_1),
            Event::Archived(game) => *self = archived_in_version_1(game),
            // Version 1 has these, or they answer commands of version 2: who asks waits for them.
            Event::Found { .. }
            | Event::Following { .. }
            | Event::Friends { .. }
            | Event::Reports(_)
            | Event::Report(_)
            | Event::Thoughts(_)
            | Event::Offer(_)
            | Event::Pools { .. }
            | Event::Tokens { .. }
            | Event::RecoveryCodes { .. }
            | Event::Recovery { .. }
            | Event::Explored(_)
            | Event::Log(_)
            | Event::Welcome { .. }
            | Event::Bye { .. }
            | Event::Ok
            | Event::Pong
            | Event::Help { .. }
            | Event::Announced { .. }
            | Event::Offline { .. }
            | Event::Said { .. }
            | Event::Told { .. }
            | Event::Withdrawn { .. }
            | Event::Playing(_)
            | Event::Over(_)
            | Event::Started(_)
            | Event::Moved { .. }
            | Event::TakebackAsked { .. }
            | Event::TakebackRefused
            | Event::TakenBack { .. }
            | Event::Gone { .. }
            | Event::Back { .. }
            | Event::Paired(_)
            | Event::Resumed { .. }
            | Event::Ended(_)
            | Event::State(_)
            | Event::Muted { .. }
            | Event::Moves(_)
            | Event::Record { .. }
            | Event::Archive(_)
            | Event::Synced { .. }
            | Event::Moderated { .. } => {}
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
    Event::Error { command, code: detail.code(), detail: None, message }
}

impl HistoryEntry {
    /// Removes the fields of version 2.
    const fn restrict_to_version_1(&mut self) {
        (self.started_at, self.ended_at) = (None, None);
    }
}

impl Offer {
    /// Removes the fields of version 2.
    fn restrict_to_version_1(&mut self) {
        (self.range, self.seek, self.expires_at) = (None, false, None);
    }
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
