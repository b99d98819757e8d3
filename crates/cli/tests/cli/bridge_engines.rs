//! `willow bridge` with engines as processes, for people of `willow serve`.

use std::io::BufRead as _;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use willow_board::{Color, Game, Move};
use willow_files::write_private;

use crate::bridge::{Servers, Terminal, start_servers_with};
use crate::run::{Process, happens};

/// A person who asks for an engine until it comes, and answers at once, is faster than people are.
const FAST_PEOPLE: &str = "[limits]\ncommand-burst = 10000\n";

/// The next id of a command.
static NEXT_ID: AtomicU32 = AtomicU32::new(100);

/// A bridge without GGS, with engines; it ends with the test.
fn start_bridge(folder: &Path, servers: &Servers, engines: &str, n_engines: usize) -> Process {
    write_private(&folder.join("password"), b"correct-horse").unwrap();
    let address = &servers.willow;
    let text = format!(
        "enabled = true\ndata = \"bridge-data\"\n[willow]\naddress = \"{address}\"\naccount = \"ggs\"\n\
         password-file = \"password\"\n{engines}"
    );
    std::fs::write(folder.join("bridge.toml"), text).unwrap();
    let (bridge, log) = Process::logging(folder, &["bridge", "--config", "bridge.toml"]);
    let mut log = log.lines();
    for _ in 0..=n_engines {
        let is_in = |line: &str| line.contains(" is in on ") || line.contains(" is ready");
        assert!(log.any(|line| is_in(&line.unwrap())), "Willow and the engines");
    }
    std::thread::spawn(move || log.map_while(Result::ok).for_each(drop));
    bridge
}

/// Challenges an engine, which comes in its own time, and begins as Black.
fn challenge(bob: &mut Terminal, engine: &str) {
    let is_begun = happens(|| {
        // The server executes nothing twice under the same id.
        let id = NEXT_ID.fetch_add(1, Relaxed);
        bob.types(&format!("#{id} challenge ggs-{engine} 5+3 black"));
        bob.sees(&format!("#{id} "));
        bob.sees("\n").starts_with("ok")
    });
    assert!(is_begun, "the engine {engine} does not come");
    bob.sees("a program behind this bridge");
    bob.sees(" started ");
}

/// Reads the engine's next move.
fn answer(bob: &mut Terminal, game: &Game) -> Move {
    let moves: Vec<Move> = game.position().legal_moves().into_iter().map(Move::Place).collect();
    loop {
        let line = bob.sees("\n");
        if let Some(mv) = moves.iter().find(|mv| line.contains(&format!(" {mv}"))) {
            return *mv;
        }
    }
}

/// Plays a whole game against an engine with the first legal moves.
fn play(bob: &mut Terminal, engine: &str) {
    challenge(bob, engine);
    let mut game = Game::new();
    while !game.is_over() {
        let square = game.position().legal_moves().into_iter().next();
        let mv = match (game.position().side_to_move(), square) {
            (_, None) => Move::Pass,
            (Color::Black, Some(square)) => {
                bob.types(&square.to_string());
                bob.sees(&format!(" {square}"));
                Move::Place(square)
            }
            (Color::White, Some(_)) => answer(bob, &game),
        };
        game.play(mv).unwrap();
    }
    bob.sees(&format!("The match of bob and {engine} is over: "));
    bob.sees(" for you on both servers.");
}

#[test]
fn people_play_whole_games_with_engines_that_speak_gtp_and_nboard() {
    let folder = tempfile::tempdir().unwrap();
    let servers = start_servers_with(folder.path(), FAST_PEOPLE);
    let engine = |name: &str, protocol: &str| {
        let program = env!("CARGO_BIN_EXE_willow");
        let arguments = r#"["PROTOCOL", "--level", "1"]"#.replace("PROTOCOL", protocol);
        format!(
            "[[engine]]\nname = \"{name}\"\ncommand = '{program}'\narguments = {arguments}\n\
             protocol = \"{protocol}\"\n"
        )
    };
    let engines = engine("gee", "gtp") + &engine("enn", "nboard");
    let _bridge = start_bridge(folder.path(), &servers, &engines, 2);
    let mut bob = servers.guest("bob");
    bob.types("style off");
    play(&mut bob, "gee");
    play(&mut bob, "enn");
}

/// Plays d6 once, and exits when it is asked again.
#[cfg(unix)]
const SHORT_LIVED: &str = r#"n=0
while read id command rest; do
  case "$command" in
    name) printf '=%s short\n\n' "$id" ;;
    list_commands) printf '=%s name\nplay\ngenmove\nboardsize\nclear_board\n\n' "$id" ;;
    genmove) n=$((n + 1)); [ "$n" = 2 ] && exit 3; printf '=%s d6\n\n' "$id" ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done
"#;

#[cfg(unix)]
#[test]
fn a_match_with_an_engine_that_exits_ends_without_a_result_and_the_next_one_begins() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("engine.sh"), SHORT_LIVED).unwrap();
    let servers = start_servers_with(folder.path(), FAST_PEOPLE);
    let engine = "[[engine]]\nname = \"short\"\ncommand = \"sh\"\narguments = [\"engine.sh\"]\n\
                  protocol = \"gtp\"\n";
    let _bridge = start_bridge(folder.path(), &servers, engine, 1);
    let mut bob = servers.guest("bob");
    bob.types("style off");
    for _ in 0..2 {
        challenge(&mut bob, "short");
        bob.types("f5");
        bob.sees(" d6");
        bob.types("c3");
        bob.sees("The engine failed: ");
        bob.sees("The match of bob and short is over: no result for you on both servers.");
    }
}
