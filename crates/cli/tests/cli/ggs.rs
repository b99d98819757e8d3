//! `willow ggs-server` and `willow ggs` as processes.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::run::run;

/// A server that is killed at the end of its test.
struct GgsServer {
    child: Child,
    address: String,
}

impl GgsServer {
    fn start() -> GgsServer {
        let mut child = Command::new(env!("CARGO_BIN_EXE_willow"))
            .args(["ggs-server", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("GGS listens on ").expect(&line).trim().to_owned();
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

#[test]
fn two_players_of_ours_play_a_whole_match() {
    let folder = tempfile::tempdir().unwrap();
    let server = GgsServer::start();
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
}
