//! The connection between a running search and its caller.

use std::time::Duration;

use crate::{SearchResult, StopFlag};

/// The connection between a running search and its caller.
pub struct SearchControl<'a> {
    /// Stops the search early.
    pub stop: &'a StopFlag,
    /// Returns the time since a fixed moment.
    pub now: &'a (dyn Fn() -> Duration + Sync),
    /// Called with the result of every iteration.
    pub on_progress: &'a mut dyn FnMut(&SearchResult),
}
