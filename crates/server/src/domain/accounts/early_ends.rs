//! When users left rated games early.

use super::Accounts;
use crate::domain::{Context, Millis, UserId, UserWrite};

/// How many rated games a user may leave early within [`PERIOD`].
pub(crate) const FREE_EARLY_ENDS: usize = 3;

/// How long an early end is remembered.
const PERIOD: Millis = 24 * 3_600_000;

/// When a user left rated games early, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EarlyEnds(pub(crate) Vec<Millis>);

impl EarlyEnds {
    /// Returns whether another one costs nothing.
    fn is_next_free(&self, now: Millis) -> bool {
        self.0.iter().filter(|&&at| at + PERIOD > now).count() < FREE_EARLY_ENDS
    }
}

/// Returns the latest time of early ends that are forgotten now.
pub(crate) const fn forgotten_until(now: Millis) -> Millis {
    now.saturating_sub(PERIOD)
}

impl Accounts {
    /// Returns whether a user may leave another rated game early at no cost.
    pub(crate) fn may_leave_early(&self, user: UserId, now: Millis) -> bool {
        self[user].early_ends.is_next_free(now)
    }

    /// Notes that a user left a rated game early.
    pub(crate) fn note_early_end(&mut self, user: UserId, context: &mut Context) {
        let now = context.now;
        let EarlyEnds(times) = &mut self[user].early_ends;
        times.retain(|&at| at > forgotten_until(now));
        times.push(now);
        context.write(UserWrite::LeftEarly(user, now));
    }
}
