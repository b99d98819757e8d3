//! An engine for tests: it plays the first legal move it finds, in the manner of a real program, or
//! does what engines should not do.
//!
//! `willow-fake-engine PROTOCOL MANNER [FILE]`; it writes the number of its process to FILE.

#![forbid(unsafe_code)]

use std::io::{BufRead, Write};

use willow_board::{Game, Move};

/// How the engine behaves, beside the manners of single programs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Plain,
    Edax,
    Egaroucid,
    NTest,
    /// Ends when it is asked for a move, with last words.
    Crash,
    /// Does not answer when it is asked for a move.
    Hang,
    /// Plays where a disc lies.
    Illegal,
    /// Answers with what is no move.
    Nonsense,
    /// Prints without end when it is asked for a move.
    Flood,
    /// Never says anything.
    Mute,
    /// Does not end when it is told to.
    Stubborn,
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let manner = manner(&words[2]);
    if let Some(file) = words.get(3) {
        std::fs::write(file, std::process::id().to_string()).expect("the test made a folder");
    }
    if manner == Manner::NTest {
        println!(
            "Ntest version as of today\n---- Heights ----\nmidgame : 12\n\nstatus Loading book"
        );
    }
    let mut game = Game::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("the test writes text");
        let answer = match words[1].as_str() {
            "gtp" => Some(gtp(&mut game, &line, manner)),
            _ => nboard(&mut game, &line, manner),
        };
        match answer {
            Some(answer) if manner != Manner::Mute => print!("{answer}"),
            _ => {}
        }
        std::io::stdout().flush().expect("the test reads");
        if line.ends_with("quit") && manner != Manner::Stubborn {
            return;
        }
    }
    if manner == Manner::Stubborn {
        wait_for_ever();
    }
}

fn manner(name: &str) -> Manner {
    match name {
        "plain" => Manner::Plain,
        "edax" => Manner::Edax,
        "egaroucid" => Manner::Egaroucid,
        "ntest" => Manner::NTest,
        "crash" => Manner::Crash,
        "hang" => Manner::Hang,
        "illegal" => Manner::Illegal,
        "nonsense" => Manner::Nonsense,
        "flood" => Manner::Flood,
        "mute" => Manner::Mute,
        "stubborn" => Manner::Stubborn,
        _ => panic!("there is no manner {name}"),
    }
}

fn wait_for_ever() -> ! {
    loop {
        std::thread::park();
    }
}

/// Chooses a move, or does something else.
fn choose(game: &Game, manner: Manner) -> String {
    match manner {
        Manner::Crash => {
            eprintln!("thinking\nout of luck\n");
            std::process::exit(3);
        }
        Manner::Hang => wait_for_ever(),
        Manner::Illegal => return "d4".to_owned(),
        Manner::Nonsense => return "banana".to_owned(),
        Manner::Flood => loop {
            println!("search nothing");
        },
        _ => {}
    }
    let mv = game.position().legal_moves().first().map_or(Move::Pass, Move::Place);
    let name = mv.to_string();
    if manner == Manner::Egaroucid { name.to_uppercase() } else { name }
}

fn gtp(game: &mut Game, line: &str, manner: Manner) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let result = match words[1..] {
        ["name"] => Ok("Fake".to_owned()),
        ["list_commands"] => Ok("name\nplay\ngenmove\nclear_board\nboardsize\nquit".to_owned()),
        ["boardsize", "8"] | ["quit"] => Ok(String::new()),
        ["clear_board"] => {
            *game = Game::new();
            Ok(String::new())
        }
        ["play", _, name] => play(game, name, manner),
        ["genmove", _] => {
            let name = choose(game, manner);
            if let Ok(mv) = name.parse() {
                game.play(mv).ok();
            }
            if manner == Manner::Egaroucid {
                pass_if_forced(game);
            }
            Ok(name)
        }
        _ => Err("unknown command"),
    };
    match (result, manner) {
        (Ok(text), Manner::Edax) => format!("= {} {text}\n\n", words[0]),
        (Ok(text), Manner::Egaroucid) => format!("log: {line}\n= {text}\n\n"),
        (Ok(text), _) => format!("={} {text}\n\n", words[0]),
        (Err(text), _) => format!("?{} {text}\n\n", words[0]),
    }
}

/// Plays a move. One manner passes by itself and does not take passes.
fn play(game: &mut Game, name: &str, manner: Manner) -> Result<String, &'static str> {
    let mv: Move = name.parse().map_err(|_| "syntax error")?;
    game.play(mv).map_err(|_| "illegal move")?;
    if manner == Manner::Egaroucid {
        pass_if_forced(game);
    }
    Ok(String::new())
}

fn pass_if_forced(game: &mut Game) {
    if game.position().must_pass() {
        game.play(Move::Pass).expect("it is forced");
    }
}

fn nboard(game: &mut Game, line: &str, manner: Manner) -> Option<String> {
    if let Some(text) = line.strip_prefix("set game ") {
        *game = willow_records::ggf::parse(text).expect("the player writes games").game;
        return None;
    }
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    match (name, manner) {
        ("ping", _) => Some(format!("pong {rest}\n")),
        ("set", Manner::NTest) => Some("\nset myname Ntest6\n".to_owned()),
        ("go", Manner::NTest) => {
            let mv = choose(game, manner).to_uppercase();
            Some(format!(
                "status Thinking\nsearch {mv}       +0.91 0   5\n  5 (55 empty)\t{mv}/0.91\t\t0.0004s \
                 elapsed\nstatus\n=== {mv}/0.91/0.00\n"
            ))
        }
        ("go", Manner::Edax) => {
            let mv = choose(game, manner);
            Some(format!("nodestats 35805 12\n=== {mv} -1.00 0.0\nstatus Edax is waiting\n"))
        }
        ("go", _) => Some(format!("=== {}\n", choose(game, manner))),
        _ => None,
    }
}
