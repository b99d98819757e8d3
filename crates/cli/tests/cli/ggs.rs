//! `willow ggs-server` and `willow ggs` as processes.

use std::io::BufReader;
use std::path::Path;
use std::process::ChildStderr;

use crate::bridge::Terminal;
use crate::run::{Process, run, wait_for};

/// A server that is killed at the end of its test, without a chance to write anything.
pub(crate) struct GgsServer {
    _process: Process,
    pub(crate) address: String,
}

impl GgsServer {
    pub(crate) fn start(folder: &Path, options: &[&str]) -> GgsServer {
        let words = ["ggs-server", "--listen", "127.0.0.1:0", "--users", "users.json"];
        let mut process = Process::start(folder, &[&words, options].concat());
        let line = wait_for(&mut process.output(), "GGS listens on ");
        let address = line.trim_start_matches("GGS listens on ").split(';').next().unwrap();
        GgsServer { address: address.to_owned(), _process: process }
    }

    /// Starts one of our players, whose password is `secret`, and returns its notes too.
    fn player(
        &self,
        folder: &Path,
        login: &str,
        options: &[&str],
    ) -> (Process, BufReader<ChildStderr>) {
        std::fs::write(folder.join("password"), "secret\n").unwrap();
        let words = ["ggs", &self.address, "--login", login, "--games", login, "--stop-after", "1"];
        let password = ["--password-file", "password"];
        Process::logging(folder, &[&words[..], &password, options].concat())
    }

    /// Logs somebody in who is open to one match.
    pub(crate) fn enter(&self, name: &str) -> Terminal {
        let mut person = Terminal::connect(&self.address);
        person.sees("Enter login");
        person.types(name);
        person.sees("Enter your password");
        person.types("secret");
        person.sees("READY");
        person.types("tell /os open 1");
        person
    }
}

#[test]
fn two_players_of_ours_play_a_whole_match() {
    let folder = tempfile::tempdir().unwrap();
    let server = GgsServer::start(folder.path(), &["--register-all"]);
    let (mut waits, mut notes) = server.player(folder.path(), "dice", &["--as", "random"]);
    assert_eq!(wait_for(&mut notes, "note: "), "note: logged in as dice\n");
    let spec = "alpha-beta:depth=2,eval=weighted-squares";
    let options = ["--as", spec, "--ask", "s8r20 5 dice"];
    let (mut asks, mut notes) = server.player(folder.path(), "paip", &options);
    wait_for(&mut notes, "note: match .0 1720 paip 1720 dice s8r20 R begins");
    wait_for(&mut notes, " dice s8r20 R ends: ");
    assert!(asks.0.wait().unwrap().success() && waits.0.wait().unwrap().success());
    let game = std::fs::read_dir(folder.path().join("dice")).unwrap().next().unwrap().unwrap();
    let text = std::fs::read_to_string(game.path()).unwrap();
    assert!(text.starts_with("2 (;GM[Othello]"), "{text}");
}

#[test]
fn a_killed_server_keeps_players_and_stored_matches() {
    let folder = tempfile::tempdir().unwrap();
    let server = GgsServer::start(folder.path(), &["--register", "alice", "--register", "bob"]);
    let (mut alice, mut bob) = (server.enter("alice"), server.enter("bob"));
    for person in [&mut alice, &mut bob] {
        person.types("tell /os rated +");
        // The answer comes after the settings.
        person.types("tell /os finger");
        person.sees("|rated  : +");
    }
    alice.types("tell /os ask 8b 5 bob");
    bob.sees("+   .0 1720.0 alice");
    bob.types("tell /os accept .0");
    alice.sees("join .0 8b K?");
    alice.types("tell /os play .0 f5");
    bob.sees("|  1: f5");
    bob.types("tell /os break .0");
    alice.sees("- match .0");
    alice.sees("bob left .1");
    drop(server);
    let server = GgsServer::start(folder.path(), &[]);
    let (mut alice, mut bob) = (server.enter("alice"), server.enter("bob"));
    alice.types("tell /os stored");
    alice.sees("/os: stored 1 alice");
    alice.types("tell /os ask .1");
    bob.sees("8b S 1720.0 bob      .1");
    bob.types("tell /os accept .0");
    bob.sees("|1 move(s)");
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
