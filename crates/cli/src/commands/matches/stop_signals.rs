//! Signals that stop a match in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use willow_engine::StopFlag;

use crate::error::CliError;
use crate::termination::on_termination;

/// Installs a handler of Ctrl-C, SIGTERM and SIGHUP: the first one stops the match in order, the
/// second exits. Returns where the exit code of the first one will stand.
pub(super) fn raise_on_termination(stop: &StopFlag) -> Result<Arc<AtomicU8>, CliError> {
    let stop = stop.clone();
    let first = Arc::new(AtomicU8::new(0));
    let received = Arc::clone(&first);
    on_termination(move |exit_code| {
        if stop.is_raised() {
            std::process::exit(exit_code);
        }
        received.store(exit_code.try_into().unwrap_or(u8::MAX), Ordering::SeqCst);
        stop.raise();
    })
    .map_err(|error| CliError::failed(format!("cannot listen for signals: {error}")))?;
    Ok(first)
}
