//! Text on standard output.

use std::io::{self, Write};

use crate::error::CliError;

/// Prints a text to standard output at once.
///
/// # Errors
/// Standard output is closed or full.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
