//! Opens the database, and makes sure that it keeps what it is told to.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, SqlSafeStr, SqliteConnection};
use willow_protocol::Name;

use super::StoreError;
use super::checkpoint::Checkpoints;
use crate::archive;

/// How many connections read at the same time.
const READERS: u32 = 4;

/// The database, for reading.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) readers: SqlitePool,
    /// Held for as long as somebody may use the folder.
    _lock: Arc<File>,
}

/// The one who writes.
#[derive(Debug)]
pub struct Writer {
    pub(crate) connection: SqliteConnection,
    pub(super) checkpoints: Checkpoints,
}

impl Store {
    /// Opens the database in a folder, which is made if there is none.
    ///
    /// # Errors
    /// The folder must be usable and not in use, and the database one of ours.
    pub async fn open(folder: &Path) -> Result<(Store, Writer), StoreError> {
        let lock = lock(folder)?;
        let options = SqliteConnectOptions::new()
            .filename(folder.join("willow.db"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("wal_autocheckpoint", "0")
            .statement_cache_capacity(200)
            // A line of the log for each statement would bury what the log is for.
            .disable_statement_logging();
        let mut connection = SqliteConnection::connect_with(&options).await?;
        check(&mut connection).await?;
        migrations().run(&mut connection).await?;
        let checkpoints = Checkpoints::new(SqliteConnection::connect_with(&options).await?);
        let mut writer = Writer { connection, checkpoints };
        archive::catch_up(&mut writer).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.read_only(true))
            .await?;
        Ok((Store { readers, _lock: Arc::new(lock) }, writer))
    }
}

impl Writer {
    /// Makes a registered user an administrator, and reports whether there is one of this name.
    ///
    /// # Errors
    /// The database must take it.
    pub async fn make_admin(&mut self, name: &Name) -> Result<bool, StoreError> {
        let sql = "UPDATE users SET role = 'admin' WHERE name_key = ? AND gone = 0
                   AND password IS NOT NULL";
        let done = sqlx::query(sql).bind(name.key()).execute(&mut self.connection).await?;
        Ok(done.rows_affected() == 1)
    }

    /// Gives a registered user another password and ends all tokens, and reports whether there is
    /// one of this name.
    ///
    /// # Errors
    /// The database must take it.
    pub async fn reset_password(&mut self, name: &Name, hash: &str) -> Result<bool, StoreError> {
        let mut transaction = self.connection.begin().await?;
        let sql = "UPDATE users SET password = ? WHERE name_key = ? AND gone = 0
                   AND password IS NOT NULL RETURNING id";
        let user: Option<i64> = sqlx::query_scalar(sql)
            .bind(hash)
            .bind(name.key())
            .fetch_optional(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM tokens WHERE user_id = ?")
            .bind(user)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(user.is_some())
    }
}

/// Takes the folder, so that no second server writes there.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let fault = |error| StoreError::Folder { path: folder.to_owned(), error };
    std::fs::create_dir_all(folder).map_err(fault)?;
    let file = File::create(folder.join("willow.lock")).map_err(fault)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(fault(error)),
    }
}

/// Makes sure that a commit is a promise.
async fn check(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let journal: String =
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut *connection).await?;
    if journal != "wal" {
        let (setting, wanted) = ("journal_mode", "wal");
        return Err(StoreError::Setting { setting, found: journal, wanted });
    }
    let synchronous: i64 =
        sqlx::query_scalar("PRAGMA synchronous").fetch_one(&mut *connection).await?;
    if synchronous != 2 {
        let (setting, wanted) = ("synchronous", "2 (FULL)");
        return Err(StoreError::Setting { setting, found: synchronous.to_string(), wanted });
    }
    Ok(())
}

/// The steps from an empty database to the newest one. A step that was released is never changed.
fn migrations() -> Migrator {
    let steps = [
        ("begin", include_str!("migrations/0001_begin.sql")),
        ("archive", include_str!("migrations/0002_archive.sql")),
        ("pairs", include_str!("migrations/0003_pairs.sql")),
        ("handled", include_str!("migrations/0004_handled.sql")),
        ("times", include_str!("migrations/0005_times.sql")),
    ];
    let migrations = steps.into_iter().zip(1..).map(|((name, sql), version)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}
