//! The reading of the saved games by a thread of its own: they may be many, or on a slow disk.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// What the screen says while the games are read.
pub(crate) const READING: &str = "Reading the saved games...";

/// What it says if they cannot be read.
pub(crate) const FAILED: &str = "The saved games cannot be read.";

/// The end of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReadingEnd<T> {
    /// The games.
    Found(T),
    /// The thread ended without them.
    Failed,
}

/// The reading of the saved games, or none.
#[derive(Debug)]
pub(crate) struct SavedReading<T>(Option<Receiver<T>>);

impl<T> Default for SavedReading<T> {
    fn default() -> SavedReading<T> {
        SavedReading(None)
    }
}

impl<T: Send + 'static> SavedReading<T> {
    /// Begins to read. An earlier reading is given up.
    pub(crate) fn start(&mut self, find: impl FnOnce() -> T + Send + 'static) {
        let (sender, found) = channel();
        // The user may have left by the time that the games are found.
        thread::spawn(move || drop(sender.send(find())));
        self.0 = Some(found);
    }

    /// Waits for the end for some time. Returns `None` if it has not come, or if nothing is read.
    pub(crate) fn end_within(&mut self, time: Duration) -> Option<ReadingEnd<T>> {
        let end = match self.0.as_ref()?.recv_timeout(time) {
            Ok(found) => ReadingEnd::Found(found),
            Err(RecvTimeoutError::Disconnected) => ReadingEnd::Failed,
            Err(RecvTimeoutError::Timeout) => return None,
        };
        self.0 = None;
        Some(end)
    }

    /// Gives up the reading: whoever goes on does not wait for it. Returns whether there was one.
    pub(crate) fn cancel(&mut self) -> bool {
        self.0.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_mins(1);

    #[test]
    fn games_are_read_once() {
        let mut reading = SavedReading::default();
        assert_eq!(reading.end_within(LONG), None, "nothing is read");
        reading.start(|| 7);
        assert_eq!(reading.end_within(LONG), Some(ReadingEnd::Found(7)));
        assert_eq!(reading.end_within(LONG), None);
        assert!(!reading.cancel());
    }

    #[test]
    fn a_slow_reading_is_waited_for_or_given_up() {
        let (go, gate) = channel();
        let mut reading = SavedReading::default();
        reading.start(move || gate.recv().unwrap_or(0));
        assert_eq!(reading.end_within(Duration::ZERO), None);
        assert!(reading.cancel());
        let _ = go.send(1);
        assert_eq!(reading.end_within(LONG), None, "it does not come back");
    }

    /// A thread that fails must not leave the screen waiting.
    #[test]
    fn a_failed_reading_ends() {
        let (go, gate) = channel::<u32>();
        let mut reading = SavedReading::default();
        reading.start(move || gate.recv().expect("the gate is closed on purpose"));
        drop(go);
        assert_eq!(reading.end_within(LONG), Some(ReadingEnd::Failed));
        assert!(!reading.cancel());
    }
}
