//! Time settings in GTP.
//!
//! `time_settings MAIN PERIOD STONES`: a main time, then periods with a number of moves ("stones")
//! to be played in each, times in seconds. A period with 0 stones means no limit. GTP has no
//! increments; programs that support them take PERIOD for the increment if STONES is 0.

use std::time::Duration;

use willow_board::{Clock, Color, TimeControl, TimeLeft};

use super::error::GtpError;

/// How an engine deviates from the standard in its time settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GtpTimeQuirks {
    /// Whether the engine takes a period with 0 stones after a main time for an increment.
    pub supports_increments: bool,
    /// Whether the engine reads fractions of seconds.
    pub supports_fractions: bool,
    /// Whether the engine takes the main time for the time of each move if there are stones.
    pub reads_main_time_per_move: bool,
}

impl GtpTimeQuirks {
    /// Returns the deviations of the engine with this name.
    pub fn of_engine(name: &str) -> GtpTimeQuirks {
        let name = name.to_lowercase();
        let is_willow = name.contains("willow");
        GtpTimeQuirks {
            supports_increments: is_willow || name.contains("neural"),
            supports_fractions: is_willow,
            reads_main_time_per_move: name.contains("edax"),
        }
    }

    /// Returns the `time_settings` command for a time control.
    pub fn time_settings(self, control: TimeControl) -> String {
        let none = Duration::ZERO;
        let (main, period, stones) = match control {
            // A period without stones: no limit.
            TimeControl::Unlimited => (none, Duration::from_secs(1), 0),
            TimeControl::PerMove(each) if self.reads_main_time_per_move => (each, none, 1),
            TimeControl::PerMove(each) => (none, each, 1),
            TimeControl::Game(main) => (main, none, 0),
            // Such an engine would use all of the main time for every move.
            TimeControl::Byoyomi { main, .. }
                if self.reads_main_time_per_move && !main.is_zero() =>
            {
                (main, none, 0)
            }
            TimeControl::Byoyomi { main, period } => (main, period, 1),
            TimeControl::Increment { main, increment }
            | TimeControl::Ggs { main, increment, .. } => {
                (main, if self.supports_increments { increment } else { none }, 0)
            }
        };
        format!("time_settings {} {} {stones}", self.seconds(main), self.seconds(period))
    }

    /// Returns the `time_left` command for the time that a colour has left.
    pub fn time_left(self, color: Color, left: &TimeLeft) -> String {
        let (time, stones) = if left.main.is_zero() && !left.byoyomi.is_zero() {
            (left.byoyomi, 1)
        } else {
            (left.main, 0)
        };
        format!("time_left {} {} {stones}", color_letter(color), self.seconds(time))
    }

    /// Writes a time in seconds, rounded down. A time below one second is written with a fraction
    /// for every engine.
    fn seconds(self, time: Duration) -> String {
        let is_whole = time.subsec_millis() == 0;
        if is_whole || !self.supports_fractions && 1 <= time.as_secs() {
            time.as_secs().to_string()
        } else {
            format!("{}.{:03}", time.as_secs(), time.subsec_millis())
        }
    }
}

/// Returns the letter of a colour in GTP commands.
pub const fn color_letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// Parses the arguments of `time_settings`.
pub(crate) fn parse_time_settings(arguments: &[&str]) -> Option<TimeControl> {
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

/// Parses the time and the stones of `time_left` for a player with this time control.
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
        // Without a limit there is no time left to store.
        (None, 0) if time.is_zero() => None,
        (_, 0) => Some(TimeLeft { main: time, ..initial.unwrap_or(empty) }),
        (_, _) => Some(TimeLeft { main: none, byoyomi: time / stones, ..initial.unwrap_or(empty) }),
    })
}

/// Returns the time that a player has at the start of a game; `None` without a limit.
pub fn initial_time(control: TimeControl) -> Option<TimeLeft> {
    Clock::new(control).time_left(Color::Black, Duration::ZERO)
}

/// Returns the time left after a move that took `used`, with the increment added.
pub(crate) fn time_after_move(left: TimeLeft, used: Duration) -> TimeLeft {
    TimeLeft { main: left.main.saturating_sub(used) + left.increment, ..left }
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok().filter(|&time| time <= LONGEST)
}

/// Maximum time that is accepted in a command.
const LONGEST: Duration = Duration::from_hours(24 * 365);

#[cfg(test)]
mod tests {
    use super::*;

    const WILLOW: GtpTimeQuirks = GtpTimeQuirks {
        supports_increments: true,
        supports_fractions: true,
        reads_main_time_per_move: false,
    };

    #[test]
    fn every_time_control_is_written_and_read_back() {
        for text in ["none", "1s", "100ms", "5:00", "5:00+3", "5:00/10", "0:00/10"] {
            let control: TimeControl = text.parse().unwrap();
            let command = WILLOW.time_settings(control);
            let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
            let read = parse_time_settings(&arguments).unwrap();
            assert_eq!(initial_time(read), initial_time(control), "{command}");
        }
    }

    #[test]
    fn the_standard_has_neither_increments_nor_fractions() {
        let standard = GtpTimeQuirks::of_engine("Quarry");
        let command = |control: &str| standard.time_settings(control.parse().unwrap());
        assert_eq!(command("5:00+3"), "time_settings 300 0 0");
        assert_eq!(command("1500ms"), "time_settings 0 1 1");
        assert_eq!(command("100ms"), "time_settings 0 0.100 1");
        assert_eq!(command("none"), "time_settings 0 1 0");
        let neural = GtpTimeQuirks::of_engine("Neural Reversi");
        assert_eq!(neural.time_settings("5:00+3".parse().unwrap()), "time_settings 300 3 0");
    }

    /// Found by playing against Edax 4.6: with `0 1 1` Edax uses a tenth of a second for a move.
    #[test]
    fn edax_gets_the_time_for_a_move_as_main_time() {
        let edax = GtpTimeQuirks::of_engine("Edax");
        let command = |control: &str| edax.time_settings(control.parse().unwrap());
        assert_eq!(command("2s"), "time_settings 2 0 1");
        assert_eq!(command("5:00/10"), "time_settings 300 0 0");
        assert_eq!(command("5:00"), "time_settings 300 0 0");
    }

    #[test]
    fn a_period_without_stones_is_no_limit_and_stones_divide_it() {
        assert_eq!(parse_time_settings(&["0", "1", "0"]), Some(TimeControl::Unlimited));
        assert_eq!(parse_time_settings(&["0", "0", "0"]), Some(TimeControl::Unlimited));
        let each = TimeControl::PerMove(Duration::from_secs(12));
        assert_eq!(parse_time_settings(&["0", "300", "25"]), Some(each));
        for wrong in [&["1", "2"][..], &["1", "x", "0"], &["-1", "0", "0"], &["1e99", "0", "0"]] {
            assert_eq!(parse_time_settings(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn time_left_replaces_the_counted_time() {
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
