//! Game clocks. Every function takes the current time as an argument.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use crate::time_control::ColonTime;
use crate::{Color, TimeControl};

/// The clocks of both players.
///
/// `now` is the time since any fixed moment. A `now` before the last one counts as no time used. The flag
/// falls at an absolute [`deadline`](Clock::deadline), even if nobody asks at that moment.
///
/// ```
/// use std::time::Duration;
/// use willow_board::{Clock, Color, TimeControl};
///
/// let second = Duration::from_secs(1);
/// let mut clock = Clock::new("0:10+2".parse()?);
/// clock.start(Color::Black, 100 * second);
/// assert_eq!(clock.deadline(), Some(110 * second));
/// clock.press(104 * second).expect("Black had 10 seconds and used 4");
/// assert_eq!(clock.time_left(Color::Black, 104 * second).unwrap().main, 8 * second);
/// assert_eq!(clock.running(), Some(Color::White));
/// # Ok::<(), willow_board::ParseTimeControlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    sides: [SideClock; 2],
    running: Option<Running>,
}

/// The side whose clock runs, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    color: Color,
    since: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideClock {
    control: TimeControl,
    /// The main time left, with the extension once that has begun.
    main: Duration,
    in_overtime: bool,
}

/// Both clocks as they stood at the beginning of a turn, to which they can be set back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockReading {
    main: [Duration; 2],
    in_overtime: [bool; 2],
}

impl ClockReading {
    /// Adds time to the main time of a colour.
    pub fn add(&mut self, color: Color, time: Duration) {
        self.main[color.index()] += time;
    }

    /// Returns whether a colour had begun to use its extension.
    pub(crate) fn in_overtime(&self, color: Color) -> bool {
        self.in_overtime[color.index()]
    }
}

/// The time that a player has left, split as time management needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left for the rest of the game.
    pub main: Duration,
    /// The time added to `main` after each move.
    pub increment: Duration,
    /// The time that each move may take beyond the main time.
    pub byoyomi: Duration,
    /// The time added once, when the main time is used up. A player who uses it can at best lose by the
    /// smallest margin.
    pub extension: Duration,
}

/// The time of this colour ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0}'s time ran out")]
pub struct FlagFall(pub Color);

impl Clock {
    /// Returns a stopped clock with the same time for both.
    pub fn new(control: TimeControl) -> Clock {
        Clock::with_odds(control, control)
    }

    /// Returns a stopped clock with a time for each colour.
    pub fn with_odds(black: TimeControl, white: TimeControl) -> Clock {
        Clock { sides: [SideClock::new(black), SideClock::new(white)], running: None }
    }

    /// Returns the time control of a colour.
    pub fn control(&self, color: Color) -> TimeControl {
        self.sides[color.index()].control
    }

    /// Returns the colour whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|running| running.color)
    }

    /// Starts the clock of `color`. If a clock runs it is stopped first.
    pub fn start(&mut self, color: Color, now: Duration) {
        self.stop(now);
        self.running = Some(Running { color, since: now });
    }

    /// Stops the clock in the middle of a turn. The time used is subtracted, and no increment is added.
    pub fn stop(&mut self, now: Duration) {
        if let Some(Running { color, since }) = self.running.take() {
            self.sides[color.index()].charge(now.saturating_sub(since));
        }
    }

    /// Returns both clocks without the time that the current turn has used.
    pub fn reading(&self) -> ClockReading {
        ClockReading {
            main: self.sides.map(|side| side.main),
            in_overtime: self.sides.map(|side| side.in_overtime),
        }
    }

    /// Sets both clocks back to an earlier reading. A clock that runs goes on from there.
    pub fn restore(&mut self, reading: ClockReading) {
        for (index, side) in self.sides.iter_mut().enumerate() {
            side.main = reading.main[index];
            side.in_overtime = reading.in_overtime[index];
        }
    }

    /// Adds time to the main time of a colour, even while its clock runs. Nothing happens to a side
    /// without a limit or with a time for each move: neither has a main time.
    pub fn add(&mut self, color: Color, time: Duration) {
        let side = &mut self.sides[color.index()];
        if !matches!(side.control, TimeControl::Unlimited | TimeControl::PerMove(_)) {
            side.main += time;
        }
    }

    /// Ends the turn of the running side and starts the other's clock. Nothing happens on a stopped
    /// clock.
    ///
    /// # Errors
    /// The flag had fallen by then; the clock is stopped.
    pub fn press(&mut self, now: Duration) -> Result<(), FlagFall> {
        let fallen = self.flag(now);
        let Some(Running { color, .. }) = self.running else { return Ok(()) };
        self.stop(now);
        if let Some(color) = fallen {
            return Err(FlagFall(color));
        }
        self.sides[color.index()].add_increment();
        self.running = Some(Running { color: !color, since: now });
        Ok(())
    }

    /// Returns the colour whose flag has fallen by now. A move exactly at the deadline is in time.
    pub fn flag(&self, now: Duration) -> Option<Color> {
        self.deadline().filter(|&deadline| deadline < now).and(self.running())
    }

    /// Returns when the flag of the running side falls, if it ever does.
    pub fn deadline(&self) -> Option<Duration> {
        let Running { color, since } = self.running?;
        let left = self.sides[color.index()].time_left()?;
        since.checked_add(left.main + left.byoyomi + left.extension)
    }

    /// Returns the time that a colour has left at this moment, or `None` if that colour has no limit.
    pub fn time_left(&self, color: Color, now: Duration) -> Option<TimeLeft> {
        let mut side = self.sides[color.index()];
        let mut used = Duration::ZERO;
        if let Some(running) = self.running.filter(|running| running.color == color) {
            used = now.saturating_sub(running.since);
        }
        let excess = side.charge(used);
        side.time_left()
            .map(|left| TimeLeft { byoyomi: left.byoyomi.saturating_sub(excess), ..left })
    }

    /// Returns whether a colour uses its extension. Such a player can at best lose by the smallest
    /// margin.
    pub fn in_overtime(&self, color: Color, now: Duration) -> bool {
        let mut side = self.sides[color.index()];
        if let Some(running) = self.running.filter(|running| running.color == color) {
            side.charge(now.saturating_sub(running.since));
        }
        side.in_overtime
    }
}

impl SideClock {
    fn new(control: TimeControl) -> SideClock {
        let main = match control {
            TimeControl::Unlimited | TimeControl::PerMove(_) => Duration::ZERO,
            TimeControl::Game(main)
            | TimeControl::Increment { main, .. }
            | TimeControl::Byoyomi { main, .. }
            | TimeControl::Ggs { main, .. } => main,
        };
        SideClock { control, main, in_overtime: false }
    }

    /// Subtracts `used` from the main time, adds the extension once if needed, and returns the time that
    /// exceeds both.
    fn charge(&mut self, used: Duration) -> Duration {
        if let TimeControl::Ggs { extension, .. } = self.control
            && !self.in_overtime
            && self.main < used
        {
            self.in_overtime = true;
            self.main += extension;
        }
        let excess = used.saturating_sub(self.main);
        self.main = self.main.saturating_sub(used);
        excess
    }

    fn add_increment(&mut self) {
        if let TimeControl::Increment { increment, .. } | TimeControl::Ggs { increment, .. } =
            self.control
        {
            self.main += increment;
        }
    }

    fn time_left(&self) -> Option<TimeLeft> {
        let none = Duration::ZERO;
        let (increment, byoyomi, extension) = match self.control {
            TimeControl::Unlimited => return None,
            TimeControl::PerMove(each) => (none, each, none),
            TimeControl::Game(_) => (none, none, none),
            TimeControl::Increment { increment, .. } => (increment, none, none),
            TimeControl::Byoyomi { period, .. } => (none, period, none),
            TimeControl::Ggs { increment, .. } if self.in_overtime => (increment, none, none),
            TimeControl::Ggs { increment, extension, .. } => (increment, none, extension),
        };
        Some(TimeLeft { main: self.main, increment, byoyomi, extension })
    }
}

/// Writes a time as a clock shows it: `29:59`, `1:02:03`, fractions of a second truncated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace(pub Duration);

impl fmt::Display for ClockFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&ColonTime(self.0).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn black_to_move(control: &str) -> Clock {
        let mut clock = Clock::new(control.parse().unwrap());
        clock.start(Color::Black, s(0));
        clock
    }

    #[test]
    fn the_flag_falls_just_after_the_deadline() {
        let mut clock = black_to_move("0:10");
        assert_eq!(clock.flag(s(10)), None);
        assert_eq!(clock.flag(s(10) + Duration::from_nanos(1)), Some(Color::Black));
        assert_eq!(clock.press(s(11)), Err(FlagFall(Color::Black)));
        assert_eq!(clock.running(), None);
    }

    #[test]
    fn only_the_clock_of_the_side_to_move_runs() {
        let mut clock = black_to_move("1:00");
        clock.press(s(20)).unwrap();
        clock.press(s(50)).unwrap();
        assert_eq!(clock.time_left(Color::Black, s(55)).unwrap().main, s(35));
        assert_eq!(clock.time_left(Color::White, s(55)).unwrap().main, s(30));
        clock.stop(s(60));
        assert_eq!(clock.time_left(Color::Black, s(100)).unwrap().main, s(30));
        assert_eq!(clock.deadline(), None);
    }

    #[test]
    fn increments_are_added_after_the_move() {
        let mut clock = black_to_move("0:10+5");
        assert_eq!(clock.deadline(), Some(s(10)));
        clock.press(s(9)).unwrap();
        assert_eq!(clock.time_left(Color::Black, s(9)).unwrap().main, s(6));
    }

    #[test]
    fn byoyomi_begins_when_the_main_time_is_used_up() {
        let mut clock = black_to_move("0:10/5");
        assert_eq!(clock.deadline(), Some(s(15)));
        let left = clock.time_left(Color::Black, s(12)).unwrap();
        assert_eq!((left.main, left.byoyomi), (s(0), s(3)));
        clock.press(s(14)).unwrap();
        clock.press(s(14)).unwrap();
        assert_eq!(clock.deadline(), Some(s(19)));
    }

    #[test]
    fn a_time_per_move_is_the_same_for_every_move() {
        let mut clock = black_to_move("100ms");
        for turn in 0..10 {
            assert_eq!(clock.deadline(), Some(Duration::from_millis(100 + 50 * turn)));
            clock.press(Duration::from_millis(50 * (turn + 1))).unwrap();
        }
    }

    #[test]
    fn the_extension_is_added_once_and_sets_overtime() {
        let mut clock = black_to_move("0:10//0:20");
        assert_eq!(clock.deadline(), Some(s(30)));
        assert!(!clock.in_overtime(Color::Black, s(10)));
        assert!(clock.in_overtime(Color::Black, s(11)));
        assert_eq!(clock.time_left(Color::Black, s(11)).unwrap().main, s(19));
        clock.press(s(15)).unwrap();
        clock.press(s(15)).unwrap();
        assert_eq!(clock.deadline(), Some(s(30)));
        assert!(!clock.in_overtime(Color::White, s(15)));
    }

    #[test]
    fn a_clock_is_set_back_with_its_increments_and_its_extension() {
        let mut clock = black_to_move("0:10/2/0:20");
        let reading = clock.reading();
        clock.press(s(15)).unwrap();
        clock.press(s(16)).unwrap();
        assert!(clock.in_overtime(Color::Black, s(16)));
        clock.restore(reading);
        assert!(!clock.in_overtime(Color::Black, s(16)));
        assert_eq!(clock.deadline(), Some(s(16 + 30)));
        assert_eq!(clock.time_left(Color::White, s(16)).unwrap().main, s(10));
    }

    #[test]
    fn time_is_added_while_the_clock_runs() {
        let mut clock = black_to_move("0:10");
        clock.add(Color::Black, s(15));
        clock.add(Color::White, s(5));
        assert_eq!(clock.deadline(), Some(s(25)));
        assert_eq!(clock.time_left(Color::White, s(1)).unwrap().main, s(15));
        let mut clock = black_to_move("10s");
        clock.add(Color::Black, s(15));
        assert_eq!(clock.deadline(), Some(s(10)));
    }

    #[test]
    fn an_unlimited_clock_has_no_deadline() {
        let clock = black_to_move("none");
        assert_eq!(clock.deadline(), None);
        assert_eq!(clock.flag(s(1_000_000)), None);
        assert_eq!(clock.time_left(Color::Black, s(5)), None);
    }

    #[test]
    fn odds_give_each_colour_its_own_time() {
        let clock = Clock::with_odds("1:00".parse().unwrap(), "none".parse().unwrap());
        assert_eq!(clock.time_left(Color::Black, s(0)).unwrap().main, s(60));
        assert_eq!(clock.time_left(Color::White, s(0)), None);
    }
}
