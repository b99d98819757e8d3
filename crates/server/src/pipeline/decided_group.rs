//! The effects of some inputs, on their way to the commit task.

use std::time::Instant;

use crate::domain::{Effects, InMemory};

/// The effects of some inputs, and the times of the commands among these.
#[derive(Debug, Default)]
pub(super) struct DecidedGroup {
    pub(super) effects: Effects,
    pub(super) commands: Vec<CommandTimes>,
    /// What was in memory after the inputs.
    pub(super) in_memory: InMemory,
}

/// When a command came into the input queue, and when it was taken out of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommandTimes {
    pub(super) queued: Instant,
    pub(super) taken: Instant,
}

impl DecidedGroup {
    /// Appends another group.
    pub(super) fn extend(&mut self, other: DecidedGroup) {
        self.effects.extend(other.effects);
        self.commands.extend(other.commands);
        self.in_memory = other.in_memory;
    }
}
