//! Rules of what a room never does, by the words that it would need for it.

use super::problem::Problem;
use super::rust_file::{RustFile, item_end, line_index, positions};

/// What some rooms never do.
struct Abstinence {
    rooms: &'static [&'static str],
    /// The words. One that begins with `std::` is also found in `use std::{...}`.
    words: &'static [&'static str],
    never: &'static str,
    advice: &'static str,
}

/// The invariants of the rooms, as far as words give their breach away.
const ABSTINENCES: &[Abstinence] = &[
    Abstinence {
        rooms: &["board", "eval", "engine"],
        words: &["println!", "print!", "eprintln!", "eprint!", "dbg!"],
        never: "prints",
        advice: "return the text, or report progress by a callback",
    },
    Abstinence {
        rooms: &["board", "eval", "engine"],
        words: &["std::env", "std::fs", "std::net", "std::process"],
        never: "looks at the system",
        advice: "take what is needed as an argument",
    },
    Abstinence {
        rooms: &["board", "eval", "engine", "protocol"],
        words: &["tokio"],
        never: "uses tokio",
        advice: "leave the waiting to the caller",
    },
    Abstinence {
        rooms: &["protocol"],
        words: &["std::net"],
        never: "opens a socket",
        advice: "take and return text; the caller has the socket",
    },
    Abstinence {
        rooms: &["board", "protocol"],
        words: &["Instant", "SystemTime"],
        never: "reads a clock",
        advice: "take the time as an argument",
    },
    Abstinence {
        rooms: &["eval", "engine"],
        words: &["Instant::now", "SystemTime::now"],
        never: "reads a clock",
        advice: "take the time as a function: browsers have no clock of this kind",
    },
    Abstinence {
        rooms: &["board"],
        words: &["rand", "rand_chacha", "std::thread", "std::io"],
        never: "draws lots, spawns threads or does IO",
        advice: "move it to the room that needs it",
    },
];

/// Finds words of what the file's room never does.
pub(crate) fn forbidden(file: &RustFile) -> Vec<Problem> {
    if !file.is_in_src() {
        return Vec::new();
    }
    let rules = ABSTINENCES.iter().filter(|rule| rule.rooms.contains(&file.room()));
    rules.flat_map(|rule| broken(rule, file)).collect()
}

/// Finds the words of one rule outside tests.
fn broken(rule: &Abstinence, file: &RustFile) -> Vec<Problem> {
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
        forbidden(&RustFile::new(path, text)).iter().map(Problem::line).collect()
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
    fn the_board_reads_no_clock_and_draws_no_lots() {
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
    fn a_message_says_what_to_do() {
        let file = RustFile::new("crates/board/src/a.rs", "//! A.\nfn f() { print!() }\n");
        let message = forbidden(&file)[0].to_string();
        assert_eq!(
            message,
            "crates/board/src/a.rs:2: `print!`, but `board` never prints; \
             return the text, or report progress by a callback"
        );
    }
}
