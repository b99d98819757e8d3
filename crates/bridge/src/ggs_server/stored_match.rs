//! Rated matches that a player left.

use willow_protocol::ArchiveDate;

use super::live_match::LiveMatch;
use crate::ggs::ArchiveId;

/// A match that goes on when both players ask for it.
#[derive(Clone, Debug)]
pub(crate) struct StoredMatch {
    pub(crate) id: ArchiveId,
    /// When a player left, in seconds since 1970.
    pub(crate) unix: u64,
    /// The match as it stood then, with its clocks.
    pub(crate) live: LiveMatch,
}

impl StoredMatch {
    /// Returns the row of a list.
    pub(crate) fn row(&self) -> String {
        let ([first, second], date) = (&self.live.names, recorded(self.unix));
        format!("{:<8} {date} {first:<8} {second:<8} {}:l", self.id, self.live.kind_with_komi())
    }
}

/// Returns a date as lists show it, in UTC: `2026.11.22_20:51:11.UTC`.
fn recorded(unix: u64) -> String {
    let day = ArchiveDate::of_millis(unix.saturating_mul(1000));
    let day = day.map(|day| day.to_string().replace('-', "."));
    let (hours, minutes, seconds) = (unix / 3600 % 24, unix / 60 % 60, unix % 60);
    format!("{}_{hours:02}:{minutes:02}:{seconds:02}.UTC", day.unwrap_or_default())
}
