//! Our player on GGS, on sockets.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use willow_bridge::ggs_player::{PlayError, PlayerOptions, RatedChoice, Report, play};
use willow_protocol::client::Destination;

use crate::game_server::GameServer;

/// No message takes longer, even on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

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
        person.hears("READY");
        person.says("tell /os open 2");
        person
    }

    fn says(&mut self, line: &str) {
        self.0.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Waits for a request of somebody and accepts it; returns the number of the match.
    fn accepts(&mut self, name: &str) -> String {
        let request = self.hears(&format!(" {name} "));
        let id = request.split_whitespace().nth(2).unwrap().to_owned();
        self.says(&format!("tell /os accept {id}"));
        id
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

/// Returns the options of a program that plays one match.
fn program(login: &str, spec: &str, folder: &Path) -> PlayerOptions {
    let mut options = PlayerOptions::new(login, "secret", spec.parse().unwrap());
    options.stop_after = Some(1);
    options.folder = Some(folder.join(login));
    // It is a guest.
    options.rated = RatedChoice::Never;
    options
}

#[test]
fn programs_bid_for_the_sides() {
    let folder = tempfile::tempdir().unwrap();
    let server = GameServer::start();
    let host = Destination::from(server.ggs.to_string());
    let mut person = Person::enter(server.ggs, "person");
    let mut options = program("engine", "willow:depth=4", folder.path());
    options.ask = Some("8kr20 5 person".to_owned());
    let plays = thread::spawn(move || play(&host, &options, &mut |_| ()));
    let id = person.accepts("engine");
    person.hears(&format!("/os: join {id} 8kr20 K?"));
    person.says(&format!("tell /os resign {id}"));
    person.hears(&format!("/os: - match {id}"));
    plays.join().unwrap().unwrap();
}

/// A relay to a server that can be cut.
struct Relay {
    address: SocketAddr,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Relay {
    fn to(server: SocketAddr) -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let streams = Arc::<Mutex<Vec<TcpStream>>>::default();
        let relay = Relay { address: listener.local_addr().unwrap(), streams: streams.clone() };
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.unwrap(), TcpStream::connect(server).unwrap());
                let copies = [&client, &server].map(|stream| stream.try_clone().unwrap());
                streams.lock().unwrap().extend(copies);
                let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
                thread::spawn(move || carry(client, server));
                thread::spawn(move || carry(back.0, back.1));
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
fn carry(mut from: TcpStream, mut to: TcpStream) {
    let _ = std::io::copy(&mut from, &mut to);
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
    let server = GameServer::start();
    let relay = Relay::to(server.ggs);
    let mut options = program("engine", "random:seed=1", folder.path());
    // A guest could not come back.
    options.password = server.register("engine");
    options.ask = Some("8w 5 person".to_owned());
    let host = relay.destination();
    let (tell, told) = mpsc::channel();
    let mut person = Person::enter(server.ggs, "person");
    let plays = thread::spawn(move || {
        play(&host, &options, &mut |report| drop(tell.send(format!("{report:?}"))))
    });
    let hears = |text: &str| {
        while !told.recv_timeout(TIMEOUT).unwrap().contains(text) {}
    };
    hears("logged in");
    let id = person.accepts("engine");
    person.hears("/os: join ");
    person.says(&format!("tell /os play {id} f5"));
    person.hears("|  2: ");
    relay.cut();
    hears("logged in");
    hears("begins");
    person.says(&format!("tell /os resign {id}"));
    let end = person.hears(&format!("/os: - match {id}"));
    assert!(end.trim_end().ends_with("8w U +64.00"), "{end}");
    plays.join().unwrap().unwrap();
    let text = kept_game(folder.path(), "engine");
    assert!(text.contains("RE[-64.000:r]") && text.contains("B[f5"), "{text}");
}

#[test]
fn a_refused_login_ends_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let server = GameServer::start();
    let _alice = Person::enter(server.ggs, "alice");
    let options = program("alice", "random", folder.path());
    let result = play(&Destination::from(server.ggs.to_string()), &options, &mut |_| ());
    assert!(matches!(result, Err(PlayError::LoginRefused(_))), "{result:?}");
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
