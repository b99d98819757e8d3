//! Long work without the interpreter's lock, which Ctrl-C ends.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use willow_engine::StopFlag;

/// How often Python is asked whether somebody has pressed Ctrl-C.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Does work on a thread of its own, so that other threads of Python run meanwhile. Ctrl-C raises the flag, and is
/// raised as `KeyboardInterrupt` when the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let worker = scope.spawn(move || sender.send(work()));
            let mut interrupted = Ok(());
            loop {
                match receiver.recv_timeout(CHECK_INTERVAL) {
                    Ok(result) => return interrupted.map(|()| result),
                    Err(RecvTimeoutError::Timeout) if interrupted.is_ok() => {
                        interrupted = Python::attach(|py| py.check_signals());
                        if interrupted.is_err() {
                            stop.raise();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        let Err(panic) = worker.join() else {
                            unreachable!("the worker sends before it ends")
                        };
                        std::panic::resume_unwind(panic);
                    }
                }
            }
        })
    })
}
