//! When games were played.

use willow_protocol::ArchiveDate;

use crate::core::Millis;

const MILLIS_A_DAY: Millis = 86_400_000;

/// Returns the date of a moment, in Greenwich.
///
/// The calendar repeats itself every 400 years, which have 146,097 days; years are counted from
/// March, so that a leap day is the last of its year.
pub(crate) fn date_of(moment: Millis) -> Option<ArchiveDate> {
    /// The days from 1 March of the year 0 to 1 January 1970.
    const EPOCH: u64 = 719_468;
    let days = moment / MILLIS_A_DAY + EPOCH;
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

/// Finds the date in the text of a record: a year, and a month and a day if they follow it.
pub(super) fn date_in(text: &str) -> Option<ArchiveDate> {
    let numbers: Vec<u32> = text
        .split(|c: char| !c.is_ascii_digit())
        .take(3)
        .map_while(|digits| digits.parse().ok())
        .collect();
    let year = *numbers.first().filter(|year| (1000..=9999).contains(*year))?;
    let [month, day] = [1, 2].map(|place| numbers.get(place).copied().unwrap_or(0));
    ArchiveDate::new(year, month, day)
        .or_else(|| ArchiveDate::new(year, month, 0))
        .or_else(|| ArchiveDate::new(year, 0, 0))
}

/// Returns the date of a number of the store.
pub(super) fn date_of_number(number: u32) -> Option<ArchiveDate> {
    ArchiveDate::new(number / 10_000, number / 100 % 100, number % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_have_dates() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (10_957, "2000-01-01"),
            (11_016, "2000-02-29"),
            (20_779, "2026-11-22"),
        ] {
            assert_eq!(date_of(days * MILLIS_A_DAY + 5).unwrap().to_string(), date, "{days}");
        }
    }

    #[test]
    fn dates_of_records_are_found_as_far_as_they_go() {
        for (text, date) in [
            ("1987", "1987"),
            ("2001.03.25_10:00:00.MST", "2001-03-25"),
            ("2001-03-25", "2001-03-25"),
            ("2001-17", "2001"),
        ] {
            assert_eq!(date_in(text).unwrap().to_string(), date, "{text}");
        }
        for text in ["", "yesterday", "987654321", "25.3.2001"] {
            assert_eq!(date_in(text), None, "{text}");
        }
    }
}
