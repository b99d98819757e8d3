//! Rules of what a room never does, by the words that its code would need for it.

use super::problem::Problem;
use super::rust_file::{RustFile, item_end, line_index, positions, says};

/// Something that some rooms never do.
struct Prohibition {
    rooms: &'static [&'static str],
    /// The words. One that begins with `std::` is also found in `use std::{...}`.
    words: &'static [&'static str],
    never: &'static str,
    advice: &'static str,
}

/// The rooms that compute and leave everything else to their callers.
const PURE_ROOMS: &[&str] = &["testkit", "board", "records", "classics", "eval", "engine"];

/// The invariants of the rooms, as far as single words show that they are broken.
const PROHIBITIONS: &[Prohibition] = &[
    Prohibition {
        rooms: PURE_ROOMS,
        words: &["println!", "print!", "eprintln!", "eprint!", "dbg!"],
        never: "prints",
        advice: "return the text, or report progress by a callback",
    },
    Prohibition {
        rooms: PURE_ROOMS,
        words: &["std::env", "std::fs", "std::net", "std::process"],
        never: "reads the environment, opens files or starts programs",
        advice: "take what is needed as an argument",
    },
    Prohibition {
        rooms: &[
            "testkit",
            "board",
            "records",
            "classics",
            "eval",
            "engine",
            "engine-protocols",
            "protocol",
        ],
        words: &["tokio"],
        never: "uses tokio",
        advice: "leave the waiting to the caller",
    },
    Prohibition {
        rooms: &["engine-protocols", "protocol"],
        words: &["std::net", "std::process"],
        never: "opens a socket or starts a program",
        advice: "take and return text; the caller has the connection",
    },
    Prohibition {
        rooms: &["testkit", "board", "records", "protocol"],
        words: &["Instant", "SystemTime"],
        never: "reads a clock",
        advice: "take the time as an argument",
    },
    Prohibition {
        rooms: &["classics", "eval", "engine", "engine-protocols"],
        words: &["Instant::now", "SystemTime::now"],
        never: "reads a clock",
        advice: "take the time as a function: browsers have no clock of this kind",
    },
    Prohibition {
        rooms: &["testkit", "board", "records", "eval", "engine"],
        words: &["rand", "rand_chacha", "getrandom"],
        never: "draws random numbers",
        advice: "take a seed, or the numbers, as an argument",
    },
    Prohibition {
        rooms: &["testkit", "board", "records"],
        words: &["std::thread", "std::io"],
        never: "spawns threads or does input and output",
        advice: "move it to the room that needs it",
    },
];

/// A room that is used in one folder of another room only.
struct Confinement {
    /// The room that uses it.
    room: &'static str,
    /// The crates that are confined.
    crates: &'static [&'static str],
    /// Where in `src` they may be named: a folder (`name/`) or a file (`name.rs`).
    only_in: &'static [&'static str],
    advice: &'static str,
}

/// The invariants of which part of a room knows another room.
const CONFINEMENTS: &[Confinement] = &[Confinement {
    room: "server",
    crates: &["willow_players", "willow_engine", "willow_weights", "willow_classics"],
    only_in: &["bots/", "bots.rs"],
    advice: "only the bots of the server choose moves: call it from crates/server/src/bots",
}];

/// Finds words of what the file's room never does.
pub(crate) fn rules(file: &RustFile) -> Vec<Problem> {
    if !file.is_in_src() {
        return Vec::new();
    }
    let rules = PROHIBITIONS.iter().filter(|rule| rule.rooms.contains(&file.room()));
    let escapes = CONFINEMENTS.iter().filter(|rule| rule.room == file.room());
    rules
        .flat_map(|rule| broken(rule, file))
        .chain(escapes.flat_map(|rule| escaped(rule, file)))
        .collect()
}

/// Finds the names of confined crates outside their place and outside tests.
fn escaped(rule: &Confinement, file: &RustFile) -> Vec<Problem> {
    let inner = file.path.split_once("/src/").map_or("", |(_, inner)| inner);
    if rule.only_in.iter().any(|place| inner == *place || inner.starts_with(place)) {
        return Vec::new();
    }
    let lines = file.code_lines().filter(|(number, _)| !file.is_test_line(*number));
    let named = lines.filter_map(|(number, line)| {
        let name = rule.crates.iter().find(|name| says(line, name))?;
        let places = rule.only_in.join(" or ");
        let what = format!("`{name}`, but `{}` names it in {places} only", rule.room);
        Some(Problem::new(&file.path, number, what, rule.advice))
    });
    named.collect()
}

/// Finds the words of one rule outside tests.
fn broken(rule: &Prohibition, file: &RustFile) -> Vec<Problem> {
    let mut problems = Vec::new();
    for word in rule.words {
        for line in lines_saying(&file.code, word) {
            if !file.is_test_line(line) {
                let what = format!("`{word}`, but `{}` never {}", file.room(), rule.never);
                problems.push(Problem::new(&file.path, line, what, rule.advice));
            }
        }
    }
    problems
}

/// Returns the lines, counted from 1, that say a word, in a group of imports too.
fn lines_saying(code: &str, word: &str) -> Vec<usize> {
    let mut offsets: Vec<usize> = positions(code, word).collect();
    if let Some(module) = word.strip_prefix("std::") {
        for (start, _) in code.match_indices("use std::{") {
            let group = &code[start..item_end(code, start)];
            offsets.extend(positions(group, module).map(|within| start + within));
        }
    }
    offsets.into_iter().map(|offset| line_index(code, offset) + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        rules(&RustFile::new(path, text)).iter().map(Problem::line).collect()
    }

    #[test]
    fn the_quiet_rooms_never_print() {
        let text = "//! Search.\nfn f() {\n    println!(\"depth\");\n    dbg!(1);\n}\n";
        assert_eq!(lines("crates/engine/src/search.rs", text), [3, 4]);
        assert_eq!(lines("crates/cli/src/main.rs", text), [0_usize; 0]);
    }

    #[test]
    fn tests_comments_and_strings_may() {
        let text = "//! println!\nconst S: &str = \"println!\";\n#[cfg(test)]\nmod tests {\n    \
                    fn f() { println!() }\n}\n";
        assert_eq!(lines("crates/engine/src/search.rs", text), [0_usize; 0]);
        let text = "fn f() { println!() }";
        assert_eq!(lines("crates/engine/tests/speed.rs", text), [0_usize; 0]);
    }

    #[test]
    fn the_system_is_out_of_reach_by_any_import() {
        let path = "crates/eval/src/weights.rs";
        assert_eq!(lines(path, "//! W.\nuse std::fs::File;\n"), [2]);
        assert_eq!(lines(path, "//! W.\nuse std::{\n    env,\n    fmt,\n};\n"), [3]);
        assert_eq!(lines(path, "//! W.\nuse std::{fmt, mem};\nlet fs = 1;\n"), [0_usize; 0]);
        assert_eq!(lines(path, "//! W.\nasync fn f() { tokio::spawn(g()) }\n"), [2]);
    }

    #[test]
    fn the_board_reads_no_clock_and_draws_no_random_numbers() {
        let path = "crates/board/src/clock.rs";
        assert_eq!(lines(path, "//! C.\nuse std::time::{Duration, Instant};\n"), [2]);
        assert_eq!(lines(path, "//! C.\nuse std::time::Duration;\n"), [0_usize; 0]);
        assert_eq!(
            lines(path, "//! C.\nfn f() { rand::rng() }\nfn g() { std::thread::spawn(f) }"),
            [2, 3]
        );
    }

    #[test]
    fn the_engine_takes_the_time_as_a_function() {
        let path = "crates/engine/src/time.rs";
        assert_eq!(lines(path, "//! T.\nlet now = std::time::Instant::now();\n"), [2]);
        assert_eq!(
            lines("crates/matches/src/monitor.rs", "let now = Instant::now();\n"),
            [0_usize; 0]
        );
    }

    #[test]
    fn random_numbers_come_in_by_a_seed() {
        assert_eq!(lines("crates/engine/src/a.rs", "//! A.\nuse rand::Rng;\n"), [2]);
        assert_eq!(lines("crates/testkit/src/a.rs", "//! A.\nuse std::io;\n"), [2]);
        assert_eq!(lines("crates/lab/src/a.rs", "//! A.\nuse rand::Rng;\n"), [0_usize; 0]);
    }

    #[test]
    fn a_confined_crate_is_named_in_its_place_only() {
        let text = "//! A.\nuse willow_players::Player;\n";
        assert_eq!(lines("crates/server/src/hub.rs", text), [2]);
        assert_eq!(lines("crates/server/src/bots_not.rs", text), [2]);
        for path in ["server/src/bots.rs", "server/src/bots/pool.rs", "matches/src/monitor.rs"] {
            assert_eq!(lines(&format!("crates/{path}"), text), [0_usize; 0], "{path}");
        }
        let test = "//! A.\n#[cfg(test)]\nmod tests {\n    use willow_players::Player;\n}\n";
        assert_eq!(lines("crates/server/src/hub.rs", test), [0_usize; 0]);
    }

    #[test]
    fn a_message_says_what_to_do() {
        let file = RustFile::new("crates/board/src/a.rs", "//! A.\nfn f() { print!() }\n");
        let message = rules(&file)[0].to_string();
        assert_eq!(
            message,
            "crates/board/src/a.rs:2: `print!`, but `board` never prints; \
             return the text, or report progress by a callback"
        );
    }
}
