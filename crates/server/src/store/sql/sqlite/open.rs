//! Opens the database, and checks the settings that durability needs.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection as _, Row as _, SqlSafeStr, SqliteConnection,
};

use super::super::connection::{Connection, Pool};
use super::super::readers::{Readers, SIZES};
use super::super::writer::{Database, Writer};
use super::super::{Result, StoreError, archive};
use super::check::{check_after_crash, check_version, note_version};
use super::checkpoint::Checkpoints;
use super::private_files::{
    beside, check_owner, check_reader, create_file, create_folder, make_private,
};
use super::wal::{self, WalDamage};

/// The number of prepared statements that a connection keeps: more than the server has.
const MAX_CACHED_STATEMENTS: usize = 400;

/// The page cache of a reader; for `SQLite` negative numbers are KiB. It holds the inner pages of the
/// archive's indices.
const READER_CACHE: &str = "-8192";

/// How many rows a reader finds before somebody takes them. With few, its thread and that of the answer wait
/// for each other in turn. No answer has more than some thousand rows.
const BUFFERED_ROWS: usize = 4096;

/// The page size of a new database in bytes. A move writes a page of its game, so small pages make
/// short writes. An older database keeps its own page size.
const PAGE: u32 = 1024;

/// The page cache of the writer; for `SQLite` negative numbers are KiB. Pages outside it come from the cache of
/// the system. A commit that splits a page of an index scans the whole cache afterwards
/// (`pcache1TruncateUnsafe`), so a larger one costs more than it saves.
const WRITER_CACHE: &str = "-2048";

/// The database of the one who writes.
#[derive(Debug)]
pub(in super::super) struct Primary {
    pub(in super::super) connection: SqliteConnection,
    options: SqliteConnectOptions,
    /// Held as long as the folder is in use.
    lock: Arc<File>,
    checkpoints: Checkpoints,
}

/// The page cache for an import, in KiB: it holds the index of some hundred thousand games.
const IMPORT_CACHE_KIB: u32 = 256 * 1024;

/// Content of the lock file while a server runs, and after it was killed.
const RUNNING: &[u8] = b"a server runs\n";

/// The name of the database in its folder.
pub(super) const DATABASE: &str = "willow.db";

/// Returns whether a folder has a database.
pub(crate) fn has_database(folder: &Path) -> bool {
    folder.join(DATABASE).is_file()
}

/// Opens the database in a folder, which is created if it does not exist.
pub(crate) async fn open(folder: &Path) -> Result<(Readers, Writer)> {
    let lock = lock(folder)?;
    let database = folder.join(DATABASE);
    let fault = |error| StoreError::Folder { path: folder.to_owned(), error };
    make_private(&database).map_err(fault)?;
    let is_damaged = keep_if_damaged(&beside(&database, "-wal")).map_err(fault)?;
    let options = options(&database)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("wal_autocheckpoint", "0")
        .page_size(PAGE);
    let lock = Arc::new(lock);
    let opened = Primary::open(&options, folder, lock.clone()).await;
    let primary = opened.map_err(|error| error.in_file(&database))?;
    let mut writer = Writer::of(Database::Sqlite(primary)).await?;
    if is_damaged {
        // Otherwise unreadable frames would stay behind the next transactions.
        let emptied = writer.database.empty_log().await;
        writer.unless_full(emptied).await?;
    }
    let emptied = writer.empty_backlog().await;
    writer.unless_full(emptied).await?;
    Ok((readers(options, Some(lock)).await?, writer))
}

/// Opens the database in a folder to read it, while a server uses it or not.
pub(crate) async fn open_to_read(folder: &Path) -> Result<Readers> {
    check_reader(folder)?;
    if !has_database(folder) {
        return Err(StoreError::NoDatabase(folder.to_owned()));
    }
    readers(options(&folder.join(DATABASE)), None).await
}

fn options(database: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(database)
        // The rollback data of a statement needs no file.
        .pragma("temp_store", "MEMORY")
        .statement_cache_capacity(MAX_CACHED_STATEMENTS)
        // A line of the log for each statement would be too much.
        .disable_statement_logging()
}

async fn readers(options: SqliteConnectOptions, lock: Option<Arc<File>>) -> Result<Readers> {
    let reading = options.read_only(true);
    let cached = reading.clone().pragma("cache_size", READER_CACHE).row_buffer_size(BUFFERED_ROWS);
    let pools = [
        pool(SIZES.queries, cached.clone()).await?,
        pool(SIZES.visitors, cached).await?,
        pool(SIZES.logins, reading.clone()).await?,
        pool(SIZES.accounts, reading).await?,
    ];
    Ok(Readers::new(pools, lock))
}

impl Primary {
    async fn open(
        options: &SqliteConnectOptions,
        folder: &Path,
        lock: Arc<File>,
    ) -> Result<Primary> {
        let writing = options.clone().pragma("cache_size", WRITER_CACHE);
        let mut connection = SqliteConnection::connect_with(&writing).await?;
        check(&mut connection).await?;
        check_version(&mut connection, folder).await?;
        migrate(&mut connection).await?;
        match note_version(&mut connection).await {
            Err(error) if error.is_disk_full() => {}
            noted => noted?,
        }
        let checkpoints = Checkpoints::new(SqliteConnection::connect_with(options).await?);
        Ok(Primary { connection, options: writing, lock, checkpoints })
    }

    /// Checks the database first if the last server did not end in order, and marks that one runs now: the mark is in
    /// the lock file until the end.
    pub(in super::super) async fn begin_service(&mut self) -> Result<()> {
        let mut mark = String::new();
        let file = self.options.get_filename().to_owned();
        let fault = |error| StoreError::Folder { path: file.clone(), error };
        (&*self.lock).read_to_string(&mut mark).map_err(fault)?;
        if !mark.is_empty() {
            let checked = check_after_crash(&mut self.connection, &file).await;
            return checked.map_err(|error| error.in_file(&file));
        }
        let marked = (&*self.lock).write_all(RUNNING).and_then(|()| self.lock.sync_all());
        // A server starts on a full disk, too.
        if let Err(error) = marked {
            tracing::warn!(%error, "the next start cannot tell whether this one ends in order");
        }
        Ok(())
    }

    /// Returns the file of the database.
    pub(in super::super) fn file(&self) -> &Path {
        self.options.get_filename()
    }

    /// Counts the writes of a commit, and makes a WAL checkpoint when it is due.
    pub(in super::super) async fn written(&mut self, n_writes: usize) -> Result<()> {
        match self.checkpoints.written(n_writes, &mut self.connection).await {
            // The batch is on the disk, and the write-ahead log stays as long as it is.
            Err(error) if error.is_disk_full() => Ok(()),
            done => done,
        }
    }

    /// Makes a complete WAL checkpoint and empties the WAL, after work that no commits follow for a
    /// while.
    pub(in super::super) async fn empty_log(&mut self) -> Result<()> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut self.connection).await?;
        self.checkpoints.reset();
        Ok(())
    }

    /// Takes more memory for an import of many games.
    pub(in super::super) async fn enlarge_cache(&mut self) -> Result<()> {
        let pragma = format!("PRAGMA cache_size = -{IMPORT_CACHE_KIB}");
        sqlx::query(AssertSqlSafe(pragma)).execute(&mut self.connection).await?;
        Ok(())
    }

    pub(in super::super) async fn reconnect(&mut self) -> Result<()> {
        self.connection = SqliteConnection::connect_with(&self.options).await?;
        Ok(())
    }

    /// Carries the WAL over into the database at the end of the server, so that `willow.db` alone is
    /// the whole of it. A reader that does not end in time, such as a backup, prevents it; nothing is
    /// lost then, because the next start reads the WAL.
    pub(in super::super) async fn close(mut self) -> Result<()> {
        self.checkpoints.close().await?;
        let row =
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut self.connection).await?;
        if row.get::<i64, _>(0) == 0 {
            tracing::info!("the write-ahead log was carried over into the database");
        } else {
            tracing::warn!("the write-ahead log stays, because another program reads the database");
        }
        self.connection.close().await?;
        if let Err(error) = self.lock.set_len(0) {
            tracing::warn!(%error, "the next start will check the database");
        }
        Ok(())
    }
}

async fn pool(n: u32, options: SqliteConnectOptions) -> Result<Pool> {
    Ok(Pool::Sqlite(SqlitePoolOptions::new().max_connections(n).connect_with(options).await?))
}

/// Locks the folder against a second server.
fn lock(folder: &Path) -> Result<File> {
    check_owner(folder)?;
    let fault = |error| StoreError::Folder { path: folder.to_owned(), error };
    create_folder(folder).map_err(fault)?;
    let file = create_file(&folder.join("willow.lock")).map_err(fault)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(fault(error)),
    }
}

/// Says what is lost if the write-ahead log is damaged, and keeps a copy of it. Returns whether it is.
fn keep_if_damaged(log: &Path) -> io::Result<bool> {
    let Some(damage) = wal::find_damage(log)? else { return Ok(false) };
    let copy = log.with_file_name(format!("damaged-{:016x}.wal", wal::salt(log)?));
    keep_copy(log, &copy).map_err(|error| {
        let message =
            format!("the write-ahead log is damaged, and there must be room for a copy: {error}");
        io::Error::new(error.kind(), message)
    })?;
    let (lost, at) = match damage {
        WalDamage::Header => ("all transactions in it that were not carried over".to_owned(), 0),
        WalDamage::Frame { at, transactions: 1 } => ("its last transaction".to_owned(), at),
        WalDamage::Frame { at, transactions } => {
            (format!("its last {transactions} transactions"), at)
        }
    };
    tracing::error!(
        "the write-ahead log is damaged at byte {at}: {lost} cannot be read; {} is a copy. After a power \
         failure one unacknowledged transaction may be missing; otherwise check the disk and restore a backup",
        copy.display()
    );
    Ok(true)
}

/// Copies a log unless a start before has done so: one that ends early and is tried again must not fill the disk.
fn keep_copy(log: &Path, copy: &Path) -> io::Result<()> {
    if copy.try_exists()? {
        return Ok(());
    }
    // The rename makes the file appear whole or not at all.
    let unfinished = copy.with_extension("part");
    let copied = std::fs::copy(log, &unfinished).and_then(|_| std::fs::rename(&unfinished, copy));
    if copied.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    copied
}

/// Makes sure that commits are durable.
async fn check(connection: &mut SqliteConnection) -> Result<()> {
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

/// The version of the first schema. Earlier versions were never released.
pub(in super::super) const FIRST: i64 = 23;

/// Returns the migrations, in order. One that was released is never changed.
fn migrations() -> Vec<Migration> {
    let migration = |version, name: &'static str, sql: &'static str| {
        let sql = sql.into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, sql, false)
    };
    vec![
        migration(FIRST, "begin", include_str!("migrations/0023_begin.sql")),
        migration(24, "rated opponents", include_str!("migrations/0024_rated_opponents.sql")),
        migration(25, "library", include_str!("migrations/0025_library.sql")),
        migration(26, "device games", include_str!("migrations/0026_device_games.sql")),
        migration(27, "token scopes", include_str!("migrations/0027_token_scopes.sql")),
        migration(28, "invitations", include_str!("migrations/0028_invitations.sql")),
        migration(29, "archive changes", include_str!("migrations/0029_archive_changes.sql")),
        migration(30, "emails", include_str!("migrations/0030_emails.sql")),
        migration(31, "moderation", include_str!("migrations/0031_moderation.sql")),
        migration(32, "silences", include_str!("migrations/0032_silenced_addresses.sql")),
        migration(33, "last invitation", include_str!("migrations/0033_last_invitation.sql")),
    ]
}

/// Returns the version of the newest schema.
pub(super) fn newest_schema() -> i64 {
    migrations().iter().map(|migration| migration.version).max().unwrap_or(FIRST)
}

/// Creates or migrates the tables.
async fn migrate(connection: &mut SqliteConnection) -> Result<()> {
    Migrator::with_migrations(migrations()).run(&mut *connection).await?;
    archive::renew_keys(&mut Connection::from(connection)).await
}

#[cfg(test)]
mod tests {
    use willow_protocol::{CommandResult, GameId};

    use super::*;
    use crate::domain::{UsedCommandId, UserId, Write};
    use crate::store::test_support::TestStore;

    #[test]
    fn a_database_from_before_the_first_release_or_from_a_newer_willow_is_refused() {
        for (sql, wanted) in [
            ("UPDATE _sqlx_migrations SET version = 22 WHERE version = 23", "047aff51"),
            (
                "INSERT INTO _sqlx_migrations SELECT 99, description, installed_on, success,
                 checksum, execution_time FROM _sqlx_migrations WHERE version = 23",
                "made by a newer Willow",
            ),
        ] {
            let mut database = TestStore::sqlite();
            database.run(sql);
            let TestStore { runtime, store, writer, folder, .. } = database;
            drop((store, writer));
            let error = runtime.block_on(open(folder.path())).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_files_of_the_database_are_for_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let mut store = TestStore::sqlite();
        let files = ["willow.db", "willow.db-wal", "willow.db-shm", "willow.lock"];
        let files = files.map(|name| store.folder.path().join(name));
        for file in &files {
            assert_eq!(mode(file), 0o600, "{file:?}");
            // As an older version made them.
            std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o644)).unwrap();
        }
        store = store.reopen();
        assert_eq!(files.each_ref().map(|file| mode(file)), [0o600; 4]);
        // So is the copy of a log that is damaged.
        let TestStore { runtime, store, writer, folder, .. } = store;
        // Everything in the log is in the database, too, so the damage loses nothing.
        drop(store);
        runtime.block_on(writer.close()).unwrap();
        std::fs::write(&files[1], [0; 64]).unwrap();
        std::fs::set_permissions(&files[1], std::fs::Permissions::from_mode(0o644)).unwrap();
        let reopened = runtime.block_on(open(folder.path()));
        assert_eq!(mode(&folder.path().join("damaged-0000000000000000.wal")), 0o600);
        drop(reopened.unwrap());
    }

    /// A start that is tried again after the copy was made, such as one on a full disk.
    #[test]
    fn a_damaged_log_is_copied_once() {
        let folder = tempfile::TempDir::new().unwrap();
        let log = folder.path().join("willow.db-wal");
        let mut bytes = vec![0; 64];
        bytes[16..24].copy_from_slice(&[0, 0, 0, 1, 0, 0, 0, 2]);
        std::fs::write(&log, &bytes).unwrap();
        for _ in 0..2 {
            assert!(keep_if_damaged(&log).unwrap());
        }
        let names = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["damaged-0000000100000002.wal", "willow.db-wal"]);
        assert_eq!(std::fs::read(folder.path().join(&names[0])).unwrap(), bytes);
    }

    /// After the last row of the ring buffer comes the first again, over restarts too.
    #[test]
    fn the_newest_command_replaces_the_oldest() {
        let mut store = TestStore::sqlite();
        store.run(
            "INSERT INTO users (id, name, name_key, role, created_at)
             VALUES (1, 'alice', 'alice', 'player', 0);
             INSERT INTO handled (place, number, user_id, key, content, at)
             VALUES (0, 1000000, 1, 10, 0, 1000), (1, 1000001, 1, 11, 0, 1000),
                    (999999, 1999999, 1, 12, 0, 1000);",
        );
        for (key, wanted) in [(13, [11, 12, 13]), (u64::MAX, [12, 13, u64::MAX])] {
            store = store.reopen();
            let result = CommandResult::of_game(GameId(key));
            let command = UsedCommandId { key, content: 0, result };
            store.commit(vec![Write::CommandId { user: UserId(1), command, at: 1500 }]);
            store = store.reopen();
            let used = &store.load(2000).users[0].record.command_ids;
            assert!(used.iter().map(|command| command.key).eq(wanted), "{used:?}");
        }
    }
}
