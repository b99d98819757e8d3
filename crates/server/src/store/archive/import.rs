//! Imports games.

use std::collections::HashSet;

use sqlx::{Connection, Row, SqliteConnection};
use willow_protocol::GameId;

use super::add::{NewArchivedGame, add};
use super::entry::{ArchiveEntry, DIGEST};
use crate::store::settings::{self, RESERVED};
use crate::store::{StoreError, Writer, bulk};

/// The page cache for an import, in KiB: it holds the index of some hundred thousand games.
const CACHE_KIB: u32 = 256 * 1024;

/// The outcome of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The number of games that were added.
    pub added: usize,
    /// The number of games that were in the archive already.
    pub known: usize,
}

impl Writer {
    /// Prepares for an import of many games.
    ///
    /// # Errors
    /// The database failed.
    pub async fn prepare_import(&mut self) -> Result<(), StoreError> {
        let pragma = format!("PRAGMA cache_size = -{CACHE_KIB}");
        sqlx::query(sqlx::AssertSqlSafe(pragma)).execute(&mut self.connection).await?;
        Ok(())
    }

    /// Adds games to the archive: all of them or, after an error, none. Games that are there already
    /// are left out. The others get the next free numbers.
    ///
    /// # Errors
    /// The database failed.
    pub async fn import(&mut self, entries: Vec<ArchiveEntry>) -> Result<Imported, StoreError> {
        let n_entries = entries.len();
        let mut transaction = self.connection.begin().await?;
        let games = new_games(&mut transaction, entries).await?;
        add(&mut transaction, &games).await?;
        transaction.commit().await?;
        if !games.is_empty() {
            self.archive_version.end();
            // The WAL is about as large as the index of all these games.
            self.empty_wal().await?;
        }
        Ok(Imported { added: games.len(), known: n_entries - games.len() })
    }
}

/// Returns the games that are not in the archive, with their numbers.
async fn new_games(
    connection: &mut SqliteConnection,
    entries: Vec<ArchiveEntry>,
) -> Result<Vec<NewArchivedGame>, StoreError> {
    let digests: Vec<[u8; DIGEST]> = entries.iter().map(ArchiveEntry::digest).collect();
    let sql = |n| format!("SELECT digest FROM archive_games WHERE digest IN {}", bulk::tuple(n));
    let known = bulk::fetch(connection, sql, &digests, |digest| [digest[..].into()]).await?;
    let mut known: HashSet<Vec<u8>> = known.iter().map(|row| row.get(0)).collect();
    let mut next = settings::get(connection, RESERVED).await?.max(1);
    let mut games = Vec::new();
    for (digest, entry) in digests.into_iter().zip(entries) {
        if known.insert(digest.to_vec()) {
            games.push(NewArchivedGame { game: GameId(next), digest, entry, is_own: false });
            next += 1;
        }
    }
    settings::set(connection, &[(RESERVED, next)]).await?;
    Ok(games)
}
