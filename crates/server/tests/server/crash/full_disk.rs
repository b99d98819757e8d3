//! A full disk: the server is read-only, says so, and goes on when there is room. Nothing that it acknowledged is
//! missing.
//!
//! The disk is full for the server alone: its files may not grow beyond a limit (`RLIMIT_FSIZE`).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, prlimit};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use willow_protocol::{ErrorDetail, Event, Notice, json};

use super::{kill, serving, start, wait_for_address};
use crate::support::{PATIENCE, database, wait_until};

/// By how much the files may grow after the start. The start itself needs some 60 KiB.
const GROWTH: u64 = 512 * 1024;

/// The unit of `ulimit -f` in bytes.
const BLOCK: u64 = 512;

/// How long an answer may take before the client asks whether the disk is full.
const SUSPICION: Duration = Duration::from_millis(300);

/// A server whose files may not grow beyond a limit. It is killed when this is dropped.
struct Limited(Child);

impl Limited {
    /// Starts the server. The shell lets it ignore the signal that a write beyond the limit raises,
    /// so that the write fails like one to a full disk.
    fn start(folder: &Path, bytes: u64) -> Limited {
        let script = format!("trap '' XFSZ; ulimit -S -f {}; exec \"$0\" \"$@\"", bytes / BLOCK);
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).arg(std::env::current_exe().unwrap()).stderr(Stdio::piped());
        Limited(serving(&mut shell, folder).spawn().unwrap())
    }

    fn make_room(&self) {
        let unlimited = Rlimit { current: None, maximum: None };
        prlimit(Some(Pid::from_child(&self.0)), Resource::Fsize, unlimited).unwrap();
    }

    /// Kills the server and returns what it has logged.
    fn killed(mut self) -> String {
        self.0.kill().unwrap();
        let mut log = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A client that does not wait for every answer.
struct Client {
    writer: TcpStream,
    reader: BufReader<TcpStream>,
    line: String,
    n_sent: usize,
}

impl Client {
    fn connect(address: SocketAddr) -> Client {
        let writer = TcpStream::connect(address).unwrap();
        let reader = BufReader::new(writer.try_clone().unwrap());
        Client { writer, reader, line: String::new(), n_sent: 0 }
    }

    /// Sends a command and returns its id.
    fn send(&mut self, command: &str) -> String {
        self.n_sent += 1;
        let id = self.n_sent.to_string();
        writeln!(self.writer, "{{\"id\":\"{id}\",{command}}}").unwrap();
        id
    }

    /// Returns the answer to a command, or nothing if there is none in time.
    fn answer(&mut self, id: &str, time: Duration) -> Option<Event> {
        self.writer.set_read_timeout(Some(time)).unwrap();
        loop {
            // What was read of a line stays if the rest does not come in time.
            self.reader.read_line(&mut self.line).ok()?;
            let notice = json::read_notice(self.line.trim_end());
            self.line.clear();
            match notice {
                Ok(Notice { id: Some(found), event, .. }) if found.as_str() == id => {
                    return Some(event);
                }
                _ => {}
            }
        }
    }

    fn ask(&mut self, command: &str) -> Event {
        let id = self.send(command);
        self.answer(&id, PATIENCE).expect("an answer")
    }

    /// Asks until the server says that it is read-only. Returns the ids of what it has not answered.
    fn wait_for_read_only(&mut self, command: &str) -> Vec<String> {
        let mut unanswered = Vec::new();
        loop {
            let id = self.send(command);
            match self.answer(&id, SUSPICION) {
                None => unanswered.push(id),
                Some(answer) if is_read_only(&answer) => return unanswered,
                Some(other) => panic!("{other:?}"),
            }
        }
    }
}

fn is_read_only(answer: &Event) -> bool {
    matches!(answer, Event::Error { detail: Some(ErrorDetail::ReadOnly), message, .. }
        if message.contains("disk"))
}

fn saying(text: &str) -> String {
    format!(r#""do":"say","text":"{text}""#)
}

/// Returns the status and the body of a page.
fn page(folder: &Path, path: &str) -> String {
    let address = std::fs::read_to_string(folder.join("http")).unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Returns all messages in the lobby of a database.
fn stored(folder: &Path) -> Vec<String> {
    let bodies: Vec<String> = Runtime::new().unwrap().block_on(async {
        let mut database = database(folder).await;
        let sql = "SELECT body FROM events WHERE room = 'lobby' ORDER BY number";
        sqlx::query_scalar(sql).fetch_all(&mut database).await.unwrap()
    });
    let said = |body: &String| match json::read_notice(body).unwrap().event {
        Event::Said { text, .. } => Some(text.as_str().to_owned()),
        _ => None,
    };
    bodies.iter().filter_map(said).collect()
}

/// Returns the size of the larger file of a database.
fn size(folder: &Path) -> u64 {
    let size = |name: &str| std::fs::metadata(folder.join(name)).unwrap().len();
    size("willow.db").max(size("willow.db-wal"))
}

#[test]
fn a_server_with_a_full_disk_is_read_only_until_there_is_room() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    kill(start(folder).0);
    let mut server = Limited::start(folder, size(folder) + GROWTH);
    let address = wait_for_address(&mut server.0);
    let mut alice = Client::connect(address);
    alice.ask(r#""do":"guest","name":"alice""#);
    let mut said = Vec::new();
    let blocked = loop {
        said.push(format!("message {} {}", said.len(), "x".repeat(900)));
        let id = alice.send(&saying(said.last().unwrap()));
        match alice.answer(&id, SUSPICION) {
            Some(event) => assert_eq!(event, Event::Ok),
            None => break id,
        }
    };
    assert!(said.len() > 20, "{}", said.len());
    let unanswered = alice.wait_for_read_only(&saying("is it full?"));
    said.extend(unanswered.iter().map(|_| "is it full?".to_owned()));
    // It answers who asks, and tells what it cannot do.
    assert!(matches!(alice.ask(r#""do":"who""#), Event::Users { .. }));
    let mut visitor = Client::connect(address);
    assert!(matches!(visitor.ask(r#""do":"games""#), Event::Games { .. }));
    assert!(is_read_only(&visitor.ask(r#""do":"guest","name":"bob""#)));
    let health = page(folder, "/healthz");
    assert!(health.contains(" 503 ") && health.contains("the disk is full"), "{health}");
    let metrics = page(folder, "/metrics");
    assert!(metrics.contains("\nwillow_read_only 1\n"), "{metrics}");
    server.make_room();
    for id in [blocked].iter().chain(&unanswered) {
        assert_eq!(alice.answer(id, PATIENCE), Some(Event::Ok), "what waited is done");
    }
    wait_until("the server is well", || page(folder, "/healthz").contains(" 200 "));
    said.push("after".to_owned());
    assert_eq!(alice.ask(&saying("after")), Event::Ok);
    let log = server.killed();
    assert_eq!(log.matches("the disk is full: the server is read-only").count(), 1, "{log}");
    // Each once and in order.
    assert_eq!(stored(folder), said);
}

/// A service manager starts the server on a full disk: it does not end at once.
#[test]
fn a_server_starts_on_a_full_disk() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    kill(start(folder).0);
    let mut server = Limited::start(folder, size(folder));
    let mut visitor = Client::connect(wait_for_address(&mut server.0));
    let unanswered = visitor.wait_for_read_only(r#""do":"guest""#);
    assert!(matches!(visitor.ask(r#""do":"who""#), Event::Users { .. }));
    server.make_room();
    wait_until("the server is well", || page(folder, "/healthz").contains(" 200 "));
    // The first that waited is done; if the server was read-only before any, it takes the next.
    let answer = match unanswered.first() {
        Some(id) => visitor.answer(id, PATIENCE),
        None => Some(visitor.ask(r#""do":"guest""#)),
    };
    assert!(matches!(answer, Some(Event::Entered { .. })), "{answer:?}");
}
