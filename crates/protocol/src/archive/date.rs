//! Dates of games, as exactly as they are known.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::wire::serde_as_text;

/// A day, or a month or a year if no more is known: `1995`, `1995-06`, `1995-06-30`.
///
/// It is ordered by the number `yyyymmdd` with zeros for what is not known, so that a year comes
/// before its months.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArchiveDate(u32);

/// The text is no date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no date (expected 1995, 1995-06 or 1995-06-30)")]
pub struct ParseDateError(String);

impl ArchiveDate {
    /// Returns the date of a year, a month and a day, of which the last ones may be 0, if there is
    /// one.
    #[must_use]
    pub fn new(year: u32, month: u32, day: u32) -> Option<ArchiveDate> {
        let possible =
            (1..=9999).contains(&year) && month <= 12 && day <= 31 && (month > 0 || day == 0);
        possible.then_some(ArchiveDate(year * 10_000 + month * 100 + day))
    }

    /// Returns the number by which dates are ordered.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Returns the largest number of a date within this one: that of the 31 December for a year.
    #[must_use]
    pub const fn last_number(self) -> u32 {
        match (self.0 / 100 % 100, self.0 % 100) {
            (0, _) => self.0 + 1231,
            (_, 0) => self.0 + 31,
            _ => self.0,
        }
    }
}

impl FromStr for ArchiveDate {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<ArchiveDate, ParseDateError> {
        let parts: Option<Vec<u32>> = text.split('-').map(digits).collect();
        let date = match parts.as_deref() {
            Some(&[year]) => ArchiveDate::new(year, 0, 0),
            Some(&[year, month]) if month > 0 => ArchiveDate::new(year, month, 0),
            Some(&[year, month, day]) if month > 0 && day > 0 => ArchiveDate::new(year, month, day),
            _ => None,
        };
        date.ok_or_else(|| ParseDateError(text.chars().take(20).collect()))
    }
}

/// Reads a short number without a sign.
fn digits(text: &str) -> Option<u32> {
    let plain = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

impl fmt::Display for ArchiveDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.0 / 10_000, self.0 / 100 % 100, self.0 % 100);
        write!(f, "{year:04}")?;
        if month > 0 {
            write!(f, "-{month:02}")?;
        }
        if day > 0 {
            write!(f, "-{day:02}")?;
        }
        Ok(())
    }
}

serde_as_text!(ArchiveDate);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_as_exact_as_it_is_known() {
        for (text, number, last) in [
            ("1995", 19_950_000, 19_951_231),
            ("1995-06", 19_950_600, 19_950_631),
            ("1995-06-30", 19_950_630, 19_950_630),
        ] {
            let date: ArchiveDate = text.parse().unwrap();
            assert_eq!((date.number(), date.last_number()), (number, last), "{text}");
            assert_eq!(date.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in
            ["", "0", "95a", "1995-", "1995-13", "1995-06-32", "1995-00-01", "+1995", "19950630"]
        {
            assert!(text.parse::<ArchiveDate>().is_err(), "{text}");
        }
    }
}
