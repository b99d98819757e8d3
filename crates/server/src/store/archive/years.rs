//! The moves of positions with very few discs, counted for each year.
//!
//! Tens of thousands of games have these positions in common, so that an answer about some years would
//! read as many rows.

use std::collections::BTreeSet;

use sqlx::{Connection, Row, SqliteConnection};
use willow_board::{Game, Position};
use willow_protocol::{ArchiveDate, ArchiveFilter};
use willow_records::transcript;

use super::index::{BY_YEAR_DISCS, is_counted_by_year};
use super::key::CanonicalPosition;
use crate::store::decode::position;
use crate::store::{StoreError, settings};

/// The setting that says that the table is filled.
const DONE: &str = "moves_by_year";

/// The counts of the moves in a position, over some years.
pub(crate) const BY_YEAR: &str = "SELECT move, SUM(games), SUM(black_wins), SUM(draws),
     SUM(white_wins), SUM(finished), SUM(difference)
     FROM archive_moves_by_year WHERE position = ? AND year BETWEEN ? AND ? GROUP BY move";

/// The years of a filter: those that are in it from their first day to their last, and what is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Years {
    /// The first and the last whole year. There is none if the last is before the first.
    pub(super) whole: [u32; 2],
    /// The parts of a year at either end.
    pub(super) parts: Vec<[ArchiveDate; 2]>,
}

impl Years {
    /// Returns the years of a filter that has nothing but dates and a position; `None` for other filters.
    pub(super) fn of(filter: &ArchiveFilter) -> Option<Years> {
        let (from, to) = (filter.from, filter.to);
        let has_only_dates =
            ArchiveFilter { from: None, to: None, ..filter.clone() }.is_of_all_games();
        (has_only_dates && (from.is_some() || to.is_some())).then(|| Years::between(from, to))
    }

    fn between(from: Option<ArchiveDate>, to: Option<ArchiveDate>) -> Years {
        let year = |date: ArchiveDate| date.number() / 10_000;
        let is_whole = |date: ArchiveDate| date.number().is_multiple_of(10_000);
        let part_from = from.filter(|&from| !is_whole(from));
        let part_to = to.filter(|&to| !is_whole(to));
        let first = from.map_or(0, |from| year(from) + u32::from(part_from.is_some()));
        let last = to.map_or(LAST_YEAR, |to| year(to) - u32::from(part_to.is_some()));
        let mut parts = Vec::new();
        match (part_from, part_to) {
            (Some(from), _) if to.is_some_and(|to| year(to) <= year(from)) => {
                parts.extend(to.map(|to| [from, to]));
            }
            _ => {
                parts.extend(part_from.and_then(|from| Some([from, whole_year(year(from))?])));
                let begins_earlier = |to| from.is_none_or(|from| year(from) <= year(to));
                let part_to = part_to.filter(|&to| begins_earlier(to));
                parts.extend(part_to.and_then(|to| Some([whole_year(year(to))?, to])));
            }
        }
        Years { whole: [first, last], parts }
    }
}

/// The last year of a date.
const LAST_YEAR: u32 = 9999;

fn whole_year(year: u32) -> Option<ArchiveDate> {
    ArchiveDate::new(year, 0, 0)
}

/// Counts the moves of all years, once for each database. Returns whether there was such work.
pub(crate) async fn count_years(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    if settings::get(connection, DONE).await? > 0 {
        return Ok(false);
    }
    let positions = early_positions(connection).await?;
    let mut transaction = connection.begin().await?;
    // Games that have just been added to an older database are among the positions.
    sqlx::query("DELETE FROM archive_moves_by_year").execute(&mut *transaction).await?;
    let insert = "INSERT INTO archive_moves_by_year
                  SELECT position, played / 10000, move, COUNT(*),
                         COUNT(*) FILTER (WHERE result > 0), COUNT(*) FILTER (WHERE result = 0),
                         COUNT(*) FILTER (WHERE result < 0), COUNT(result) FILTER (WHERE finished),
                         COALESCE(SUM(result) FILTER (WHERE finished), 0)
                  FROM archive_positions WHERE position = ? GROUP BY 2, 3";
    for &position in &positions {
        sqlx::query(insert).bind(position).execute(&mut *transaction).await?;
    }
    settings::set(&mut transaction, &[(DONE, 1)]).await?;
    transaction.commit().await?;
    Ok(!positions.is_empty())
}

/// Returns the keys of all positions of the archive that are counted by year.
async fn early_positions(connection: &mut SqliteConnection) -> Result<BTreeSet<i64>, StoreError> {
    // A move adds a disc and has two characters.
    let sql = "SELECT DISTINCT start_position, substr(moves, 1, ?) FROM archive_games";
    let rows = sqlx::query(sql).bind(2 * BY_YEAR_DISCS).fetch_all(connection).await?;
    let mut keys = BTreeSet::new();
    for row in rows {
        let (start, moves): (Option<String>, String) = (row.get(0), row.get(1));
        let start = start.map_or(Ok(Position::START), |text| position(&text))?;
        let game: Game = transcript::parse_from(start, &moves)
            .map_err(|_| StoreError::invalid("moves of a game", &moves))?;
        let positions = (0..=game.n_plies()).filter_map(|ply| game.position_at(ply));
        let counted = positions.filter(|position| is_counted_by_year(position));
        keys.extend(counted.map(|position| CanonicalPosition::of(position).key));
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn years(words: &str) -> Option<([u32; 2], Vec<[String; 2]>)> {
        let years = Years::of(&words.parse().unwrap())?;
        Some((
            years.whole,
            years.parts.iter().map(|ends| ends.map(|end| end.to_string())).collect(),
        ))
    }

    fn part(from: &str, to: &str) -> [String; 2] {
        [from.to_owned(), to.to_owned()]
    }

    #[test]
    fn dates_are_whole_years_and_parts_at_either_end() {
        for (words, whole, parts) in [
            ("from 1990 to 1995", [1990, 1995], vec![]),
            ("from 1990", [1990, 9999], vec![]),
            ("to 1995 opening f5", [0, 1995], vec![]),
            ("from 1990-02", [1991, 9999], vec![part("1990-02", "1990")]),
            ("to 1995-03-04", [0, 1994], vec![part("1995", "1995-03-04")]),
            (
                "from 1990-02 to 1995-03-04",
                [1991, 1994],
                vec![part("1990-02", "1990"), part("1995", "1995-03-04")],
            ),
            ("from 1990-02 to 1990-05", [1991, 1989], vec![part("1990-02", "1990-05")]),
            ("from 1990-02 to 1990", [1991, 1990], vec![part("1990-02", "1990")]),
            ("from 1990 to 1990-05", [1990, 1989], vec![part("1990", "1990-05")]),
            ("from 1991 to 1990-05", [1991, 1989], vec![]),
        ] {
            assert_eq!(years(words), Some((whole, parts)), "{words}");
        }
        for words in ["", "opening f5", "from 1990 result draw", "from 1990 only here"] {
            assert_eq!(years(words), None, "{words}");
        }
    }
}
