//! The times in which the clocks of a game stand still although somebody is to move: until the event that
//! begins a turn has been delivered, and until the players are back after a restart.

use willow_protocol::{ClockState, Event, TurnDetails};

use super::{ActiveGame, referee_time};
use crate::domain::Millis;

/// A delay that players are told of, because their clocks show another time.
const TOLD_DELAY: Millis = 500;

/// Why and since when the clocks of a game stand still.
#[derive(Debug, Default)]
pub(crate) struct StoppedClock {
    /// Since when the game is adjourned.
    pub(super) adjourned_since: Option<Millis>,
    /// Since when the clocks stand still in a turn.
    pub(super) since: Option<Millis>,
    /// Until when they do so at most, after a restart: until both players are back.
    pub(crate) awaited_until: Option<Millis>,
}

impl ActiveGame {
    /// Lets the clocks stand still from a time on, until they [run again](Self::run_clocks).
    pub(crate) const fn stop_clocks(&mut self, since: Millis) {
        self.stopped.since = Some(since);
    }

    /// Lets the clocks run again: the time since they stopped is charged to nobody. Returns when that was.
    pub(crate) fn run_clocks(&mut self, now: Millis) -> Option<Millis> {
        let since = self.stopped.since.take()?;
        self.take_out(since, now);
        Some(since)
    }

    /// Lets the clocks run that waited for a delivery or for players. Returns the event, if the players are to be
    /// told because their clocks show another time.
    pub(crate) fn start_clocks(&mut self, now: Millis) -> Option<Event> {
        let was_awaited = self.stopped.awaited_until.take().is_some();
        let since = self.run_clocks(now).filter(|_| self.flag_falls().is_some())?;
        let is_told = was_awaited || now.saturating_sub(since) >= TOLD_DELAY;
        is_told.then(|| self.resumed(since, now))
    }

    /// Charges nobody for a time that ends now, if a clock with a flag runs. Returns the event that says so.
    pub(crate) fn skip_if_running(&mut self, since: Millis, now: Millis) -> Option<Event> {
        let runs = self.stopped.since.is_none() && self.flag_falls().is_some();
        runs.then(|| self.skip(since, now))
    }

    /// Returns the time that the clocks have reached.
    pub(crate) fn clock_time(&self, now: Millis) -> Millis {
        self.stopped.since.map_or(now, |since| since.min(now))
    }

    /// Charges nobody for a time that ends now. Returns the event that says so.
    pub(crate) fn skip(&mut self, since: Millis, now: Millis) -> Event {
        self.take_out(since, now);
        self.resumed(since, now)
    }

    /// Returns the event that the clocks go on after they stood still since a time.
    pub(crate) fn resumed(&self, since: Millis, now: Millis) -> Event {
        Event::Resumed {
            away_since: since,
            clocks: self.clocks(now),
            turn: TurnDetails::of(self.game().position()),
        }
    }

    /// Repeats how much time a move took by the clock, of one that is played next.
    pub(crate) fn repeat_used(&mut self, used: Millis, now: Millis) {
        let moved_at = self.held.map_or(now, |held| held.at);
        self.restart_turn(moved_at.saturating_sub(used));
    }

    /// Repeats that the clocks stood still from an event on that had these clocks.
    pub(crate) fn repeat_stop(&mut self, clocks: &ClockState, at: Millis) {
        if clocks.deadline.is_none() && self.runs() && self.flag_falls().is_some() {
            self.stop_clocks(at);
        }
    }

    fn take_out(&mut self, since: Millis, now: Millis) {
        match &mut self.bidding {
            Some(bidding) => bidding.shift(now.saturating_sub(since)),
            None => self.shift_turn(since, now),
        }
    }

    /// Restarts the clock of the side to move as if it had run for the part of the turn before a time.
    pub(crate) fn shift_turn(&mut self, since: Millis, now: Millis) {
        let stopped_at = self.held.map_or(since, |held| held.at.min(since));
        let used = stopped_at.saturating_sub(self.turn_started_at);
        self.restart_turn(now.saturating_sub(used));
        if let Some(held) = &mut self.held {
            held.at = now;
        }
    }

    /// Restarts the clock of the side to move as if the turn had begun at a time.
    fn restart_turn(&mut self, began: Millis) {
        self.referee.pause(referee_time(self.turn_started_at));
        self.turn_started_at = began;
        self.referee.start(referee_time(began));
    }
}
