//! Ctrl-C and the signals that ask a long command to end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use willow_engine::StopFlag;

use crate::error::CliError;

/// Installs a handler of Ctrl-C, SIGTERM and SIGHUP: the first one stops the work in order, the second
/// exits. Returns where the exit code of the first one will stand; it is 0 until then. By the convention of
/// shells it is 128 and the signal's number.
///
/// A SIGHUP that `nohup` has switched off stays off.
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

/// Calls a function with the number of each signal that asks the program to end.
#[cfg(unix)]
fn on_signal(handler: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    if !is_ignored(SIGHUP) {
        signals.add_signal(SIGHUP)?;
    }
    std::thread::spawn(move || signals.forever().for_each(handler));
    Ok(())
}

/// Calls a function with the number of SIGINT for each Ctrl-C. There is one handler in a process, so a
/// second call has no effect.
#[cfg(not(unix))]
fn on_signal(handler: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    const SIGINT: i32 = 2;
    ctrlc::set_handler(move || handler(SIGINT)).map_err(io::Error::other)
}

/// Returns whether the program was started with this signal ignored. Only Linux tells it without
/// unsafe code; on other systems the answer is no.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
