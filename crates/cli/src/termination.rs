//! Ctrl-C and the signals that ask a long command to end.

use std::io;

/// Calls a function on a thread of its own for Ctrl-C, and on Unix also for SIGTERM and SIGHUP. The
/// function is given the exit code by the convention of shells: 128 and the signal's number.
///
/// A SIGHUP that `nohup` has switched off stays off.
///
/// # Errors
/// The operating system must allow the handler.
#[cfg(unix)]
pub(crate) fn on_termination(handler: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    if !is_ignored(SIGHUP) {
        signals.add_signal(SIGHUP)?;
    }
    std::thread::spawn(move || {
        for number in signals.forever() {
            handler(128 + number);
        }
    });
    Ok(())
}

/// Calls a function on a thread of its own for Ctrl-C, with the exit code by the convention of
/// shells.
///
/// # Errors
/// The operating system must allow the handler.
#[cfg(not(unix))]
pub(crate) fn on_termination(handler: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    const SIGINT: i32 = 2;
    ctrlc::set_handler(move || handler(128 + SIGINT)).map_err(io::Error::other)
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
