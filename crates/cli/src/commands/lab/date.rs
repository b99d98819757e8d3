//! Today's date.

use std::time::SystemTime;

/// Returns today's date in UTC.
pub(super) fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    of_day((since.as_secs() / 86_400) as i64)
}

/// Returns the date of a day that is counted from 1970-01-01.
pub(in crate::commands) fn of_day(days: i64) -> String {
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns the date `days` days after 1970-01-01: Fliegel and Van Flandern, "A machine algorithm
/// for processing calendar dates", Communications of the ACM 11 (1968), by the Julian day number.
const fn civil(days: i64) -> (i64, i64, i64) {
    let mut l = days + 2_440_588 + 68_569;
    let n = 4 * l / 146_097;
    l -= (146_097 * n + 3) / 4;
    let i = 4000 * (l + 1) / 1_461_001;
    l = l - 1461 * i / 4 + 31;
    let j = 80 * l / 2447;
    (100 * (n - 49) + i + j / 11, j + 2 - 12 * (j / 11), l - 2447 * j / 80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_453), (2025, 12, 31));
        assert_eq!(civil(20_454), (2026, 1, 1));
    }
}
