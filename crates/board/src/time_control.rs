//! Time controls: their kinds and their notation.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The time that each player has for a game.
///
/// | text | meaning |
/// | --- | --- |
/// | `none` | no limit |
/// | `100ms`, `1s`, `2m` | a fixed time for every move |
/// | `3d` | days for every move (correspondence) |
/// | `30:00`, `1:30:00`, `0:01.5` | minutes and seconds for the whole game |
/// | `5:00+3`, `5+3` | 5 minutes, and 3 seconds more after every move |
/// | `5:00/10` | 5 minutes, then 10 seconds for every move (byoyomi) |
/// | `15:00//02:00`, `5:00/10/2:00` | main time, increment a move, extension (as on GGS) |
///
/// Seconds may have up to three decimals (`0:01.5`, `0:10+0.1`), but not a number with a unit (`1s`) and
/// not minutes alone (`5+3`). Programs play such fast games.
///
/// The extension is added once, when the main time is used up; from then on the player can at best
/// lose by the smallest margin ([`Clock::in_overtime`](crate::Clock::in_overtime)).
///
/// ```
/// use std::time::Duration;
/// use willow_board::TimeControl;
///
/// let control: TimeControl = "5+3".parse()?;
/// let (main, increment) = (Duration::from_secs(300), Duration::from_secs(3));
/// assert_eq!(control, TimeControl::Increment { main, increment });
/// assert_eq!(control.to_string(), "5:00+3");
/// # Ok::<(), willow_board::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No limit.
    Unlimited,
    /// The same time for every move.
    PerMove(Duration),
    /// One time for the whole game.
    Game(Duration),
    /// A time for the whole game that grows with every move made.
    Increment {
        /// The time at the start.
        main: Duration,
        /// The time added after every move.
        increment: Duration,
    },
    /// A time for the game, then a time for every move after the main time is used up.
    Byoyomi {
        /// The time at the start.
        main: Duration,
        /// The time for every move after the main time.
        period: Duration,
    },
    /// The clock of the Generic Game Server.
    Ggs {
        /// The time at the start.
        main: Duration,
        /// The time added after every move.
        increment: Duration,
        /// The time added once, when the main time is used up.
        extension: Duration,
    },
}

/// The text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a time control (examples: 30:00, 5:00+3, 5:00/10, 15:00//02:00, 1s, none)")]
pub struct ParseTimeControlError(pub String);

/// The longest time that is accepted, except for days per move: 99 hours, 59 minutes, 59 seconds.
const MAX_TIME: Duration = Duration::from_secs(100 * 3600 - 1);

/// The unit of `3d` in seconds.
const SECONDS_PER_DAY: u64 = 24 * 3600;

/// The largest number of days per move.
const MAX_DAYS: u64 = 30;

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        parse(text.trim()).ok_or_else(|| ParseTimeControlError(text.chars().take(40).collect()))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    if text == "none" {
        return Some(TimeControl::Unlimited);
    }
    if let Some(each) = parse_with_unit(text) {
        return Some(TimeControl::PerMove(each));
    }
    if let Some((main, increment)) = text.split_once('+') {
        let main = parse_colon_time(main).or_else(|| parse_whole(main, 60))?;
        return Some(TimeControl::Increment { main, increment: parse_seconds(increment)? });
    }
    match *text.split('/').collect::<Vec<_>>() {
        [main] => Some(TimeControl::Game(positive(parse_colon_time(main)?)?)),
        [main, period] => Some(TimeControl::Byoyomi {
            main: parse_colon_time(main)?,
            period: positive(parse_seconds(period)?)?,
        }),
        [main, increment, extension] => Some(TimeControl::Ggs {
            main: parse_colon_time(main)?,
            increment: parse_optional_seconds(increment)?,
            extension: parse_optional_seconds(extension)?,
        }),
        _ => None,
    }
}

fn positive(time: Duration) -> Option<Duration> {
    (!time.is_zero()).then_some(time)
}

/// Reads `100ms`, `1s`, `2m`, `3d`.
fn parse_with_unit(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let number: u64 = parse_unsigned(digits)?;
    let time = match &text[digits.len()..] {
        "ms" => Duration::from_millis(number),
        "s" => Duration::from_secs(number),
        "m" => Duration::from_secs(number.checked_mul(60)?),
        "d" if (1..=MAX_DAYS).contains(&number) => {
            return Some(Duration::from_secs(number * SECONDS_PER_DAY));
        }
        _ => return None,
    };
    positive(time).filter(|&time| time <= MAX_TIME)
}

fn parse_optional_seconds(text: &str) -> Option<Duration> {
    if text.is_empty() { Some(Duration::ZERO) } else { parse_seconds(text) }
}

/// Reads seconds alone, `MM:SS` or `HH:MM:SS`; the seconds may have decimals.
fn parse_seconds(text: &str) -> Option<Duration> {
    with_decimals(text, |whole| parse_whole(whole, 1).or_else(|| parse_whole_colon_time(whole)))
}

/// Reads a whole number of units, `unit` seconds each.
fn parse_whole(text: &str, unit: u64) -> Option<Duration> {
    let time = Duration::from_secs(parse_unsigned(text)?.checked_mul(unit)?);
    (time <= MAX_TIME).then_some(time)
}

/// Reads `MM:SS` or `HH:MM:SS`; the seconds may have decimals.
fn parse_colon_time(text: &str) -> Option<Duration> {
    with_decimals(text, parse_whole_colon_time)
}

/// Reads a time whose seconds may have up to three decimals; `parse_whole` reads what stands before them.
fn with_decimals(text: &str, parse_whole: impl Fn(&str) -> Option<Duration>) -> Option<Duration> {
    let Some((whole, decimals)) = text.split_once('.') else { return parse_whole(text) };
    let unit = match decimals.len() {
        1 => 100,
        2 => 10,
        3 => 1,
        _ => return None,
    };
    let time = parse_whole(whole)? + Duration::from_millis(parse_unsigned(decimals)? * unit);
    (time <= MAX_TIME).then_some(time)
}

fn parse_whole_colon_time(text: &str) -> Option<Duration> {
    let parts = text.split(':').map(parse_unsigned).collect::<Option<Vec<_>>>()?;
    let seconds = match *parts {
        [minutes, seconds] if seconds < 60 => minutes.checked_mul(60)?.checked_add(seconds)?,
        [hours, minutes, seconds] if minutes < 60 && seconds < 60 => {
            hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds)?
        }
        _ => return None,
    };
    let time = Duration::from_secs(seconds);
    (time <= MAX_TIME).then_some(time)
}

fn parse_unsigned(text: &str) -> Option<u64> {
    // `parse` alone would accept a leading plus.
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn is_whole_days(time: Duration) -> bool {
    time.subsec_millis() == 0 && time.as_secs().is_multiple_of(SECONDS_PER_DAY)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.write_str("none"),
            TimeControl::PerMove(each) if is_whole_days(each) => {
                write!(f, "{}d", each.as_secs() / SECONDS_PER_DAY)
            }
            TimeControl::PerMove(each) if each.subsec_millis() == 0 => {
                write!(f, "{}s", each.as_secs())
            }
            TimeControl::PerMove(each) => write!(f, "{}ms", each.as_millis()),
            TimeControl::Game(main) => write_colon_time(f, main),
            TimeControl::Increment { main, increment: each } => {
                write_colon_time(f, main)?;
                write!(f, "+{}{}", each.as_secs(), Decimals(each))
            }
            TimeControl::Byoyomi { main, period: each } => {
                write_colon_time(f, main)?;
                write!(f, "/{}{}", each.as_secs(), Decimals(each))
            }
            TimeControl::Ggs { main, increment, extension } => {
                write_colon_time(f, main)?;
                f.write_str("/")?;
                if !increment.is_zero() {
                    write_colon_time(f, increment)?;
                }
                f.write_str("/")?;
                write_colon_time(f, extension)
            }
        }
    }
}

fn write_colon_time(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    write!(f, "{}{}", ColonTime(time), Decimals(time))
}

/// Writes the fraction of a second as decimals with their point; nothing for whole seconds.
struct Decimals(Duration);

impl fmt::Display for Decimals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            format!(".{:03}", self.0.subsec_millis()).trim_end_matches('0').trim_end_matches('.'),
        )
    }
}

/// Writes a time as `M:SS` or `H:MM:SS`, fractions of a second truncated.
pub(crate) struct ColonTime(pub(crate) Duration);

impl fmt::Display for ColonTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours == 0 {
            write!(f, "{minutes}:{seconds:02}")
        } else {
            write!(f, "{hours}:{minutes:02}:{seconds:02}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn every_form_is_parsed_and_written_back() {
        let cases = [
            ("none", TimeControl::Unlimited, "none"),
            ("100ms", TimeControl::PerMove(Duration::from_millis(100)), "100ms"),
            ("1s", TimeControl::PerMove(s(1)), "1s"),
            ("2m", TimeControl::PerMove(s(120)), "120s"),
            ("3d", TimeControl::PerMove(s(259_200)), "3d"),
            ("86400s", TimeControl::PerMove(s(86_400)), "1d"),
            ("30:00", TimeControl::Game(s(1800)), "30:00"),
            ("1:30:00", TimeControl::Game(s(5400)), "1:30:00"),
            ("0:01.5", TimeControl::Game(ms(1500)), "0:01.5"),
            ("1:00:00.250", TimeControl::Game(ms(3_600_250)), "1:00:00.25"),
            ("0:10+0.1", TimeControl::Increment { main: s(10), increment: ms(100) }, "0:10+0.1"),
            (
                "0:00.5/0.025",
                TimeControl::Byoyomi { main: ms(500), period: ms(25) },
                "0:00.5/0.025",
            ),
            (
                "0:05.5/0.1/0:10.05",
                TimeControl::Ggs { main: ms(5500), increment: ms(100), extension: ms(10_050) },
                "0:05.5/0:00.1/0:10.05",
            ),
            ("5:00+3", TimeControl::Increment { main: s(300), increment: s(3) }, "5:00+3"),
            ("5+3", TimeControl::Increment { main: s(300), increment: s(3) }, "5:00+3"),
            ("0:10+0", TimeControl::Increment { main: s(10), increment: s(0) }, "0:10+0"),
            ("5:00/10", TimeControl::Byoyomi { main: s(300), period: s(10) }, "5:00/10"),
            ("0:00/10", TimeControl::Byoyomi { main: s(0), period: s(10) }, "0:00/10"),
            (
                "15:00//02:00",
                TimeControl::Ggs { main: s(900), increment: s(0), extension: s(120) },
                "15:00//2:00",
            ),
            (
                "5:00/10/1:00",
                TimeControl::Ggs { main: s(300), increment: s(10), extension: s(60) },
                "5:00/0:10/1:00",
            ),
        ];
        for (text, control, written) in cases {
            assert_eq!(text.parse(), Ok(control), "{text}");
            assert_eq!(control.to_string(), written);
            assert_eq!(written.parse(), Ok(control), "{written}");
        }
    }

    #[test]
    fn invalid_time_controls_are_rejected() {
        let texts = [
            "",
            "abc",
            "5",
            "-5:00",
            "5:60",
            "0:00",
            "0s",
            "1h",
            "0d",
            "31d",
            "5:00+",
            "5:00/",
            "5:00/0",
            "5:00/1/2/3",
            "+5:00",
            "5:+3",
            "99999999999999999999:00",
            "1000:00:00",
            "5.5s",
            "5.5",
            "5.5+3",
            "1.5:00",
            "0:01.",
            "0:01.2345",
            "0:01.5.5",
            "0:00.000",
            "0:.5",
            "5:00+.5",
            "99:59:59.5",
            "5:00+x",
            "999999999999999999m",
        ];
        for text in texts {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
        }
    }
}
