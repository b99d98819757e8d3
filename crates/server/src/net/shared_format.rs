//! The format that a client reads, known to its session and to whoever fills its queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use willow_protocol::Version;

use crate::domain::Format;

/// The format that a client reads at the moment: text until its first line.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedFormat(Arc<AtomicU8>);

/// The formats; the index of each is its number.
const FORMATS: [Format; 3] = [Format::Text, Format::Json(Version::One), Format::Json(Version::Two)];

impl SharedFormat {
    /// Returns the format.
    pub(crate) fn get(&self) -> Format {
        FORMATS[usize::from(self.0.load(Ordering::Acquire))]
    }

    /// Changes the format. Notices that come into the queue from now on are chosen for it.
    pub(crate) fn set(&self, format: Format) {
        let number = match format {
            Format::Text => 0,
            Format::Json(Version::One) => 1,
            Format::Json(Version::Two) => 2,
        };
        self.0.store(number, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_kept() {
        let shared = SharedFormat::default();
        assert_eq!(shared.get(), Format::Text);
        let other = shared.clone();
        for format in FORMATS {
            shared.set(format);
            assert_eq!(other.get(), format);
        }
    }
}
