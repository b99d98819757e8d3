//! The times in which the clocks of a game stop although somebody is to move: until the event that begins a turn has
//! been delivered, and until the players are back after a restart.

use willow_protocol::{ClockState, Event, TurnDetails};

use super::{ActiveGame, referee_time};
use crate::domain::Millis;

/// Minimum delay in milliseconds that is reported to players, because their clocks show another time.
const TOLD_DELAY: Millis = 500;

/// Why and since when the clocks of a game are stopped.
#[derive(Debug, Default)]
pub(crate) struct StoppedClock {
    /// Since when the game is adjourned.
    pub(super) adjourned_since: Option<Millis>,
    /// Since when the clocks are stopped in a turn.
    pub(super) since: Option<Millis>,
    /// After a restart: until when at most, or until both players are back.
    pub(crate) awaited_until: Option<Millis>,
}

impl ActiveGame {
    /// Keeps the clocks stopped after a restart until both players are back, or until this time.
    pub(crate) const fn await_players(&mut self, until: Millis) {
        self.stopped.awaited_until = Some(until);
    }

    /// Stops the clocks from `since` on, until they [run again](Self::run_clocks).
    pub(crate) const fn stop_clocks(&mut self, since: Millis) {
        self.stopped.since = Some(since);
    }

    /// Restarts the clocks: the time since they stopped is charged to nobody. Returns when they stopped.
    pub(crate) fn run_clocks(&mut self, now: Millis) -> Option<Millis> {
        let since = self.stopped.since.take()?;
        self.exclude(since, now);
        Some(since)
    }

    /// Restarts the clocks that waited for a delivery or for players. Returns the event, if the players must be told
    /// because their clocks show another time.
    pub(crate) fn start_clocks(&mut self, now: Millis) -> Option<Event> {
        let was_awaited = self.stopped.awaited_until.take().is_some();
        let since = self.run_clocks(now).filter(|_| self.flag_falls().is_some())?;
        let is_told = was_awaited || now.saturating_sub(since) >= TOLD_DELAY;
        is_told.then(|| self.resumed(since, now))
    }

    /// Charges nobody for the time from `since` to `now`, if a clock with a flag runs. Returns the event that says
    /// so.
    pub(crate) fn skip_if_running(&mut self, since: Millis, now: Millis) -> Option<Event> {
        let runs = self.stopped.since.is_none() && self.flag_falls().is_some();
        runs.then(|| self.skip(since, now))
    }

    /// Returns the time that the clocks have reached.
    pub(crate) fn clock_time(&self, now: Millis) -> Millis {
        self.stopped.since.map_or(now, |since| since.min(now))
    }

    /// Charges nobody for the time from `since` to `now`. Returns the event that says so.
    pub(crate) fn skip(&mut self, since: Millis, now: Millis) -> Event {
        self.exclude(since, now);
        self.resumed(since, now)
    }

    /// Returns the event that restarts the clocks, which were stopped at `since`.
    pub(crate) fn resumed(&self, since: Millis, now: Millis) -> Event {
        Event::Resumed {
            away_since: since,
            clocks: self.clocks(now),
            turn: TurnDetails::of(self.game().position()),
        }
    }

    /// Sets the start of the turn so that the next move takes `used` on the clock. For replays.
    pub(crate) fn repeat_used(&mut self, used: Millis, now: Millis) {
        let moved_at = self.held.map_or(now, |held| held.at);
        self.restart_turn(moved_at.saturating_sub(used));
    }

    /// Replays a stop of the clocks, which the clocks of the event imply.
    pub(crate) fn repeat_stop(&mut self, clocks: &ClockState, at: Millis) {
        if clocks.deadline.is_none() && self.runs() && self.flag_falls().is_some() {
            self.stop_clocks(at);
        }
    }

    fn exclude(&mut self, since: Millis, now: Millis) {
        match &mut self.bidding {
            Some(bidding) => bidding.shift(now.saturating_sub(since)),
            None => self.shift_turn(since, now),
        }
    }

    /// Restarts the turn's clock at `now`, keeping the time used before `since`.
    pub(crate) fn shift_turn(&mut self, since: Millis, now: Millis) {
        let stopped_at = self.held.map_or(since, |held| held.at.min(since));
        let used = stopped_at.saturating_sub(self.turn_started_at);
        self.restart_turn(now.saturating_sub(used));
        if let Some(held) = &mut self.held {
            held.at = now;
        }
    }

    /// Restarts the turn's clock as if the turn had begun at `began`.
    fn restart_turn(&mut self, began: Millis) {
        self.referee.pause(referee_time(self.turn_started_at));
        self.turn_started_at = began;
        self.referee.start(referee_time(began));
    }
}
