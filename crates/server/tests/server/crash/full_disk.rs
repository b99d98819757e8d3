//! A commit that fails: the server ends with a line in its log, and nothing that it acknowledged is
//! missing.
//!
//! The disk is full for the server alone: its files may not grow beyond a limit (`RLIMIT_FSIZE`).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use willow_protocol::{Event, json};

use super::{kill, serving, start, wait_for_address};
use crate::support::PATIENCE;

/// By how much the files may grow after the start. The start itself needs some 60 KiB.
const GROWTH: u64 = 512 * 1024;

/// The unit of `ulimit -f` in bytes.
const BLOCK: u64 = 512;

/// A server whose files may not grow beyond a limit. It is killed when this is dropped.
struct Limited(Child);

impl Limited {
    /// Starts the server. The shell lets it ignore the signal that a write beyond the limit raises,
    /// so that the write fails like one to a full disk.
    fn start(folder: &Path, bytes: u64) -> Limited {
        let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", bytes / BLOCK);
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).arg(std::env::current_exe().unwrap()).stderr(Stdio::piped());
        Limited(serving(&mut shell, folder).spawn().unwrap())
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sends messages until the connection ends, and returns those that were acknowledged.
fn acknowledged(address: SocketAddr) -> Vec<String> {
    let mut writer = TcpStream::connect(address).unwrap();
    writer.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut lines = BufReader::new(writer.try_clone().unwrap()).lines();
    writer.write_all(b"{\"do\":\"guest\",\"name\":\"alice\"}\n").unwrap();
    let mut acknowledged = Vec::new();
    for number in 0.. {
        let text = format!("message {number} {}", "x".repeat(900));
        let line = format!("{{\"id\":\"m{number}\",\"do\":\"say\",\"text\":\"{text}\"}}\n");
        if writer.write_all(line.as_bytes()).is_err() {
            break;
        }
        let wanted = format!("m{number}");
        let answer = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let notice = json::read_notice(&line).ok()?;
            (notice.id?.as_str() == wanted).then_some(notice.event)
        });
        match answer {
            Some(event) => assert_eq!(event, Event::Ok),
            None => break,
        }
        acknowledged.push(text);
    }
    acknowledged
}

/// Returns all messages in the lobby of a database.
fn stored(folder: &Path) -> Vec<String> {
    let bodies: Vec<String> = Runtime::new().unwrap().block_on(async {
        let options = SqliteConnectOptions::new().filename(folder.join("willow.db"));
        let mut database = SqliteConnection::connect_with(&options).await.unwrap();
        let sql = "SELECT body FROM events WHERE room = 'lobby' ORDER BY number";
        sqlx::query_scalar(sql).fetch_all(&mut database).await.unwrap()
    });
    let said = |body: &String| match json::read_notice(body).unwrap().event {
        Event::Said { text, .. } => Some(text.as_str().to_owned()),
        _ => None,
    };
    bodies.iter().filter_map(said).collect()
}

#[test]
fn a_full_disk_ends_the_server_and_loses_nothing_acknowledged() {
    let folder = TempDir::new().unwrap();
    kill(start(folder.path()).0);
    let size = |name: &str| std::fs::metadata(folder.path().join(name)).unwrap().len();
    let limit = size("willow.db").max(size("willow.db-wal")) + GROWTH;
    let mut server = Limited::start(folder.path(), limit);
    let acknowledged = acknowledged(wait_for_address(&mut server.0));
    assert!(acknowledged.len() > 20, "{}", acknowledged.len());
    let mut log = String::new();
    server.0.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(!server.0.wait().unwrap().success());
    let line = log.lines().find(|line| line.contains("ERROR") && line.contains("a commit failed"));
    assert!(line.is_some_and(|line| line.contains("the server ends")), "{log}");
    // Each once and in order, and nothing of the commit that failed.
    assert_eq!(stored(folder.path()), acknowledged);
    // With room on the disk the server goes on.
    kill(start(folder.path()).0);
    assert_eq!(stored(folder.path()), acknowledged);
}
