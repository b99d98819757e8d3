//! A write-ahead log that is damaged after a crash: the server starts with what is before the damage, and says so.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;
use willow_protocol::Event;

use super::{kill, serving, start, wait_for_address};
use crate::support::Client;

/// How many messages are acknowledged.
const MESSAGES: usize = 20;

/// Starts the server, and returns its log after it was killed.
fn log_of_a_start(folder: &Path) -> String {
    let mut program = Command::new(std::env::current_exe().unwrap());
    let mut child = serving(&mut program, folder).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_address(&mut child);
    let mut stderr = child.stderr.take().unwrap();
    kill(child);
    let mut log = String::new();
    stderr.read_to_string(&mut log).unwrap();
    log
}

#[test]
fn what_a_damaged_write_ahead_log_lost_is_said_once_and_a_copy_is_kept() {
    let parent = TempDir::new().unwrap();
    let folder = &parent.path().join("willow");
    let (child, address) = start(folder);
    let mut alice = Client::connect(address);
    let entered = alice.ask(r#""do":"guest","name":"alice""#);
    assert!(matches!(entered, Event::Entered { .. }), "{entered:?}");
    for number in 0..MESSAGES {
        alice.ok(&format!(r#""do":"say","text":"message {number}""#));
    }
    kill(child);
    assert_eq!(log_of_a_start(folder), "", "a crash is no damage");
    let path = folder.join("willow.db-wal");
    let mut log = std::fs::read(&path).unwrap();
    let middle = log.len() / 2;
    log[middle] ^= 1;
    std::fs::write(&path, &log).unwrap();
    let told = log_of_a_start(folder);
    assert!(told.contains("the write-ahead log is damaged at byte "), "{told}");
    assert!(told.contains(" transactions cannot be read"), "{told}");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let copies: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|it| it == "wal")).collect();
    let [copy] = &copies[..] else { panic!("{copies:?}") };
    assert!(told.contains(copy.file_name().unwrap().to_str().unwrap()), "{told}");
    assert_eq!(std::fs::read(copy).unwrap(), log);
    assert_eq!(log_of_a_start(folder), "", "it is said once");
}
