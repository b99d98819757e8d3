//! What the operator relies on: a clean end, and a private folder.

use std::path::Path;

use sqlx::AssertSqlSafe;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use willow_protocol::Event;
use willow_server::{ClockTrust, Config};

use crate::support::{Server, TestServer, config, database};

/// A backup that copies `willow.db` alone after a clean end has everything.
#[test]
fn a_clean_end_carries_the_write_ahead_log_over() {
    let mut server = TestServer::start();
    server.client("alice").ok(r#""do":"say","text":"remember me""#);
    server.stop();
    let wal = std::fs::metadata(server.folder().join("willow.db-wal"));
    assert_eq!(wal.map_or(0, |file| file.len()), 0, "the write-ahead log is empty or gone");
    let database = std::fs::read(server.folder().join("willow.db")).unwrap();
    let text = b"remember me";
    assert!(database.windows(text.len()).any(|bytes| bytes == text));
}

#[cfg(unix)]
#[test]
fn the_folder_of_the_database_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("clubs").join("willow");
    drop(TestServer::configured(|config| config.data = folder.clone()));
    let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700, "{mode:o}");
}

/// Moves all times of a database, as if the clock of the machine were wrong by so many days the other way. Returns
/// how many tokens there are.
fn move_times(folder: &Path, days: i64) -> i64 {
    let time = days * 24 * 3_600_000;
    Runtime::new().unwrap().block_on(async {
        let mut database = database(folder).await;
        for (table, column) in [
            ("events", "at"),
            ("handled", "at"),
            ("settings", "value"),
            ("tokens", "used_at"),
            ("tokens", "expires_at"),
        ] {
            // Other settings are small numbers.
            let sql = format!(
                "UPDATE {table} SET {column} = {column} + {time} WHERE {column} > 1000000000000"
            );
            sqlx::query(AssertSqlSafe(sql)).execute(&mut database).await.unwrap();
        }
        let tokens = "SELECT COUNT(*) FROM tokens";
        sqlx::query_scalar(tokens).fetch_one(&mut database).await.unwrap()
    })
}

#[test]
fn a_start_with_a_wrong_clock_loses_nothing() {
    let mut server = TestServer::start();
    server.register("alice").ok(r#""do":"say","text":"remember me""#);
    server.stop();
    assert_eq!(move_times(server.folder(), -3650), 1);
    server.restart();
    let chat = server.client("bob").ask(r#""do":"chat""#);
    assert!(matches!(&chat, Event::Chat { messages, .. } if messages.len() == 1), "{chat:?}");
    server.stop();
    assert_eq!(move_times(server.folder(), 3650), 2, "the token of Alice is still there");
    let runtime = Runtime::new().unwrap();
    let start = |clock| {
        let config = Config { clock, ..config(server.folder()) };
        runtime.block_on(Server::start(config))
    };
    let refused = start(ClockTrust::Checked).unwrap_err().to_string();
    assert!(refused.contains("is 3649 days behind the newest data, of "), "{refused}");
    assert!(start(ClockTrust::Accepted).is_ok());
}
