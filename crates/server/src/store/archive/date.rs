//! The dates of games.

use willow_protocol::ArchiveDate;

/// Finds the date in the text of a record: a year, and a month and a day if they follow it.
pub(crate) fn date_in(text: &str) -> Option<ArchiveDate> {
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

/// Returns the date of the number `yyyymmdd`.
pub(crate) fn date_of_number(number: u32) -> Option<ArchiveDate> {
    ArchiveDate::new(number / 10_000, number / 100 % 100, number % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

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
