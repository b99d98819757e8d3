//! One JSON object a line, with the field names that scripts rely on.

use std::io::{self, Write};

use serde::Serialize;

/// Writes a value as one line and flushes it, because the reader may wait for it.
///
/// # Errors
/// Standard output may be closed or full.
pub(crate) fn line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Returns a time in seconds, rounded to microseconds.
pub(crate) fn seconds(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// The last line of a command, after the lines about its games.
#[derive(Serialize)]
pub(crate) struct SummaryLine<T> {
    pub(crate) summary: T,
}

/// Figures about games with this seed.
#[derive(Serialize)]
pub(crate) struct Seeded<'a, T> {
    #[serde(flatten)]
    pub(crate) figures: &'a T,
    pub(crate) seed: u64,
}
