//! Timers: what is due at which time.

use std::collections::BTreeSet;

use willow_protocol::{GameId, TournamentId};

use super::{Millis, UserId};

/// An action that is due at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Timer {
    /// A flag may have fallen.
    Flag(GameId),
    /// Followers are notified of a change of a user.
    Followers(UserId),
    /// A game that is over is removed from memory.
    Unload(GameId),
    /// One of the server's bots no longer waits for a person's move.
    Patience(GameId),
    /// One of the server's bots plays the move that has waited until a person can follow.
    BotMove(GameId),
    /// The room of a game hears which spectators came and went.
    Spectators(GameId),
    /// The followers of the lobby hear how the games stand.
    Progress,
    /// Reminds everybody of a shutdown.
    Closing,
    /// The store gets a heartbeat.
    Heartbeat,
    /// The pools are paired.
    Pools,
    Link(GameId),
    /// A user has been offline long enough to be shown so.
    Absence(UserId),
    /// The offers of a user who is offline end.
    Offers(UserId),
    /// Subscribers of the lobby are sent who came and who went.
    Presence,
    /// A guest is removed, or a user who has been offline for long is unloaded.
    Departure(UserId),
    /// A tournament or a round of it begins by itself, or those who wait in an arena are paired.
    Tournament(TournamentId),
}

/// The timers that are set, in the order in which they are due.
#[derive(Debug, Default)]
pub(crate) struct Timers(BTreeSet<(Millis, Timer)>);

impl Timers {
    pub(crate) fn set(&mut self, at: Millis, timer: Timer) {
        self.0.insert((at, timer));
    }

    pub(crate) fn extend(&mut self, timers: impl IntoIterator<Item = (Millis, Timer)>) {
        self.0.extend(timers);
    }

    pub(crate) fn cancel(&mut self, at: Millis, timer: Timer) {
        self.0.remove(&(at, timer));
    }

    /// Moves a timer from the time for which it is set to another, or ends it.
    pub(crate) fn reset(&mut self, set: &mut Option<Millis>, to: Option<Millis>, timer: Timer) {
        if let Some(time) = std::mem::replace(set, to) {
            self.cancel(time, timer);
        }
        self.0.extend(to.map(|time| (time, timer)));
    }

    /// Returns when the next timer is due.
    pub(crate) fn next(&self) -> Option<Millis> {
        self.0.first().map(|&(time, _)| time)
    }

    /// Takes the first timer that is due.
    pub(crate) fn take_due(&mut self, now: Millis) -> Option<Timer> {
        let &due = self.0.first().filter(|(time, _)| *time <= now)?;
        self.0.remove(&due);
        Some(due.1)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
