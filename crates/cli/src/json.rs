//! One JSON object a line, with the field names that scripts rely on.

use serde::Serialize;

use crate::error::CliError;
use crate::output;

/// Prints a value as one line and flushes it, because the reader may wait for it.
///
/// # Errors
/// Standard output may be closed or full.
pub(crate) fn print(value: &impl Serialize) -> Result<(), CliError> {
    let mut line = serde_json::to_vec(value).expect("the values are plain data");
    line.push(b'\n');
    output::print_bytes(&line)
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
