//! `willow ggs` on `willow serve --ggs`, as processes.

use std::io::BufReader;
use std::path::Path;
use std::process::ChildStderr;

use crate::bridge::Terminal;
use crate::run::{Process, run, wait_for};

/// A game server that speaks the language of GGS, too. It is killed at the end of its test.
pub(crate) struct GgsServer {
    _process: Process,
    lines: String,
    pub(crate) ggs: String,
}

impl GgsServer {
    pub(crate) fn start(folder: &Path, data: &str, config: &str) -> GgsServer {
        std::fs::write(folder.join("willow.toml"), config).unwrap();
        let free = "127.0.0.1:0";
        let listen = ["serve", "--no-bots", "--listen", free, "--http", free, "--ggs", free];
        let mut process = Process::start(
            folder,
            &[&listen[..], &["--data", data, "--config", "willow.toml"]].concat(),
        );
        let mut output = process.output();
        let mut address = |wanted| {
            let line = wait_for(&mut output, wanted);
            line.trim().rsplit(' ').next().unwrap().to_owned()
        };
        let (ggs, lines) = (address("clients of GGS on "), address("line protocol on "));
        GgsServer { _process: process, lines, ggs }
    }

    /// Makes an account, and returns a token of it: the password on GGS.
    pub(crate) fn register(&self, name: &str) -> String {
        let mut terminal = Terminal::connect(&self.lines);
        terminal.types(&format!("#1 register {name} correct-horse"));
        terminal.sees("Welcome, ");
        terminal.types("#2 token ggs play,chat correct-horse");
        let seen = terminal.sees("#2 token ") + &terminal.sees("\n");
        let token = seen.split_whitespace().find(|word| word.len() == 64);
        token.expect("there is a token").to_owned()
    }

    /// Logs somebody in who is open to one match.
    pub(crate) fn enter(&self, name: &str, password: &str) -> Terminal {
        let mut person = Terminal::connect(&self.ggs);
        for (prompt, answer) in [("Enter login", name), ("Enter your password", password)] {
            person.sees(prompt);
            person.types(answer);
        }
        person.sees("READY");
        person.types("tell /os open 1");
        person
    }

    /// Starts one of our players with an account of its own.
    fn player(
        &self,
        folder: &Path,
        name: &str,
        options: &[&str],
    ) -> (Process, BufReader<ChildStderr>) {
        std::fs::write(folder.join(name), self.register(name) + "\n").unwrap();
        let games = format!("{name}-games");
        let words = ["ggs", &self.ggs, "--login", name, "--games", &games, "--stop-after", "1"];
        Process::logging(folder, &[&words[..], &["--password-file", name], options].concat())
    }
}

#[test]
fn two_players_of_ours_play_rated_pairs_on_a_game_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = GgsServer::start(folder.path(), "server", "");
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
