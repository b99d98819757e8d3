//! A sign of life from a step that prints nothing for a long time.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Runs `action`, and meanwhile calls `beat` with the elapsed time at each interval.
pub(crate) fn run<T>(
    interval: Duration,
    beat: impl Fn(Duration) + Send,
    action: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        // The sender is dropped in here, even if `action` panics: the scope waits for the thread.
        let (_running, ended) = mpsc::channel::<()>();
        let start = Instant::now();
        scope.spawn(move || {
            while ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                beat(start.elapsed());
            }
        });
        action()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_beats_until_the_action_ends() {
        let (sender, beats) = mpsc::channel();
        let beat = move |elapsed| sender.send(elapsed).unwrap_or_default();
        let first_two = run(Duration::from_millis(1), beat, || {
            let next = || beats.recv_timeout(Duration::from_mins(1)).unwrap();
            [next(), next()]
        });
        assert!(first_two[0] < first_two[1], "{first_two:?}");
        // The thread is gone, and its sender with it.
        while beats.try_recv().is_ok() {}
        assert_eq!(beats.try_recv(), Err(mpsc::TryRecvError::Disconnected));
    }

    #[test]
    fn an_action_shorter_than_the_interval_has_no_beat() {
        let beat = |_| panic!("there is no beat within an hour");
        assert_eq!(run(Duration::from_hours(1), beat, || 7), 7);
    }
}
