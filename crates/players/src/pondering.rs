//! Thinking in the opponent's time: a thread has the program until its player wants it back.

use std::thread::{self, JoinHandle};

use willow_board::Board;
use willow_engine::StopFlag;

/// A program that the player has, or that a thread thinks ahead with.
#[derive(Debug)]
pub(crate) enum Ponder<T> {
    /// The player has it.
    Here(T),
    /// A thread thinks about the position that is expected.
    Away(PonderThread<T>),
}

/// A thread that thinks ahead, and how to end it.
#[derive(Debug)]
pub(crate) struct PonderThread<T> {
    expected: Board,
    stop: StopFlag,
    thread: JoinHandle<T>,
}

impl<T> Ponder<T> {
    /// Lets the thread end and does not wait for it.
    pub(crate) fn dismiss(self) {
        if let Ponder::Away(PonderThread { stop, .. }) = self {
            stop.raise();
        }
    }
}

impl<T: Send + 'static> Ponder<T> {
    /// Ends the thread if there is one. Returns the program, and the board that it was thinking about.
    ///
    /// A thread that panicked has lost its program: then `anew` makes another.
    pub(crate) fn recall(self, anew: impl FnOnce() -> T) -> (T, Option<Board>) {
        self.recall_unless_lost().unwrap_or_else(|| (anew(), None))
    }

    /// Ends the thread if there is one. Returns the program, and the board that it was thinking about;
    /// `None` if the thread panicked and has lost its program.
    pub(crate) fn recall_unless_lost(self) -> Option<(T, Option<Board>)> {
        match self {
            Ponder::Here(program) => Some((program, None)),
            Ponder::Away(PonderThread { expected, stop, thread }) => {
                stop.raise();
                thread.join().ok().map(|program| (program, Some(expected)))
            }
        }
    }

    /// Returns the program if no thread has it.
    pub(crate) fn here(&mut self) -> Option<&mut T> {
        match self {
            Ponder::Here(program) => Some(program),
            Ponder::Away(_) => None,
        }
    }

    /// Lends a program to a thread that thinks with it until it is done or stopped.
    pub(crate) fn lend(
        mut program: T,
        expected: Board,
        work: impl FnOnce(&mut T, &StopFlag) + Send + 'static,
    ) -> Ponder<T> {
        let stop = StopFlag::new();
        let stopped = stop.clone();
        let thread = thread::spawn(move || {
            work(&mut program, &stopped);
            program
        });
        Ponder::Away(PonderThread { expected, stop, thread })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_lent_comes_back_when_it_is_wanted() {
        let brain = Ponder::lend(1, Board::START, |number, stop| {
            while !stop.is_raised() {
                thread::yield_now();
            }
            *number += 1;
        });
        assert_eq!(brain.recall(|| 0), (2, Some(Board::START)));
        assert_eq!(Ponder::Here(5).recall(|| 0), (5, None));
    }

    #[test]
    fn what_a_panic_took_is_made_anew() {
        let brain = Ponder::lend(1, Board::START, |_, _| panic!("for the test"));
        assert_eq!(brain.recall(|| 7), (7, None));
    }
}
