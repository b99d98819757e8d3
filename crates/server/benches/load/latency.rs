//! The latencies of moves.

use std::time::Duration;

/// The latencies of many moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latencies {
    micros: Vec<u32>,
}

impl Latencies {
    /// Adds a latency.
    pub(crate) fn push(&mut self, time: Duration) {
        self.micros.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    /// Returns the number of latencies.
    pub(crate) fn len(&self) -> usize {
        self.micros.len()
    }

    /// Returns percentiles in milliseconds.
    pub(crate) fn percentiles<const N: usize>(&mut self, wanted: [f64; N]) -> [f64; N] {
        self.micros.sort_unstable();
        let last = self.micros.len().saturating_sub(1);
        wanted.map(|percent| {
            let index = (percent / 100.0 * last as f64).round() as usize;
            self.micros.get(index).map_or(f64::NAN, |&micros| f64::from(micros) / 1000.0)
        })
    }
}
