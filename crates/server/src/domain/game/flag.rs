//! When the flag falls, and the game that ends then.

use willow_protocol::Event;

use super::{ActiveGame, referee_time};
use crate::domain::Millis;

impl ActiveGame {
    /// Returns the first time at which the flag has fallen.
    pub(crate) fn flag_falls(&self) -> Option<Millis> {
        if self.held.is_some() || self.stopped.adjourned_since.is_some() {
            return None;
        }
        let deadline = match &self.bidding {
            Some(_) => self.bidding_clocks(0).deadline,
            None => self.referee.deadline().map(|deadline| deadline.as_millis() as Millis),
        };
        deadline.map(|deadline| deadline + 1)
    }

    /// Returns when the flag falls or, for stopped clocks, when they stop waiting for players.
    pub(crate) fn flag_timer_at(&self) -> Option<Millis> {
        match self.stopped.since {
            Some(_) => self.stopped.awaited_until,
            None => self.flag_falls(),
        }
    }

    /// Ends the game if the flag has fallen.
    pub(crate) fn tick(&mut self, now: Millis) -> Vec<Event> {
        if self.bidding.is_some() {
            return self.tick_bidding(now);
        }
        let referee_events = self.referee.tick(referee_time(self.clock_time(now)));
        self.record_events(self.game().n_plies(), referee_events, now)
    }
}
