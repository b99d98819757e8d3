//! Checkpoints bound the WAL, and the process is killed in the middle of one: the database is whole.
//!
//! The writer that is killed is this test program once more, in a process of its own.

use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use willow_protocol::CommandResult;

use crate::domain::{UsedCommandId, UserId, Write};
use crate::store::test_support::TestStore;
use crate::store::{ArchiveTiming, Batch, Store};

/// The environment variable with the folder of the database.
const FOLDER: &str = "WILLOW_CHECKPOINT_TEST_FOLDER";

/// The number of writes in a commit.
const WRITES: u64 = 1000;

/// How often the process is killed at most until it was in the middle of a checkpoint.
const ATTEMPTS: usize = 20;

/// Maximum time of a process until its first checkpoint.
const PATIENCE: Duration = Duration::from_mins(2);

/// Writes commits until the process is killed, if the test below asks for it. It prints the number of
/// each one after its commit.
#[test]
fn writer_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    Runtime::new().unwrap().block_on(async {
        let (_store, mut writer) = Store::open(&Path::new(&folder).into()).await.unwrap();
        for number in 0.. {
            let batch = Batch::new(commit(number));
            writer.commit(&batch, ArchiveTiming::AtOnce).await.unwrap();
            writeln!(std::io::stdout().lock(), "committed {number}").unwrap();
        }
    });
}

fn commit(number: u64) -> Vec<Write> {
    let write = |n: u64| Write::CommandId {
        user: UserId((n % 97) as i64),
        command: UsedCommandId { key: n, content: 0, result: CommandResult::default() },
        at: n,
    };
    (number * WRITES..(number + 1) * WRITES).map(write).collect()
}

/// Kills a writer when a checkpoint has begun to change the database file, and returns how many of
/// its commits were acknowledged.
fn killed_during_a_checkpoint(folder: &Path) -> u64 {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::sql::sqlite::checkpoint_tests::writer_process", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let number = |line: &String| line.strip_prefix("committed ")?.parse::<u64>().ok();
    let first = lines.by_ref().find_map(|line| number(&line));
    assert_eq!(first, Some(0));
    let acknowledged = std::thread::spawn(move || {
        lines.filter_map(|line| number(&line)).last().map_or(1, |last| last + 1)
    });
    // By default nothing but a checkpoint writes into the database file.
    let changed = || modified(&folder.join("willow.db"));
    let (before, started) = (changed(), Instant::now());
    while changed() == before && started.elapsed() < PATIENCE {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    acknowledged.join().unwrap()
}

fn modified(file: &Path) -> SystemTime {
    std::fs::metadata(file).unwrap().modified().unwrap()
}

/// Returns whether a checkpoint was under way. The index of the WAL says how many frames a checkpoint
/// wants to copy, and how many were copied: <https://sqlite.org/walformat.html#the_wal_index_file_format>.
fn was_under_way(folder: &Path) -> bool {
    let index = std::fs::read(folder.join("willow.db-shm")).unwrap();
    let number = |offset: usize| {
        u32::from_ne_bytes(index[offset..offset + 4].try_into().expect("four bytes"))
    };
    let (copied, attempted) = (number(96), number(128));
    copied < attempted
}

/// All acknowledged commits are there, and no other one in part.
fn check(folder: &Path, n_acknowledged: u64) {
    Runtime::new().unwrap().block_on(async {
        let options = SqliteConnectOptions::new().filename(folder.join("willow.db"));
        let mut database = SqliteConnection::connect_with(&options).await.unwrap();
        let damage: String =
            sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut database).await.unwrap();
        assert_eq!(damage, "ok");
        let sql = "SELECT COUNT(DISTINCT key), MAX(key) FROM handled";
        let (n_rows, last): (i64, i64) =
            sqlx::query_as(sql).fetch_one(&mut database).await.unwrap();
        assert_eq!(n_rows as u64 % WRITES, 0, "a commit is there in part");
        assert!(n_rows as u64 / WRITES >= n_acknowledged, "{n_rows} of {n_acknowledged} commits");
        assert_eq!(last + 1, n_rows, "no row is missing");
        // The server itself starts with it.
        database.close().await.unwrap();
        Store::open(&folder.into()).await.unwrap();
    });
}

#[test]
fn a_kill_during_a_checkpoint_loses_nothing() {
    for _ in 0..ATTEMPTS {
        let folder = TempDir::new().unwrap();
        let n_acknowledged = killed_during_a_checkpoint(folder.path());
        let under_way = was_under_way(folder.path());
        check(folder.path(), n_acknowledged);
        if under_way {
            return;
        }
    }
    panic!("no checkpoint was met in {ATTEMPTS} attempts");
}

#[test]
fn the_wal_is_reused_while_the_writer_goes_on() {
    let mut store = TestStore::sqlite();
    let wal = store.folder.path().join("willow.db-wal");
    let size = || std::fs::metadata(&wal).unwrap().len();
    let mut grows = |number| {
        let before = size();
        store.commit(commit(number));
        number == 0 || size() > before
    };
    let n_commits = (0..1000).take_while(|&number| grows(number)).count();
    assert!(n_commits < 1000, "the WAL has {} bytes", size());
}
