//! `willow bridge` between `willow serve --ggs` and another `willow serve`, as processes.

use std::io::{BufRead as _, Read as _, Write as _};
use std::net::TcpStream;
use std::ops::Range;
use std::path::Path;

use willow_files::write_private;
use willow_testkit::is_full;

use crate::ggs::GgsServer;
use crate::run::{Process, TIMEOUT, happens, run_in, wait_for};
use crate::serve::address_of;

/// Runs a command to its end, with something on standard input.
fn answer(folder: &Path, args: &[&str], input: &str) -> String {
    let run = run_in(folder, args, input.as_bytes());
    assert_eq!(run.code, 0, "{args:?}: {run:?}");
    run.stdout
}

/// A raw client of either server.
pub(crate) struct Terminal {
    stream: TcpStream,
    screen: String,
}

impl Terminal {
    pub(crate) fn connect(address: &str) -> Terminal {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        Terminal { stream, screen: String::new() }
    }

    pub(crate) fn types(&mut self, line: &str) {
        self.stream.write_all(format!("{line}\r\n").as_bytes()).unwrap();
    }

    /// Waits until a text is on the screen, and removes everything up to it.
    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) -> String {
        let mut buffer = [0; 4096];
        loop {
            if let Some(at) = self.screen.find(text) {
                let end = at + text.len();
                let seen = self.screen[..end].to_owned();
                self.screen.drain(..end);
                return seen;
            }
            let n = self.stream.read(&mut buffer).unwrap_or(0);
            assert!(n > 0, "no `{text}` in {}", self.screen);
            self.screen.push_str(&String::from_utf8_lossy(&buffer[..n]));
        }
    }
}

/// Both servers.
pub(crate) struct Servers {
    ggs: GgsServer,
    _willow: Process,
    pub(crate) willow: String,
}

/// Starts a server, and waits until it listens.
fn start_willow(folder: &Path) -> (Process, String) {
    let listen = ["serve", "--no-bots", "--listen", "127.0.0.1:0", "--http", "127.0.0.1:0"];
    let files = ["--data", "server", "--config", "willow.toml"];
    let mut serve = Process::start(folder, &[&listen[..], &files].concat());
    let address = address_of(&mut serve);
    (serve, address)
}

/// Starts both servers. `root` is an administrator, and `ggs` is a bridge.
fn start_servers(folder: &Path) -> Servers {
    start_servers_with(folder, "")
}

/// Starts both servers, with the same configuration.
pub(crate) fn start_servers_with(folder: &Path, config: &str) -> Servers {
    let ggs = GgsServer::start(folder, "ggs-data", config);
    let (first, address) = start_willow(folder);
    for name in ["root", "ggs"] {
        let mut terminal = Terminal::connect(&address);
        terminal.types(&format!("#1 register {name} correct-horse"));
        terminal.sees("Welcome, ");
    }
    drop(first);
    answer(folder, &["serve", "--data", "server", "--make-admin", "root"], "");
    let (serve, willow) = start_willow(folder);
    let mut root = Terminal::connect(&willow);
    root.types("#1 login root correct-horse");
    root.sees("Welcome, ");
    root.types("#2 role ggs bridge");
    root.sees("#2 ok");
    Servers { ggs, _willow: serve, willow }
}

impl Servers {
    /// Signs a guest in at the Willow server.
    pub(crate) fn guest(&self, name: &str) -> Terminal {
        let mut guest = Terminal::connect(&self.willow);
        guest.types(&format!("#1 guest {name}"));
        guest.sees("Welcome, ");
        guest
    }
}

/// `bob` is the password of the bridge's login on GGS.
fn configure(folder: &Path, servers: &Servers, bob: &str) {
    let text = answer(folder, &["bridge", "--example-config"], "");
    let text = text.split("# A login that all others").next().unwrap();
    let text = text
        .replace("enabled = false", "enabled = true")
        .replace("127.0.0.1:7710", &servers.willow)
        .replace("127.0.0.1:5000", &servers.ggs.ggs);
    std::fs::write(folder.join("bridge.toml"), text).unwrap();
    for (file, password) in [("willow-password", "correct-horse"), ("bob-password", bob)] {
        write_private(&folder.join(file), password.as_bytes()).unwrap();
    }
}

/// The shortest game that leaves no white disc.
const GAME: [&str; 9] = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];

#[test]
fn a_raw_client_of_ggs_plays_somebody_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let servers = start_servers(folder.path());
    configure(folder.path(), &servers, "secret");
    let _bridge = RunningBridge::start(folder.path(), false);
    let mut bob = servers.guest("bob");
    let mut alice = servers.ggs.enter("alice", "");
    let id = play(&mut alice, &mut bob, 4);
    bob.types(&format!("gsay hello; tell /os resign {id} \\ $_ready for 5$"));
    alice.sees(&format!("bob: hello; tell /os resign {id} / $_ready for 5$"));
    alice.types("tell bob resign");
    bob.sees("resign");
    alice.types(&format!("tell /os tell {id} gr\u{fc}ezi"));
    bob.sees("gr\u{fc}ezi");
    make_moves(&mut alice, &mut bob, &id, 4..GAME.len());
    alice.sees(&format!("- match {id} 1500 alice 1500 bob 8b U +64.00"));
    alice.sees("The match of bob and alice is over: +64.00 for you on both servers.");
    bob.sees("The match of bob and alice is over: -64.00 for you on both servers.");
    status_tells(folder.path(), "GGS bob: connected");
}

#[test]
fn a_random_start_of_ggs_has_the_same_result_on_both_servers() {
    let folder = tempfile::tempdir().unwrap();
    let (_servers, bridge, mut alice, mut bob) = start_rated(folder.path());
    alice.types("tell /os ask s8r20 5 bob");
    bob.sees(" rated");
    bob.types("join");
    let id = number_there(&mut alice);
    bob.sees("GGS has placed the discs");
    // Both games, of which the bridge knows when it carries their chat.
    bob.sees("start=position");
    bob.sees("start=position");
    bob.types("gsay ready");
    alice.sees("ready");
    alice.types(&format!("tell /os resign {id}"));
    bob.sees("The match of bob and alice is over: +64.00 for you on both servers");
    assert!(!bridge.kill(folder.path()), "the match is over in the journal");
}

#[test]
fn a_rated_match_that_is_played_out_changes_the_rating_on_both_servers() {
    let folder = tempfile::tempdir().unwrap();
    let (_servers, _bridge, mut alice, mut bob) = start_rated(folder.path());
    play(&mut alice, &mut bob, GAME.len());
    alice.sees("your rating on Willow: 1500 -> ");
}

/// Starts both servers and a bridge that carries rated matches; alice is on GGS, and bob on Willow.
fn start_rated(folder: &Path) -> (Servers, RunningBridge, Terminal, Terminal) {
    let servers = start_servers(folder);
    let [alice, token] = ["alice", "bob"].map(|name| servers.ggs.register(name));
    configure(folder, &servers, &token);
    let file = folder.join("bridge.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("rated = false", "rated = true")).unwrap();
    let bridge = RunningBridge::start(folder, false);
    let mut bob = Terminal::connect(&servers.willow);
    bob.types("#1 register bob correct-horse");
    bob.sees("Welcome, ");
    let mut alice = servers.ggs.enter("alice", &alice);
    alice.types("tell /os rated +");
    (servers, bridge, alice, bob)
}

/// A rated pair with chat, which is given up too early to be rated here.
#[test]
fn a_rated_pair_with_chat_has_the_same_result_on_both_servers() {
    let folder = tempfile::tempdir().unwrap();
    let (_servers, bridge, mut alice, mut bob) = start_rated(folder.path());
    alice.types("tell /os ask s8 5 bob");
    bob.sees("You have 05:00//02:00 there in each game");
    bob.types("join");
    let bobs = bob.sees(" bob (black) ggs-alice (white)");
    let bobs = bobs.split("started ").last().unwrap().split(' ').next().unwrap().to_owned();
    let alices = black_game_there(&mut alice);
    alice.types(&format!("tell /os play {alices} f5"));
    bob.types(&format!("move {bobs} d3"));
    alice.sees(": d3");
    bob.sees(" f5");
    bob.types(&format!("gsay {bobs} good luck"));
    alice.sees("bob: good luck");
    alice.types(&format!("tell /os tell {} you too", &alices[..alices.len() - 2]));
    bob.sees("you too");
    bob.types(&format!("resign {bobs}"));
    bob.sees("The match of bob and alice is over: -64.00 for you on both servers");
    alice.sees("The match of bob and alice is over: +64.00 for you on both servers");
    assert!(!bridge.kill(folder.path()), "the match is over in the journal");
}

/// Returns the number of the match that begins on GGS.
fn number_there(alice: &mut Terminal) -> String {
    alice.sees("+ match ");
    alice.sees(" ").trim().to_owned()
}

/// Returns the game of a pair on GGS in which alice has Black.
fn black_game_there(alice: &mut Terminal) -> String {
    loop {
        alice.sees("/os: join ");
        let board = alice.sees("READY");
        let black = board.lines().find(|line| line.contains("*)")).unwrap_or_default();
        if black.contains("alice") {
            return board.split(' ').next().unwrap().to_owned();
        }
    }
}

/// Quotas for a bridge that says in a minute what it says in a month otherwise.
const TALKATIVE: &str = "[quotas]\nprivate-messages-per-minute = 1000\n\
                         stranger-messages-per-hour = 1000\nsame-message-per-minute = 1000\n";

/// A bridge and what it logs.
struct RunningBridge {
    process: Process,
    /// The thread that reads its log, so that the log never fills the pipe.
    reader: std::thread::JoinHandle<()>,
}

impl RunningBridge {
    /// Starts a bridge, and waits until it is in on both sides and has ended the match of before.
    fn start(folder: &Path, has_match: bool) -> RunningBridge {
        let (process, mut log) = Process::logging(folder, &["bridge", "--config", "bridge.toml"]);
        let (mut n_in, mut is_over) = (0, !has_match);
        while n_in < 2 || !is_over {
            let line = wait_for(&mut log, "");
            n_in += usize::from(line.contains(" is in on "));
            is_over |= line.trim_end().ends_with(": Over");
        }
        let reader = std::thread::spawn(move || log.lines().map_while(Result::ok).for_each(drop));
        RunningBridge { process, reader }
    }

    /// Kills the bridge; returns whether its journal has a match that is not over.
    fn kill(mut self, folder: &Path) -> bool {
        self.process.0.kill().unwrap();
        self.process.0.wait().unwrap();
        self.reader.join().unwrap();
        let journal = std::fs::read_to_string(folder.join("bridge-data/matches.log")).unwrap();
        let last = journal.lines().rfind(|line| line.starts_with('{') && line.ends_with('}'));
        last.is_some_and(|line| !line.contains(r#""phase":"over""#))
    }
}

/// Alice asks on GGS, bob accepts, and both play so many moves. Returns the number of the match there.
fn play(alice: &mut Terminal, bob: &mut Terminal, plies: usize) -> String {
    alice.types("tell /os ask 8b 5 bob");
    bob.sees("ggs-alice challenges you");
    bob.types("join");
    alice.sees("/os: join ");
    let seen = alice.sees(" 8b");
    let id = seen.split(' ').next().unwrap().to_owned();
    make_moves(alice, bob, &id, 0..plies);
    id
}

/// Makes moves of the game, by turns; each comes to the other side.
fn make_moves(alice: &mut Terminal, bob: &mut Terminal, id: &str, plies: Range<usize>) {
    for ply in plies {
        let square = GAME[ply];
        if ply % 2 == 0 {
            alice.types(&format!("tell /os play {id} {square}"));
            bob.sees(&format!(" {square}"));
        } else {
            bob.types(square);
            alice.sees(&format!(": {square}"));
        }
    }
}

#[test]
fn a_bridge_that_is_killed_again_and_again_books_nobody_twice_and_tells_both() {
    if !is_full() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let servers = start_servers_with(folder.path(), TALKATIVE);
    // A guest who was cut off could not come back.
    configure(folder.path(), &servers, &servers.ggs.register("bob"));
    let mut bob = servers.guest("bob");
    let mut alice = servers.ggs.enter("alice", "");
    let (mut has_match, mut last) = (false, String::new());
    // Each takes some seconds, in which the server adjourns the game of before.
    let n_kills =
        std::env::var("WILLOW_BRIDGE_KILLS").map_or(6_usize, |text| text.parse().unwrap());
    for round in 0..n_kills {
        let bridge = RunningBridge::start(folder.path(), has_match);
        if has_match {
            alice.sees("The bridge was started again");
            bob.sees("The bridge was started again");
        }
        if round > 0 {
            ends_there(&mut alice, &last);
        }
        // Every length of a match; the kill comes before the last move is carried over, or after it.
        let plies = round * 7 % 9;
        let id = play(&mut alice, &mut bob, plies);
        match (round % 2, plies % 2) {
            (0, 0) => alice.types(&format!("tell /os play {id} {}", GAME[plies])),
            (0, _) => bob.types(GAME[plies]),
            _ => make_moves(&mut alice, &mut bob, &id, plies..plies + 1),
        }
        has_match = bridge.kill(folder.path());
        last = id;
    }
    let bridge = RunningBridge::start(folder.path(), has_match);
    ends_there(&mut alice, &last);
    play(&mut alice, &mut bob, GAME.len());
    alice.sees("U +64.00");
    alice.sees("The match of bob and alice is over: +64.00 for you on both servers.");
    bob.sees("The match of bob and alice is over: -64.00 for you on both servers.");
    assert!(!bridge.kill(folder.path()), "nothing is left over");
}

/// Alice agrees to end a match on GGS that the bridge has lost: that server has waited for its login.
fn ends_there(alice: &mut Terminal, id: &str) {
    let is_over = || {
        // Two commands a time: the server takes 20 a second.
        std::thread::sleep(std::time::Duration::from_millis(100));
        alice.types(&format!("tell /os break {id}"));
        alice.types("tell /os match");
        alice.sees("/os: match ");
        alice.sees("\n").starts_with("0/0")
    };
    assert!(happens(is_over), "{id}");
}

/// Waits until the table of the bridge has a text: it is written twice a second.
fn status_tells(folder: &Path, wanted: &str) {
    let status = ["bridge", "--config", "bridge.toml", "--status"];
    assert!(happens(|| answer(folder, &status, "").contains(wanted)), "{wanted}");
}

#[test]
fn a_bridge_is_off_until_the_operator_says_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let text = answer(folder.path(), &["bridge", "--example-config"], "");
    std::fs::write(folder.path().join("bridge.toml"), text).unwrap();
    let run = run_in(folder.path(), &["bridge", "--config", "bridge.toml"], b"");
    assert_eq!((run.code, run.error()), (1, "the bridge is off"));
}
