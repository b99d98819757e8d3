//! Searches for games.
//!
//! A statement has two parts. The inner one finds the dates and numbers of a page in the order of the
//! answer, from indices as far as they have what the conditions are about; the outer one reads these
//! games and the names of their players. `statement.rs` writes them.
//!
//! Invariant: no statement here scans a table. `CROSS JOIN` and `INDEXED BY` fix the order, because
//! the planner knows nothing of the sizes; a test asks it for its plans.

use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};
use willow_protocol::{
    ArchiveCursor, ArchiveExtra, ArchiveFilter, ArchivePage, ArchivedGameSummary, ErrorDetail,
    GameId, NamePart,
};
use willow_records::RecordedGame;

use super::date::date_of_number;
use super::export::record;
use super::statement::Search;
use crate::domain::Refusal;
use crate::store::{
    QueryError, Store, StoreError, from_json, last_of_page, note_ratings, note_times,
};

/// The largest number of players that may share a part of a name. Each is a branch of the query; a part
/// that more names share says nothing about who is wanted.
pub(super) const MAX_PLAYERS: usize = 200;

/// The largest number of events that may share a part of a name.
pub(super) const MAX_EVENTS: usize = 500;

/// The most events of an archive whose names are compared.
const MOST_COMPARED: i64 = 50_000;

/// The columns of a summary. The outer part selects them from the games `m`, which the inner part
/// finds.
const SUMMARY: &str = "g.id, g.played, b.name, w.name, g.event, g.result, g.n_moves, g.moves";

/// The columns of a record, after those of the cursor.
pub(super) const RECORD: &str =
    "g.id, g.played, b.name AS black, w.name AS white, g.event, g.place,
     g.result, g.ending, g.start_position, g.moves,
     (SELECT times FROM games WHERE games.id = g.id AND g.own = 1) AS times,
     (SELECT ratings FROM games WHERE games.id = g.id AND g.own = 1
      AND terms LIKE '% rated %') AS ratings";

/// The games of a page of an export, and the cursor of the next one.
#[derive(Debug)]
pub(crate) struct ExportPage {
    pub(crate) games: Vec<RecordedGame>,
    pub(crate) next: Option<ArchiveCursor>,
}

/// Returns the record of a game; one of this server has the times and, if it was rated, the ratings.
fn exported(row: &SqliteRow) -> Result<RecordedGame, StoreError> {
    let mut record = record(row)?;
    if let Some(times) = row.get::<Option<&str>, _>("times") {
        note_times(&mut record, times);
    }
    if let Some(ratings) = row.get::<Option<&str>, _>("ratings") {
        note_ratings(&mut record, from_json("ratings", ratings)?);
    }
    Ok(record)
}

impl Store {
    /// Returns the games that match a filter.
    pub(crate) async fn search(&self, filter: &ArchiveFilter) -> Result<ArchivePage, QueryError> {
        let search = self.prepare(filter).await?;
        Ok(self.page(&search).await?)
    }

    /// Returns a page of the games of a search.
    pub(super) async fn page(&self, search: &Search<'_>) -> Result<ArchivePage, StoreError> {
        let (rows, next) = self.rows_of_page(search, SUMMARY).await?;
        let mut games: Vec<ArchivedGameSummary> = rows.iter().map(summary).collect();
        if search.filter.with == Some(ArchiveExtra::Moves) {
            for (game, row) in games.iter_mut().zip(&rows) {
                game.transcript = Some(row.get(7));
            }
        }
        Ok(ArchivePage { games, next })
    }

    /// Reads columns of the games of a page, and the cursor of the next page.
    async fn rows_of_page(
        &self,
        search: &Search<'_>,
        columns: &str,
    ) -> Result<(Vec<SqliteRow>, Option<ArchiveCursor>), StoreError> {
        let page = search.filter.page() as usize;
        let mut rows =
            search.games(columns, page as i64 + 1).build().fetch_all(&self.readers).await?;
        let next = last_of_page(&mut rows, page).map(cursor);
        Ok((rows, next))
    }

    /// Returns the newest games of a search.
    pub(super) async fn newest(
        &self,
        search: &Search<'_>,
        n: u32,
    ) -> Result<Vec<ArchivedGameSummary>, StoreError> {
        let mut query = search.games(SUMMARY, i64::from(n));
        Ok(query.build().fetch_all(&self.readers).await?.iter().map(summary).collect())
    }

    /// Returns the records of the games that match a filter.
    pub(crate) async fn export(&self, filter: &ArchiveFilter) -> Result<ExportPage, QueryError> {
        let search = self.prepare(filter).await?;
        let (rows, next) = self.rows_of_page(&search, RECORD).await?;
        let games = rows.iter().map(exported).collect::<Result<_, _>>()?;
        Ok(ExportPage { games, next })
    }

    /// Finds the players and the events, and decides what leads.
    pub(super) async fn prepare<'a>(
        &self,
        filter: &'a ArchiveFilter,
    ) -> Result<Search<'a>, QueryError> {
        let events = if filter.event.is_some() { self.events().await? } else { Vec::new() };
        self.prepare_with(filter, &events).await
    }

    /// Does so with the names of all events, which are needed only if the filter has one.
    pub(super) async fn prepare_with<'a>(
        &self,
        filter: &'a ArchiveFilter,
        events: &[String],
    ) -> Result<Search<'a>, QueryError> {
        if let Err(error) = filter.check() {
            return Err(Refusal::new(ErrorDetail::InvalidArgument, error).about("result").into());
        }
        let mut players = Vec::new();
        for part in [&filter.player, &filter.opponent].into_iter().flatten() {
            players.push(self.players(part).await?);
        }
        let events = filter.event.as_ref().map(|part| events_called(part, events)).transpose()?;
        let users = if filter.only.is_some() { self.users_of(filter).await? } else { Vec::new() };
        Ok(Search::new(filter, players, events, users))
    }

    pub(super) async fn count(&self, mut query: QueryBuilder<Sqlite>) -> Result<i64, StoreError> {
        Ok(query.build_query_scalar().fetch_one(&self.readers).await?)
    }

    /// Returns the users who have the whole names of a filter now. A guest of earlier days, who had one of these
    /// names, is somebody else.
    async fn users_of(&self, filter: &ArchiveFilter) -> Result<Vec<i64>, StoreError> {
        let names = [&filter.player, &filter.opponent].into_iter().flatten();
        let mut users = Vec::new();
        for name in names.filter(|name| name.is_whole()) {
            let query = sqlx::query_scalar::<_, i64>(USERS_CALLED).bind(name.as_str().to_owned());
            users.extend(query.fetch_optional(&self.readers).await?);
        }
        Ok(users)
    }

    /// Returns the players whose names contain a part.
    async fn players(&self, part: &NamePart) -> Result<Vec<i64>, QueryError> {
        let (sql, name) = if part.is_whole() {
            (PLAYERS_CALLED, part.as_str().to_owned())
        } else {
            (PLAYERS, format!("%{}%", part.as_str()))
        };
        let found: Vec<i64> = sqlx::query_scalar(sql)
            .bind(name)
            .bind(MAX_PLAYERS as i64 + 1)
            .fetch_all(&self.readers)
            .await?;
        if found.len() > MAX_PLAYERS { Err(too_many(MAX_PLAYERS, part).into()) } else { Ok(found) }
    }

    /// Returns the names of all events.
    pub(super) async fn events(&self) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar(EVENTS).bind(MOST_COMPARED);
        Ok(query.fetch_all(&self.readers).await?)
    }
}

fn events_called(part: &NamePart, events: &[String]) -> Result<Vec<String>, Refusal> {
    let found = events.iter().filter(|name| part.matches(name));
    let found: Vec<String> = found.cloned().collect();
    if found.len() > MAX_EVENTS { Err(too_many(MAX_EVENTS, part)) } else { Ok(found) }
}

fn too_many(most: usize, part: &NamePart) -> Refusal {
    let message = format!("more than {most} names contain `{part}`; give more of the name");
    Refusal::new(ErrorDetail::TooManyNames, message)
}

/// A part of a name may stand anywhere in it, so all names are compared, but in their index only: a
/// hundred thousand names are some megabytes.
pub(crate) const PLAYERS: &str = "SELECT id FROM archive_players INDEXED BY archive_players_by_key
     WHERE name_key LIKE ? LIMIT ?";

/// The players of a whole name. In a question a blank is written as `_`; names of this server may have `_`.
pub(crate) const PLAYERS_CALLED: &str = "SELECT id FROM archive_players
     INDEXED BY archive_players_by_key WHERE REPLACE(name_key, ' ', '_') = ? LIMIT ?";

/// The user of a name.
pub(crate) const USERS_CALLED: &str = "SELECT id FROM users WHERE name_key = ? AND gone = 0";

/// The names of the events, each found in the index after the one before it.
pub(crate) const EVENTS: &str = "WITH RECURSIVE found (event) AS (
         SELECT '' UNION ALL
         SELECT (SELECT event FROM archive_games INDEXED BY archive_games_by_event
                 WHERE event <> '' AND event > found.event ORDER BY event LIMIT 1)
         FROM found WHERE found.event IS NOT NULL
     ) SELECT event FROM found WHERE event > '' LIMIT ?";

/// Returns the statements of a filter, for the test of their plans.
#[cfg(test)]
pub(crate) fn plan_statements(filter: &ArchiveFilter) -> Vec<String> {
    let parts = [&filter.player, &filter.opponent];
    let players: Vec<Vec<i64>> = parts.into_iter().flatten().map(|_| vec![1, 2, 3]).collect();
    let events = filter.event.as_ref().map(|_| vec!["a".to_owned(), "b".to_owned()]);
    let users = if filter.only.is_some() { players.concat() } else { Vec::new() };
    let search = Search::new(filter, players, events, users);
    let mut statements = vec![
        search.games(RECORD, 21).into_string(),
        search.number(10_001).into_string(),
        search.results(2000, 60).into_string(),
    ];
    statements.extend(search.key.map(|key| search.moves(key, 20_000).into_string()));
    statements
}

fn cursor(row: &SqliteRow) -> ArchiveCursor {
    ArchiveCursor { played: row.get(1), game: GameId(row.get(0)) }
}

fn summary(row: &SqliteRow) -> ArchivedGameSummary {
    let date = date_of_number(row.get(1));
    ArchivedGameSummary {
        game: GameId(row.get(0)),
        black: row.get(2),
        white: row.get(3),
        date: date.map(|date| date.to_string()).unwrap_or_default(),
        event: row.get(4),
        result: row.get(5),
        moves: row.get(6),
        transcript: None,
    }
}
