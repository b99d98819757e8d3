//! Games over restarts of the server.
//!
//! Players are not charged for the time while the server is down, but for all the time before:
//! otherwise every restart would give the side to move its time back. So the server writes a
//! heartbeat when it shuts down and, while there are correspondence games, from time to time. After a
//! crash clocks go on from the last heartbeat, or from the game's last event if that is later.

use super::input::Millis;
use super::state::{ServerState, Timer};
use super::writes::Write;

/// The time between two heartbeats: a player of days may gain this much if the server is killed.
const HEARTBEAT_INTERVAL: Millis = 600_000;

impl ServerState {
    /// Writes a heartbeat and sets the timer for the next one, if a game needs heartbeats.
    pub(super) fn write_heartbeat(&mut self, now: Millis) {
        let is_set = self.timers.iter().any(|&(_, timer)| timer == Timer::Heartbeat);
        let needed =
            self.games.values().any(|active| active.is_correspondence() && active.end().is_none());
        if needed && !is_set {
            self.effects.writes.push(Write::Heartbeat(now));
            self.timers.insert((now + HEARTBEAT_INTERVAL, Timer::Heartbeat));
        }
    }
}
