//! The public games of which the followers of the lobby have not been told yet how they stand.

use std::collections::BTreeSet;

use willow_protocol::GameId;

/// The games in which moves were played.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// The games since the last event.
    pub(super) changed: BTreeSet<GameId>,
    /// The last game of the last event. The games after it come first in the next one.
    pub(super) last: Option<GameId>,
    /// Whether a timer is set for the next event.
    pub(super) is_due: bool,
}
