//! What two hundred matches cost the bridge: its processor time and its memory, measured on the process.
//!
//! It runs only if `WILLOW_BRIDGE_LOAD` has the number of matches: docs/benchmarks/bridge.md.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use willow_board::{Color, Game, Move};
use willow_bridge::bridge::Vault;

use crate::bridge::{Process, Servers, Terminal, start_servers_with, willow};

/// How long the bridge is measured.
const MEASURED: Duration = Duration::from_mins(1);

/// The time between two moves of a match.
const PACE: Duration = Duration::from_secs(1);

/// The clock ticks of a second in `/proc`.
const TICKS: f64 = 100.0;

/// Limits of the Willow server for very many clients at one address.
const LIMITS: &str = "[limits]\nconnections-per-address = 2000\nlogins-per-minute = 100000\n\
                      newcomers-per-minute = 100000\ncommands-per-second-per-address = 100000\n\
                      command-burst-per-address = 100000\n";

fn configure(folder: &Path, servers: &Servers, n_matches: usize) {
    let key = folder.join("bridge-key");
    Vault::make_key(&key).unwrap();
    let vault = Vault::open(&key).unwrap();
    let mut text = format!(
        "enabled = true\ndata = \"bridge-data\"\nkey = \"bridge-key\"\n[willow]\naddress = \"{}\"\n\
         account = \"ggs\"\npassword = \"{}\"\n[ggs]\naddress = \"{}\"\n",
        servers.willow,
        vault.seal("ggs", "correct-horse").unwrap(),
        servers.ggs
    );
    for n in 0..n_matches {
        let login = format!("l{n:03}");
        let sealed = vault.seal(&login, "secret").unwrap();
        writeln!(
            text,
            "[[login]]\nname = \"{login}\"\nperson = \"bob{n:03}\"\npassword = \"{sealed}\""
        )
        .unwrap();
    }
    std::fs::write(folder.join("bridge.toml"), text).unwrap();
}

/// The players of one match, on both servers.
struct Match {
    alice: Terminal,
    bob: Terminal,
    login: String,
}

impl Match {
    fn connect(servers: &Servers, n: usize) -> Match {
        let mut bob = Terminal::connect(&servers.willow);
        bob.types(&format!("#1 guest bob{n:03}"));
        bob.sees("Welcome, ");
        bob.types("style off");
        let mut alice = Terminal::connect(&servers.ggs);
        for (prompt, line) in [("Enter login", &*format!("a{n:03}")), ("Enter your pass", "x")] {
            alice.sees(prompt);
            alice.types(line);
        }
        alice.types("tell /os open 1");
        Match { alice, bob, login: format!("l{n:03}") }
    }

    /// Plays games, a move each second, until it is over.
    fn play(&mut self, is_over: &AtomicBool, moves: &AtomicU64) {
        while !is_over.load(Relaxed) {
            self.alice.types(&format!("tell /os ask 8b 20 {}", self.login));
            self.bob.sees(" offered ");
            self.bob.types("join");
            self.alice.sees("/os: join ");
            let seen = self.alice.sees(" 8b");
            let id = seen.split(' ').next().unwrap().to_owned();
            let mut game = Game::new();
            while !game.is_over() && !is_over.load(Relaxed) {
                self.play_move(&id, &mut game);
                moves.fetch_add(1, Relaxed);
            }
        }
    }

    fn play_move(&mut self, id: &str, game: &mut Game) {
        let began = Instant::now();
        let side = game.position().side_to_move();
        let square = game.position().legal_moves().into_iter().next();
        let mv = square.map_or(Move::Pass, Move::Place);
        match (side, mv) {
            (Color::Black, Move::Pass) => self.alice.types(&format!("tell /os play {id} pa")),
            (Color::Black, mv) => {
                self.alice.types(&format!("tell /os play {id} {mv}"));
                self.bob.sees(&format!(" {mv}"));
            }
            (Color::White, Move::Pass) => {}
            (Color::White, mv) => {
                self.bob.types(&mv.to_string());
                self.alice.sees(&format!(": {mv}"));
            }
        }
        game.play(mv).unwrap();
        std::thread::sleep(PACE.saturating_sub(began.elapsed()));
    }
}

/// Returns the seconds of processor time that a process has used.
fn processor_time(pid: u32) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks = |index: usize| fields[index].parse::<f64>().unwrap();
    (ticks(11) + ticks(12)) / TICKS
}

/// Returns the lines about the memory of a process.
fn memory(pid: u32) -> String {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("VmHWM") || line.starts_with("VmRSS"));
    lines.collect::<Vec<_>>().join(", ")
}

#[test]
fn two_hundred_matches_at_a_move_a_second() {
    let Some(n_matches) = std::env::var("WILLOW_BRIDGE_LOAD").ok() else { return };
    let n_matches: usize = n_matches.parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let servers = Arc::new(start_servers_with(folder.path(), LIMITS));
    configure(folder.path(), &servers, n_matches);
    let mut command = willow(folder.path(), &["bridge", "--config", "bridge.toml"]);
    let log = std::fs::File::create(folder.path().join("bridge.log")).unwrap();
    let bridge = Process(command.stderr(log).spawn().unwrap());
    let is_in = |n: usize| {
        let log = std::fs::read_to_string(folder.path().join("bridge.log")).unwrap();
        log.matches(" is in on ").count() > n
    };
    let began = Instant::now();
    while !is_in(n_matches) {
        assert!(began.elapsed() < Duration::from_mins(2), "the logins are in");
        std::thread::sleep(Duration::from_millis(200));
    }
    let (is_over, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let matches = (0..n_matches).map(|n| {
        let mut players = Match::connect(&servers, n);
        let (is_over, moves) = (is_over.clone(), moves.clone());
        std::thread::spawn(move || players.play(&is_over, &moves))
    });
    let threads: Vec<_> = matches.collect();
    std::thread::sleep(Duration::from_secs(5));
    let pid = bridge.0.id();
    let (time, before, now) = (processor_time(pid), moves.load(Relaxed), Instant::now());
    std::thread::sleep(MEASURED);
    let (time, n_moves) = (processor_time(pid) - time, moves.load(Relaxed) - before);
    let seconds = now.elapsed().as_secs_f64();
    println!(
        "{n_matches} matches, {:.1} moves a second: {:.2} % of a core, {:.0} us a move, {}",
        n_moves as f64 / seconds,
        100.0 * time / seconds,
        1e6 * time / n_moves as f64,
        memory(pid)
    );
    is_over.store(true, Relaxed);
    for thread in threads {
        thread.join().unwrap();
    }
}
