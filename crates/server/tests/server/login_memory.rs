//! A flood of logins, and the memory of the server's process.

use tempfile::TempDir;
use willow_protocol::{ErrorCode, Event};

use crate::crash::{kill, start};
use crate::support::Client;

/// The most memory that the process may ever have had, in KiB: 100 MiB.
const CEILING: u64 = 100 * 1024;

/// How many clients log in at the same time, and how often each.
const CLIENTS: usize = 10;
const LOGINS: usize = 12;

/// Returns the largest number of KiB that a process has had in memory.
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.unwrap().trim().trim_end_matches(" kB").parse().unwrap()
}

/// Half of the names exist, and half of the clients end their connections instead of waiting for their answers.
#[test]
fn a_flood_of_logins_takes_the_memory_of_two() {
    let folder = TempDir::new().unwrap();
    let (child, address) = start(folder.path());
    let register = r#""do":"register","name":"alice","password":"correct horse""#;
    let entered = Client::connect(address).ask(register);
    assert!(matches!(entered, Event::Entered { .. }), "{entered:?}");
    let before = peak_memory(child.id());
    std::thread::scope(|scope| {
        for number in 0..CLIENTS {
            scope.spawn(move || {
                let name = if number < CLIENTS / 2 { "alice" } else { "nobody-here" };
                let login = format!(r#""do":"login","name":"{name}","password":"wrong one""#);
                for _ in 0..LOGINS {
                    let mut client = Client::connect(address);
                    if number % 2 == 0 {
                        client.send(&format!("{{{login}}}"));
                    } else {
                        assert_eq!(client.refused(&login), ErrorCode::Denied);
                    }
                }
            });
        }
    });
    let after = peak_memory(child.id());
    kill(child);
    assert!(after < CEILING, "{before} KiB before, {after} KiB after");
}
