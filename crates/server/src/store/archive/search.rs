//! Searches for games.

use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{QueryBuilder, Row, Sqlite};
use willow_protocol::{
    ArchiveCursor, ArchiveFilter, ArchivePage, ArchivedGameSummary, ErrorCode, GameId, NamePart,
    Winner,
};

use super::date::date_of_number;
use super::key::CanonicalPosition;
use crate::domain::Refusal;
use crate::store::{Store, StoreError};

/// The largest number of players that may share a part of a name. Each is a branch of the query; a part
/// that more names share says nothing about who is wanted.
const MAX_PLAYERS: usize = 200;

/// The columns of a summary; `g` are the games.
const COLUMNS: &str = "SELECT g.id, g.played, b.name, w.name, g.event, g.result, g.n_moves FROM ";

const PLAYERS: &str = " JOIN archive_players b ON b.id = g.black_id
                        JOIN archive_players w ON w.id = g.white_id";

impl Store {
    /// Returns the games that match a filter.
    pub(crate) async fn search(
        &self,
        filter: &ArchiveFilter,
    ) -> Result<Result<ArchivePage, Refusal>, StoreError> {
        let mut players = Vec::new();
        for part in [&filter.player, &filter.opponent].into_iter().flatten() {
            match self.players(part).await? {
                Ok(found) => players.push(found),
                Err(refusal) => return Ok(Err(refusal)),
            }
        }
        let mut query = query(filter, &players);
        let mut rows = query.build().fetch_all(&self.readers).await?;
        let page = filter.page() as usize;
        let more = rows.len() > page;
        rows.truncate(page);
        let next = rows.last().filter(|_| more).map(cursor);
        Ok(Ok(ArchivePage { games: rows.iter().map(summary).collect(), next }))
    }

    /// Returns the players whose names contain a part.
    async fn players(&self, part: &NamePart) -> Result<Result<Vec<i64>, Refusal>, StoreError> {
        let sql = "SELECT id FROM archive_players WHERE name_key LIKE ? LIMIT ?";
        let found: Vec<i64> = sqlx::query_scalar(sql)
            .bind(format!("%{}%", part.as_str()))
            .bind(MAX_PLAYERS as i64 + 1)
            .fetch_all(&self.readers)
            .await?;
        if found.len() > MAX_PLAYERS {
            let message = format!("more than {MAX_PLAYERS} names contain `{part}`");
            return Ok(Err(Refusal::new(ErrorCode::Limit, message)));
        }
        Ok(Ok(found))
    }
}

/// Returns the newest games with a position.
pub(super) async fn with_position(
    readers: &SqlitePool,
    key: i64,
    n: i64,
) -> Result<Vec<ArchivedGameSummary>, StoreError> {
    let mut query = QueryBuilder::new(COLUMNS);
    query.push("archive_positions p JOIN archive_games g ON g.id = p.game").push(PLAYERS);
    query.push(" WHERE p.position = ").push_bind(key);
    query.push(" ORDER BY p.played DESC, p.game DESC LIMIT ").push_bind(n);
    Ok(query.build().fetch_all(readers).await?.iter().map(summary).collect())
}

/// Builds the query. The most selective index leads: the players if there are some, else the
/// position, else the dates.
fn query(filter: &ArchiveFilter, players: &[Vec<i64>]) -> QueryBuilder<Sqlite> {
    let position = filter.position.map(|query| CanonicalPosition::of(&query.0).key);
    let by_position = position.filter(|_| players.is_empty());
    let (table, date) = match by_position {
        Some(_) => {
            ("archive_positions p JOIN archive_games g ON g.id = p.game", ["p.played", "p.game"])
        }
        // The sum keeps the database from scanning all games by date.
        None if !players.is_empty() => ("archive_games g", ["g.played + 0", "g.id"]),
        None => ("archive_games g", ["g.played", "g.id"]),
    };
    let mut query = QueryBuilder::new(COLUMNS);
    query.push(table).push(PLAYERS).push(" WHERE 1 = 1");
    if let Some(key) = by_position {
        query.push(" AND p.position = ").push_bind(key);
    } else if let Some(key) = position {
        query.push(" AND EXISTS (SELECT 1 FROM archive_positions p WHERE p.position = ");
        query.push_bind(key).push(" AND p.played = g.played AND p.game = g.id)");
    }
    push_players(&mut query, players);
    push_rest(&mut query, filter, date);
    query
}

fn push_players(query: &mut QueryBuilder<Sqlite>, players: &[Vec<i64>]) {
    match players {
        [] => {}
        [one] => {
            push_is_one(query, " AND (g.black_id", one);
            push_is_one(query, " OR g.white_id", one);
            query.push(")");
        }
        [one, other, ..] => {
            push_is_one(query, " AND (g.black_id", one);
            push_is_one(query, " AND g.white_id", other);
            push_is_one(query, " OR g.black_id", other);
            push_is_one(query, " AND g.white_id", one);
            query.push(")");
        }
    }
}

fn push_is_one(query: &mut QueryBuilder<Sqlite>, column: &'static str, players: &[i64]) {
    query.push(column).push(" IN (");
    let mut list = query.separated(",");
    for player in players {
        list.push_bind(*player);
    }
    query.push(")");
}

fn push_rest(query: &mut QueryBuilder<Sqlite>, filter: &ArchiveFilter, [played, game]: [&str; 2]) {
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
    query.push(match filter.result {
        None => "",
        Some(Winner::Black) => " AND g.result > 0",
        Some(Winner::White) => " AND g.result < 0",
        Some(Winner::Draw) => " AND g.result = 0",
    });
    query.push(format!(" ORDER BY {played} DESC, {game} DESC LIMIT "));
    query.push_bind(i64::from(filter.page()) + 1);
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
    }
}
