//! Clocks: what is agreed (`15:00//02:00`) and what is left (`00:59,4:0//02:00,4:0`).
//!
//! [`TimeControl`] of `willow-board` has the same three times, but another notation: there a number
//! alone is in seconds for increments and no time for the game, here it is in minutes. GGS also has
//! flags (`N`) and numbers of moves for each time, which `TimeControl` does not know.

use std::fmt;
use std::str::FromStr;

use willow_board::TimeControl;

use crate::seconds::{ParseClockError, Seconds};

/// One of the three times of a clock: `TIME[,[N]MOVES]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeSlot {
    /// How long it lasts.
    pub time: Seconds,
    /// The moves for which the time counts.
    pub moves: u32,
    /// The letter `N`: at the end of the main time the game is not lost; the increment is not added
    /// but replaces what was spent; the extension replaces the time that is left.
    pub is_other_kind: bool,
}

/// A clock that is agreed: main time, increment and extension.
///
/// When the main time is over, the extension is added to the same clock, and the player can at best
/// lose by the smallest margin. When that is over too, the game is lost by the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockTerms {
    /// The time at the start.
    pub main: TimeSlot,
    /// The time added after moves.
    pub increment: TimeSlot,
    /// The time added once.
    pub extension: TimeSlot,
}

/// The moves after which an increment is added, if nothing else is said.
const USUAL_INCREMENT_MOVES: u32 = 1;

impl TimeSlot {
    const fn new(seconds: i64, moves: u32) -> TimeSlot {
        TimeSlot { time: Seconds(seconds), moves, is_other_kind: false }
    }

    fn parse(text: &str, usual: TimeSlot) -> Result<TimeSlot, ParseClockError> {
        if text.is_empty() {
            return Ok(usual);
        }
        let Some((time, moves)) = text.split_once(',') else {
            return Ok(TimeSlot { time: text.parse()?, ..usual });
        };
        let moves = if moves == "N" { format!("N{}", usual.moves) } else { moves.to_owned() };
        TimeSlot::of(time, &moves)
    }

    /// Reads a time and the moves for which it counts: `[N]MOVES`.
    fn of(time: &str, moves: &str) -> Result<TimeSlot, ParseClockError> {
        let number = moves.strip_prefix('N');
        let is_other_kind = number.is_some();
        let moves = number.unwrap_or(moves).parse().map_err(|_| ParseClockError)?;
        Ok(TimeSlot { time: time.parse()?, moves, is_other_kind })
    }

    fn suffix(self, usual: TimeSlot) -> String {
        match (self.is_other_kind, self.moves == usual.moves) {
            (false, true) => String::new(),
            (true, _) => format!(",N{}", self.moves),
            (false, false) => format!(",{}", self.moves),
        }
    }
}

impl ClockTerms {
    /// A quarter of an hour, and two minutes of extension.
    pub const USUAL: ClockTerms = ClockTerms::of_seconds(15 * 60, 0, 2 * 60);

    /// Returns a clock of three times in seconds.
    pub const fn of_seconds(main: i64, increment: i64, extension: i64) -> ClockTerms {
        ClockTerms {
            main: TimeSlot::new(main, 0),
            increment: TimeSlot::new(increment, USUAL_INCREMENT_MOVES),
            extension: TimeSlot::new(extension, 0),
        }
    }

    /// Returns whether the clock has a main time, an increment a move and one extension, and nothing else.
    pub fn is_plain(self) -> bool {
        let usual = ClockTerms::USUAL;
        let is_plain =
            |slot: TimeSlot, usual: TimeSlot| !slot.is_other_kind && slot.moves == usual.moves;
        is_plain(self.main, usual.main)
            && is_plain(self.increment, usual.increment)
            && is_plain(self.extension, usual.extension)
    }

    /// Returns the same three times as the clock of a game here. Flags and numbers of moves have no
    /// counterpart.
    pub fn time_control(self) -> TimeControl {
        TimeControl::Ggs {
            main: self.main.time.duration(),
            increment: self.increment.time.duration(),
            extension: self.extension.time.duration(),
        }
    }
}

impl FromStr for ClockTerms {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<ClockTerms, ParseClockError> {
        let mut parts = text.split('/');
        let usual = ClockTerms::USUAL;
        let main = TimeSlot::parse(parts.next().unwrap_or_default(), usual.main)?;
        let increment = TimeSlot::parse(parts.next().unwrap_or_default(), usual.increment)?;
        let extension = TimeSlot::parse(parts.next().unwrap_or_default(), usual.extension)?;
        let is_negative = [main, increment, extension].iter().any(|slot| slot.time < Seconds(0));
        if parts.next().is_some() || text.is_empty() || is_negative {
            return Err(ParseClockError);
        }
        Ok(ClockTerms { main, increment, extension })
    }
}

impl fmt::Display for ClockTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = ClockTerms::USUAL;
        let mut text = format!("{}{}/", self.main.time, self.main.suffix(usual.main));
        if self.increment != usual.increment {
            text.push_str(&self.increment.time.to_string());
            text.push_str(&self.increment.suffix(usual.increment));
        }
        text.push('/');
        text.push_str(&self.extension.time.to_string());
        text.push_str(&self.extension.suffix(usual.extension));
        f.pad(&text)
    }
}

/// A clock as the board of a match shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockFace {
    /// What is left of the main time; the agreed increment and extension.
    pub terms: ClockTerms,
    /// The moves that count for each time; the clocks at the start of a game show none.
    pub counter: Option<u32>,
}

impl ClockFace {
    /// Returns the time that is left.
    pub const fn left(&self) -> Seconds {
        self.terms.main.time
    }

    /// Returns the extension.
    pub const fn extension(&self) -> Seconds {
        self.terms.extension.time
    }

    fn slot(slot: TimeSlot, counter: u32) -> String {
        let letter = if slot.is_other_kind { "N" } else { "" };
        format!("{},{counter}:{letter}{}", slot.time, slot.moves)
    }

    fn parse_slot(text: &str) -> Result<(TimeSlot, u32), ParseClockError> {
        let (time, rest) = text.split_once(',').ok_or(ParseClockError)?;
        let (counter, moves) = rest.split_once(':').ok_or(ParseClockError)?;
        Ok((TimeSlot::of(time, moves)?, counter.parse().map_err(|_| ParseClockError)?))
    }
}

impl FromStr for ClockFace {
    type Err = ParseClockError;

    /// Reads the time that is left; what follows the comma is read as far as it is known.
    fn from_str(text: &str) -> Result<ClockFace, ParseClockError> {
        let parts: Vec<&str> = text.split('/').collect();
        let &[main, increment, extension] = parts.as_slice() else { return Err(ParseClockError) };
        let Ok((main, counter)) = ClockFace::parse_slot(main) else {
            return Ok(ClockFace { terms: text.parse()?, counter: None });
        };
        let slot = |text: &str, usual| match text {
            "" => Ok(usual),
            text => Ok(ClockFace::parse_slot(text)?.0),
        };
        let increment = slot(increment, ClockTerms::USUAL.increment)?;
        let extension = slot(extension, TimeSlot::default())?;
        Ok(ClockFace { terms: ClockTerms { main, increment, extension }, counter: Some(counter) })
    }
}

impl fmt::Display for ClockFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(counter) = self.counter else { return fmt::Display::fmt(&self.terms, f) };
        let ClockTerms { main, increment, extension } = self.terms;
        let increment = if increment == ClockTerms::USUAL.increment {
            String::new()
        } else {
            ClockFace::slot(increment, counter)
        };
        let (main, extension) =
            (ClockFace::slot(main, counter), ClockFace::slot(extension, counter));
        f.pad(&format!("{main}/{increment}/{extension}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreed_clocks_are_read_and_written() {
        let cases = [
            ("5", "05:00//02:00"),
            ("15:00//02:00", "15:00//02:00"),
            ("/00:10", "15:00/00:10/02:00"),
            ("5/00:10/1", "05:00/00:10/01:00"),
            ("1,N5/2,3/0", "01:00,N5/02:00,3/00:00"),
        ];
        for (text, written) in cases {
            let clock: ClockTerms = text.parse().unwrap();
            assert_eq!(clock.to_string(), written);
            assert_eq!(written.parse(), Ok(clock));
        }
        for text in ["", "alice", "5/5/5/5", "5,x", "-5", "5,"] {
            assert!(text.parse::<ClockTerms>().is_err(), "{text}");
        }
    }

    #[test]
    fn running_clocks_are_read_and_written() {
        for text in ["00:59,0:0//02:00,0:0", "-00:02,5:0/00:10,5:1/00:30,5:0", "01:00//02:00"] {
            let face: ClockFace = text.parse().unwrap();
            assert_eq!(face.to_string(), text);
        }
        let face: ClockFace = "-00:02,5:0//02:00,5:0".parse().unwrap();
        assert_eq!((face.left(), face.counter), (Seconds(-2), Some(5)));
    }

    #[test]
    fn a_clock_has_a_counterpart_here() {
        let clock: ClockTerms = "5/00:10/1".parse().unwrap();
        assert_eq!(clock.time_control().to_string(), "5:00/0:10/1:00");
    }
}
