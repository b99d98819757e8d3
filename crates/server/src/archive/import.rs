//! Games from elsewhere.

use std::collections::HashSet;

use sqlx::{Connection, QueryBuilder, Row, Sqlite, SqliteConnection};
use willow_protocol::GameId;

use super::enter::{Entering, enter};
use super::entry::{ArchiveEntry, DIGEST};
use crate::store::{self, StoreError, Writer};

/// How many digests are looked up at once.
const LOOKUP: usize = 500;

/// The memory that the database may use for an import, in KiB: the index of some hundred thousand
/// games fits.
const CACHE_KIB: u32 = 256 * 1024;

/// What became of games that were to be imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Those that are new.
    pub added: usize,
    /// Those that are in the archive already.
    pub known: usize,
}

impl Writer {
    /// Prepares for many games.
    ///
    /// # Errors
    /// The database must answer.
    pub async fn prepare_import(&mut self) -> Result<(), StoreError> {
        let pragma = format!("PRAGMA cache_size = -{CACHE_KIB}");
        sqlx::query(sqlx::AssertSqlSafe(pragma)).execute(&mut self.connection).await?;
        Ok(())
    }

    /// Adds games to the archive, all of them or, after an error, none. Those that are there already
    /// are left out. The others get the next numbers of games.
    ///
    /// # Errors
    /// The database must take them.
    pub async fn import(&mut self, entries: Vec<ArchiveEntry>) -> Result<Imported, StoreError> {
        let n_entries = entries.len();
        let mut transaction = self.connection.begin().await?;
        let games = new_games(&mut transaction, entries).await?;
        enter(&mut transaction, &games).await?;
        transaction.commit().await?;
        if !games.is_empty() {
            // The journal is about as large as the index of all these games.
            self.empty_journal().await?;
        }
        Ok(Imported { added: games.len(), known: n_entries - games.len() })
    }
}

/// Returns the games that are not in the archive, with their numbers.
async fn new_games(
    connection: &mut SqliteConnection,
    entries: Vec<ArchiveEntry>,
) -> Result<Vec<Entering>, StoreError> {
    let digests: Vec<[u8; DIGEST]> = entries.iter().map(ArchiveEntry::digest).collect();
    let mut known = HashSet::new();
    for digests in digests.chunks(LOOKUP) {
        known.extend(known_digests(connection, digests).await?);
    }
    let mut next = next_number(connection).await?;
    let mut games = Vec::new();
    for (digest, entry) in digests.into_iter().zip(entries) {
        if known.insert(digest.to_vec()) {
            games.push(Entering { game: GameId(next), digest, entry });
            next += 1;
        }
    }
    store::set(connection, &[(store::RESERVED, next)]).await?;
    Ok(games)
}

async fn known_digests(
    connection: &mut SqliteConnection,
    digests: &[[u8; DIGEST]],
) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut query: QueryBuilder<Sqlite> =
        QueryBuilder::new("SELECT digest FROM archive_games WHERE digest IN (");
    let mut list = query.separated(",");
    for digest in digests {
        list.push_bind(digest.to_vec());
    }
    query.push(")");
    let rows = query.build().fetch_all(connection).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Returns the first number that no game or offer has.
async fn next_number(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let reserved = crate::store::reserved(connection).await?;
    Ok(reserved.max(1))
}
