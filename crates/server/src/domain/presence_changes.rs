//! The users who came or went, until the others are told.

use std::collections::BTreeSet;

use super::input::{Millis, UserId};

/// The users who came or went since followers of the lobby were told the last time.
#[derive(Debug, Default)]
pub(super) struct PresenceChanges {
    pub(super) users: BTreeSet<UserId>,
    /// When the next batch may be sent.
    pub(super) next_batch: Millis,
}
