//! The games that users have played on their devices: in the archive, and in a table with their users.

use willow_board::EndReason;
use willow_protocol::{ArchiveDate, ClientId, GameId};
use willow_records::RecordedEnding;

use super::add::{NewArchivedGame, Origin, add};
use super::read::{IMPORTED, record};
use crate::domain::{FIRST_DEVICE, PlayedOnDevice, UserId};
use crate::store::Result;
use crate::store::archive::{ArchiveEntry, MoveCountsByMove, PositionRow, digest, index};
use crate::store::sql::settings::{self, DEVICE_GAMES};
use crate::store::sql::{Connection, Readers, bulk, run};

/// The number of games of a deleted account that are deleted at a time. Each has some sixty positions.
const PORTION: i64 = 5;

/// The game of a user that has an id of the client.
pub(crate) const DEVICE_GAME: &str = "SELECT game FROM device_games WHERE user_id = ? AND id = ?";

/// The number of games of a user.
pub(crate) const N_DEVICE_GAMES: &str = "SELECT COUNT(*) FROM device_games WHERE user_id = ?";

impl Readers {
    pub(crate) async fn device_game(&self, user: UserId, id: &ClientId) -> Result<Option<GameId>> {
        let found = self.column(DEVICE_GAME, [user.into(), id.as_str().into()]).await?;
        Ok(found.first().copied().map(GameId))
    }

    pub(crate) async fn n_device_games(&self, user: UserId) -> Result<u64> {
        Ok(self.column(N_DEVICE_GAMES, [user.into()]).await?.first().copied().unwrap_or(0))
    }
}

/// Adds games to the archive, but for those that it has and those of accounts that are gone.
pub(in super::super) async fn insert(
    connection: &mut Connection<'_>,
    games: &[PlayedOnDevice],
) -> Result<()> {
    for played in games {
        if let Some(game) = reserve(connection, played).await? {
            add(connection, &[archived(game, played)]).await?;
        }
    }
    Ok(())
}

/// Notes whose game it is. Returns its number, or nothing if it is not to be added.
async fn reserve(
    connection: &mut Connection<'_>,
    played: &PlayedOnDevice,
) -> Result<Option<GameId>> {
    let game = settings::get(connection, DEVICE_GAMES).await?.max(FIRST_DEVICE);
    let sql = "INSERT INTO device_games (user_id, id, game, sent_at)
               SELECT id, ?2, ?3, ?4 FROM users WHERE id = ?1 AND gone = 0 AND role <> 'guest'
               ON CONFLICT DO NOTHING";
    let PlayedOnDevice { user, id, sent_at, .. } = played;
    let values = [(*user).into(), id.as_str().into(), game.into(), (*sent_at).into()];
    if bulk::query(sql, values).execute(&mut *connection).await? == 0 {
        return Ok(None);
    }
    settings::set(connection, &[(DEVICE_GAMES, game + 1)]).await?;
    Ok(Some(GameId(game)))
}

fn archived(game: GameId, played: &PlayedOnDevice) -> NewArchivedGame {
    let entry = ArchiveEntry {
        game: played.game.clone(),
        names: played.names.clone(),
        played: ArchiveDate::of_millis(played.ended_at).map_or(0, ArchiveDate::number),
        event: String::new(),
        place: "device".to_owned(),
        result: Some(played.outcome.result.value()),
        ending: match played.outcome.reason {
            EndReason::Finished | EndReason::Overtime(_) => RecordedEnding::Board,
            EndReason::Resigned(_) => RecordedEnding::Resigned,
            EndReason::TimedOut(_) => RecordedEnding::TimedOut,
            EndReason::Forfeited(_) => RecordedEnding::Forfeited,
        },
    };
    // Two games with the same moves are different games.
    let digest = digest(&["device", &game.to_string()]);
    NewArchivedGame { game, digest, entry, origin: Origin::Device }
}

/// Deletes some of the games of a user. Returns whether there were any: nobody else has played them.
pub(in super::super) async fn delete_some(
    connection: &mut Connection<'_>,
    user: UserId,
) -> Result<bool> {
    let sql = "SELECT game FROM device_games WHERE user_id = ? LIMIT ?";
    let rows = bulk::query(sql, [user.into(), PORTION.into()]).fetch_all(&mut *connection).await?;
    for row in &rows {
        delete(connection, GameId(row.get(0))).await?;
    }
    Ok(!rows.is_empty())
}

async fn delete(connection: &mut Connection<'_>, game: GameId) -> Result<()> {
    let query = bulk::query(IMPORTED, [game.into()]);
    if let Some(row) = query.fetch_optional(&mut *connection).await? {
        let (mut rows, mut counts) = (Vec::new(), MoveCountsByMove::default());
        index(&ArchiveEntry::from(record(&row)?), game, &mut rows, &mut counts);
        for PositionRow { position, played, .. } in rows {
            let sql =
                "DELETE FROM archive_positions WHERE position = ? AND played = ? AND game = ?";
            run(connection, sql, [position.into(), played.into(), game.into()]).await?;
        }
    }
    for sql in ["DELETE FROM archive_games WHERE id = ?", "DELETE FROM device_games WHERE game = ?"]
    {
        run(connection, sql, [game.into()]).await?;
    }
    Ok(())
}
