//! The format that a client reads, known to its session and to whoever fills its queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::domain::Format;

/// The format that a client reads at the moment: text until its first line.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedFormat(Arc<AtomicBool>);

impl SharedFormat {
    /// Returns the format.
    pub(crate) fn get(&self) -> Format {
        if self.0.load(Ordering::Acquire) { Format::Json } else { Format::Text }
    }

    /// Changes the format. Notices that come into the queue from now on are chosen for it.
    pub(crate) fn set(&self, format: Format) {
        self.0.store(format == Format::Json, Ordering::Release);
    }
}
