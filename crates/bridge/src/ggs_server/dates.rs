//! Dates of records, in UTC.

use willow_protocol::ArchiveDate;

/// Returns a date as records show it: `2026.11.22_20:51:11.UTC`.
pub(crate) fn recorded(unix: u64) -> String {
    let day = ArchiveDate::of_millis(unix.saturating_mul(1000));
    let day = day.map(|day| day.to_string().replace('-', "."));
    let (hours, minutes, seconds) = (unix / 3600 % 24, unix / 60 % 60, unix % 60);
    format!("{}_{hours:02}:{minutes:02}:{seconds:02}.UTC", day.unwrap_or_default())
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
        assert_eq!(recorded(1_795_380_671), "2026.11.22_20:51:11.UTC");
        assert_eq!(recorded(951_782_400), "2000.02.29_00:00:00.UTC");
    }
}
