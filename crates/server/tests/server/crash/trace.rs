//! An acknowledgement follows the sync of its commit: checked by the server's system calls.
//!
//! Killing a process does not empty the system's cache of pages, so the crash test cannot show
//! this. It needs Linux and strace. It runs with `CI=true` or `WILLOW_TRACE=1`, and says so when it
//! does not run.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tempfile::TempDir;
use willow_protocol::Event;

use super::{serving, wait_for_address};
use crate::support::Client;

/// How many commands are followed through the calls.
const COMMANDS: usize = 20;

/// The calls that strace records.
const CALLS: &str = "trace=pwrite64,fsync,fdatasync,sendto,write,writev";

/// A relevant call, in the order in which they ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Call {
    /// A page went into a file; these commands are on it.
    Write(File, Vec<usize>),
    /// A file was synced.
    Sync(File),
    /// The command of this number was acknowledged.
    Acknowledge(usize),
}

/// The number by which the process knows an open file.
type File = u32;

#[test]
fn an_acknowledgement_follows_the_sync_of_its_commit() {
    if !is_wanted() {
        // Not `eprintln`: the lines of a test that passes are not shown.
        let note = "SKIPPED: the trace of syncs needs strace; run it with WILLOW_TRACE=1";
        writeln!(std::io::stderr().lock(), "{note}").unwrap();
        return;
    }
    let folder = TempDir::new().unwrap();
    let trace = folder.path().join("trace");
    let mut server = Traced::start(folder.path(), &trace);
    let mut client = Client::connect(wait_for_address(&mut server.strace));
    client.ask(r#""do":"guest","name":"alice""#);
    for number in 0..COMMANDS {
        // The store keeps a digest of the id, so the message has the number, too.
        let say = format!(r#""do":"say","text":"traced-{number}""#);
        let answer = client.ask_under(&format!("traced-{number}"), &say);
        assert_eq!(answer, Event::Ok);
    }
    server.end(folder.path());
    check(&calls(&trace));
}

/// Returns whether the trace was asked for, or the build server runs the tests.
fn is_wanted() -> bool {
    std::env::var_os("WILLOW_TRACE").is_some() || std::env::var("CI").is_ok_and(|ci| ci == "true")
}

/// A server whose calls strace records. Both are in a process group of their own: a tracer that is
/// killed detaches from the server, and a server that is left over keeps the test's output open.
struct Traced {
    strace: Child,
    group: Pid,
}

impl Traced {
    fn start(folder: &Path, trace: &Path) -> Traced {
        let mut strace = Command::new("strace");
        strace.args(["-f", "-s", "2000", "-e", CALLS, "-o"]).arg(trace).process_group(0);
        strace.arg(std::env::current_exe().unwrap());
        let strace = serving(&mut strace, folder).spawn().unwrap_or_else(|error| {
            panic!("cannot run strace: {error}; install it, such as `apt-get install strace`")
        });
        let group = Pid::from_child(&strace);
        Traced { strace, group }
    }

    /// Kills the server, and waits until strace has recorded the last call and has ended.
    fn end(mut self, folder: &Path) {
        let pid = std::fs::read_to_string(folder.join("pid")).unwrap();
        let server = Pid::from_raw(pid.parse().unwrap()).unwrap();
        kill_process(server, Signal::KILL).unwrap();
        self.strace.wait().unwrap();
    }
}

impl Drop for Traced {
    fn drop(&mut self) {
        // After an orderly end no process is left.
        if matches!(self.strace.try_wait(), Ok(None)) {
            let _ = kill_process_group(self.group, Signal::KILL);
            let _ = self.strace.wait();
        }
    }
}

/// Reads the calls in the order in which they ended.
fn calls(trace: &Path) -> Vec<Call> {
    let text = std::fs::read_to_string(trace).unwrap();
    // The call of each thread that was interrupted by another thread's call.
    let mut begun = HashMap::new();
    text.lines().filter_map(|line| call(line, &mut begun)).collect()
}

fn call<'a>(line: &'a str, begun: &mut HashMap<&'a str, &'a str>) -> Option<Call> {
    let (thread, rest) = line.split_once(' ')?;
    let rest = rest.trim_start();
    if rest.ends_with("<unfinished ...>") {
        begun.insert(thread, rest);
        return None;
    }
    let (call, end) = match rest.strip_prefix("<... ") {
        Some(end) => (begun.remove(thread)?, end),
        None => (rest, rest),
    };
    let (name, arguments) = call.split_once('(')?;
    let file = || arguments.split([',', ')', ' ']).next().and_then(|number| number.parse().ok());
    match name {
        "pwrite64" => Some(Call::Write(file()?, commands(arguments))),
        "fsync" | "fdatasync" => end.trim_end().ends_with("= 0").then_some(Call::Sync(file()?)),
        _ if arguments.contains(r#"\"event\":\"ok\""#) => {
            commands(arguments).first().map(|&number| Call::Acknowledge(number))
        }
        _ => None,
    }
}

/// Returns the numbers of the commands whose ids or messages are in some bytes.
fn commands(bytes: &str) -> Vec<usize> {
    let number = |rest: &str| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    bytes.split("traced-").skip(1).filter_map(number).collect()
}

/// Every command is on a page that was written into a file that was synced afterwards, before it is
/// acknowledged. (The next commit may have begun by then.)
fn check(calls: &[Call]) {
    let mut written: HashSet<(File, usize)> = HashSet::new();
    let mut synced = HashSet::new();
    let mut next = 0;
    for call in calls {
        match call {
            Call::Write(file, commands) => {
                written.extend(commands.iter().map(|&command| (*file, command)));
            }
            Call::Sync(file) => {
                synced
                    .extend(written.iter().filter(|(of, _)| of == file).map(|&(_, number)| number));
            }
            Call::Acknowledge(number) => {
                assert_eq!(*number, next);
                assert!(synced.contains(number), "acknowledgement {number} came too early");
                next += 1;
            }
        }
    }
    assert_eq!(next, COMMANDS);
}

/// The check finds a missing sync.
#[test]
#[should_panic = "acknowledgement 1 came too early"]
fn an_acknowledgement_before_its_sync_is_found() {
    let trace = [
        r#"7 pwrite64(12, "..traced-0\1\2", 1024, 56) = 1024"#,
        "7 fdatasync(12) = 0",
        r#"8 sendto(9, "{\"id\":\"traced-0\",\"event\":\"ok\"}", 33, 0, NULL, 0) = 33"#,
        r#"7 pwrite64(12, "..traced-0\1\2traced-1\1\2", 1024, 1104) = 1024"#,
        "7 fdatasync(12 <unfinished ...>",
        r#"8 sendto(9, "{\"id\":\"traced-1\",\"event\":\"ok\"}", 33, 0, NULL, 0) = 33"#,
        "7 <... fdatasync resumed>) = 0",
    ];
    let mut begun = HashMap::new();
    let calls: Vec<Call> = trace.iter().filter_map(|line| call(line, &mut begun)).collect();
    assert_eq!(calls.len(), 6, "{calls:?}");
    check(&calls);
}
