//! An engine for tests: plays the first legal move with the output of a real engine, or misbehaves.
//!
//! `willow-fake-engine PROTOCOL BEHAVIOR [FILE]`; writes its process id to FILE.

#![forbid(unsafe_code)]

use std::io::{BufRead, Write};

use willow_board::{Game, Move};

/// How the engine behaves: like a real engine, or in a faulty way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behavior {
    Plain,
    Edax,
    Egaroucid,
    NTest,
    /// Exits when it is asked for a move, after some lines on stderr.
    Crash,
    /// Does not answer when it is asked for a move.
    Hang,
    /// Plays on an occupied square.
    Illegal,
    /// Answers with a word that is no move.
    Nonsense,
    /// Prints lines that are no answer when it is asked for a move.
    Chatter,
    /// Prints without end when it is asked for a move.
    Flood,
    /// Never writes anything.
    Mute,
    /// Ignores `quit`.
    Stubborn,
    /// Has commands for times, and no list of its commands.
    Unlisted,
    /// Knows nothing of ids: the first word is the command.
    Unnumbered,
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let behavior = behavior(&words[2]);
    if let Some(file) = words.get(3) {
        std::fs::write(file, std::process::id().to_string()).expect("the test made a folder");
    }
    if behavior == Behavior::NTest {
        println!(
            "Ntest version as of today\n---- Heights ----\nmidgame : 12\n\nstatus Loading book"
        );
    }
    let mut game = Game::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("the test writes text");
        let answer = match words[1].as_str() {
            "gtp" => Some(gtp(&mut game, &line, behavior)),
            _ => nboard(&mut game, &line, behavior),
        };
        match answer {
            Some(answer) if behavior != Behavior::Mute => print!("{answer}"),
            _ => {}
        }
        std::io::stdout().flush().expect("the test reads");
        if line.ends_with("quit") && behavior != Behavior::Stubborn {
            return;
        }
    }
    if behavior == Behavior::Stubborn {
        wait_for_ever();
    }
}

fn behavior(name: &str) -> Behavior {
    match name {
        "plain" => Behavior::Plain,
        "edax" => Behavior::Edax,
        "egaroucid" => Behavior::Egaroucid,
        "ntest" => Behavior::NTest,
        "crash" => Behavior::Crash,
        "hang" => Behavior::Hang,
        "illegal" => Behavior::Illegal,
        "nonsense" => Behavior::Nonsense,
        "chatter" => Behavior::Chatter,
        "flood" => Behavior::Flood,
        "mute" => Behavior::Mute,
        "stubborn" => Behavior::Stubborn,
        "unlisted" => Behavior::Unlisted,
        "unnumbered" => Behavior::Unnumbered,
        _ => panic!("there is no behavior {name}"),
    }
}

fn wait_for_ever() -> ! {
    loop {
        std::thread::park();
    }
}

/// Chooses a move, or misbehaves.
fn choose(game: &Game, behavior: Behavior) -> String {
    match behavior {
        Behavior::Crash => {
            eprintln!("thinking\nout of luck\n");
            std::process::exit(3);
        }
        Behavior::Hang => wait_for_ever(),
        Behavior::Illegal => return "d4".to_owned(),
        Behavior::Nonsense => return "banana".to_owned(),
        Behavior::Chatter => {
            println!("lorem ipsum\ndolor\n");
            wait_for_ever();
        }
        Behavior::Flood => loop {
            println!("search nothing");
        },
        _ => {}
    }
    let mv = game.position().legal_moves().first().map_or(Move::Pass, Move::Place);
    let name = mv.to_string();
    if behavior == Behavior::Egaroucid { name.to_uppercase() } else { name }
}

fn gtp(game: &mut Game, line: &str, behavior: Behavior) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if behavior == Behavior::Unnumbered {
        words.insert(0, "");
    }
    let result = match words[1..] {
        ["name"] => Ok("Fake".to_owned()),
        ["list_commands"] if behavior == Behavior::Unlisted => Err("unknown command"),
        ["time_settings" | "time_left", ..] if behavior == Behavior::Unlisted => Ok(String::new()),
        ["list_commands"] => Ok("name\nplay\ngenmove\nclear_board\nboardsize\nquit".to_owned()),
        ["boardsize", "8"] | ["quit"] => Ok(String::new()),
        ["clear_board"] => {
            *game = Game::new();
            Ok(String::new())
        }
        ["play", _, name] => play(game, name, behavior),
        ["genmove", _] => {
            let name = choose(game, behavior);
            if let Ok(mv) = name.parse() {
                game.play(mv).ok();
            }
            if behavior == Behavior::Egaroucid {
                pass_if_forced(game);
            }
            Ok(name)
        }
        _ => Err("unknown command"),
    };
    match (result, behavior) {
        (Ok(text), Behavior::Edax) => format!("= {} {text}\n\n", words[0]),
        (Ok(text), Behavior::Egaroucid) => format!("log: {line}\n= {text}\n\n"),
        (Ok(text), _) => format!("={} {text}\n\n", words[0]),
        (Err(text), _) => format!("?{} {text}\n\n", words[0]),
    }
}

/// Plays a move. `Egaroucid` passes by itself and accepts no passes.
fn play(game: &mut Game, name: &str, behavior: Behavior) -> Result<String, &'static str> {
    let mv: Move = name.parse().map_err(|_| "syntax error")?;
    game.play(mv).map_err(|_| "illegal move")?;
    if behavior == Behavior::Egaroucid {
        pass_if_forced(game);
    }
    Ok(String::new())
}

fn pass_if_forced(game: &mut Game) {
    if game.position().must_pass() {
        game.play(Move::Pass).expect("it is forced");
    }
}

fn nboard(game: &mut Game, line: &str, behavior: Behavior) -> Option<String> {
    if let Some(text) = line.strip_prefix("set game ") {
        *game = willow_records::ggf::parse(text).expect("the player writes games").game;
        return None;
    }
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    match (name, behavior) {
        ("ping", _) => Some(format!("pong {rest}\n")),
        ("set", Behavior::NTest) => Some("\nset myname Ntest6\n".to_owned()),
        ("go", Behavior::NTest) => {
            let mv = choose(game, behavior).to_uppercase();
            Some(format!(
                "status Thinking\nsearch {mv}       +0.91 0   5\n  5 (55 empty)\t{mv}/0.91\t\t0.0004s \
                 elapsed\nstatus\n=== {mv}/0.91/0.00\n"
            ))
        }
        ("go", Behavior::Edax) => {
            let mv = choose(game, behavior);
            Some(format!("nodestats 35805 12\n=== {mv} -1.00 0.0\nstatus Edax is waiting\n"))
        }
        ("go", _) => Some(format!("=== {}\n", choose(game, behavior))),
        _ => None,
    }
}
