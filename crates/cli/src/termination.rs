//! Ctrl-C and the signals that ask a long command to end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use willow_engine::StopFlag;

use crate::error::CliError;

/// Calls a function on a thread of its own for Ctrl-C, and on Unix also for SIGTERM and SIGHUP. The
/// function is given the exit code by the convention of shells: 128 and the signal's number.
///
/// A SIGHUP that `nohup` has switched off stays off.
///
/// # Errors
/// The operating system must allow the handler.
pub(crate) fn on_termination(handler: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    on_signal(move |number| handler(128 + number))
}

/// Installs a handler of Ctrl-C, SIGTERM and SIGHUP: the first one calls `on_first` and stops the work in
/// order, the second exits. Returns where the exit code of the first one will stand; it is 0 until then.
///
/// # Errors
/// The operating system must allow the handler.
pub(crate) fn raise_on_termination(
    stop: &StopFlag,
    on_first: impl Fn() + Send + 'static,
) -> Result<Arc<AtomicU8>, CliError> {
    let stop = stop.clone();
    let first = Arc::new(AtomicU8::new(0));
    let received = Arc::clone(&first);
    on_termination(move |exit_code| {
        if received.swap(exit_code.try_into().unwrap_or(u8::MAX), Ordering::SeqCst) != 0 {
            std::process::exit(exit_code);
        }
        stop.raise();
        on_first();
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
