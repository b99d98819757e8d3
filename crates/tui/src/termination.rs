//! The signals that end a full-screen program: SIGINT, SIGTERM and SIGHUP.
//!
//! Without a handler they would leave the terminal on its alternate screen, in raw mode and with
//! mouse events.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Grace period for a clean exit after a signal: a terminal that has hung up can keep the thread that reads its keys
/// busy forever.
const GRACE: Duration = Duration::from_secs(2);

/// How often a waiting thread checks for a signal.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A signal that has asked the program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminationSignal(i32);

impl TerminationSignal {
    /// Returns the exit code of a program that a signal has ended, by the convention of shells: 128
    /// and the signal's number.
    pub fn exit_code(self) -> u8 {
        u8::try_from(self.0).map_or(u8::MAX, |number| number.saturating_add(128))
    }
}

/// Listens for signals that ask the program to end.
#[derive(Debug)]
pub(crate) struct TerminationListener {
    /// The number of the first signal; 0 before.
    received: Arc<AtomicI32>,
}

impl TerminationListener {
    /// Starts to listen, until the process ends. If the program has not ended shortly after a
    /// signal, the terminal is restored and the process exits.
    ///
    /// # Errors
    /// The operating system must allow the handlers.
    pub(crate) fn start() -> io::Result<TerminationListener> {
        let received = Arc::new(AtomicI32::new(0));
        let first = Arc::clone(&received);
        on_signal(move |number| {
            first.store(number, Ordering::Relaxed);
            thread::sleep(GRACE);
            crate::terminal::restore();
            std::process::exit(TerminationSignal(number).exit_code().into());
        })?;
        Ok(TerminationListener { received })
    }

    /// Returns the signal, if one has been received.
    pub(crate) fn received(&self) -> Option<TerminationSignal> {
        Some(self.received.load(Ordering::Relaxed))
            .filter(|&number| number != 0)
            .map(TerminationSignal)
    }

    /// Waits for a signal. When a terminal hangs up, using it may fail before the signal is here.
    pub(crate) fn received_within(&self, timeout: Duration) -> Option<TerminationSignal> {
        let deadline = Instant::now() + timeout;
        while self.received().is_none() && Instant::now() < deadline {
            thread::sleep(POLL_INTERVAL);
        }
        self.received()
    }
}

/// Calls a function with the number of each signal that asks the program to end: SIGINT, SIGTERM and SIGHUP. A SIGHUP
/// that `nohup` has switched off stays off.
///
/// # Errors
/// The operating system must allow the handler.
#[cfg(unix)]
pub fn on_signal(handler: impl Fn(i32) + Send + 'static) -> io::Result<()> {
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
///
/// # Errors
/// The operating system must allow the handler.
#[cfg(not(unix))]
pub fn on_signal(handler: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    /// The number that Unix gives to Ctrl-C.
    const SIGINT: i32 = 2;
    match ctrlc::set_handler(move || handler(SIGINT)) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
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
