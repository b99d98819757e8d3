//! The server on a real socket: programs play each other and people.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use willow_bridge::ggs_player::{PlayError, PlayerOptions, Report, play};
use willow_bridge::ggs_server::{ServerState, serve};
use willow_protocol::client::Destination;

/// No message takes longer, even on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Starts a server on a free port; its thread ends with the test's process.
fn start() -> SocketAddr {
    let (sender, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            serve(listener, ServerState::new(0)).await;
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
        person.says("tell /os stored");
        person.hears("/os: stored 0");
        person
    }

    fn says(&mut self, line: &str) {
        self.0.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Asks for a match and returns what the server says to that.
    fn asks(&mut self, request: &str) -> String {
        self.says(&format!("tell /os ask {request}"));
        self.hears("/os: ")
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
fn a_flood_and_a_line_that_never_ends_hurt_nobody_else() {
    let server = start();
    let mut alice = Person::enter(server, "alice");
    let mut flood = TcpStream::connect(server).unwrap();
    // The server closes the connection somewhere in this line.
    let _ = flood.write_all(&vec![b'x'; 1 << 20]);
    let mut deaf = Person::enter(server, "deaf");
    for _ in 0..100 {
        deaf.says("tell deaf hello");
    }
    alice.says("tell alice still here");
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
    let server = start();
    let host = Destination::from(server.to_string());
    let options = program("waits", "random:seed=1", folder.path());
    let (sender, notes) = mpsc::channel();
    let (waiting_host, waiting) = (host.clone(), options.clone());
    let waits = thread::spawn(move || {
        play(&waiting_host, &waiting, &mut |report| drop(sender.send(report.clone())))
    });
    let logged_in = notes.recv_timeout(TIMEOUT).unwrap();
    assert_eq!(logged_in, Report::Note("logged in as waits".to_owned()));
    let mut asks = program("asks", "alpha-beta:depth=2,eval=count-difference", folder.path());
    asks.ask = Some("s8r14 5 waits".to_owned());
    play(&host, &asks, &mut |_| ()).unwrap();
    waits.join().unwrap().unwrap();
    let is_end = |report: &Report| matches!(report, Report::Note(text) if text.contains(" ends: "));
    let end = format!("{:?}", notes.try_iter().find(is_end));
    assert!(end.contains(" asks 1720 waits s8r14 R ends: "), "{end}");
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
    let server = start();
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

/// A relay to a server that can be cut, and that holds back what clients send while its gate is locked.
struct Relay {
    address: SocketAddr,
    streams: Arc<Mutex<Vec<TcpStream>>>,
    gate: Arc<Mutex<()>>,
}

impl Relay {
    fn to(server: SocketAddr) -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (streams, gate) = (Arc::default(), Arc::default());
        let relay = Relay { address: listener.local_addr().unwrap(), streams, gate };
        let (streams, gate) = (Arc::clone(&relay.streams), Arc::clone(&relay.gate));
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.unwrap(), TcpStream::connect(server).unwrap());
                let copies = [&client, &server].map(|stream| stream.try_clone().unwrap());
                streams.lock().unwrap().extend(copies);
                let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
                let gate = Arc::clone(&gate);
                thread::spawn(move || carry(client, server, &gate));
                thread::spawn(move || carry(back.0, back.1, &Mutex::default()));
            }
        });
        relay
    }

    /// Breaks all connections.
    fn cut(&self) {
        for stream in self.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn destination(&self) -> Destination {
        Destination::from(self.address.to_string())
    }
}

/// Carries bytes until one of the connections ends.
fn carry(mut from: TcpStream, mut to: TcpStream, gate: &Mutex<()>) {
    let mut buffer = [0; 4096];
    while let Ok(n @ 1..) = from.read(&mut buffer) {
        drop(gate.lock().unwrap());
        if to.write_all(&buffer[..n]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// Returns the only file that a program has kept.
fn kept_game(folder: &Path, login: &str) -> String {
    let mut files = std::fs::read_dir(folder.join(login)).unwrap();
    let text = std::fs::read_to_string(files.next().unwrap().unwrap().path()).unwrap();
    assert!(files.next().is_none(), "one match is kept");
    text
}

#[test]
fn a_match_whose_connection_broke_goes_on_and_has_one_result() {
    let folder = tempfile::tempdir().unwrap();
    let server = start();
    let relay = Relay::to(server);
    let mut options = program("engine", "random:seed=1", folder.path());
    options.resumes = true;
    let host = relay.destination();
    let mut person = Person::enter(server, "person");
    person.says("notify + engine");
    let plays = thread::spawn(move || play(&host, &options, &mut |_| ()));
    person.hears(": + engine");
    // The request may come before the program has opened its door.
    while !person.asks("8b 5 engine").contains("/os: +   .") {}
    person.hears("/os: join .0 8b K?");
    person.says("tell /os play .0 f5");
    person.hears("|  2: ");
    relay.cut();
    let end = person.hears("/os: - match .0");
    assert!(end.trim_end().ends_with("8b R engine left .1"), "{end}");
    person.hears(": + engine");
    person.says("tell /os ask .1");
    person.hears("/os: join .1 8b K?");
    person.hears("|2 move(s)");
    person.says("tell /os resign .1");
    let end = person.hears("/os: - match .1");
    assert!(end.trim_end().ends_with("8b R -64.00  .1"), "{end}");
    plays.join().unwrap().unwrap();
    person.says("tell /os stored");
    person.hears("/os: stored 0 person");
    let text = kept_game(folder.path(), "engine");
    assert!(text.contains("RE[-64.000:r]") && text.contains("B[f5"), "{text}");
}

#[test]
fn a_whole_game_in_overtime_is_at_best_the_smallest_loss() {
    let folder = tempfile::tempdir().unwrap();
    let server = start();
    let relay = Relay::to(server);
    let waits = program("waits", "random:seed=1", folder.path());
    let host = Destination::from(server.to_string());
    let (sender, notes) = mpsc::channel();
    let other =
        thread::spawn(move || play(&host, &waits, &mut |report| drop(sender.send(report.clone()))));
    notes.recv_timeout(TIMEOUT).unwrap();
    let mut late = program("late", "alpha-beta:depth=2,eval=weighted-squares", folder.path());
    late.trust = false;
    late.ask = Some("8b 0:01//1:00 5 waits".to_owned());
    let mut reports = Vec::new();
    let mut held = None;
    play(&relay.destination(), &late, &mut |report| {
        // The first move is on its way until the main time is over, the others are not held.
        match report {
            Report::Note(text) if text.contains(" begins") => held = relay.gate.lock().ok(),
            Report::Note(text) if text.contains("time is over") => held = None,
            _ => {}
        }
        reports.push(report.clone());
    })
    .unwrap();
    other.join().unwrap().unwrap();
    let told = |text: &str| {
        reports.iter().any(|report| matches!(report, Report::Note(note) if note.contains(text)))
    };
    assert!(told("late's time is over in .0: at best a minimal loss"), "{reports:?}");
    assert!(told(" waits 8b R ends: -2.00"), "{reports:?}");
    for login in ["late", "waits"] {
        let text = kept_game(folder.path(), login);
        assert!(text.contains("TB[00:01//01:00]TW[05:00//02:00]TY[8b]RE[-2.000:t]"), "{text}");
        let record = willow_records::ggf::parse(text[2..].trim_end()).unwrap();
        let discs = record.game.outcome().unwrap();
        assert!(record.game.n_plies() > 50 || discs.white_discs == 0, "it went on: {text}");
        assert!(discs.black_discs > discs.white_discs, "{text}");
    }
}

#[test]
fn a_refused_login_ends_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let server = start();
    let _alice = Person::enter(server, "alice");
    let mut options = program("alice", "random", folder.path());
    options.password = "wrong".to_owned();
    let result = play(&Destination::from(server.to_string()), &options, &mut |_| ());
    assert!(matches!(result, Err(PlayError::LoginRefused(text)) if text.contains("not right")));
}

/// Returns the lines that a player sends after prompts, until it is set up.
fn greeted(listener: &TcpListener) -> Vec<String> {
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
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = Destination::from(listener.local_addr().unwrap().to_string());
    let folder = tempfile::tempdir().unwrap();
    let mut options = program("willow", "random", folder.path());
    options.patience = Duration::from_secs(4);
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
    // Two programs of one name would throw each other out for ever.
    let waits = reports.iter().filter_map(|report| match report {
        Report::Away { wait, .. } => Some(wait.as_secs()),
        _ => None,
    });
    assert_eq!(waits.collect::<Vec<_>>(), [1, 2], "{reports:?}");
    let says = |text: &str| {
        reports.iter().any(|report| matches!(report, Report::Note(note) if note.contains(text)))
    };
    assert!(says("another willow may have logged in"), "{reports:?}");
}
