//! `willow bot` and a server that cannot be reached.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::thread;

use crate::run::{Process, Run, run};

fn bot(server: &str, options: &[&str]) -> Run {
    run(&[&["bot", "--as", "random", "--server", server], options].concat())
}

#[test]
fn a_server_that_does_not_run_is_named_and_tried_again() {
    // Nobody listens at a port that was free a moment ago.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let folder = tempfile::tempdir().unwrap();
    let words = ["bot", "--as", "random", "--server", &address];
    let (_child, log) = Process::logging(folder.path(), &words);
    let notes: Vec<String> = log.lines().take(2).map(Result::unwrap).collect();
    let first =
        format!("note: cannot reach {address}: connection refused; trying again for up to ");
    assert!(notes[0].starts_with(&first), "{notes:?}");
    let seconds = |note: &str| -> u32 {
        note.strip_prefix(&first).unwrap().strip_suffix(" s").unwrap().parse().unwrap()
    };
    assert!(seconds(&notes[1]) < seconds(&notes[0]) && seconds(&notes[0]) <= 600, "{notes:?}");
}

#[test]
fn a_host_that_does_not_exist_is_an_error_at_once() {
    let result = bot("no-such-host.invalid", &[]);
    assert_eq!(result.code, 1, "{result:?}");
    let error = "cannot find the host of no-such-host.invalid:7710: ";
    assert!(result.error().starts_with(error), "{result:?}");
    assert!(result.stderr.ends_with("hint: check the name of the server, and your network\n"));
}

/// Answers one connection with a line that no game server sends.
fn stranger() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let (mut connection, _) = listener.accept().unwrap();
        connection.write_all(b"220 mail.example ESMTP\r\n").unwrap();
        // The client closes the connection.
        let _ = BufReader::new(connection).read_until(0, &mut Vec::new());
    });
    address
}

#[test]
fn another_program_at_the_port_is_an_error_at_once() {
    let result = bot(&stranger(), &[]);
    assert_eq!(
        (result.code, result.error()),
        (1, "this is not a game server: the server sent no welcome")
    );
    assert!(result.stderr.contains("hint: check the port"), "{result:?}");
}

fn write_certificate(path: &Path) {
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(path, certified.cert.pem()).unwrap();
}

#[test]
fn a_server_without_tls_is_an_error_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let ca = folder.path().join("ca.pem");
    write_certificate(&ca);
    let result = bot(&stranger(), &["--ca", ca.to_str().unwrap()]);
    assert_eq!(result.code, 1, "{result:?}");
    assert!(result.error().starts_with("TLS failed: "), "{result:?}");
    assert!(result.stderr.contains("hint: trust the server's certificate"), "{result:?}");
}
