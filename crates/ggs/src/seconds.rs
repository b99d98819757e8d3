//! Times in whole seconds, as the server reads and writes them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The text is neither a time nor a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a clock (examples: 5, 05:00, 15:00//02:00, 05:00/00:10/01:00)")]
pub struct ParseClockError;

/// A time in whole seconds; less than none on a clock that is overdrawn.
///
/// A number alone is in minutes. Longer forms are `MM:SS`, `HH:MM:SS` and `DD.HH:MM:SS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seconds(pub i64);

/// The longest time that is read: a year.
const LONGEST: i64 = 366 * 86_400;

impl Seconds {
    /// Returns the time, and none for an overdrawn clock.
    pub fn duration(self) -> Duration {
        Duration::from_secs(u64::try_from(self.0).unwrap_or(0))
    }
}

impl FromStr for Seconds {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<Seconds, ParseClockError> {
        let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (days, rest) = rest.split_once('.').map_or(("0", rest), |(days, rest)| (days, rest));
        let parts = rest.split(':').map(whole).collect::<Option<Vec<i64>>>();
        let seconds = match parts.as_deref() {
            Some(&[minutes]) => minutes * 60,
            Some(&[minutes, seconds]) if seconds < 60 => minutes * 60 + seconds,
            Some(&[hours, minutes, seconds]) if minutes < 60 && seconds < 60 => {
                hours * 3600 + minutes * 60 + seconds
            }
            _ => return Err(ParseClockError),
        };
        let total = whole(days).ok_or(ParseClockError)? * 86_400 + seconds;
        if total > LONGEST { Err(ParseClockError) } else { Ok(Seconds(sign * total)) }
    }
}

/// Reads up to six digits, which no sum of parts can overflow.
fn whole(text: &str) -> Option<i64> {
    let is_number = (1..=6).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let total = self.0.unsigned_abs();
        let (days, hours) = (total / 86_400, total / 3600 % 24);
        let (minutes, seconds) = (total / 60 % 60, total % 60);
        let text = match (days, hours) {
            (0, 0) => format!("{sign}{minutes:02}:{seconds:02}"),
            (0, _) => format!("{sign}{hours:02}:{minutes:02}:{seconds:02}"),
            _ => format!("{sign}{days}.{hours:02}:{minutes:02}:{seconds:02}"),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        let cases = [
            ("5", 300, "05:00"),
            ("05:00", 300, "05:00"),
            ("75", 4500, "01:15:00"),
            ("1:00:05", 3605, "01:00:05"),
            ("1.07:08:24", 112_104, "1.07:08:24"),
            ("-00:02", -2, "-00:02"),
        ];
        for (text, seconds, written) in cases {
            assert_eq!(text.parse(), Ok(Seconds(seconds)), "{text}");
            assert_eq!(Seconds(seconds).to_string(), written);
        }
        for text in ["", "x", "5:", "5:60", "1:60:00", "1:2:3:4", "+5", "1.5.5", "9999999"] {
            assert!(text.parse::<Seconds>().is_err(), "{text}");
        }
    }
}
