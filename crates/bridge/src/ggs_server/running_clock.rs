//! The clock of one player in one game.

use crate::ggs::{ClockFace, ClockTerms, Seconds};

/// What happened to a clock that ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    /// The main time is over: the player can at best lose by the smallest margin.
    pub(crate) soft: bool,
    /// The extension is over too: the game is lost.
    pub(crate) hard: bool,
}

/// The clock of one player in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RunningClock {
    terms: ClockTerms,
    left_ms: i64,
    /// The turns that ended in the main time.
    counter: u32,
    in_overtime: bool,
}

/// The seconds after the end of a clock at which the server acts itself: 4 of trust and 1.
const GRACE: i64 = 5;

impl RunningClock {
    pub(crate) const fn new(terms: ClockTerms) -> RunningClock {
        RunningClock { terms, left_ms: terms.main.time.0 * 1000, counter: 0, in_overtime: false }
    }

    /// Subtracts time and nothing else.
    pub(crate) const fn subtract(&mut self, ms: i64) {
        self.left_ms -= ms;
    }

    /// Ends a turn, or what has passed of one when the server looks at the clock itself: time is
    /// subtracted, flags fall, then extension and increment come. As on GGS, increments go on in the
    /// extension, and a look of the server counts as a turn.
    pub(crate) fn end_turn(&mut self, ms: i64) -> Flags {
        self.subtract(ms);
        let extension = self.terms.extension.time.0 * 1000;
        let is_over = self.left_ms < 0;
        if self.in_overtime && is_over {
            return Flags { soft: false, hard: true };
        }
        if !self.in_overtime {
            self.counter += 1;
            if is_over {
                self.left_ms += extension;
                self.in_overtime = true;
            }
        }
        self.left_ms += self.terms.increment.time.0 * 1000;
        Flags { soft: is_over, hard: is_over && extension == 0 }
    }

    /// Returns the whole seconds that are left, less than none on an overdrawn clock.
    const fn seconds(&self) -> i64 {
        self.left_ms.div_euclid(1000)
    }

    /// Returns how long after its start, in milliseconds, a running clock is looked at.
    pub(crate) const fn alarm_ms(&self) -> i64 {
        let seconds = self.seconds() + GRACE;
        if seconds < 0 { 0 } else { seconds * 1000 }
    }

    /// Returns the clock as boards show it.
    pub(crate) fn face(&self) -> ClockFace {
        let mut terms = self.terms;
        terms.main.time = Seconds(self.seconds());
        ClockFace { terms, counter: Some(self.counter) }
    }

    /// Returns the clock at the start, as the full state of a game shows it.
    pub(crate) const fn start_face(&self) -> ClockFace {
        ClockFace { terms: self.terms, counter: None }
    }
}
