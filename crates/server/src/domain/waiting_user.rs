//! A user who waits in a pool.

use willow_protocol::Pool;

use super::input::{ConnId, Millis, UserId};

/// How far the opponent's rating may be at first, and by how much this grows after each interval.
const RATING_STEP: i32 = 100;

/// The time between two attempts to join those who wait.
pub(super) const PAIRING_INTERVAL: Millis = 5_000;

/// After this time any rating will do.
const ANY_RATING_AFTER: Millis = 60_000;

/// A user who waits in a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitingUser {
    pub(super) user: UserId,
    pub(super) connection: ConnId,
    pub(super) pool: Pool,
    pub(super) since: Millis,
}

impl WaitingUser {
    /// Returns whether the ratings of two users differ by no more than both accept by now.
    pub(super) fn accepts(self, difference: i32, now: Millis) -> bool {
        let waited = now.saturating_sub(self.since);
        let steps = i32::try_from(waited / PAIRING_INTERVAL).unwrap_or(i32::MAX);
        waited >= ANY_RATING_AFTER || difference <= RATING_STEP.saturating_mul(1 + steps)
    }
}
