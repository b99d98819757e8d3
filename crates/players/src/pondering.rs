//! Thinking in the opponent's time: a thread has the program until its player wants it back.

use std::thread::{self, JoinHandle};

use willow_engine::StopFlag;

/// A program that the player has, or that a thread thinks ahead with.
#[derive(Debug)]
pub(crate) enum Ponder<T> {
    /// The player has it.
    Here(T),
    /// A thread thinks about the position that is expected, until the flag ends it.
    Away(JoinHandle<T>, StopFlag),
}

impl<T> Ponder<T> {
    /// Lets the thread end and does not wait for it.
    pub(crate) fn dismiss(self) {
        if let Ponder::Away(_, stop) = self {
            stop.raise();
        }
    }
}

impl<T: Send + 'static> Ponder<T> {
    /// Ends the thread if there is one. Returns the program; `None` if the thread panicked and has lost it.
    pub(crate) fn recall(self) -> Option<T> {
        match self {
            Ponder::Here(program) => Some(program),
            Ponder::Away(thread, stop) => {
                stop.raise();
                thread.join().ok()
            }
        }
    }

    /// Returns the program if no thread has it.
    pub(crate) fn here(&mut self) -> Option<&mut T> {
        match self {
            Ponder::Here(program) => Some(program),
            Ponder::Away(..) => None,
        }
    }

    /// Lends a program to a thread that thinks with it until it is done or stopped.
    pub(crate) fn lend(
        mut program: T,
        work: impl FnOnce(&mut T, &StopFlag) + Send + 'static,
    ) -> Ponder<T> {
        let stop = StopFlag::new();
        let stopped = stop.clone();
        let thread = thread::spawn(move || {
            work(&mut program, &stopped);
            program
        });
        Ponder::Away(thread, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_lent_comes_back_when_it_is_wanted() {
        let brain = Ponder::lend(1, |number, stop| {
            while !stop.is_raised() {
                thread::yield_now();
            }
            *number += 1;
        });
        assert_eq!(brain.recall(), Some(2));
        assert_eq!(Ponder::Here(5).recall(), Some(5));
    }

    #[test]
    fn what_a_panic_took_is_lost() {
        let brain = Ponder::lend(1, |_, _| panic!("for the test"));
        assert_eq!(brain.recall(), None);
    }
}
