//! The games that users keep for themselves, and those that they deleted.

use super::{Connection, Readers, Result, Row, Value, run};
use crate::domain::{LibraryChange, MAX_LIBRARY, Millis, UserId};

/// The number of games that are read at once.
const ROWS: i64 = 100;

/// Number of deletions remembered per user. A browser that misses an older one keeps the game for itself.
const DELETIONS: i64 = 2_000;

/// The last revision and the bytes of a user's games.
pub(super) const STATE: &str = "SELECT COALESCE(MAX(revision), 0), CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM library WHERE user_id = ?";

/// The games of a user after a revision.
pub(super) const AFTER: &str = "SELECT revision, id, changed_at, game, bytes FROM library
     WHERE user_id = ? AND revision > ? ORDER BY revision LIMIT ?";

/// The games of a user that have some ids.
pub(super) const BY_IDS: &str = "SELECT revision, id, changed_at, game, bytes FROM library
     WHERE user_id = ? AND id IN (SELECT value FROM json_each(?))";

/// A game that a user keeps or deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LibraryGame {
    /// The user's revision of its last change.
    pub(crate) revision: u64,
    pub(crate) id: String,
    pub(crate) changed_at: Millis,
    /// JSON; `None` if the game was deleted.
    pub(crate) game: Option<String>,
    /// Its bytes towards the limit of its user.
    pub(crate) bytes: u64,
}

impl Readers {
    pub(crate) async fn library(&self, user: UserId, after: u64) -> Result<Vec<LibraryGame>> {
        let rows = self.rows(AFTER, [user.into(), after.into(), ROWS.into()]).await?;
        Ok(rows.iter().map(game).collect())
    }

    pub(crate) async fn library_games(
        &self,
        user: UserId,
        ids: &[&str],
    ) -> Result<Vec<LibraryGame>> {
        let ids = serde_json::Value::from(ids).to_string();
        let rows = self.rows(BY_IDS, [user.into(), ids.into()]).await?;
        Ok(rows.iter().map(game).collect())
    }

    pub(crate) async fn library_state(&self, user: UserId) -> Result<(u64, u64)> {
        let rows = self.rows(STATE, [user.into()]).await?;
        Ok(rows.first().map_or((0, 0), |row| (row.get(0), row.get(1))))
    }
}

fn game(row: &Row) -> LibraryGame {
    LibraryGame {
        revision: row.get(0),
        id: row.get(1),
        changed_at: row.get(2),
        game: row.get(3),
        bytes: row.get(4),
    }
}

/// Makes a change, unless the game has another revision than the one that was changed, or the games would be more
/// than they may be and more than they are. The same again is no change, nor is the deletion of what is not there.
///
/// Revisions grow with the time, so that after a restore none has the number of one that was lost.
pub(super) async fn write(
    connection: &mut Connection<'_>,
    user: UserId,
    change: LibraryChange,
    at: Millis,
) -> Result<()> {
    let is_deletion = change.game.is_none();
    let bytes: Value = change.bytes().into();
    let LibraryChange { id, base, game } = change;
    let sql = "INSERT INTO library (user_id, id, revision, changed_at, bytes, game)
               SELECT id, ?2,
                   MAX(?3, (SELECT COALESCE(MAX(revision), 0) + 1 FROM library WHERE user_id = ?1)), ?3, ?4, ?5
               FROM users WHERE id = ?1 AND gone = 0 AND (?5 IS NOT NULL
                   OR EXISTS (SELECT 1 FROM library WHERE user_id = ?1 AND library.id = ?2))
               AND (?4 <= (SELECT COALESCE(SUM(bytes), 0) FROM library WHERE user_id = ?1 AND library.id = ?2)
                   OR (SELECT COALESCE(SUM(bytes), 0) FROM library WHERE user_id = ?1 AND library.id <> ?2)
                       + ?4 <= ?7)
               ON CONFLICT (user_id, id) DO UPDATE SET revision = excluded.revision,
                   changed_at = excluded.changed_at, bytes = excluded.bytes, game = excluded.game
               WHERE library.revision = ?6 AND library.game IS DISTINCT FROM excluded.game";
    let most = MAX_LIBRARY.into();
    let values = [user.into(), id.into(), at.into(), bytes, game.into(), base.into(), most];
    run(connection, sql, values).await?;
    if !is_deletion {
        return Ok(());
    }
    let sql = "DELETE FROM library WHERE user_id = ?1 AND game IS NULL AND revision <=
                   (SELECT revision FROM library WHERE user_id = ?1 AND game IS NULL
                    ORDER BY revision DESC LIMIT 1 OFFSET ?2)";
    run(connection, sql, [user.into(), DELETIONS.into()]).await
}
