//! Marks the games that were not played to the end in an archive of an older version.
//!
//! Their results (64 discs for a resignation) were part of the explorer's averages. The counts by year
//! are younger, and are made from the marked positions (`years.rs`).

use std::collections::BTreeMap;

use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection};
use willow_board::Position;
use willow_protocol::GameId;
use willow_records::transcript;

use super::add::ending_of;
use super::entry::ArchiveEntry;
use super::index::{AllMoveCounts, index};
use crate::store::decode::position;
use crate::store::{StoreError, bulk};

/// How many games are looked at in a transaction.
const CHUNK: i64 = 1000;

/// The setting that says that this was done.
const DONE: &str = "averages_of_finished_games";

/// Marks the games, once for each database. Returns whether there was such work.
pub(crate) async fn mark_unfinished(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let done = "SELECT value FROM settings WHERE name = ?";
    if sqlx::query_scalar::<_, i64>(done)
        .bind(DONE)
        .fetch_optional(&mut *connection)
        .await?
        .is_some()
    {
        return Ok(false);
    }
    let mut last = 0_i64;
    loop {
        let sql = "SELECT id, played, result, ending, start_position, moves FROM archive_games
                   WHERE id > ? ORDER BY id LIMIT ?";
        let rows = sqlx::query(sql).bind(last).bind(CHUNK).fetch_all(&mut *connection).await?;
        let Some(end) = rows.last() else { break };
        last = end.get("id");
        let mut transaction = connection.begin().await?;
        mark(&mut transaction, &rows).await?;
        transaction.commit().await?;
    }
    sqlx::query("INSERT INTO settings (name, value) VALUES (?, 1)")
        .bind(DONE)
        .execute(connection)
        .await?;
    Ok(last > 0)
}

/// Marks those of some games that are unfinished, and takes them out of the averages.
async fn mark(connection: &mut SqliteConnection, games: &[SqliteRow]) -> Result<(), StoreError> {
    let (mut rows, mut counts) = (Vec::new(), AllMoveCounts::default());
    for row in games {
        let entry = entry(row)?;
        if !entry.is_finished() && entry.result.is_some() {
            index(&entry, GameId(row.get::<i64, _>("id") as u64), &mut rows, &mut counts);
        }
    }
    let mut removed: BTreeMap<(i64, u8), (i64, i64)> = BTreeMap::new();
    for row in rows.iter().filter(|row| counts.by_move.contains_key(&(row.position, row.mv))) {
        let (n, sum) = removed.entry((row.position, row.mv)).or_default();
        *n += 1;
        *sum += i64::from(row.result.unwrap_or(0));
    }
    let sql = |n| {
        let keys = bulk::tuples(n, 3);
        format!(
            "UPDATE archive_positions SET finished = 0
             WHERE (position, played, game) IN (VALUES {keys})"
        )
    };
    bulk::execute(connection, sql, &rows, |query, row| {
        query.bind(row.position).bind(row.played).bind(row.game.0 as i64)
    })
    .await?;
    let less = "UPDATE archive_moves SET finished = finished - ?, difference = difference - ?
                WHERE position = ? AND move = ?";
    for ((position, mv), (n, sum)) in removed {
        let query = sqlx::query(less).bind(n).bind(sum).bind(position).bind(mv);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Returns a game of the archive as far as the averages need it.
fn entry(row: &SqliteRow) -> Result<ArchiveEntry, StoreError> {
    let start: Option<String> = row.get("start_position");
    let start = start.map_or(Ok(Position::START), |text| position(&text))?;
    let moves: String = row.get("moves");
    let ending: String = row.get("ending");
    let game = transcript::parse_from(start, &moves)
        .map_err(|_| StoreError::invalid("moves of a game", &moves))?;
    Ok(ArchiveEntry {
        game,
        names: [String::new(), String::new()],
        played: row.get("played"),
        event: String::new(),
        place: String::new(),
        result: row.get("result"),
        ending: ending_of(&ending),
    })
}
