//! Adds games to the archive.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sqlx::{Row, SqliteConnection};
use willow_protocol::{GameId, name_key};
use willow_records::RecordedEnding;

use super::entry::{ArchiveEntry, DIGEST};
use super::index::{AllMoveCounts, MoveCounts, PositionRow, index};
use crate::store::{StoreError, bulk};

/// A game to add, with its number.
#[derive(Debug)]
pub(super) struct NewArchivedGame {
    pub(super) game: GameId,
    pub(super) digest: [u8; DIGEST],
    pub(super) entry: ArchiveEntry,
    /// Whether it was played on this server.
    pub(super) is_own: bool,
}

/// Adds games with their players and positions. None of them may be in the archive already.
pub(super) async fn add(
    connection: &mut SqliteConnection,
    games: &[NewArchivedGame],
) -> Result<(), StoreError> {
    let (mut rows, mut counts) = (Vec::new(), AllMoveCounts::default());
    for NewArchivedGame { game, entry, .. } in games {
        index(entry, *game, &mut rows, &mut counts);
    }
    // In the order of the table, so that each of its pages is written once.
    rows.sort_unstable();
    insert_positions(connection, &rows).await?;
    add_entries(connection, games, counts).await
}

/// Adds everything of games but their positions: the games, their players and the counts of their
/// moves.
pub(super) async fn add_entries(
    connection: &mut SqliteConnection,
    games: &[NewArchivedGame],
    counts: AllMoveCounts,
) -> Result<(), StoreError> {
    let players = players(connection, games).await?;
    insert_games(connection, games, &players).await?;
    add_move_counts(connection, counts.by_move.into_iter().collect()).await?;
    add_move_counts_by_year(connection, counts.by_year).await
}

/// Returns the numbers of all players, new ones included.
async fn players(
    connection: &mut SqliteConnection,
    games: &[NewArchivedGame],
) -> Result<HashMap<String, i64>, StoreError> {
    let names: BTreeSet<&str> =
        games.iter().flat_map(|game| &game.entry.names).map(String::as_str).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let insert = "INSERT INTO archive_players (name, name_key)";
    let known = "ON CONFLICT (name) DO NOTHING";
    bulk::insert(
        connection,
        bulk::Insert { head: insert, n_columns: 2, tail: known },
        &names,
        |query, name| query.bind((*name).to_owned()).bind(name_key(name)),
    )
    .await?;
    let sql = |n| format!("SELECT name, id FROM archive_players WHERE name IN {}", bulk::tuple(n));
    let rows = bulk::fetch(connection, sql, &names, |query, name| query.bind((*name).to_owned()));
    Ok(rows.await?.iter().map(|row| (row.get(0), row.get(1))).collect())
}

async fn insert_games(
    connection: &mut SqliteConnection,
    games: &[NewArchivedGame],
    players: &HashMap<String, i64>,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO archive_games (id, digest, black_id, white_id, played, event, place,
                  result, ending, start_position, n_moves, moves, own)";
    bulk::insert(
        connection,
        bulk::Insert { head: insert, n_columns: 13, tail: "" },
        games,
        |query, row| {
            let entry = &row.entry;
            let [black, white] = entry.names.each_ref().map(|name| players[name.as_str()]);
            query
                .bind(row.game.0 as i64)
                .bind(row.digest.to_vec())
                .bind(black)
                .bind(white)
                .bind(entry.played)
                .bind(entry.event.clone())
                .bind(entry.place.clone())
                .bind(entry.result)
                .bind(ending_name(entry.ending))
                .bind(entry.custom_start())
                .bind(entry.n_moves() as i64)
                .bind(entry.transcript())
                .bind(row.is_own)
        },
    )
    .await
}

/// Writes positions. Those that are there already stay as they are.
pub(super) async fn insert_positions(
    connection: &mut SqliteConnection,
    rows: &[PositionRow],
) -> Result<(), StoreError> {
    let insert = "INSERT INTO archive_positions (position, played, game, move, result,
                  finished)";
    bulk::insert(
        connection,
        bulk::Insert { head: insert, n_columns: 6, tail: "ON CONFLICT DO NOTHING" },
        rows,
        |query, row| {
            query
                .bind(row.position)
                .bind(row.played)
                .bind(row.game.0 as i64)
                .bind(row.mv)
                .bind(row.result)
                .bind(row.finished)
        },
    )
    .await
}

async fn add_move_counts(
    connection: &mut SqliteConnection,
    rows: Vec<((i64, u8), MoveCounts)>,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO archive_moves
                  (position, move, games, black_wins, draws, white_wins, finished, difference)";
    let add = "ON CONFLICT (position, move) DO UPDATE SET
               games = games + excluded.games,
               black_wins = black_wins + excluded.black_wins,
               draws = draws + excluded.draws,
               white_wins = white_wins + excluded.white_wins,
               finished = finished + excluded.finished,
               difference = difference + excluded.difference";
    bulk::insert(
        connection,
        bulk::Insert { head: insert, n_columns: 8, tail: add },
        &rows,
        |query, &((position, mv), tally)| {
            query
                .bind(position)
                .bind(mv)
                .bind(tally.games)
                .bind(tally.black_wins)
                .bind(tally.draws)
                .bind(tally.white_wins)
                .bind(tally.finished)
                .bind(tally.difference)
        },
    )
    .await
}

async fn add_move_counts_by_year(
    connection: &mut SqliteConnection,
    counts: BTreeMap<(i64, u32, u8), MoveCounts>,
) -> Result<(), StoreError> {
    let rows: Vec<((i64, u32, u8), MoveCounts)> = counts.into_iter().collect();
    let insert = "INSERT INTO archive_moves_by_year
                  (position, year, move, games, black_wins, draws, white_wins, finished, difference)";
    let add = "ON CONFLICT (position, year, move) DO UPDATE SET
               games = games + excluded.games,
               black_wins = black_wins + excluded.black_wins,
               draws = draws + excluded.draws,
               white_wins = white_wins + excluded.white_wins,
               finished = finished + excluded.finished,
               difference = difference + excluded.difference";
    bulk::insert(
        connection,
        bulk::Insert { head: insert, n_columns: 9, tail: add },
        &rows,
        |query, &((position, year, mv), tally)| {
            query
                .bind(position)
                .bind(year)
                .bind(mv)
                .bind(tally.games)
                .bind(tally.black_wins)
                .bind(tally.draws)
                .bind(tally.white_wins)
                .bind(tally.finished)
                .bind(tally.difference)
        },
    )
    .await
}

/// Returns the name of an ending.
pub(super) const fn ending_name(ending: RecordedEnding) -> &'static str {
    match ending {
        RecordedEnding::Board => "board",
        RecordedEnding::Resigned => "resigned",
        RecordedEnding::TimedOut => "timeout",
        RecordedEnding::Forfeited => "forfeited",
        RecordedEnding::Agreed => "agreed",
    }
}

/// Returns the ending of a name.
pub(super) fn ending_of(name: &str) -> RecordedEnding {
    let all = [
        RecordedEnding::Resigned,
        RecordedEnding::TimedOut,
        RecordedEnding::Forfeited,
        RecordedEnding::Agreed,
    ];
    all.into_iter().find(|&ending| ending_name(ending) == name).unwrap_or(RecordedEnding::Board)
}
