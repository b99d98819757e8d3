//! Looks for damage in a database, and counts what it has. A server may be using it.

use std::path::Path;
use std::time::Instant;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};

use super::super::{Result, StoreError};
use super::has_database;
use super::open::{DATABASE, newest_schema};
use super::private_files::{beside, check_reader};
use super::wal::{self, WalDamage};

/// How many faults are listed.
const MAX_FAULTS: usize = 20;

/// The counted tables, with the words for their rows, and which rows count.
const COUNTS: [(&str, &str); 8] = [
    ("accounts of people", "users WHERE gone = 0 AND role NOT IN ('guest', 'bot')"),
    ("accounts of bots", "users WHERE gone = 0 AND role = 'bot'"),
    ("guests", "users WHERE gone = 0 AND role = 'guest'"),
    ("deleted accounts", "users WHERE gone = 1"),
    ("games played here", "games WHERE ended_at IS NOT NULL"),
    ("games in progress", "games WHERE ended_at IS NULL"),
    ("games in the archive", "archive_games"),
    ("events of rooms", "events"),
];

/// Result of checking the database of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// Damage, a sentence each, at most 20.
    pub faults: Vec<String>,
    /// Contents of the database, a sentence each; fewer if it is damaged.
    pub counts: Vec<String>,
}

/// Checks the database of a folder from end to end, and the write-ahead log.
pub(crate) async fn check(folder: &Path) -> Result<Findings> {
    if !has_database(folder) {
        return Err(StoreError::NoDatabase(folder.to_owned()));
    }
    check_reader(folder)?;
    let file = folder.join(DATABASE);
    let mut findings = Findings { faults: Vec::new(), counts: Vec::new() };
    let fault = |error| StoreError::Folder { path: folder.to_owned(), error };
    if let Some(damage) = wal::find_damage(&beside(&file, "-wal")).map_err(fault)? {
        findings.faults.push(match damage {
            WalDamage::Header => "the write-ahead log has a wrong head".to_owned(),
            WalDamage::Frame { at, transactions } => format!(
                "the write-ahead log is damaged at byte {at}; transactions behind it: {transactions}"
            ),
        });
    }
    let options = SqliteConnectOptions::new().filename(&file).read_only(true);
    let opened = options.disable_statement_logging().connect().await.map_err(StoreError::from);
    let mut connection = match opened {
        Ok(connection) => connection,
        Err(error) => return damaged(findings, error),
    };
    match integrity(&mut connection, "integrity_check").await {
        Ok(faults) => findings.faults.extend(faults),
        Err(error) => return damaged(findings, error),
    }
    match read_version(&mut connection).await.and_then(refuse_newer(folder)) {
        Err(error @ StoreError::Newer { .. }) => return Err(error),
        read if findings.faults.is_empty() => read?,
        _ => {}
    }
    for (what, rows) in COUNTS {
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {rows}"));
        match sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut connection).await {
            Ok(n) => findings.counts.push(format!("{what}: {n}")),
            Err(error) => return damaged(findings, error.into()),
        }
    }
    connection.close().await?;
    Ok(findings)
}

/// Adds the error of a damaged file to what was found, or fails with any other.
fn damaged(mut findings: Findings, error: StoreError) -> Result<Findings> {
    if !error.is_damage() {
        return Err(error);
    }
    findings.faults.push(error.to_string());
    Ok(findings)
}

/// Returns what a check of `SQLite` finds: `integrity_check`, or `quick_check` without indices.
async fn integrity(connection: &mut SqliteConnection, check: &str) -> Result<Vec<String>> {
    let sql = AssertSqlSafe(format!("PRAGMA {check}({MAX_FAULTS})"));
    let rows = sqlx::query(sql).fetch_all(connection).await?;
    let lines = rows.iter().map(|row| row.get::<String, _>(0));
    Ok(lines.filter(|line| line != "ok").collect())
}

/// Checks a database whose last server did not end in order.
pub(super) async fn check_after_crash(
    connection: &mut SqliteConnection,
    file: &Path,
) -> Result<()> {
    let begun = Instant::now();
    tracing::info!("the last end of the server was not clean; the database is checked");
    let faults = integrity(connection, "quick_check").await?;
    let milliseconds = begun.elapsed().as_millis() as u64;
    let Some(fault) = faults.first() else {
        tracing::info!(milliseconds, "the database is whole");
        return Ok(());
    };
    let fault = fault.lines().next_back().unwrap_or_default().to_owned();
    Err(StoreError::DamagedFile { path: file.to_owned(), fault })
}

/// The version of the schema, and of the Willow that used it last.
type Version = (i64, Option<String>);

/// Reads the version of the schema of a database that has one.
async fn read_version(connection: &mut SqliteConnection) -> Result<Option<Version>> {
    let exists = "SELECT COUNT(*) FROM sqlite_master WHERE name = ?";
    let has = async |connection: &mut SqliteConnection, table: &'static str| {
        sqlx::query_scalar::<_, i64>(exists).bind(table).fetch_one(connection).await
    };
    if has(connection, "_sqlx_migrations").await? == 0 {
        return Ok(None);
    }
    let newest = "SELECT MAX(version) FROM _sqlx_migrations";
    let newest: Option<i64> = sqlx::query_scalar(newest).fetch_one(&mut *connection).await?;
    let mut willow = None;
    if has(connection, "texts").await? > 0 {
        let sql = "SELECT value FROM texts WHERE name = 'willow'";
        willow = sqlx::query_scalar(sql).fetch_optional(connection).await?;
    }
    Ok(newest.map(|newest| (newest, willow)))
}

/// Refuses a database whose schema this Willow does not know.
fn refuse_newer(folder: &Path) -> impl FnOnce(Option<Version>) -> Result<()> {
    let known = newest_schema();
    move |version| match version {
        Some((schema, willow)) if schema > known => {
            let willow = willow.unwrap_or_else(|| "an unknown version".to_owned());
            Err(StoreError::Newer { path: folder.join(DATABASE), willow, schema, known })
        }
        _ => Ok(()),
    }
}

/// Refuses a database of a newer Willow, before its schema is compared in detail.
pub(super) async fn check_version(connection: &mut SqliteConnection, folder: &Path) -> Result<()> {
    read_version(connection).await.and_then(refuse_newer(folder))
}

/// Notes which Willow uses the database, for an older one.
pub(super) async fn note_version(connection: &mut SqliteConnection) -> Result<()> {
    let sql = "INSERT INTO texts (name, value) VALUES ('willow', ?1)
               ON CONFLICT (name) DO UPDATE SET value = ?1 WHERE value <> ?1";
    sqlx::query(sql).bind(env!("CARGO_PKG_VERSION")).execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use willow_protocol::Role;

    use super::*;
    use crate::store::test_support::{TestStore, user};

    /// Returns the file of a database with some users, which is closed, and its folder.
    fn closed(n: i64) -> (tokio::runtime::Runtime, tempfile::TempDir) {
        let mut store = TestStore::sqlite();
        store.commit((1..=n).map(|id| user(id, &format!("user-{id}"), Role::Player, 1)).collect());
        let TestStore { runtime, store, writer, folder, .. } = store;
        runtime.block_on(writer.close()).unwrap();
        drop(store);
        (runtime, folder)
    }

    fn overwrite(folder: &Path, at: usize, bytes: &[u8]) {
        let file = folder.join(DATABASE);
        let mut database = std::fs::read(&file).unwrap();
        database[at..at + bytes.len()].copy_from_slice(bytes);
        std::fs::write(file, database).unwrap();
    }

    #[test]
    fn a_whole_database_is_counted_while_it_is_used() {
        let mut store = TestStore::sqlite();
        store.commit(vec![
            user(1, "alice", Role::Player, 1),
            user(2, "gus", Role::Guest, 1),
            user(3, "dice", Role::Bot, 1),
        ]);
        let found = store.runtime.block_on(check(store.folder.path())).unwrap();
        assert_eq!(found.faults, [""; 0]);
        let counts = ["accounts of people: 1", "accounts of bots: 1", "guests: 1"];
        assert_eq!(found.counts[..3], counts);
    }

    #[test]
    fn damage_is_told_and_no_start_goes_on_with_it() {
        let (runtime, folder) = closed(300);
        // The first of several pages that 300 users fill.
        let size = std::fs::metadata(folder.path().join(DATABASE)).unwrap().len() as usize;
        for page in 2..size / 1024 {
            overwrite(folder.path(), page * 1024, &[0x5a; 200]);
        }
        let found = runtime.block_on(check(folder.path())).unwrap();
        assert!(!found.faults.is_empty() && found.faults.len() <= MAX_FAULTS + 1, "{found:?}");
        let error = runtime.block_on(super::super::open(folder.path())).unwrap_err().to_string();
        assert!(error.contains("willow.db is damaged") && error.contains("restore"), "{error}");
    }

    #[test]
    fn what_is_no_database_is_told_as_damage() {
        let (runtime, folder) = closed(1);
        overwrite(folder.path(), 0, b"no database at all");
        let found = runtime.block_on(check(folder.path())).unwrap();
        assert!(found.faults[0].contains("not a database"), "{found:?}");
        let error = runtime.block_on(super::super::open(folder.path())).unwrap_err().to_string();
        assert!(error.contains("willow.db is damaged"), "{error}");
    }

    #[test]
    fn a_newer_database_is_refused_with_both_versions() {
        let mut store = TestStore::sqlite();
        store.run(
            "UPDATE texts SET value = '9.8.7' WHERE name = 'willow';
             INSERT INTO _sqlx_migrations SELECT 99, description, installed_on, success,
             checksum, execution_time FROM _sqlx_migrations WHERE version = 23",
        );
        let TestStore { runtime, store, writer, folder, .. } = store;
        drop((store, writer));
        let opened = runtime.block_on(super::super::open(folder.path())).unwrap_err();
        let checked = runtime.block_on(check(folder.path())).unwrap_err();
        for error in [opened, checked] {
            let error = error.to_string();
            let wanted = "was made by a newer Willow (9.8.7, schema 99; this is";
            assert!(error.contains(wanted) && error.contains("willow.db"), "{error}");
        }
    }
}
