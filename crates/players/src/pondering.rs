//! Thinking in the opponent's time: a thread has the program until its player wants it back.

use std::thread::{self, JoinHandle};

use willow_engine::StopFlag;

/// A program that its player has, or that a thread thinks ahead with.
#[derive(Debug)]
pub(crate) enum Ponder<T> {
    /// Not made yet, or in use.
    Absent,
    /// The player has it.
    Here(T),
    /// A thread thinks about the position that is expected.
    Away(JoinHandle<T>, StopOnDrop),
}

/// Ends the work of a thread that nobody waits for.
#[derive(Debug)]
pub(crate) struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

impl<T: Send + 'static> Ponder<T> {
    /// Ends the thread if one runs, and takes the program; `None` if it is absent, or lost by a panic of the thread.
    pub(crate) fn take(&mut self) -> Option<T> {
        match std::mem::replace(self, Ponder::Absent) {
            Ponder::Absent => None,
            Ponder::Here(program) => Some(program),
            Ponder::Away(thread, stop) => {
                drop(stop);
                thread.join().ok()
            }
        }
    }

    /// Puts the program here, and returns it.
    pub(crate) fn put(&mut self, program: T) -> &mut T {
        *self = Ponder::Here(program);
        let Ponder::Here(program) = self else { unreachable!("it was just put here") };
        program
    }

    /// Lends a program to a thread that thinks with it until it is done or stopped.
    pub(crate) fn lend(
        &mut self,
        mut program: T,
        work: impl FnOnce(&mut T, &StopFlag) + Send + 'static,
    ) {
        let stop = StopFlag::new();
        let stopped = stop.clone();
        let thread = thread::spawn(move || {
            work(&mut program, &stopped);
            program
        });
        *self = Ponder::Away(thread, StopOnDrop(stop));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_lent_comes_back_unless_a_panic_took_it() {
        let mut brain = Ponder::Absent;
        brain.lend(1, |number, stop| {
            while !stop.is_raised() {
                thread::yield_now();
            }
            *number += 1;
        });
        assert_eq!((brain.take(), brain.take()), (Some(2), None));
        brain.lend(1, |_, _| panic!("for the test"));
        assert_eq!(brain.take(), None);
    }
}
