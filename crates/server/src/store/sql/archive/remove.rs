//! Takes imported games out of the archive.

use std::ops::Range;

use willow_protocol::GameId;

use super::add::subtract_move_counts;
use super::read::{REMOVED, record};
use crate::store::Result;
use crate::store::archive::{ArchiveEntry, MoveCountsByMove, index};
use crate::store::sql::{Connection, bulk};

/// How many games are taken out at once: their positions are held in memory.
const BATCH: i64 = 20_000;

/// Takes out the imported games of a range of numbers, and says now and then how many are out.
pub(super) async fn remove_range(
    connection: &mut Connection<'_>,
    games: Range<u64>,
    mut progress: impl FnMut(usize),
) -> Result<()> {
    let mut removed = 0;
    loop {
        let sql = "SELECT id FROM archive_games WHERE id >= ? AND id < ? AND own = 0 LIMIT ?";
        let values = [games.start.into(), games.end.into(), BATCH.into()];
        let rows = bulk::query(sql, values).fetch_all(&mut *connection).await?;
        if rows.is_empty() {
            return Ok(());
        }
        let some: Vec<GameId> = rows.iter().map(|row| GameId(row.get(0))).collect();
        remove(connection, &some).await?;
        removed += some.len();
        progress(removed);
    }
}

/// Takes out games with their positions, what was counted of their moves, and players who have no others.
pub(super) async fn remove(connection: &mut Connection<'_>, games: &[GameId]) -> Result<()> {
    let select = |n| format!("{REMOVED} {}", bulk::tuple(n));
    let found = bulk::fetch(connection, select, games, |&game| [game.into()]).await?;
    let (mut positions, mut counts) = (Vec::new(), MoveCountsByMove::default());
    let mut players = Vec::new();
    for row in &found {
        let entry = ArchiveEntry::from(record(row)?);
        index(&entry, GameId(row.get("id")), &mut positions, &mut counts);
        players.extend([row.get::<i64, _>("black_id"), row.get("white_id")]);
    }
    // In the order of the table, so that each of its pages is written once.
    positions.sort_unstable();
    let delete = |n| {
        format!(
            "DELETE FROM archive_positions
             WHERE (position, played, game) IN (SELECT * FROM (VALUES {}) AS removed)",
            bulk::tuples(n, 3)
        )
    };
    bulk::execute(connection, delete, &positions, |row| {
        [row.position.into(), row.played.into(), row.game.into()]
    })
    .await?;
    subtract_move_counts(connection, counts).await?;
    let delete = |n| format!("DELETE FROM archive_games WHERE id IN {}", bulk::tuple(n));
    bulk::execute(connection, delete, games, |&game| [game.into()]).await?;
    players.sort_unstable();
    players.dedup();
    let delete = |n| {
        format!(
            "DELETE FROM archive_players WHERE id IN {} AND person IS NULL
             AND NOT EXISTS (SELECT 1 FROM archive_games WHERE black_id = archive_players.id)
             AND NOT EXISTS (SELECT 1 FROM archive_games WHERE white_id = archive_players.id)",
            bulk::tuple(n)
        )
    };
    bulk::execute(connection, delete, &players, |&player| [player.into()]).await
}
