//! An acknowledgement follows the sync of its commit: seen in the calls that the server makes.
//!
//! Killing a process does not empty the system's cache of pages, so the crash test cannot show
//! this. It needs Linux and strace, and runs with `WILLOW_TRACE=1`.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tempfile::TempDir;
use willow_protocol::Event;

use super::{FOLDER, wait_for_address};
use crate::support::Client;

/// How many commands are followed through the calls.
const COMMANDS: usize = 20;

/// What strace writes down.
const CALLS: &str = "trace=pwrite64,fsync,fdatasync,sendto,write,writev";

/// A call that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    /// Bytes went into the journal or the database.
    Write,
    /// A file was synced.
    Sync,
    /// The command of this number was acknowledged.
    Acknowledge(usize),
}

#[test]
fn an_acknowledgement_follows_the_sync_of_its_commit() {
    if std::env::var_os("WILLOW_TRACE").is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let trace = folder.path().join("trace");
    let server = Traced::start(folder.path(), &trace);
    let mut client = Client::connect(wait_for_address(folder.path()));
    client.send(r#"{"do":"guest","name":"alice"}"#);
    client.wait_for(|event| matches!(event, Event::Entered { .. }));
    for number in 0..COMMANDS {
        let said = client.ask(&format!("traced-{number}"), r#""do":"say","text":"hello""#);
        assert_eq!(said, Event::Ok);
    }
    server.end(folder.path());
    check(&calls(&trace));
}

/// A server whose calls strace writes down. Both are in a process group of their own: a tracer that
/// is killed lets go of what it traces, and a server that is left over keeps the test's output open,
/// so that whoever reads that waits for ever.
struct Traced {
    strace: Child,
    group: Pid,
}

impl Traced {
    fn start(folder: &Path, trace: &Path) -> Traced {
        let strace = Command::new("strace")
            .args(["-f", "-s", "300", "-e", CALLS, "-o"])
            .arg(trace)
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "crash::server_process", "--nocapture"])
            .env(FOLDER, folder)
            .stdout(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("strace is installed");
        let group = Pid::from_child(&strace);
        Traced { strace, group }
    }

    /// Kills the server, and waits until strace has written down the last call and has ended.
    fn end(mut self, folder: &Path) {
        let pid = std::fs::read_to_string(folder.join("pid")).unwrap();
        let server = Pid::from_raw(pid.parse().unwrap()).unwrap();
        kill_process(server, Signal::KILL).unwrap();
        self.strace.wait().unwrap();
    }
}

impl Drop for Traced {
    fn drop(&mut self) {
        // After an end in order there is nobody left.
        if matches!(self.strace.try_wait(), Ok(None)) {
            let _ = kill_process_group(self.group, Signal::KILL);
            let _ = self.strace.wait();
        }
    }
}

/// Reads the calls in the order in which they ended.
fn calls(trace: &Path) -> Vec<Call> {
    let text = std::fs::read_to_string(trace).unwrap();
    text.lines().filter_map(call).collect()
}

fn call(line: &str) -> Option<Call> {
    if line.contains(r#"\"event\":\"ok\""#) {
        let rest = line.split("traced-").nth(1)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        return digits.parse().ok().map(Call::Acknowledge);
    }
    let ended = line.trim_end().ends_with("= 0");
    if (line.contains("fdatasync") || line.contains("fsync")) && ended {
        return Some(Call::Sync);
    }
    let begins = line.contains("pwrite64(");
    begins.then_some(Call::Write)
}

/// Every acknowledgement has a write since the one before, and a sync after its last write.
fn check(calls: &[Call]) {
    let mut state = (false, false);
    let mut next = 0;
    for &call in calls {
        state = match call {
            Call::Write => (true, false),
            Call::Sync => (state.0, state.0),
            Call::Acknowledge(number) => {
                assert_eq!(number, next);
                assert_eq!(state, (true, true), "acknowledgement {number} came too early");
                next += 1;
                (false, false)
            }
        };
    }
    assert_eq!(next, COMMANDS);
}
