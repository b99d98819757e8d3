//! Time settings in the terms of the protocol.
//!
//! `time_settings MAIN PERIOD STONES`: a main time, then so many moves in every period, in seconds.
//! A period without stones means that there is no limit. Increments have no standard form; where a
//! program knows them, the second number is the increment and there are no stones.

use std::time::Duration;

use willow_board::{Clock, Color, TimeControl, TimeLeft};

use super::error::GtpError;

/// What an engine makes of time settings beyond the standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GtpDialect {
    /// Whether it takes a main time with a period and without stones for an increment.
    pub has_increments: bool,
    /// Whether it reads fractions of seconds.
    pub has_fractions: bool,
    /// Whether it takes the main time for that of each move, if there are stones.
    pub plays_by_main_time: bool,
}

impl GtpDialect {
    /// Returns what the engine of this name understands.
    #[must_use]
    pub fn of_engine(name: &str) -> GtpDialect {
        let name = name.to_lowercase();
        let is_willow = name.contains("willow");
        GtpDialect {
            has_increments: is_willow || name.contains("neural"),
            has_fractions: is_willow,
            plays_by_main_time: name.contains("edax"),
        }
    }

    /// Writes the command for a time control.
    #[must_use]
    pub fn settings(self, control: TimeControl) -> String {
        let none = Duration::ZERO;
        let (main, period, stones) = match control {
            // A period without stones: no limit.
            TimeControl::Unlimited => (none, Duration::from_secs(1), 0),
            TimeControl::PerMove(each) if self.plays_by_main_time => (each, none, 1),
            TimeControl::PerMove(each) => (none, each, 1),
            TimeControl::Game(main) => (main, none, 0),
            // It would take all of the main time for every move.
            TimeControl::Byoyomi { main, .. } if self.plays_by_main_time && !main.is_zero() => {
                (main, none, 0)
            }
            TimeControl::Byoyomi { main, period } => (main, period, 1),
            TimeControl::Increment { main, increment }
            | TimeControl::Ggs { main, increment, .. } => {
                (main, if self.has_increments { increment } else { none }, 0)
            }
        };
        format!("time_settings {} {} {stones}", self.seconds(main), self.seconds(period))
    }

    /// Writes the command for what is left of a time.
    #[must_use]
    pub fn time_left(self, color: Color, left: &TimeLeft) -> String {
        let (time, stones) = if left.main.is_zero() && !left.byoyomi.is_zero() {
            (left.byoyomi, 1)
        } else {
            (left.main, 0)
        };
        format!("time_left {} {} {stones}", color_letter(color), self.seconds(time))
    }

    /// Writes a time, never more than it is. Less than a second cannot be said without a fraction.
    fn seconds(self, time: Duration) -> String {
        let is_whole = time.subsec_millis() == 0;
        if is_whole || !self.has_fractions && 1 <= time.as_secs() {
            time.as_secs().to_string()
        } else {
            format!("{}.{:03}", time.as_secs(), time.subsec_millis())
        }
    }
}

/// Returns the name of a colour in commands.
#[must_use]
pub const fn color_letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// Reads the arguments of `time_settings`.
pub(crate) fn parse_settings(arguments: &[&str]) -> Option<TimeControl> {
    let &[main, period, stones] = arguments else { return None };
    let (main, period) = (seconds(main)?, seconds(period)?);
    let stones: u32 = stones.parse().ok()?;
    Some(match (main.is_zero(), period.is_zero(), stones) {
        (true, true, _) | (true, false, 0) => TimeControl::Unlimited,
        (true, false, _) => TimeControl::PerMove(period / stones),
        (false, true, _) => TimeControl::Game(main),
        (false, false, 0) => TimeControl::Increment { main, increment: period },
        (false, false, _) => TimeControl::Byoyomi { main, period: period / stones },
    })
}

/// Reads the time and the stones of `time_left`, for a player under this time control.
pub(crate) fn parse_time_left(
    control: TimeControl,
    time: &str,
    stones: &str,
) -> Result<Option<TimeLeft>, GtpError> {
    let time = seconds(time).ok_or(GtpError::Syntax)?;
    let stones: u32 = stones.parse().map_err(|_| GtpError::Syntax)?;
    let initial = initial_time(control);
    let none = Duration::ZERO;
    let empty = TimeLeft { main: none, increment: none, byoyomi: none, extension: none };
    Ok(match (initial, stones) {
        // Without a limit there is nothing to count down.
        (None, 0) if time.is_zero() => None,
        (_, 0) => Some(TimeLeft { main: time, ..initial.unwrap_or(empty) }),
        (_, _) => Some(TimeLeft { main: none, byoyomi: time / stones, ..initial.unwrap_or(empty) }),
    })
}

/// Returns what a player has at the beginning.
#[must_use]
pub fn initial_time(control: TimeControl) -> Option<TimeLeft> {
    Clock::new(control).time_left(Color::Black, Duration::ZERO)
}

/// Returns what is left after a move that took so long.
pub(crate) fn after_move(left: TimeLeft, used: Duration) -> TimeLeft {
    TimeLeft { main: left.main.saturating_sub(used) + left.increment, ..left }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok().filter(|&time| time <= LONGEST)
}

/// No game takes longer than this.
const LONGEST: Duration = Duration::from_hours(24 * 365);

#[cfg(test)]
mod tests {
    use super::*;

    const WILLOW: GtpDialect =
        GtpDialect { has_increments: true, has_fractions: true, plays_by_main_time: false };

    #[test]
    fn every_time_control_is_said_and_understood() {
        for text in ["none", "1s", "100ms", "5:00", "5:00+3", "5:00/10", "0:00/10"] {
            let control: TimeControl = text.parse().unwrap();
            let command = WILLOW.settings(control);
            let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
            let read = parse_settings(&arguments).unwrap();
            assert_eq!(initial_time(read), initial_time(control), "{command}");
        }
    }

    #[test]
    fn the_standard_knows_neither_increments_nor_fractions() {
        let standard = GtpDialect::of_engine("Quarry");
        let say = |control: &str| standard.settings(control.parse().unwrap());
        assert_eq!(say("5:00+3"), "time_settings 300 0 0");
        assert_eq!(say("1500ms"), "time_settings 0 1 1");
        assert_eq!(say("100ms"), "time_settings 0 0.100 1");
        assert_eq!(say("none"), "time_settings 0 1 0");
        let neural = GtpDialect::of_engine("Neural Reversi");
        assert_eq!(neural.settings("5:00+3".parse().unwrap()), "time_settings 300 3 0");
    }

    /// Found by playing against Edax 4.6: told `0 1 1`, it takes a tenth of a second for a move.
    #[test]
    fn edax_is_told_the_time_for_a_move_as_main_time() {
        let edax = GtpDialect::of_engine("Edax");
        let say = |control: &str| edax.settings(control.parse().unwrap());
        assert_eq!(say("2s"), "time_settings 2 0 1");
        assert_eq!(say("5:00/10"), "time_settings 300 0 0");
        assert_eq!(say("5:00"), "time_settings 300 0 0");
    }

    #[test]
    fn a_period_without_stones_is_no_limit_and_stones_share_it() {
        assert_eq!(parse_settings(&["0", "1", "0"]), Some(TimeControl::Unlimited));
        assert_eq!(parse_settings(&["0", "0", "0"]), Some(TimeControl::Unlimited));
        let each = TimeControl::PerMove(Duration::from_secs(12));
        assert_eq!(parse_settings(&["0", "300", "25"]), Some(each));
        for wrong in [&["1", "2"][..], &["1", "x", "0"], &["-1", "0", "0"], &["1e99", "0", "0"]] {
            assert_eq!(parse_settings(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn the_time_left_replaces_what_was_counted() {
        let control: TimeControl = "5:00/10".parse().unwrap();
        let left = parse_time_left(control, "42.5", "0").unwrap().unwrap();
        assert_eq!(left.main, Duration::from_millis(42_500));
        assert_eq!(left.byoyomi, Duration::from_secs(10));
        let left = parse_time_left(control, "7", "1").unwrap().unwrap();
        assert_eq!((left.main, left.byoyomi), (Duration::ZERO, Duration::from_secs(7)));
        assert_eq!(WILLOW.time_left(Color::White, &left), "time_left w 7 1");
        assert!(parse_time_left(TimeControl::Unlimited, "0", "0").unwrap().is_none());
    }
}
