//! The server on a real socket: two people play a synchro pair with chat, and programs play each other.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use willow_bridge::ggs_player::{PlayError, PlayerOptions, Report, play};
use willow_bridge::ggs_server::{Registration, ServerConfig, ServerState, serve};
use willow_client::Destination;

/// No message takes longer, even on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Starts a server on a free port; its thread ends with the test's process.
fn start(file: &Path) -> SocketAddr {
    let config = ServerConfig { registration: Registration::Everybody, ..ServerConfig::default() };
    let state = ServerState::new(config);
    let file = Some(file.to_owned());
    let (sender, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            serve(listener, state, file).await.unwrap();
        });
    });
    address.recv_timeout(TIMEOUT).unwrap()
}

/// Somebody with a raw client.
struct Person(BufReader<TcpStream>);

impl Person {
    fn enter(server: SocketAddr, name: &str) -> Person {
        let stream = TcpStream::connect(server).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let mut person = Person(BufReader::new(stream));
        person.hears(": Enter login");
        person.says(name);
        person.hears(": Enter your password.");
        person.says("secret");
        person.hears(": + /os 1");
        person.says("tell /os open 2");
        person.says("tell /os rated +");
        // Whoever asks for a match now finds both settings.
        person.says("tell /os rated");
        person.hears("/os: rated +");
        person
    }

    fn says(&mut self, line: &str) {
        self.0.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Waits for a line with a text.
    #[track_caller]
    fn hears(&mut self, text: &str) -> String {
        loop {
            let mut line = String::new();
            let n = self.0.read_line(&mut line).unwrap();
            assert!(n > 0, "the connection ended before `{text}`");
            if line.contains(text) {
                return line;
            }
        }
    }
}

#[test]
fn two_people_play_a_synchro_pair_with_chat() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder.path().join("users.json"));
    let (mut alice, mut bob) = (Person::enter(server, "alice"), Person::enter(server, "bob"));
    alice.says("tell /os ask s8 5 bob");
    bob.hears("/os: +   .0 1720.0 alice");
    bob.says("tell /os accept .0");
    alice.hears("/os: join .0.1 s8 K?");
    bob.hears("/os: join .0.1 s8 K?");
    alice.says("tell /os tell .0 good luck");
    bob.hears("/os: .0 A 1720 alice: good luck");
    let moves = ["f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7"];
    for (ply, mv) in moves.iter().enumerate() {
        let (first, second) = if ply % 2 == 0 { (0, 1) } else { (1, 0) };
        alice.says(&format!("tell /os play .0.{first} {mv}/1.5"));
        bob.says(&format!("tell /os play .0.{second} {mv}"));
        for _ in 0..2 {
            alice.hears(&format!("|  {}: {mv}", ply + 1));
            bob.hears(&format!("|  {}: {mv}", ply + 1));
        }
    }
    let end = alice.hears("/os: - match .0");
    assert!(end.trim_end().ends_with("s8 R +0.00  .1"), "{end}");
    bob.hears("/os: - match .0");
    let users = std::fs::read_to_string(folder.path().join("users.json")).unwrap();
    assert!(users.contains("\"alice\"") && users.contains("2 (;GM[Othello]"));
}

#[test]
fn a_flood_and_a_line_that_never_ends_hurt_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder.path().join("users.json"));
    let mut alice = Person::enter(server, "alice");
    let mut flood = TcpStream::connect(server).unwrap();
    // The server closes the connection somewhere in this line.
    let _ = flood.write_all(&vec![b'x'; 1 << 20]);
    let mut deaf = Person::enter(server, "deaf");
    for _ in 0..100 {
        deaf.says("help");
    }
    alice.says("echo still here");
    alice.hears("still here");
}

/// Returns the options of a program that plays one match.
fn program(login: &str, spec: &str, folder: &Path) -> PlayerOptions {
    let mut options = PlayerOptions::new(login, "secret", spec.parse().unwrap());
    options.stop_after = Some(1);
    options.folder = Some(folder.join(login));
    options
}

#[test]
fn programs_play_a_pair_with_random_start_and_keep_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder.path().join("users.json"));
    let host = Destination::from(server.to_string());
    let options = program("waits", "random:seed=1", folder.path());
    let (sender, notes) = mpsc::channel();
    let (waiting_host, waiting) = (host.clone(), options.clone());
    let waits = thread::spawn(move || {
        play(&waiting_host, &waiting, &mut |report| drop(sender.send(report.clone())))
    });
    let logged_in = notes.recv_timeout(TIMEOUT).unwrap();
    assert_eq!(logged_in, Report::Note("logged in as waits".to_owned()));
    let mut watcher = Person::enter(server, "watcher");
    watcher.says("tell /os notify +");
    let mut asks = program("asks", "alpha-beta:depth=2,eval=count-difference", folder.path());
    asks.ask = Some("s8r14 5 waits".to_owned());
    play(&host, &asks, &mut |_| ()).unwrap();
    waits.join().unwrap().unwrap();
    let end = watcher.hears("/os: - match .0");
    assert!(end.contains(" asks 1") && end.contains(" waits s8r14 R "), "{end}");
    for login in ["asks", "waits"] {
        let entry = std::fs::read_dir(folder.path().join(login)).unwrap().next().unwrap();
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(text.starts_with("2 (;GM[Othello]PC[GGS/os]"), "{text}");
        assert_eq!(text.matches("TI[05:00//02:00]TY[s8r14]RE[").count(), 2, "{text}");
        assert!(
            !text.contains(":s]") && !text.contains("RE[?]"),
            "the last moves are kept: {text}"
        );
    }
}

#[test]
fn programs_bid_for_the_sides() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder.path().join("users.json"));
    let host = Destination::from(server.to_string());
    let mut person = Person::enter(server, "person");
    let mut options = program("engine", "willow:depth=4", folder.path());
    options.ask = Some("8kr20 5 person".to_owned());
    let plays = thread::spawn(move || play(&host, &options, &mut |_| ()));
    person.hears("/os: +   .0 1720.0 engine");
    person.says("tell /os accept .0");
    person.hears("/os: join .0 8kr20 K?");
    person.says("tell /os resign .0");
    person.hears("/os: - match .0");
    plays.join().unwrap().unwrap();
}

#[test]
fn a_refused_login_ends_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(&folder.path().join("users.json"));
    let _alice = Person::enter(server, "alice");
    let mut options = program("alice", "random", folder.path());
    options.password = "wrong".to_owned();
    let result = play(&Destination::from(server.to_string()), &options, &mut |_| ());
    assert!(matches!(result, Err(PlayError::LoginRefused(text)) if text.contains("not right")));
}

/// Returns the lines that a player sends after prompts, until it is set up.
fn greeted(listener: &std::net::TcpListener) -> Vec<String> {
    let (mut stream, _) = listener.accept().unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let mut heard = Vec::new();
    for prompt in ["\r\n: Enter login (yours).\r\n", ": Enter your pass", "word.\r\n"] {
        stream.write_all(prompt.as_bytes()).unwrap();
        if prompt.ends_with('\n') {
            heard.push(lines.next().unwrap().unwrap());
        }
    }
    stream.write_all(b"READY\r\n\r\n/os: nonsense \xff\x1b[2K\r\n|row\r\nREADY\r\n").unwrap();
    while !heard.last().is_some_and(|line| line.starts_with("tell /os open")) {
        heard.push(lines.next().unwrap().unwrap());
    }
    heard
}

#[test]
fn a_player_connects_again_and_is_set_up_again() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let host = Destination::from(listener.local_addr().unwrap().to_string());
    let folder = tempfile::tempdir().unwrap();
    let mut options = program("willow", "random", folder.path());
    options.patience = Duration::from_secs(2);
    let plays = thread::spawn(move || {
        let mut reports = Vec::new();
        let result = play(&host, &options, &mut |report| reports.push(report.clone()));
        (result, reports)
    });
    let first = greeted(&listener);
    assert_eq!(first[..2], ["willow", "secret"]);
    assert!(first.contains(&"tell /os trust +".to_owned()), "{first:?}");
    assert!(!first.iter().any(|line| line.contains("continue")), "{first:?}");
    assert_eq!(greeted(&listener), first);
    drop(listener);
    let (result, reports) = plays.join().unwrap();
    assert!(matches!(result, Err(PlayError::NoConnection { .. })), "{result:?}");
    let waits = reports.iter().filter(|report| matches!(report, Report::Away { .. })).count();
    assert!(waits >= 2, "{reports:?}");
}
