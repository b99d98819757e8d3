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
    counter: u32,
    spent_ms: i64,
    in_overtime: bool,
}

/// The seconds after the end of a clock at which the server acts itself: 4 of trust and 1.
const GRACE: i64 = 5;

impl RunningClock {
    pub(crate) const fn new(terms: ClockTerms) -> RunningClock {
        let left_ms = terms.main.time.0 * 1000;
        RunningClock { terms, left_ms, counter: 0, spent_ms: 0, in_overtime: false }
    }

    /// Returns a clock as it was kept.
    pub(crate) const fn restored(
        terms: ClockTerms,
        left_ms: i64,
        counter: u32,
        in_overtime: bool,
    ) -> RunningClock {
        RunningClock { terms, left_ms, counter, spent_ms: 0, in_overtime }
    }

    /// Returns what is kept of the clock: milliseconds, moves, whether it is in overtime.
    pub(crate) const fn reading(&self) -> (i64, u32, bool) {
        (self.left_ms, self.counter, self.in_overtime)
    }

    /// Subtracts time. The extension is added, once, when the main time is over.
    pub(crate) fn charge(&mut self, ms: i64) -> Flags {
        self.left_ms -= ms;
        self.spent_ms += ms;
        let mut flags = Flags::default();
        if self.left_ms < 0 && !self.in_overtime {
            self.in_overtime = true;
            flags.soft = !self.terms.main.is_other_kind;
            let extension = self.terms.extension;
            let base = if extension.is_other_kind { 0 } else { self.left_ms };
            self.left_ms = base + extension.time.0 * 1000;
        }
        flags.hard = self.in_overtime && self.left_ms < 0;
        flags
    }

    /// Counts a move and adds the increment. In overtime neither happens.
    pub(crate) fn end_move(&mut self) {
        if self.in_overtime {
            return;
        }
        self.counter += 1;
        let increment = self.terms.increment;
        if increment.moves > 0 && self.counter.is_multiple_of(increment.moves) {
            let full = increment.time.0 * 1000;
            let added = if increment.is_other_kind { full.min(self.spent_ms) } else { full };
            self.left_ms += added;
            self.spent_ms = 0;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(terms: &str) -> RunningClock {
        RunningClock::new(terms.parse().unwrap())
    }

    #[test]
    fn the_extension_comes_once_and_ends_the_game_when_it_is_over() {
        let mut clock = clock("00:10//00:20");
        assert_eq!(clock.charge(10_000), Flags::default());
        assert_eq!(clock.charge(1), Flags { soft: true, hard: false });
        assert_eq!(clock.face().to_string(), "00:19,0:0//00:20,0:0");
        assert_eq!(clock.charge(19_999), Flags::default());
        assert_eq!(clock.charge(1001), Flags { soft: false, hard: true });
        assert_eq!(clock.face().left(), Seconds(-2));
    }

    #[test]
    fn without_an_extension_both_flags_fall_together() {
        assert_eq!(clock("00:10//00:00").charge(10_001), Flags { soft: true, hard: true });
    }

    #[test]
    fn increments_come_after_their_number_of_moves() {
        let mut every_second = clock("01:00/00:10,2/00:00");
        every_second.charge(5000);
        every_second.end_move();
        assert_eq!(every_second.face().left(), Seconds(55));
        every_second.end_move();
        assert_eq!(every_second.face().left(), Seconds(65));
        let mut only_spent = clock("01:00/00:10,N1/00:00");
        only_spent.charge(4000);
        only_spent.end_move();
        assert_eq!(only_spent.face().left(), Seconds(60));
    }

    #[test]
    fn in_overtime_no_move_counts() {
        let mut clock = clock("00:01/00:10/01:00");
        clock.charge(2000);
        clock.end_move();
        assert_eq!(clock.face().to_string(), "00:59,0:0/00:10,0:1/01:00,0:0");
        assert_eq!(clock.alarm_ms(), 64_000);
    }
}
