//! Adds the server's own games when they end.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use willow_protocol::{ArchiveDate, EndKind, GameEnd, GameId};
use willow_records::{RecordedEnding, transcript};

use super::add::{NewArchivedGame, add};
use super::entry::{ArchiveEntry, digest};
use crate::domain::{Millis, is_private};
use crate::store::{StoreError, bulk, game_end, position};

/// Adds games that have just ended.
pub(crate) async fn add_ended(
    connection: &mut SqliteConnection,
    games: &[GameId],
) -> Result<(), StoreError> {
    let new = own_games(connection, &public(games)).await?;
    if new.is_empty() { Ok(()) } else { add(connection, &new).await }
}

/// Returns the games that are not private.
pub(super) fn public(games: &[GameId]) -> Vec<GameId> {
    games.iter().copied().filter(|&game| !is_private(game)).collect()
}

/// Reads games of the server that are over, without those that have no result.
pub(super) async fn own_games(
    connection: &mut SqliteConnection,
    games: &[GameId],
) -> Result<Vec<NewArchivedGame>, StoreError> {
    let sql = |n| {
        format!(
            "SELECT id, black, white, start_position, ended_at, ending, moves FROM games
             WHERE id IN {} AND result IS NOT NULL",
            bulk::tuple(n)
        )
    };
    let rows = bulk::fetch(connection, sql, games, |&game| [game.into()]).await?;
    rows.iter().map(own_game).collect()
}

fn own_game(row: &SqliteRow) -> Result<NewArchivedGame, StoreError> {
    let id: i64 = row.get("id");
    let ending: String = row.get("ending");
    let end = game_end(&ending)?;
    let moves: String = row.get("moves");
    let game = transcript::parse_from(position(row.get("start_position"))?, &moves)
        .map_err(|_| StoreError::invalid("moves", &moves))?;
    let ended_at = row.get::<i64, _>("ended_at") as Millis;
    let entry = ArchiveEntry {
        game,
        names: [row.get("black"), row.get("white")],
        played: ArchiveDate::of_millis(ended_at).map_or(0, ArchiveDate::number),
        event: String::new(),
        place: "Willow".to_owned(),
        result: end.result,
        ending: ending_of(&end),
    };
    // Two games of the same players with the same moves are different games.
    let digest = digest(&["own", &id.to_string()]);
    Ok(NewArchivedGame { game: GameId(id as u64), digest, entry, is_own: true })
}

/// Returns the ending of a game, as records have it.
pub(crate) const fn ending_of(end: &GameEnd) -> RecordedEnding {
    match end.reason {
        EndKind::Finished | EndKind::Aborted => RecordedEnding::Board,
        EndKind::Agreed => RecordedEnding::Agreed,
        EndKind::Resigned => RecordedEnding::Resigned,
        EndKind::Timeout => RecordedEnding::TimedOut,
        EndKind::Abandoned | EndKind::Forfeited => RecordedEnding::Forfeited,
    }
}
