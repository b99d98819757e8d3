//! How far the events of private rooms were sent.

use super::Accounts;
use crate::domain::{Context, UserId, UserWrite};

impl Accounts {
    /// Notes that all private events were sent.
    pub(crate) fn private_was_sent(&mut self, user: UserId, context: &mut Context) {
        let last = self[user].private.last();
        if self[user].seen < last {
            self[user].seen = last;
            self.store_seen(user, context);
        }
    }

    /// Writes how far the private room was sent, unless the store knows.
    pub(crate) fn store_seen(&mut self, user: UserId, context: &mut Context) {
        let seen = self[user].seen;
        if self[user].stored_seen != seen {
            self[user].stored_seen = seen;
            context.write(UserWrite::PrivateSeen(user, seen));
        }
    }
}
