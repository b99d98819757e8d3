//! The latest events of a room.

use std::collections::VecDeque;
use std::sync::Arc;

use willow_protocol::{Event, Notice, json};

use super::{EncodedNotice, Millis, renamed};

/// Maximum events of a room in memory.
pub(crate) const KEPT_EVENTS: usize = 200;

/// Maximum messages of the lobby that newcomers can read.
pub(crate) const KEPT_MESSAGES: usize = 50;

/// Number of events of the lobby that are searched for messages at a time.
pub(crate) const SEARCHED_EVENTS: u64 = 20_000;

/// How many sent events of a private room are kept in memory: there are as many of these rooms as
/// users.
pub(crate) const KEPT_SEEN: usize = 50;

/// Maximum events of a finished game in memory, until it is unloaded.
const KEPT_AFTER_END: usize = 20;

/// The latest events of a room.
#[derive(Debug, Default)]
pub(crate) struct RoomLog {
    /// The number of the last event.
    last: u64,
    recent: VecDeque<Arc<EncodedNotice>>,
}

impl RoomLog {
    /// Continues with the latest events of the store.
    pub(crate) fn restored(events: impl IntoIterator<Item = Notice>) -> RoomLog {
        let mut log = RoomLog::default();
        for notice in events {
            log.push(EncodedNotice::new(notice));
        }
        log
    }

    /// Returns the number of the last event.
    pub(crate) const fn last(&self) -> u64 {
        self.last
    }

    /// Drops all but the latest events of a game that is over. A client that missed more events
    /// gets the state of the game.
    pub(crate) fn end(&mut self) {
        self.trim(KEPT_AFTER_END);
        self.recent.shrink_to_fit();
    }

    /// Drops all but the latest events.
    pub(crate) fn trim(&mut self, kept: usize) {
        self.recent.drain(..self.recent.len().saturating_sub(kept));
    }

    /// Drops the events from before a time. The number of the last event stays.
    pub(crate) fn drop_before(&mut self, time: Millis) {
        while self.recent.front().is_some_and(|oldest| oldest.notice().time < time) {
            self.recent.pop_front();
        }
    }

    /// Replaces the name of a deleted account in all events.
    pub(crate) fn rename(&mut self, name: &str, neutral: &str) {
        for notice in &mut self.recent {
            let other = renamed(notice.json(), name, neutral);
            if let Some(other) = other.and_then(|body| json::read_notice(&body).ok()) {
                *notice = EncodedNotice::new(other);
            }
        }
    }

    /// Leaves of a message only that somebody wrote it.
    pub(crate) fn remove_message(&mut self, number: u64) {
        let mut recent = self.recent.iter_mut();
        let found = recent.find(|notice| notice.notice().number == Some(number));
        if let Some(found) = found
            && let Event::Said { from, .. } | Event::Told { from, .. } = &found.notice().event
        {
            let event = Event::Removed { from: from.clone(), message: number };
            *found = EncodedNotice::new(Notice { event, ..found.notice().clone() });
        }
    }

    /// Replaces an event that is kept.
    pub(crate) fn replace(&mut self, other: &Arc<EncodedNotice>) {
        let number = other.notice().number;
        let mut recent = self.recent.iter_mut();
        if let Some(found) = recent.find(|notice| notice.notice().number == number) {
            *found = other.clone();
        }
    }

    /// Drops all events. The number of the last one stays.
    pub(crate) fn clear(&mut self) {
        self.recent = VecDeque::new();
    }

    /// Adds an event, with its number.
    pub(crate) fn push(&mut self, notice: Arc<EncodedNotice>) {
        self.last = notice.notice().number.unwrap_or(self.last + 1);
        self.recent.push_back(notice);
        self.trim(KEPT_EVENTS);
    }

    /// Returns the events after a number, or `None` if some of them are no longer kept.
    pub(crate) fn after(&self, number: u64) -> Option<impl Iterator<Item = &Arc<EncodedNotice>>> {
        let wanted = self.last.saturating_sub(number) as usize;
        let start = self.recent.len().checked_sub(wanted)?;
        Some(self.recent.range(start..))
    }

    /// Returns all events that are kept, oldest first.
    pub(crate) fn recent(&self) -> impl Iterator<Item = &Arc<EncodedNotice>> {
        self.recent.iter()
    }
}
