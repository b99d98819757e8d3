//! Ctrl-C and the signals that ask a long command to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use willow_engine::StopFlag;
use willow_tui::on_signal;

use crate::error::CliError;

/// Installs a handler of Ctrl-C, SIGTERM and SIGHUP: the first one stops the work in order, the second
/// exits. Returns where the exit code of the first one will stand; it is 0 until then. By the convention of
/// shells it is 128 and the signal's number.
///
/// # Errors
/// The operating system must allow the handler.
pub(crate) fn raise_on_termination(stop: &StopFlag) -> Result<Arc<AtomicU8>, CliError> {
    let stop = stop.clone();
    let first = Arc::new(AtomicU8::new(0));
    let received = Arc::clone(&first);
    on_signal(move |number| {
        let exit_code = u8::try_from(128 + number).unwrap_or(u8::MAX);
        if received.swap(exit_code, Ordering::SeqCst) != 0 {
            std::process::exit(exit_code.into());
        }
        stop.raise();
    })
    .map_err(|error| CliError::failed(format!("cannot listen for signals: {error}")))?;
    Ok(first)
}
