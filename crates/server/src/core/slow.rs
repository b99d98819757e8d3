//! Games of many days, which go on while nobody is connected and over restarts of the server.
//!
//! Their players are not charged for the server's absence, but for all the time before it: else
//! every restart would give the side to move its days back. So the server writes from time to time
//! that it is there.

use super::effects::Write;
use super::input::Millis;
use super::{Alarm, Core};

/// How often the server writes that it is there: so much time a player may gain by its sudden end.
const ALIVE_EVERY: Millis = 600_000;

impl Core {
    /// Writes that the server is there, and sets the alarm for the next time, if a game needs it.
    pub(super) fn watch_over_slow_games(&mut self, now: Millis) {
        let is_set = self.alarms.iter().any(|&(_, alarm)| alarm == Alarm::Alive);
        let needed = self.tables.values().any(|table| table.is_slow() && table.end().is_none());
        if needed && !is_set {
            self.effects.writes.push(Write::Alive(now));
            self.alarms.insert((now + ALIVE_EVERY, Alarm::Alive));
        }
    }
}
