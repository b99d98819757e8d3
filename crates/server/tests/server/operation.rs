//! What the operator relies on: a clean end, a private folder, settings that are checked, and a port
//! that tells HTTP clients where to go.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use willow_protocol::Event;

use crate::support::{TestServer, config};

/// A backup that copies `willow.db` alone after a clean end has everything.
#[test]
fn a_clean_end_carries_the_write_ahead_log_over() {
    let folder = TempDir::new().unwrap();
    let mut server = TestServer::with(config(folder.path()));
    let mut alice = server.client("alice");
    assert_eq!(alice.ask("1", r#""do":"say","text":"remember me""#), Event::Ok);
    drop(alice);
    server.stop();
    let wal = std::fs::metadata(folder.path().join("willow.db-wal"));
    assert_eq!(wal.map_or(0, |file| file.len()), 0, "the write-ahead log is empty or gone");
    let database = std::fs::read(folder.path().join("willow.db")).unwrap();
    let text = b"remember me";
    assert!(database.windows(text.len()).any(|bytes| bytes == text));
}

#[cfg(unix)]
#[test]
fn the_folder_of_the_database_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("clubs").join("willow");
    drop(TestServer::with(config(&folder)));
    let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700, "{mode:o}");
}

#[test]
fn an_http_client_on_the_line_port_is_told_the_other_port_at_once() {
    let server = TestServer::start();
    for request in ["GET / HTTP/1.1\r\nHost: here\r\n\r\n", "POST /api/do HTTP/1.0\r\n\r\n"] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let began = Instant::now();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let last = answer.lines().last().unwrap();
        let port = server.http.port();
        let wanted = format!("error http syntax: this port does not speak HTTP: use port {port}");
        assert_eq!(last, wanted, "{answer}");
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    }
}
