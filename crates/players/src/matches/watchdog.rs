//! Stops a player whose time is up.

use std::convert::Infallible;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use crate::StopFlag;

/// How often the watchdog checks the time. Short enough that nobody notices the delay when a
/// player is stopped, long enough that the check does not slow the search.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Returns the time since any fixed moment.
pub(crate) type Now<'a> = dyn Fn() -> Duration + Sync + 'a;

/// Raises the stop flag of the player to move when its time is up or the game is stopped.
///
/// Players see their own flag and not the one that stops the game, so that no player can raise
/// that.
pub(crate) struct Watchdog {
    /// Stops the player to move.
    move_stop: StopFlag,
    /// The time at which the clock of the player to move runs out. The lock also ensures that
    /// `move_stop` is not raised for a move that was already played.
    deadline: Mutex<Option<Duration>>,
}

impl Watchdog {
    pub(crate) fn new() -> Watchdog {
        Watchdog { move_stop: StopFlag::new(), deadline: Mutex::new(None) }
    }

    /// Begins a move with this deadline and returns the flag that stops its player.
    pub(crate) fn begin_move(&self, deadline: Option<Duration>) -> &StopFlag {
        let mut guarded = self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        self.move_stop.lower();
        *guarded = deadline;
        &self.move_stop
    }

    /// Runs the watchdog on a thread of `scope` until the returned guard is dropped.
    pub(crate) fn spawn<'scope, 'env>(
        &'env self,
        scope: &'scope Scope<'scope, 'env>,
        game_stop: &'env StopFlag,
        now: &'env Now<'env>,
    ) -> Sender<Infallible> {
        let (guard, dropped) = mpsc::channel();
        scope.spawn(move || self.run(&dropped, game_stop, now));
        guard
    }

    fn run(&self, dropped: &Receiver<Infallible>, game_stop: &StopFlag, now: &Now<'_>) {
        while let Err(RecvTimeoutError::Timeout) = dropped.recv_timeout(POLL_INTERVAL) {
            let deadline = self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
            if game_stop.is_raised() || deadline.is_some_and(|deadline| deadline < now()) {
                self.move_stop.raise();
            }
        }
    }
}
