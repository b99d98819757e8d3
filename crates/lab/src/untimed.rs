//! Searches without a clock.

use std::time::Duration;

use willow_engine::{SearchControl, StopFlag};

/// Calls a function with the control of a search that nothing stops and nobody watches.
pub(crate) fn untimed<T>(search: impl FnOnce(&mut SearchControl<'_>) -> T) -> T {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    search(&mut SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () })
}
