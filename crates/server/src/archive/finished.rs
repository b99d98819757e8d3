//! The server's own games, when they are over.

use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection};
use willow_protocol::{ArchiveDate, EndKind, GameEnd, GameId};
use willow_records::{RecordedEnding, transcript};

use super::enter::{Entering, enter};
use super::entry::{ArchiveEntry, digest};
use crate::core::{Millis, is_private};
use crate::store::{StoreError, Writer, bulk, game_end, position};

/// How many games of an older database enter at once.
const CHUNK: i64 = 1000;

/// Lets games enter that have just ended.
pub(crate) async fn enter_finished(
    connection: &mut SqliteConnection,
    games: &[GameId],
) -> Result<(), StoreError> {
    let public: Vec<GameId> = games.iter().copied().filter(|&game| !is_private(game)).collect();
    let sql = |n| {
        format!(
            "SELECT id, black, white, start_position, ended_at, ending, moves FROM games
             WHERE id IN {} AND result IS NOT NULL",
            bulk::tuple(n)
        )
    };
    let rows = bulk::fetch(connection, sql, &public, |query, game| query.bind(game.0 as i64));
    let entering: Vec<Entering> = rows.await?.iter().map(own_game).collect::<Result<_, _>>()?;
    if entering.is_empty() { Ok(()) } else { enter(connection, &entering).await }
}

/// Lets the games of a database enter that was written before there was an archive.
pub(crate) async fn catch_up(writer: &mut Writer) -> Result<(), StoreError> {
    let connection = &mut writer.connection;
    let done = "SELECT value FROM settings WHERE name = 'archived'";
    if sqlx::query_scalar::<_, i64>(done).fetch_optional(&mut *connection).await?.is_some() {
        return Ok(());
    }
    let mut last = 0_i64;
    loop {
        let sql = "SELECT id FROM games WHERE id > ? AND ended_at IS NOT NULL
                   AND NOT EXISTS (SELECT 1 FROM archive_games WHERE archive_games.id = games.id)
                   ORDER BY id LIMIT ?";
        let ids: Vec<i64> =
            sqlx::query_scalar(sql).bind(last).bind(CHUNK).fetch_all(&mut *connection).await?;
        let Some(&end) = ids.last() else { break };
        last = end;
        let games: Vec<GameId> = ids.into_iter().map(|id| GameId(id as u64)).collect();
        let mut transaction = connection.begin().await?;
        enter_finished(&mut transaction, &games).await?;
        transaction.commit().await?;
    }
    sqlx::query("INSERT INTO settings (name, value) VALUES ('archived', 1)")
        .execute(connection)
        .await?;
    writer.empty_journal().await
}

fn own_game(row: &SqliteRow) -> Result<Entering, StoreError> {
    let id: i64 = row.get("id");
    let ending: String = row.get("ending");
    let end = game_end(&ending)?;
    let moves: String = row.get("moves");
    let game = transcript::parse_from(position(row.get("start_position"))?, &moves)
        .map_err(|_| StoreError::nonsense("moves", &moves))?;
    let ended_at = row.get::<i64, _>("ended_at") as Millis;
    let entry = ArchiveEntry {
        game,
        names: [row.get("black"), row.get("white")],
        played: ArchiveDate::of_moment(ended_at).map_or(0, ArchiveDate::number),
        event: String::new(),
        place: "Willow".to_owned(),
        result: end.result,
        ending: ending_of(&end),
    };
    // Two games of the same players with the same moves are two games.
    let digest = digest(&["own", &id.to_string()]);
    Ok(Entering { game: GameId(id as u64), digest, entry })
}

/// Returns what ended a game, in the words of records.
pub(crate) const fn ending_of(end: &GameEnd) -> RecordedEnding {
    match end.reason {
        EndKind::Finished | EndKind::Aborted => RecordedEnding::Board,
        EndKind::Resigned => RecordedEnding::Resigned,
        EndKind::Timeout => RecordedEnding::TimedOut,
        EndKind::Abandoned | EndKind::Forfeited => RecordedEnding::Forfeited,
    }
}
