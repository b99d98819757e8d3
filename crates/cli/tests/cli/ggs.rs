//! `willow ggs-server` and `willow ggs` as processes.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::run::run;

/// A server that is killed at the end of its test, without a chance to write anything.
struct GgsServer {
    child: Child,
    address: String,
}

impl GgsServer {
    fn start(folder: &Path, options: &[&str]) -> GgsServer {
        let mut child = Command::new(env!("CARGO_BIN_EXE_willow"))
            .args(["ggs-server", "--listen", "127.0.0.1:0", "--users", "users.json"])
            .args(options)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("GGS listens on ").expect(&line);
        let address = address.split(';').next().unwrap().to_owned();
        GgsServer { child, address }
    }

    /// Starts one of our players.
    fn player(&self, folder: &Path, login: &str, spec: &str, options: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_willow"))
            .args(["ggs", &self.address, "--login", login, "--as", spec, "--stop-after", "1"])
            .args(["--games", login])
            .args(options)
            .env("WILLOW_GGS_PASSWORD", "secret")
            .current_dir(folder)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

impl Drop for GgsServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody with a raw client.
struct Person(BufReader<TcpStream>);

impl Person {
    fn enter(server: &GgsServer, name: &str) -> Person {
        let stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let mut person = Person(BufReader::new(stream));
        person.hears("Enter login");
        person.says(name);
        person.hears("Enter your password");
        person.says("secret");
        person.hears(": + /os 1");
        person
    }

    fn says(&mut self, line: &str) {
        self.0.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    #[track_caller]
    fn hears(&mut self, text: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "no `{text}`");
            if line.contains(text) {
                return line;
            }
        }
    }
}

#[test]
fn two_players_of_ours_play_a_whole_match() {
    let folder = tempfile::tempdir().unwrap();
    let server = GgsServer::start(folder.path(), &["--register-all"]);
    let mut waits = server.player(folder.path(), "dice", "random", &[]);
    let mut notes = BufReader::new(waits.stderr.take().unwrap()).lines();
    assert_eq!(notes.next().unwrap().unwrap(), "note: logged in as dice");
    let spec = "alpha-beta:depth=2,eval=weighted-squares";
    let asks = server.player(folder.path(), "paip", spec, &["--ask", "s8r20 5 dice"]);
    let asks = asks.wait_with_output().unwrap();
    let told = String::from_utf8(asks.stderr).unwrap();
    assert!(asks.status.success(), "{told}");
    assert!(told.contains("note: match .0 1720 paip 1720 dice s8r20 R begins"), "{told}");
    assert!(told.contains(" dice s8r20 R ends: "), "{told}");
    assert!(waits.wait().unwrap().success());
    let game = std::fs::read_dir(folder.path().join("dice")).unwrap().next().unwrap().unwrap();
    let text = std::fs::read_to_string(game.path()).unwrap();
    assert!(text.starts_with("2 (;GM[Othello]"), "{text}");
}

#[test]
fn a_killed_server_keeps_players_and_stored_matches() {
    let folder = tempfile::tempdir().unwrap();
    let server = GgsServer::start(folder.path(), &["--register", "alice", "--register", "bob"]);
    let (mut alice, mut bob) = (Person::enter(&server, "alice"), Person::enter(&server, "bob"));
    for person in [&mut alice, &mut bob] {
        person.says("tell /os open 1");
        person.says("tell /os rated +");
    }
    // The answer comes after the settings.
    bob.says("tell /os finger");
    bob.hears("|rated  : +");
    alice.says("tell /os ask 8b 5 bob");
    bob.hears("+   .0 1720.0 alice");
    bob.says("tell /os accept .0");
    alice.hears("join .0 8b K?");
    alice.says("tell /os play .0 f5");
    bob.hears("|  1: f5");
    bob.says("tell /os break .0");
    let end = alice.hears("- match .0");
    assert!(end.trim_end().ends_with("bob left .1"), "{end}");
    drop(server);
    let server = GgsServer::start(folder.path(), &[]);
    let (mut alice, mut bob) = (Person::enter(&server, "alice"), Person::enter(&server, "bob"));
    alice.says("tell /os stored");
    alice.hears("/os: stored 1 alice");
    alice.says("tell /os ask .1");
    bob.hears("8b S 1720.0 bob      .1");
    bob.says("tell /os accept .0");
    bob.hears("|1 move(s)");
}

#[test]
fn errors_say_what_to_do() {
    let no_password = run(&["ggs", "127.0.0.1:1", "--login", "willow", "--as", "random"]);
    assert_eq!(no_password.code, 2, "{no_password:?}");
    assert_eq!(no_password.error(), "there is no password");
    assert!(
        no_password.stderr.contains("hint: use --password-file FILE or set WILLOW_GGS_PASSWORD")
    );
    let login = run(&["ggs", "localhost", "--login", "far-too-long", "--as", "random"]);
    assert_eq!(login.code, 2);
    assert!(login.error().starts_with("a name on GGS has 2 to 8 "), "{login:?}");
    let spec = run(&["ggs", "localhost", "--login", "willow", "--as", "wilow"]);
    assert_eq!(spec.code, 2);
    let name = run(&["ggs-server", "--register", "a,b"]);
    assert_eq!(name.code, 2);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("users.json");
    std::fs::write(&file, "not JSON").unwrap();
    let damaged = run(&["ggs-server", "--users", file.to_str().unwrap()]);
    assert_eq!(damaged.code, 1);
    assert!(damaged.error().contains("not a file of users"), "{damaged:?}");
}
