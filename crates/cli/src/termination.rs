//! Ctrl-C and the signals that ask a long command to end.

use std::io;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the command handles the signals itself.
static IS_HANDLED: AtomicBool = AtomicBool::new(false);

/// Calls a function on a thread of its own for Ctrl-C, and on Unix also for SIGTERM and SIGHUP. The
/// function is given the exit code by the convention of shells: 128 and the signal's number.
///
/// A SIGHUP that `nohup` has switched off stays off.
///
/// # Errors
/// The operating system must allow the handler.
pub(crate) fn on_termination(handler: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    IS_HANDLED.store(true, Ordering::SeqCst);
    on_signal(move |number| handler(128 + number))
}

/// Lets Ctrl-C and the other signals call `clean_up` before they end the program, as they do without it.
/// Only the first call counts, and only in commands that do not handle the signals themselves.
pub(crate) fn clean_up_on_termination(clean_up: fn()) {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Without a handler the signals still end the program, though not as tidily.
        let _ = on_signal(move |number| {
            if !IS_HANDLED.load(Ordering::SeqCst) {
                clean_up();
                end_by(number);
            }
        });
    });
}

/// Ends the program as the signal does: the shell is told of the signal, and reports 128 and its number.
#[cfg(unix)]
fn end_by(number: i32) {
    // It returns only for signals that do not end a program.
    let _ = signal_hook::low_level::emulate_default_handler(number);
}

#[cfg(not(unix))]
fn end_by(number: i32) {
    std::process::exit(128 + number);
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
