//! Dates of games, as far as they are known.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::connection::echo::shown;
use crate::serde_text::serde_as_text;

/// A day, or a month or a year if no more is known: `1995`, `1995-06`, `1995-06-30`.
///
/// Dates are ordered by the number `yyyymmdd`, with zeros for unknown parts, so that a year comes
/// before its months.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArchiveDate(u32);

/// The text is no date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a date (expected 1995, 1995-06 or 1995-06-30)")]
pub struct ParseDateError(String);

/// A day in milliseconds; UTC has no other ones here.
const MILLIS_A_DAY: u64 = 86_400_000;

impl ArchiveDate {
    /// Returns the UTC date of a time in milliseconds since 1970.
    ///
    /// The calendar repeats itself every 400 years, which have 146,097 days. Years are counted from
    /// March, so that a leap day is the last day of its year.
    pub fn of_millis(millis: u64) -> Option<ArchiveDate> {
        /// The days from 1 March of the year 0 to 1 January 1970.
        const EPOCH: u64 = 719_468;
        let days = millis / MILLIS_A_DAY + EPOCH;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let leap_days = day_of_era / 1460 + day_of_era / 146_096 - day_of_era / 36_524;
        let year_of_era = (day_of_era - leap_days) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = (month_from_march + 2) % 12 + 1;
        let year = 400 * era + year_of_era + u64::from(month <= 2);
        ArchiveDate::new(u32::try_from(year).ok()?, month as u32, day as u32)
    }

    /// Returns the date of a year, a month and a day, if there is one. The day, or the month and the
    /// day, may be 0: unknown.
    pub fn new(year: u32, month: u32, day: u32) -> Option<ArchiveDate> {
        let possible =
            (1..=9999).contains(&year) && month <= 12 && day <= 31 && (month > 0 || day == 0);
        possible.then(|| ArchiveDate(year * 10_000 + month * 100 + day))
    }

    /// Returns the day, month or year before this one: `1989` before `1990`.
    pub fn previous(self) -> Option<ArchiveDate> {
        let (year, month, day) = self.parts();
        match (month, day) {
            (0, _) => ArchiveDate::new(year.checked_sub(1)?, 0, 0),
            (1, 0) => ArchiveDate::new(year.checked_sub(1)?, 12, 0),
            (_, 0) => ArchiveDate::new(year, month - 1, 0),
            (1, 1) => ArchiveDate::new(year.checked_sub(1)?, 12, 31),
            (_, 1) => ArchiveDate::new(year, month - 1, days_of(year, month - 1)),
            _ => ArchiveDate::new(year, month, day - 1),
        }
    }

    /// Returns the day, month or year after this one.
    pub fn next(self) -> Option<ArchiveDate> {
        let (year, month, day) = self.parts();
        match (month, day) {
            (0, _) => ArchiveDate::new(year + 1, 0, 0),
            (12, 0) => ArchiveDate::new(year + 1, 1, 0),
            (_, 0) => ArchiveDate::new(year, month + 1, 0),
            (12, 31) => ArchiveDate::new(year + 1, 1, 1),
            _ if day >= days_of(year, month) => ArchiveDate::new(year, month + 1, 1),
            _ => ArchiveDate::new(year, month, day + 1),
        }
    }

    const fn parts(self) -> (u32, u32, u32) {
        (self.0 / 10_000, self.0 / 100 % 100, self.0 % 100)
    }

    /// Returns the number by which dates are ordered.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Returns the largest number of a date within this one: that of the 31 December for a year.
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
        date.ok_or_else(|| ParseDateError(shown(text)))
    }
}

/// Returns the number of days of a month.
const fn days_of(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Reads a short number without a sign.
fn digits(text: &str) -> Option<u32> {
    let plain = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

impl fmt::Display for ArchiveDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
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
    fn times_have_dates() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (10_957, "2000-01-01"),
            (11_016, "2000-02-29"),
            (20_779, "2026-11-22"),
        ] {
            assert_eq!(
                ArchiveDate::of_millis(days * MILLIS_A_DAY + 5).unwrap().to_string(),
                date,
                "{days}"
            );
        }
        assert_eq!(ArchiveDate::of_millis(u64::MAX), None);
    }

    #[test]
    fn unknown_parts_are_zeros() {
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
    fn dates_have_neighbours_of_their_own_kind() {
        for (earlier, later) in [
            ("1989", "1990"),
            ("1989-12", "1990-01"),
            ("1990-01", "1990-02"),
            ("1989-12-31", "1990-01-01"),
            ("1996-02-29", "1996-03-01"),
            ("1900-02-28", "1900-03-01"),
            ("1990-04-30", "1990-05-01"),
            ("1990-05-30", "1990-05-31"),
        ] {
            let [earlier, later] =
                [earlier, later].map(|text| text.parse::<ArchiveDate>().unwrap());
            assert_eq!((earlier.next(), later.previous()), (Some(later), Some(earlier)));
        }
        assert_eq!(ArchiveDate::new(1, 0, 0).unwrap().previous(), None);
    }

    #[test]
    fn invalid_dates_are_refused() {
        for text in
            ["", "0", "95a", "1995-", "1995-13", "1995-06-32", "1995-00-01", "+1995", "19950630"]
        {
            assert!(text.parse::<ArchiveDate>().is_err(), "{text}");
        }
    }
}
