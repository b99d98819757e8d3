//! The effects of some inputs, on their way to the commit task.

use std::time::Instant;

use crate::domain::{Effects, InMemory};
use crate::ops::CommandLatency;

/// The effects of some inputs, and the times of the commands among these.
#[derive(Debug, Default)]
pub(super) struct DecidedGroup {
    pub(super) effects: Effects,
    pub(super) commands: Vec<CommandTimes>,
    /// What was in memory after the inputs.
    pub(super) in_memory: InMemory,
}

/// The times of a command that is not acknowledged yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommandTimes {
    /// When it was put into the input queue.
    pub(super) queued: Instant,
    /// When the deciding task took it.
    pub(super) taken: Instant,
    /// When the domain had handled it.
    pub(super) decided: Instant,
}

impl DecidedGroup {
    /// Appends another group.
    pub(super) fn extend(&mut self, other: DecidedGroup) {
        self.effects.extend(other.effects);
        self.commands.extend(other.commands);
        self.in_memory = other.in_memory;
    }
}

impl CommandTimes {
    /// Returns the latency of a command that was committed and acknowledged at these times.
    pub(super) fn latency(self, committed: Instant, delivered: Instant) -> CommandLatency {
        CommandLatency {
            queue: self.taken.duration_since(self.queued),
            decide: self.decided.duration_since(self.queued),
            commit: committed.duration_since(self.decided),
            deliver: delivered.duration_since(committed),
        }
    }
}
