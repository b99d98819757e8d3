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
    /// The turns since the last increment, and since the extension came.
    increment_turns: u32,
    extension_turns: u32,
    spent_ms: i64,
    in_overtime: bool,
}

/// The seconds after the end of a clock at which the server acts itself: 4 of trust and 1.
const GRACE: i64 = 5;

impl RunningClock {
    pub(crate) const fn new(terms: ClockTerms) -> RunningClock {
        RunningClock::restored(terms, terms.main.time.0 * 1000, 0, false)
    }

    /// Returns a clock as it was kept.
    pub(crate) const fn restored(
        terms: ClockTerms,
        left_ms: i64,
        counter: u32,
        in_overtime: bool,
    ) -> RunningClock {
        let increment_turns = match terms.increment.moves {
            0 => 0,
            moves => counter % moves,
        };
        let (extension_turns, spent_ms) = (0, 0);
        RunningClock {
            terms,
            left_ms,
            counter,
            increment_turns,
            extension_turns,
            spent_ms,
            in_overtime,
        }
    }

    /// Returns what is kept of the clock: milliseconds, moves, whether it is in overtime.
    pub(crate) const fn reading(&self) -> (i64, u32, bool) {
        (self.left_ms, self.counter, self.in_overtime)
    }

    /// Subtracts time and nothing else.
    pub(crate) const fn subtract(&mut self, ms: i64) {
        self.left_ms -= ms;
        self.spent_ms += ms;
    }

    /// Ends a turn, or what has passed of one when the server looks at the clock itself: time is
    /// subtracted, flags fall, then extension and increment come. As on GGS, increments go on in the
    /// extension, and a look of the server counts as a turn.
    pub(crate) fn end_turn(&mut self, ms: i64) -> Flags {
        self.subtract(ms);
        self.increment_turns += 1;
        *if self.in_overtime { &mut self.extension_turns } else { &mut self.counter } += 1;
        let flags = self.flags();
        if !(flags.hard && self.in_overtime) {
            self.extend();
            self.increase();
        }
        flags
    }

    /// Returns the flags that fall now.
    fn flags(&self) -> Flags {
        if self.left_ms >= 0 {
            return Flags::default();
        }
        if self.in_overtime {
            return Flags { soft: false, hard: true };
        }
        let (main, extension) = (self.terms.main, self.terms.extension);
        let is_loss = !main.is_other_kind;
        if main.moves > 0 {
            return Flags { soft: is_loss, hard: is_loss };
        }
        let hard = extension.time.0 == 0;
        Flags { soft: is_loss || hard, hard }
    }

    /// Begins the extension when the main time, or its number of moves, is over; or the next one.
    fn extend(&mut self) {
        let (main, extension) = (self.terms.main, self.terms.extension);
        let is_due = if self.in_overtime {
            extension.moves > 0 && self.extension_turns >= extension.moves
        } else {
            self.left_ms < 0 || (main.moves > 0 && self.counter >= main.moves)
        };
        if is_due {
            let base = if extension.is_other_kind { 0 } else { self.left_ms };
            self.left_ms = base + extension.time.0 * 1000;
            self.extension_turns = 0;
            self.in_overtime = true;
        }
    }

    /// Adds the increment when its number of moves was made.
    fn increase(&mut self) {
        let increment = self.terms.increment;
        if self.increment_turns >= increment.moves {
            let full = increment.time.0 * 1000;
            self.left_ms += if increment.is_other_kind { full.min(self.spent_ms) } else { full };
            (self.increment_turns, self.spent_ms) = (0, 0);
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
        assert_eq!(clock.end_turn(10_000), Flags::default());
        assert_eq!(clock.end_turn(1), Flags { soft: true, hard: false });
        assert_eq!(clock.face().to_string(), "00:19,2:0//00:20,2:0");
        assert_eq!(clock.end_turn(19_999), Flags::default());
        assert_eq!(clock.end_turn(1001), Flags { soft: false, hard: true });
        assert_eq!(clock.face().left(), Seconds(-2));
    }

    #[test]
    fn without_an_extension_both_flags_fall_together() {
        assert_eq!(clock("00:10//00:00").end_turn(10_001), Flags { soft: true, hard: true });
    }

    #[test]
    fn increments_come_after_their_number_of_moves() {
        let mut every_second = clock("01:00/00:10,2/00:00");
        every_second.end_turn(5000);
        assert_eq!(every_second.face().left(), Seconds(55));
        every_second.end_turn(0);
        assert_eq!(every_second.face().left(), Seconds(65));
        let mut only_spent = clock("01:00/00:10,N1/00:00");
        only_spent.end_turn(4000);
        assert_eq!(only_spent.face().left(), Seconds(60));
    }

    #[test]
    fn in_overtime_the_counter_stands_and_increments_go_on() {
        let mut clock = clock("00:02/00:03/00:20");
        clock.end_turn(3600);
        assert_eq!(clock.face().to_string(), "00:21,1:0/00:03,1:1/00:20,1:0");
        clock.end_turn(1100);
        assert_eq!(clock.face().to_string(), "00:23,1:0/00:03,1:1/00:20,1:0");
        assert_eq!(clock.alarm_ms(), 28_000);
    }

    #[test]
    fn a_main_time_for_some_moves_is_followed_by_the_extension_without_a_flag() {
        let mut clock = clock("00:10,2//00:20");
        clock.end_turn(1000);
        assert_eq!(clock.end_turn(1000), Flags::default());
        assert_eq!(clock.face().left(), Seconds(28));
        assert_eq!(clock.end_turn(29_000), Flags { soft: false, hard: true });
        let mut late = RunningClock::new("00:10,2//00:20".parse().unwrap());
        assert_eq!(late.end_turn(10_001), Flags { soft: true, hard: true });
    }
}
