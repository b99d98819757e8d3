//! `willow ggs-server` and `willow ggs` as processes.

use std::io::BufReader;
use std::path::Path;
use std::process::ChildStderr;

use crate::bridge::Terminal;
use crate::run::{Process, run, wait_for};

/// A server that is killed at the end of its test.
pub(crate) struct GgsServer {
    _process: Process,
    pub(crate) address: String,
}

impl GgsServer {
    pub(crate) fn start(folder: &Path) -> GgsServer {
        let mut process = Process::start(folder, &["ggs-server", "--listen", "127.0.0.1:0"]);
        let line = wait_for(&mut process.output(), "GGS listens on ");
        let address = line.trim_start_matches("GGS listens on ").trim();
        GgsServer { address: address.to_owned(), _process: process }
    }

    /// Starts a game server that speaks the language of GGS, too.
    pub(crate) fn of_game_server(folder: &Path) -> GgsServer {
        let server = WillowServer::start(folder, "ggs-data");
        GgsServer { address: server.ggs, _process: server.process }
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
    let server = GgsServer::start(folder.path());
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

/// A game server that speaks the language of GGS, too.
struct WillowServer {
    process: Process,
    lines: String,
    ggs: String,
}

impl WillowServer {
    fn start(folder: &Path, data: &str) -> WillowServer {
        let free = "127.0.0.1:0";
        let listen = ["serve", "--no-bots", "--listen", free, "--http", free, "--ggs", free];
        let mut process = Process::start(folder, &[&listen[..], &["--data", data]].concat());
        let mut output = process.output();
        let mut address = |wanted| {
            let line = wait_for(&mut output, wanted);
            line.trim().rsplit(' ').next().unwrap().to_owned()
        };
        let (ggs, lines) = (address("clients of GGS on "), address("line protocol on "));
        WillowServer { process, lines, ggs }
    }

    /// Makes an account and a token of it, with which one of our players plays.
    fn player(
        &self,
        folder: &Path,
        name: &str,
        options: &[&str],
    ) -> (Process, BufReader<ChildStderr>) {
        let mut terminal = Terminal::connect(&self.lines);
        terminal.types(&format!("#1 register {name} correct-horse"));
        terminal.sees("Welcome, ");
        terminal.types("#2 token ggs play,chat correct-horse");
        let seen = terminal.sees("#2 token ") + &terminal.sees("\n");
        let token = seen.split_whitespace().find(|word| word.len() == 64);
        std::fs::write(folder.join(name), token.expect("there is a token").to_owned() + "\n")
            .unwrap();
        let games = format!("{name}-games");
        let words = ["ggs", &self.ggs, "--login", name, "--games", &games, "--stop-after", "1"];
        Process::logging(folder, &[&words[..], &["--password-file", name], options].concat())
    }
}

#[test]
fn two_players_of_ours_play_rated_pairs_on_a_game_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = WillowServer::start(folder.path(), "server");
    let (mut waits, mut notes) = server.player(folder.path(), "dice", &["--as", "random"]);
    assert_eq!(wait_for(&mut notes, "note: "), "note: logged in as dice\n");
    let spec = "alpha-beta:depth=2,eval=weighted-squares";
    let options = ["--as", spec, "--ask", "s8r20 5 dice"];
    let (mut asks, mut notes) = server.player(folder.path(), "paip", &options);
    wait_for(&mut notes, " s8r20 R begins");
    let end = wait_for(&mut notes, " s8r20 R ends: ");
    assert!(!end.contains("aborted") && !end.contains("left"), "{end}");
    assert!(asks.0.wait().unwrap().success() && waits.0.wait().unwrap().success());
    for name in ["dice-games", "paip-games"] {
        let game = std::fs::read_dir(folder.path().join(name)).unwrap().next().unwrap().unwrap();
        let text = std::fs::read_to_string(game.path()).unwrap();
        assert!(text.starts_with("2 (;GM[Othello]PC[GGS/os]DT[20"), "{text}");
        assert!(!text.contains(":t]"), "nobody ran out of time: {text}");
    }
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
