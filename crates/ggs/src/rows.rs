//! Rows of lists.

use std::fmt;

use super::event::MatchLine;
use super::ids::ArchiveId;

/// Returns the row of a running match.
pub fn match_row(line: &MatchLine, watchers: usize) -> String {
    let MatchLine { id, ratings: [a, b], names: [first, second], kind, flag } = line;
    format!("{id:>4} {a} {first:<8} {b} {second:<8} {kind:>8}  {} {watchers}", flag.letter())
}

/// Returns the row of a stored match, with the time in milliseconds since 1970 when a player left.
pub fn stored_row(line: &MatchLine, millis: u64) -> String {
    let MatchLine { id, names: [first, second], kind, .. } = line;
    format!("{:<8} {} {first:<8} {second:<8} {kind}:l", ArchiveId(id.number), date(millis))
}

/// Returns the row of a match that is over, with its end in milliseconds since 1970 and the result of the player who
/// is named first.
pub fn history_row(line: &MatchLine, millis: u64, result: f64) -> String {
    let MatchLine { id, ratings: [a, b], names: [first, second], kind, .. } = line;
    let id = ArchiveId(id.number);
    format!("{id:<8} {} {a} {first:<8} {b} {second:<8} {result:+.1} {kind}", date(millis))
}

/// The rating of a player, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GgsRating {
    /// The estimate.
    pub rating: i32,
    /// Its standard deviation.
    pub deviation: i32,
}

impl fmt::Display for GgsRating {
    /// Writes a rating with its deviation: `1500.0@350.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:6.1}@{:5.1}", f64::from(self.rating), f64::from(self.deviation))
    }
}

/// Returns the row of a player in a ranking.
pub fn rank_row(place: usize, name: &str, rating: GgsRating, n_games: u32) -> String {
    format!("{place:>5} {name:<8} {rating} {n_games}")
}

/// Returns a time as lists show it, in UTC: `25 Mar 2001 03:28:00`.
fn date(millis: u64) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let seconds = millis / 1000;
    let (mut days, mut year) = (seconds / 86_400, 1970);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let (hours, minutes, seconds) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{:02} {} {year} {hours:02}:{minutes:02}:{seconds:02}", days + 1, MONTHS[month])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::RatedFlag;
    use crate::ids::MatchId;

    #[test]
    fn rows_are_written_as_the_server_writes_them() {
        let line = MatchLine {
            id: MatchId::of_match(0),
            ratings: [1720; 2],
            names: ["alice".to_owned(), "bob".to_owned()],
            kind: "8b".parse().unwrap(),
            flag: RatedFlag::Unrated,
        };
        assert_eq!(match_row(&line, 0), "  .0 1720 alice    1720 bob            8b  U 0");
        let stored = stored_row(&line, 982_970_859_000);
        assert_eq!(stored, ".0       23 Feb 2001 23:27:39 alice    bob      8b:l");
        assert_eq!(date(951_782_400_000), "29 Feb 2000 00:00:00");
    }
}
