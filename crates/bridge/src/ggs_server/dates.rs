//! Dates of records, in UTC.

/// The names of the months.
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A second, by the calendar.
struct Civil {
    year: u64,
    month: u64,
    day: u64,
    second: u64,
}

/// Returns the date of a second since 1970, by the algorithm of Howard Hinnant's "chrono-compatible
/// low-level date algorithms".
const fn civil(unix: u64) -> Civil {
    let days = unix / 86_400 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + (month <= 2) as u64;
    Civil { year, month, day, second: unix % 86_400 }
}

/// Returns a date as lists show it: `25 Mar 2001 03:28:00`.
pub(crate) fn listed(unix: u64) -> String {
    let Civil { year, month, day, second } = civil(unix);
    let month = MONTHS[(month - 1) as usize];
    let (hours, minutes, seconds) = (second / 3600, second / 60 % 60, second % 60);
    format!("{day:02} {month} {year} {hours:02}:{minutes:02}:{seconds:02}")
}

/// Returns a date as records show it: `2026.11.22_20:51:11.UTC`.
pub(crate) fn recorded(unix: u64) -> String {
    let Civil { year, month, day, second } = civil(unix);
    let (hours, minutes, seconds) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year}.{month:02}.{day:02}_{hours:02}:{minutes:02}:{seconds:02}.UTC")
}

/// Returns a time for which somebody has not played, as lists show it: `1.07:08:24`.
pub(crate) fn idle(seconds: u64) -> String {
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    let clock = format!("{hours:02}:{:02}:{:02}", seconds / 60 % 60, seconds % 60);
    if days == 0 { clock } else { format!("{days}.{clock}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_times_have_days_if_need_be() {
        assert_eq!(idle(1), "00:00:01");
        assert_eq!(idle(112_104), "1.07:08:24");
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(listed(985_490_880), "25 Mar 2001 03:28:00");
        assert_eq!(recorded(1_795_380_671), "2026.11.22_20:51:11.UTC");
        assert_eq!(recorded(951_782_400), "2000.02.29_00:00:00.UTC");
    }
}
