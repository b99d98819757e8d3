//! Opens the database, and checks the settings that durability needs.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, Row, SqlSafeStr, SqliteConnection};
use tokio::sync::{Semaphore, SemaphorePermit};
use willow_protocol::Name;

use super::archive::{ArchiveBacklog, ArchiveVersion, RememberedAnswers};
use super::checkpoint::Checkpoints;
use super::handled::HandledRing;
use super::{StoreError, archive, erasure};

/// The number of connections for the queries of users.
const READERS: u32 = 4;

/// The number of connections for the queries of visitors: however many ask, users have their own.
const VISITORS: u32 = 2;

/// The number of connections for sign-ins, which wait for no query.
const SIGN_INS: u32 = 2;

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
/// the system. A commit that splits a page of an index looks at the whole cache afterwards
/// (`pcache1TruncateUnsafe`), so a larger one costs more than it saves.
const WRITER_CACHE: &str = "-8192";

/// The permissions of the folder: only its owner may read, write and open it.
#[cfg(unix)]
const PRIVATE: u32 = 0o700;

/// The database, for reading.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) readers: SqlitePool,
    visitors: SqlitePool,
    pub(super) sign_ins: SqlitePool,
    /// The turns of questions to the archive: see [`Store::archive_turn`].
    archive_turns: Arc<Semaphore>,
    visitor_turns: Arc<Semaphore>,
    /// The latest answers about the archive; visitors have their own, so that users do not wait for them.
    pub(super) remembered: RememberedAnswers,
    remembered_for_visitors: RememberedAnswers,
    /// Held as long as the folder is in use.
    _lock: Arc<File>,
}

/// The connection that writes.
#[derive(Debug)]
pub struct Writer {
    pub(crate) connection: SqliteConnection,
    pub(super) checkpoints: Checkpoints,
    pub(super) handled: HandledRing,
    pub(super) backlog: ArchiveBacklog,
    /// Ended after every commit that changes what the archive says.
    pub(super) archive_version: ArchiveVersion,
    /// Whether names of deleted accounts are to be erased.
    pub(super) has_erasures: bool,
}

impl Store {
    /// Opens the database in a folder, which is created if it does not exist.
    ///
    /// # Errors
    /// The folder must be usable and not in use, and the database must be Willow's.
    pub async fn open(folder: &Path) -> Result<(Store, Writer), StoreError> {
        let lock = lock(folder)?;
        let options = SqliteConnectOptions::new()
            .filename(folder.join("willow.db"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("wal_autocheckpoint", "0")
            .page_size(PAGE)
            // The rollback data of a statement needs no file.
            .pragma("temp_store", "MEMORY")
            .statement_cache_capacity(400)
            // A line of the log for each statement would be too much.
            .disable_statement_logging();
        let writing = options.clone().pragma("cache_size", WRITER_CACHE);
        let mut connection = SqliteConnection::connect_with(&writing).await?;
        check(&mut connection).await?;
        migrations().run(&mut connection).await?;
        let checkpoints = Checkpoints::new(SqliteConnection::connect_with(&options).await?);
        let handled = HandledRing::open(&mut connection).await?;
        let backlog = ArchiveBacklog::open(&mut connection).await?;
        let has_erasures = erasure::is_pending(&mut connection).await?;
        let archive_version = ArchiveVersion::default();
        let version = archive_version.clone();
        let mut writer =
            Writer { connection, checkpoints, handled, backlog, archive_version, has_erasures };
        writer.empty_backlog().await?;
        let has_added = archive::add_all_ended(&mut writer.connection).await?;
        let has_marked = archive::mark_unfinished(&mut writer.connection).await?;
        if archive::count_years(&mut writer.connection).await? || has_marked || has_added {
            writer.empty_wal().await?;
        }
        let reading = options.read_only(true);
        let cached =
            reading.clone().pragma("cache_size", READER_CACHE).row_buffer_size(BUFFERED_ROWS);
        let store = Store {
            readers: pool(READERS, cached.clone()).await?,
            visitors: pool(VISITORS, cached).await?,
            sign_ins: pool(SIGN_INS, reading).await?,
            archive_turns: Arc::new(turns(READERS)),
            visitor_turns: Arc::new(turns(VISITORS)),
            remembered: RememberedAnswers::new(version.clone()),
            remembered_for_visitors: RememberedAnswers::new(version),
            _lock: Arc::new(lock),
        };
        Ok((store, writer))
    }

    /// Returns the same database with the readers of visitors.
    #[must_use]
    pub fn for_visitors(&self) -> Store {
        let archive_turns = self.visitor_turns.clone();
        let remembered = self.remembered_for_visitors.clone();
        Store { readers: self.visitors.clone(), archive_turns, remembered, ..self.clone() }
    }

    /// Waits for a turn to ask the archive. An answer takes several statements. Without turns, the answers
    /// of all who ask at once wait for each other after each statement, and all end with the last one.
    pub(super) async fn archive_turn(&self) -> Option<SemaphorePermit<'_>> {
        self.archive_turns.acquire().await.ok()
    }
}

impl Writer {
    /// Makes a complete WAL checkpoint and empties the WAL, after work that no commits follow for a
    /// while.
    pub(crate) async fn empty_wal(&mut self) -> Result<(), StoreError> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut self.connection).await?;
        self.checkpoints.reset();
        Ok(())
    }

    /// Adds all games that wait to the archive.
    async fn empty_backlog(&mut self) -> Result<(), StoreError> {
        while self.has_backlog() {
            self.advance_backlog().await?;
        }
        Ok(())
    }

    /// Carries the WAL over into the database at the end of the server, so that `willow.db` alone is
    /// the whole of it. A reader that does not end in time, such as a backup, prevents it; nothing is
    /// lost then, because the next start reads the WAL.
    pub(crate) async fn close(mut self) -> Result<(), StoreError> {
        self.empty_backlog().await?;
        self.checkpoints.finish().await?;
        let row =
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut self.connection).await?;
        if row.get::<i64, _>(0) == 0 {
            tracing::info!("the write-ahead log was carried over into the database");
        } else {
            tracing::warn!("the write-ahead log stays, because another program reads the database");
        }
        self.connection.close().await?;
        Ok(())
    }

    /// Makes a registered user an administrator. Returns whether there is one of this name.
    ///
    /// # Errors
    /// The database failed.
    pub async fn make_admin(&mut self, name: &Name) -> Result<bool, StoreError> {
        let sql = "UPDATE users SET role = 'admin' WHERE name_key = ? AND gone = 0
                   AND password IS NOT NULL";
        let done = sqlx::query(sql).bind(name.key()).execute(&mut self.connection).await?;
        Ok(done.rows_affected() == 1)
    }

    /// Gives a registered user another password and revokes all tokens. Returns whether there is one
    /// of this name.
    ///
    /// # Errors
    /// The database failed.
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

/// Returns one turn for each connection, but no more than there are processors.
fn turns(n_connections: u32) -> Semaphore {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    Semaphore::new(processors.min(n_connections as usize))
}

async fn pool(n: u32, options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    Ok(SqlitePoolOptions::new().max_connections(n).connect_with(options).await?)
}

/// Locks the folder against a second server.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let fault = |error| StoreError::Folder { path: folder.to_owned(), error };
    create_private(folder).map_err(fault)?;
    let file = File::create(folder.join("willow.lock")).map_err(fault)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(fault(error)),
    }
}

/// Creates a folder that only its owner may open: it has hashes of passwords, and private messages.
/// One that exists and is open to others is left as it is, with a warning.
#[cfg(unix)]
fn create_private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
    if let Some(parent) = folder.parent() {
        std::fs::create_dir_all(parent)?;
    }
    let created = std::fs::DirBuilder::new().mode(PRIVATE).create(folder);
    if created.is_ok() || !folder.is_dir() {
        return created;
    }
    let mode = std::fs::metadata(folder)?.permissions().mode() & 0o777;
    if mode & !PRIVATE != 0 {
        let path = folder.display();
        tracing::warn!(
            "other users of this machine may read {path}: `chmod 700 {path}` prevents it"
        );
    }
    Ok(())
}

#[cfg(not(unix))]
fn create_private(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Makes sure that commits are durable.
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

/// The migrations. A migration that was released is never changed.
fn migrations() -> Migrator {
    let steps = [
        ("begin", include_str!("migrations/0001_begin.sql")),
        ("archive", include_str!("migrations/0002_archive.sql")),
        ("pairs", include_str!("migrations/0003_pairs.sql")),
        ("handled", include_str!("migrations/0004_handled.sql")),
        ("times", include_str!("migrations/0005_times.sql")),
        ("handled_ring", include_str!("migrations/0006_handled_ring.sql")),
        ("moderation", include_str!("migrations/0007_moderation.sql")),
        ("searches", include_str!("migrations/0008_searches.sql")),
        ("profiles", include_str!("migrations/0009_profiles.sql")),
        ("reports", include_str!("migrations/0010_reports.sql")),
        ("handled_content", include_str!("migrations/0011_handled_content.sql")),
        ("archive_waiting", include_str!("migrations/0012_archive_waiting.sql")),
        ("game_details", include_str!("migrations/0013_game_details.sql")),
        ("accounts", include_str!("migrations/0014_accounts.sql")),
        ("display_names", include_str!("migrations/0015_display_names.sql")),
        ("own_data", include_str!("migrations/0016_own_data.sql")),
        ("erasures", include_str!("migrations/0017_erasures.sql")),
        ("events", include_str!("migrations/0018_events.sql")),
        ("push", include_str!("migrations/0019_push.sql")),
        ("years", include_str!("migrations/0020_years.sql")),
        ("blanks", include_str!("migrations/0021_blanks.sql")),
        ("hidden_moves", include_str!("migrations/0022_hidden_moves.sql")),
    ];
    let migrations = steps.into_iter().zip(1..).map(|((name, sql), version)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use tokio::runtime::Runtime;

    use super::*;
    use crate::store::load;

    /// Creates a database with the first migrations, and writes rows.
    async fn old_database(folder: &Path, n_steps: usize, rows: &'static str) {
        let options =
            SqliteConnectOptions::new().filename(folder.join("willow.db")).create_if_missing(true);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        let steps: Vec<Migration> = migrations().iter().take(n_steps).cloned().collect();
        Migrator::with_migrations(steps).run(&mut connection).await.unwrap();
        sqlx::raw_sql(rows).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// A database of a version in which ids belonged to users.
    const COMMANDS: &str = "INSERT INTO users (id, name, name_key, role, created_at)
        VALUES (1, 'alice', 'alice', 'player', 0);
        INSERT INTO handled (user_id, request, at) VALUES (1, 'b1', 1100), (1, 'b2', 1200);";

    /// The ids of before belong to no client: they may be used again.
    #[test]
    fn ids_of_an_older_database_are_forgotten() {
        let folder = TempDir::new().unwrap();
        Runtime::new().unwrap().block_on(async {
            old_database(folder.path(), 3, COMMANDS).await;
            assert_eq!(keys(folder.path()).await, [0; 0]);
        });
    }

    /// Returns the keys of alice's commands.
    async fn keys(folder: &Path) -> Vec<u64> {
        let (_store, mut writer) = Store::open(folder).await.unwrap();
        let saved = load(&mut writer, 2000).await.unwrap();
        saved.users[0].handled.iter().map(|command| command.key).collect()
    }

    /// Writes a command of alice.
    async fn write(folder: &Path, key: u64) {
        use crate::domain::{HandledCommand, UserId, Write};
        let result = willow_protocol::CommandResult::of_game(willow_protocol::GameId(key));
        let command = HandledCommand { key, content: 0, result };
        let (_store, mut writer) = Store::open(folder).await.unwrap();
        let write = Write::Handled { user: UserId(1), command, at: 1500 };
        writer.commit(vec![write]).await.unwrap();
    }

    /// Two users of an older version, one with many tokens. The digests are numbers.
    const TOKENS: &str = "INSERT INTO users (id, name, name_key, role, created_at)
        VALUES (1, 'alice', 'alice', 'player', 0), (2, 'bob', 'bob', 'player', 0);
        INSERT INTO tokens (hash, user_id, at) VALUES (CAST(zeroblob(32) AS BLOB), 2, 5);
        WITH RECURSIVE count (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM count WHERE n < 30)
        INSERT INTO tokens (hash, user_id, at) SELECT randomblob(32), 1, n FROM count;";

    #[test]
    fn tokens_of_an_older_database_log_in_and_are_listed() {
        use crate::domain::{Query, TokenHash, TokenNumber, UserId};
        use willow_protocol::Event;
        let folder = TempDir::new().unwrap();
        Runtime::new().unwrap().block_on(async {
            old_database(folder.path(), 13, TOKENS).await;
            let (store, mut writer) = Store::open(folder.path()).await.unwrap();
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
            let saved = load(&mut writer, now.as_millis() as u64).await.unwrap();
            assert_eq!(saved.last_token, 31, "new tokens have further numbers");
            let old = TokenHash([0; 32]);
            let (user, _) = store.token(&old, now.as_millis() as u64).await.unwrap().unwrap();
            assert_eq!(user, UserId(2));
            let days = |days: u64| now.as_millis() as u64 + days * 24 * 3_600_000;
            assert!(store.token(&old, days(89)).await.unwrap().is_some());
            assert!(store.token(&old, days(91)).await.unwrap().is_none(), "it was not used");
            let query = Query::Tokens { user: UserId(1), current: Some(TokenNumber(1)) };
            let Event::Tokens { tokens } = store.answer(&query).await.unwrap().unwrap() else {
                panic!("no tokens");
            };
            assert_eq!(tokens.len(), 30, "none was lost");
        });
    }

    /// The moderation log of an older version, with two entries at the same time.
    const MODERATION: &str = "INSERT INTO users (id, name, name_key, role, created_at)
        VALUES (1, 'alice', 'alice', 'admin', 0), (2, 'bob', 'bob', 'player', 0);
        INSERT INTO moderation (by_id, to_id, action, reason, at)
        VALUES (1, 2, 'silence', 'one', 1000), (1, 2, 'kick', 'two', 1000), (1, 2, 'ban', '', 2000);";

    #[test]
    fn the_log_of_an_older_database_keeps_its_order() {
        use willow_protocol::{Event, LogFilter};
        let folder = TempDir::new().unwrap();
        Runtime::new().unwrap().block_on(async {
            old_database(folder.path(), 6, MODERATION).await;
            let (store, _writer) = Store::open(folder.path()).await.unwrap();
            let query = crate::domain::Query::Log { filter: LogFilter::default() };
            let Event::Log(page) = store.answer(&query).await.unwrap().unwrap() else {
                panic!("no log");
            };
            let actions: Vec<&str> = page.entries.iter().map(|it| it.action.as_str()).collect();
            assert_eq!(actions, ["ban", "kick", "silence"]);
            assert_eq!((page.entries[2].at, page.entries[2].reason.as_str()), (1000, "one"));
        });
    }

    /// Rated games of an older version: two wins of alice, then a pair that both won by 10.
    const RATED: &str = r#"INSERT INTO users (id, name, name_key, role, created_at)
        VALUES (1, 'alice', 'alice', 'player', 7), (2, 'bob', 'bob', 'player', 7);
        INSERT INTO games (id, black_id, white_id, black, white, terms, class, start_position,
                           begun_at, ended_at, ending, moves, result, twin)
        SELECT column1, column2, 3 - column2, 'alice', 'bob', '5:00+3 rated', 'blitz',
               '---------------------------OX------XO--------------------------- X', 1, 2,
               '{"reason":"finished","result":0,"black_discs":4,"white_discs":1}', 'f5', column3,
               column4
        FROM (VALUES (1, 1, 64, NULL), (2, 2, -2, NULL), (3, 1, 10, 4), (4, 2, 10, 3));
        INSERT INTO ratings (user_id, class, rating, deviation, volatility, games)
        VALUES (1, 'blitz', 1700, 200, 0.06, 3), (2, 'blitz', 1300, 200, 0.06, 3);
        INSERT INTO rating_history (user_id, class, game, rating, deviation, at)
        VALUES (1, 'blitz', 1, 1600, 290, 2), (2, 'blitz', 1, 1400, 290, 2),
               (1, 'blitz', 2, 1700, 200, 4), (2, 'blitz', 2, 1300, 200, 4),
               (1, 'blitz', 4, 1700, 200, 7), (2, 'blitz', 4, 1300, 200, 7);"#;

    #[test]
    fn results_are_counted_from_the_games_of_an_older_database() {
        use willow_protocol::SpeedClass;
        let folder = TempDir::new().unwrap();
        Runtime::new().unwrap().block_on(async {
            old_database(folder.path(), 8, RATED).await;
            let (_store, mut writer) = Store::open(folder.path()).await.unwrap();
            let saved = load(&mut writer, 2000).await.unwrap();
            let results = saved.users.iter().map(|user| {
                let rating = user.ratings[&SpeedClass::Blitz];
                (rating.wins, rating.draws, rating.losses)
            });
            assert_eq!(results.collect::<Vec<_>>(), [(2, 1, 0), (0, 1, 2)]);
            assert_eq!(saved.users[0].profile.created_at, 7);
        });
    }

    /// After the last row of the ring buffer comes the first again.
    #[test]
    fn the_newest_command_replaces_the_oldest() {
        let rows = "INSERT INTO users (id, name, name_key, role, created_at)
            VALUES (1, 'alice', 'alice', 'player', 0);
            INSERT INTO handled (place, number, user_id, key, content, at)
            VALUES (0, 1000000, 1, 10, 0, 1000), (1, 1000001, 1, 11, 0, 1000),
                   (999999, 1999999, 1, 12, 0, 1000);";
        let folder = TempDir::new().unwrap();
        Runtime::new().unwrap().block_on(async {
            old_database(folder.path(), migrations().iter().count(), rows).await;
            write(folder.path(), 13).await;
            assert_eq!(keys(folder.path()).await, [11, 12, 13]);
        });
    }

    /// The next command comes after those that were there, in its own row.
    #[test]
    fn the_ring_buffer_continues_after_a_restart() {
        let folder = TempDir::new().unwrap();
        Runtime::new().unwrap().block_on(async {
            old_database(folder.path(), 3, COMMANDS).await;
            for key in [u64::MAX, 2, 3] {
                write(folder.path(), key).await;
            }
            assert_eq!(keys(folder.path()).await, [u64::MAX, 2, 3]);
        });
    }
}
