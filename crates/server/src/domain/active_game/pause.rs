//! Games that are adjourned: their clocks stand still until both players want to go on.

use willow_protocol::Event;

use super::ActiveGame;
use crate::domain::Millis;

impl ActiveGame {
    /// Adjourns the game. The clocks stand still from now on.
    pub(in crate::domain) fn adjourn(&mut self, now: Millis) -> Event {
        self.end_requests();
        // A clock that stands still already stopped earlier.
        let clocks = self.clocks(now);
        self.adjourned_since = Some(now);
        let mut clocks = clocks;
        (clocks.deadline, clocks.running) = (None, None);
        Event::Adjourned { clocks }
    }

    /// Returns since when the game is adjourned.
    pub(in crate::domain) const fn adjourned_since(&self) -> Option<Millis> {
        self.adjourned_since
    }

    /// Goes on with an adjourned game.
    pub(in crate::domain) fn go_on(&mut self, now: Millis) -> Event {
        let since = self.adjourned_since.unwrap_or(now);
        self.resume(since, now)
    }
}
