//! Searches for games.
//!
//! A statement has two parts. The inner one finds the dates and numbers of a page in the order of the
//! answer, from indices alone; the outer one reads these games and the names of their players. So a
//! search reads the rows of no games but those that it returns.
//!
//! Invariant: no statement here scans a table. `CROSS JOIN` and `INDEXED BY` fix the order, because
//! the planner knows nothing of the sizes; a test asks it for its plans.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{QueryBuilder, Row, Sqlite};
use willow_protocol::{
    ArchiveCursor, ArchiveExtra, ArchiveFilter, ArchivePage, ArchivedGameSummary, ErrorDetail,
    GameId, NamePart, Winner,
};
use willow_records::RecordedGame;

use super::date::date_of_number;
use super::export::record;
use super::key::CanonicalPosition;
use crate::domain::Refusal;
use crate::store::{Store, StoreError};

/// The largest number of players that may share a part of a name. Each is a branch of the query; a part
/// that more names share says nothing about who is wanted.
const MAX_PLAYERS: usize = 200;

/// The columns of a summary. The outer part selects them from the games `m`, which the inner part
/// finds.
const SUMMARY: &str = "g.id, g.played, b.name, w.name, g.event, g.result, g.n_moves, g.moves";

/// The columns of a record, after those of the cursor.
const RECORD: &str = "g.id, g.played, b.name AS black, w.name AS white, g.event, g.place, g.result,
     g.ending, g.start_position, g.moves";

/// The games of a page of an export, and the cursor of the next one.
#[derive(Debug)]
pub(crate) struct ExportPage {
    pub(crate) games: Vec<RecordedGame>,
    pub(crate) next: Option<ArchiveCursor>,
}

const OF_GAMES: &str = ") m CROSS JOIN archive_games g ON g.id = m.game
     CROSS JOIN archive_players b ON b.id = g.black_id
     CROSS JOIN archive_players w ON w.id = g.white_id
     ORDER BY m.played DESC, m.game DESC";

/// What the inner part begins with: that of which there is less.
#[derive(Debug)]
pub(super) enum Lead {
    /// All games, by date.
    Dates,
    /// The games with a position.
    Position(i64),
    /// The games with a position; then their players are compared.
    PositionOfPlayers(i64, Vec<Vec<i64>>),
    /// The games of one player, or of two against each other; then the position is looked up.
    Players(Vec<Vec<i64>>, Option<i64>),
}

impl Store {
    /// Returns the games that match a filter.
    pub(crate) async fn search(
        &self,
        filter: &ArchiveFilter,
    ) -> Result<Result<ArchivePage, Refusal>, StoreError> {
        let lead = match self.lead(filter).await? {
            Ok(lead) => lead,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let mut query = query(SUMMARY, filter, &lead);
        let mut rows = query.build().fetch_all(&self.readers).await?;
        let page = filter.page() as usize;
        let more = rows.len() > page;
        rows.truncate(page);
        let next = rows.last().filter(|_| more).map(cursor);
        let mut games: Vec<ArchivedGameSummary> = rows.iter().map(summary).collect();
        if filter.with == Some(ArchiveExtra::Moves) {
            for (game, row) in games.iter_mut().zip(&rows) {
                game.transcript = Some(row.get(7));
            }
        }
        Ok(Ok(ArchivePage { games, next }))
    }

    /// Returns the records of the games that match a filter.
    pub(crate) async fn export(
        &self,
        filter: &ArchiveFilter,
    ) -> Result<Result<ExportPage, Refusal>, StoreError> {
        let lead = match self.lead(filter).await? {
            Ok(lead) => lead,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let mut rows = query(RECORD, filter, &lead).build().fetch_all(&self.readers).await?;
        let more = rows.len() > filter.page() as usize;
        rows.truncate(filter.page() as usize);
        let next = rows.last().filter(|_| more).map(cursor);
        let games = rows.iter().map(record).collect::<Result<_, _>>()?;
        Ok(Ok(ExportPage { games, next }))
    }

    /// Finds the players, and decides what leads.
    pub(super) async fn lead(
        &self,
        filter: &ArchiveFilter,
    ) -> Result<Result<Lead, Refusal>, StoreError> {
        let mut players = Vec::new();
        for part in [&filter.player, &filter.opponent].into_iter().flatten() {
            match self.players(part).await? {
                Ok(found) => players.push(found),
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
        let position = filter.position.map(|query| CanonicalPosition::of(&query.0).key);
        Ok(Ok(match (players.is_empty(), position) {
            (true, None) => Lead::Dates,
            (true, Some(key)) => Lead::Position(key),
            (false, None) => Lead::Players(players, None),
            (false, Some(key)) => {
                let n_games = self.count(games_of(&players)).await?;
                let n_with_position = self.count(games_with(key, n_games + 1)).await?;
                if n_with_position <= n_games {
                    Lead::PositionOfPlayers(key, players)
                } else {
                    Lead::Players(players, Some(key))
                }
            }
        }))
    }

    async fn count(&self, mut query: QueryBuilder<Sqlite>) -> Result<i64, StoreError> {
        Ok(query.build_query_scalar().fetch_one(&self.readers).await?)
    }

    /// Returns the players whose names contain a part.
    async fn players(&self, part: &NamePart) -> Result<Result<Vec<i64>, Refusal>, StoreError> {
        let found: Vec<i64> = sqlx::query_scalar(PLAYERS)
            .bind(format!("%{}%", part.as_str()))
            .bind(MAX_PLAYERS as i64 + 1)
            .fetch_all(&self.readers)
            .await?;
        if found.len() > MAX_PLAYERS {
            let message =
                format!("more than {MAX_PLAYERS} names contain `{part}`; give more of the name");
            return Ok(Err(Refusal::new(ErrorDetail::TooManyNames, message)));
        }
        Ok(Ok(found))
    }
}

/// A part of a name may stand anywhere in it, so all names are compared, but in their index only: a
/// hundred thousand names are some megabytes.
pub(crate) const PLAYERS: &str = "SELECT id FROM archive_players INDEXED BY archive_players_by_key
     WHERE name_key LIKE ? LIMIT ?";

/// Returns the newest games with a position.
pub(super) async fn with_position(
    readers: &SqlitePool,
    key: i64,
    n: u32,
) -> Result<Vec<ArchivedGameSummary>, StoreError> {
    let filter = ArchiveFilter { limit: Some(n), ..ArchiveFilter::default() };
    let mut query = query(SUMMARY, &filter, &Lead::Position(key));
    let rows = query.build().fetch_all(readers).await?;
    Ok(rows.iter().take(n as usize).map(summary).collect())
}

/// Builds the statement.
pub(super) fn query(columns: &str, filter: &ArchiveFilter, lead: &Lead) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(format!("SELECT {columns} FROM ("));
    match lead {
        Lead::Dates => {
            query.push("SELECT played, id AS game FROM archive_games INDEXED BY archive_games_by_date WHERE 1 = 1");
            push_rest(&mut query, filter, &GAMES);
        }
        Lead::Position(key) => {
            query.push("SELECT p.played, p.game FROM archive_positions p WHERE p.position = ");
            query.push_bind(*key);
            push_rest(&mut query, filter, &POSITIONS);
        }
        Lead::PositionOfPlayers(key, players) => {
            query.push(
                "SELECT p.played, p.game FROM archive_positions p
                 CROSS JOIN archive_games o ON o.id = p.game WHERE p.position = ",
            );
            query.push_bind(*key);
            push_either_colors(&mut query, players);
            push_rest(&mut query, filter, &POSITIONS);
        }
        Lead::Players(players, position) => {
            query.push("SELECT played, game FROM (");
            push_games_of(&mut query, filter, players);
            query.push(") AS played_by WHERE 1 = 1");
            if let Some(key) = position {
                // A scalar subquery is not turned into a join, whose order would be the planner's.
                query.push(" AND (SELECT 1 FROM archive_positions p WHERE p.position = ");
                query.push_bind(*key);
                query.push(" AND p.played = played_by.played AND p.game = played_by.game) = 1");
            }
        }
    }
    query.push(" ORDER BY 1 DESC, 2 DESC LIMIT ").push_bind(i64::from(filter.page()) + 1);
    query.push(OF_GAMES);
    query
}

/// The columns that conditions are about.
struct Columns {
    played: &'static str,
    game: &'static str,
    result: &'static str,
}

const GAMES: Columns = Columns { played: "played", game: "id", result: "result" };

const POSITIONS: Columns = Columns { played: "p.played", game: "p.game", result: "p.result" };

/// Selects the games of a player with either colour, or of two against each other.
fn push_games_of(query: &mut QueryBuilder<Sqlite>, filter: &ArchiveFilter, players: &[Vec<i64>]) {
    let colors = [
        ("archive_games_of_black", "black_id", "white_id"),
        ("archive_games_of_white", "white_id", "black_id"),
    ];
    for (i, (index, own, others)) in colors.into_iter().enumerate() {
        // The union leaves out one copy of the games that both halves find.
        query.push(if i == 0 { "" } else { " UNION " });
        query.push("SELECT played, id AS game FROM archive_games INDEXED BY ").push(index);
        query.push(" WHERE ");
        push_is_one(query, own, &players[0]);
        if let Some(opponents) = players.get(1) {
            query.push(" AND ");
            push_is_one(query, others, opponents);
        }
        push_rest(query, filter, &GAMES);
    }
}

/// Compares the players of the games `o`.
fn push_either_colors(query: &mut QueryBuilder<Sqlite>, players: &[Vec<i64>]) {
    for (i, [own, others]) in
        [["o.black_id", "o.white_id"], ["o.white_id", "o.black_id"]].into_iter().enumerate()
    {
        query.push(if i == 0 { " AND (" } else { " OR " });
        push_is_one(query, own, &players[0]);
        if let Some(opponents) = players.get(1) {
            query.push(" AND ");
            push_is_one(query, others, opponents);
        }
    }
    query.push(")");
}

fn push_is_one(query: &mut QueryBuilder<Sqlite>, column: &'static str, players: &[i64]) {
    query.push(column).push(" IN (");
    let mut list = query.separated(",");
    for player in players {
        list.push_bind(*player);
    }
    query.push(")");
}

/// Adds the conditions on date, cursor and result.
fn push_rest(query: &mut QueryBuilder<Sqlite>, filter: &ArchiveFilter, columns: &Columns) {
    let Columns { played, game, result } = columns;
    if let Some(from) = filter.from {
        query.push(format!(" AND {played} >= ")).push_bind(from.number());
    }
    if let Some(to) = filter.to {
        query.push(format!(" AND {played} <= ")).push_bind(to.last_number());
    }
    if let Some(ArchiveCursor { played: last_played, game: last }) = filter.after {
        query.push(format!(" AND ({played}, {game}) < (")).push_bind(last_played);
        query.push(", ").push_bind(last.0 as i64).push(")");
    }
    match filter.result {
        None => {}
        Some(Winner::Black) => _ = query.push(format!(" AND {result} > 0")),
        Some(Winner::White) => _ = query.push(format!(" AND {result} < 0")),
        Some(Winner::Draw) => _ = query.push(format!(" AND {result} = 0")),
    }
}

/// Counts the games of the first player, or of all who share the part of a name.
fn games_of(players: &[Vec<i64>]) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(
        "SELECT (SELECT COUNT(*) FROM archive_games INDEXED BY archive_games_of_black WHERE ",
    );
    push_is_one(&mut query, "black_id", &players[0]);
    query.push(") + (SELECT COUNT(*) FROM archive_games INDEXED BY archive_games_of_white WHERE ");
    push_is_one(&mut query, "white_id", &players[0]);
    query.push(")");
    query
}

/// Counts the games with a position, up to a number.
fn games_with(key: i64, most: i64) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(
        "SELECT COUNT(*) FROM (SELECT 1 FROM archive_positions WHERE position = ",
    );
    query.push_bind(key).push(" LIMIT ").push_bind(most).push(")");
    query
}

/// Returns the statements of a filter, for the test of their plans: each way to begin with, and what
/// decides between them.
#[cfg(test)]
pub(crate) fn plan_statements(filter: &ArchiveFilter) -> Vec<String> {
    let parts = [&filter.player, &filter.opponent];
    let players: Vec<Vec<i64>> = parts.into_iter().flatten().map(|_| vec![1, 2, 3]).collect();
    let key = filter.position.map(|query| CanonicalPosition::of(&query.0).key);
    let statement = |lead: &Lead| query(RECORD, filter, lead).into_string();
    match (players.is_empty(), key) {
        (true, None) => vec![statement(&Lead::Dates)],
        (true, Some(key)) => vec![statement(&Lead::Position(key))],
        (false, None) => vec![statement(&Lead::Players(players, None))],
        (false, Some(key)) => vec![
            games_of(&players).into_string(),
            games_with(key, 7).into_string(),
            statement(&Lead::PositionOfPlayers(key, players.clone())),
            statement(&Lead::Players(players, Some(key))),
        ],
    }
}

fn cursor(row: &SqliteRow) -> ArchiveCursor {
    ArchiveCursor { played: row.get(1), game: GameId(row.get::<i64, _>(0) as u64) }
}

fn summary(row: &SqliteRow) -> ArchivedGameSummary {
    let date = date_of_number(row.get(1));
    ArchivedGameSummary {
        game: GameId(row.get::<i64, _>(0) as u64),
        black: row.get(2),
        white: row.get(3),
        date: date.map(|date| date.to_string()).unwrap_or_default(),
        event: row.get(4),
        result: row.get(5),
        moves: row.get(6),
        transcript: None,
    }
}
