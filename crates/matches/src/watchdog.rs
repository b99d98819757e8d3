//! Stops a player whose time is up.

use std::convert::Infallible;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use willow_players::StopFlag;

/// How often the watchdog looks at the time: often enough that a player that hangs until it is
/// stopped costs nobody patience, and seldom enough that it costs no speed.
const PERIOD: Duration = Duration::from_millis(10);

/// Tells the time since any fixed moment.
pub(crate) type Now<'a> = dyn Fn() -> Duration + Sync + 'a;

/// Keeps the flag that players see apart from the one that stops the game, which no player may
/// raise.
pub(crate) struct Watchdog {
    /// Stops the player of this turn.
    turn_stop: StopFlag,
    /// When its flag falls. The lock also guards `turn_stop` against being raised for a turn that is
    /// over.
    deadline: Mutex<Option<Duration>>,
}

impl Watchdog {
    pub(crate) fn new() -> Watchdog {
        Watchdog { turn_stop: StopFlag::new(), deadline: Mutex::new(None) }
    }

    /// Begins a turn and returns what stops its player.
    pub(crate) fn begin_turn(&self, deadline: Option<Duration>) -> &StopFlag {
        let mut guarded = self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        self.turn_stop.lower();
        *guarded = deadline;
        &self.turn_stop
    }

    /// Watches on a thread of `scope`, until the returned leash is dropped: stops the player when
    /// its flag has fallen or `game_stop` is raised.
    pub(crate) fn watch<'scope, 'env>(
        &'env self,
        scope: &'scope Scope<'scope, 'env>,
        game_stop: &'env StopFlag,
        now: &'env Now<'env>,
    ) -> Sender<Infallible> {
        let (leash, released) = mpsc::channel();
        scope.spawn(move || self.patrol(&released, game_stop, now));
        leash
    }

    fn patrol(&self, released: &Receiver<Infallible>, game_stop: &StopFlag, now: &Now<'_>) {
        while let Err(RecvTimeoutError::Timeout) = released.recv_timeout(PERIOD) {
            let deadline = self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
            if game_stop.is_raised() || deadline.is_some_and(|deadline| deadline < now()) {
                self.turn_stop.raise();
            }
        }
    }
}
