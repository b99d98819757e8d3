//! What the room of a game knows of its spectators.

use std::collections::BTreeSet;

use super::input::{Millis, UserId};

/// What the room of a game has been told of its spectators.
#[derive(Debug, Default)]
pub(super) struct KnownSpectators {
    pub(super) people: BTreeSet<UserId>,
    /// The number of people and of visitors without a name.
    pub(super) count: usize,
    /// The time of the last event.
    pub(super) told_at: Millis,
    /// Whether a timer is set for the next event.
    pub(super) is_due: bool,
}
