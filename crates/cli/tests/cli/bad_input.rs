//! Whatever the input: one `error:` line that says where and what, at most one hint, an exit code.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use willow_testkit::is_full;

use crate::run::{START, run_in};

/// A legal game whose 37th move is replaced by one onto an occupied square.
fn game_with_an_illegal_move_37() -> String {
    let mut game = willow_board::Game::new();
    let mut text = String::new();
    for _ in 0..36 {
        if game.position().must_pass() {
            game.play(willow_board::Move::Pass).unwrap();
        }
        let square = game.position().legal_moves().first().unwrap();
        game.play(square.into()).unwrap();
        text += &square.to_string();
    }
    text + "d4"
}

/// Makes the files that the table of bad inputs names.
fn make_files(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    write("empty.txt", b"");
    write("binary.dat", &[0x7f, b'E', b'L', b'F', 0, 1, 2, 255]);
    write("words.txt", b"To be, or not to be\n");
    let games = "f5d6c3\n".repeat(11) + &game_with_an_illegal_move_37();
    write("games.txt", games.as_bytes());
    File::create(folder.join("huge.txt")).unwrap().set_len(1 << 30).unwrap();
    fs::create_dir(folder.join("folder")).unwrap();
}

#[test]
fn every_bad_input_is_one_line_of_error() {
    let folder = tempfile::tempdir().unwrap();
    make_files(folder.path());
    let long_board = format!("-{START}");
    let long_cells = long_board.trim_end_matches(" X");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["sovle"], 2, "there is no command 'sovle'"),
        (&["solve"], 2, "the following required arguments were not provided: <INPUT>..."),
        (&["connect", "localhost"], 2, "`willow connect` needs a terminal"),
        (
            &["connect", "localhost", "--raw", "--name", "a"],
            2,
            "the argument '--raw' cannot be used ",
        ),
        (
            &["connect", "localhost", "--ca", "missing.pem"],
            1,
            "cannot read certificates from missing.pem: ",
        ),
        (&["solve", "missing.obf"], 1, "missing.obf: no such file"),
        (&["solve", "folder"], 1, "folder: is a folder, not a file"),
        (&["solve", "empty.txt"], 1, "empty.txt: line 1, column 1: no game or position found"),
        (&["solve", "binary.dat"], 1, "binary.dat: "),
        (
            &["solve", "words.txt"],
            1,
            "words.txt: line 1, column 1: unknown format: neither a position ",
        ),
        (&["solve", "huge.txt"], 1, "huge.txt: line 1, column 1: binary data, or text that is not"),
        (&["solve", &long_board], 1, "input 1: line 1, column 1: expected 64 cells, found 65"),
        (&["solve", long_cells, "X"], 1, "input 1: line 1, column 1: expected 64 cells, found 65"),
        (&["eval", "f5f5"], 1, "input 1: line 1, column 3: move 2, f5: f5 is not empty"),
        (
            &["eval", START, "--level", "999"],
            2,
            "invalid value '999' for '--level <L>': level 999 is",
        ),
        (&["eval", START, "--time", "abc"], 2, "invalid value 'abc' for '--time <T>': not a time"),
        (&["eval", START, "--nodes", "0"], 2, "invalid value '0' for '--nodes <N>': "),
        (&["solve", START, "--threads", "0"], 2, "invalid value '0' for '--threads <N>': "),
        (&["solve", START, "--hash", "9T"], 2, "invalid value '9T' for '--hash <SIZE>': "),
        (&["perft", "x"], 2, "invalid value 'x' for '<DEPTH>': not a whole number"),
        (&["perft", "99"], 2, "invalid value '99' for '<DEPTH>': 99 is not between 0 and 60"),
        (
            &["serve", "--http", "7711"],
            2,
            "invalid value '7711' for '--http <ADDRESS>': not an add",
        ),
        (&["eval", "---...--- X"], 1, "input 1: line 1, column 1: "),
        (&["perft", "3", "--start", &long_board], 2, "invalid value '-"),
        (&["play", "--clock", "abc"], 2, "invalid value 'abc' for '--clock <TC>': `abc` is not a"),
        (&["play", "--black", "nobody"], 2, "there is no player `nobody`"),
        (&["match", "random"], 2, "a match needs at least two players"),
        (&["match", "random", "human"], 2, "`human` is a person"),
        (&["match", "random", "willow:level=999"], 2, "`level=999`: "),
        (&["match", "random", "random", "--games", "3"], 2, "a match of 3 games is not possible"),
        (&["match", "random", "random", "--sprt", "5,5"], 2, "invalid value '5,5' for '--sprt "),
        (&["match", "random", "random", "--clock", "abc"], 2, "invalid value 'abc' for '--clock "),
        (&["match", "random", "random", "--openings", "no.txt"], 1, "cannot read no.txt: "),
        (&["match", "random", "random", "--openings", "games.txt"], 1, "games.txt: line 12, "),
        (&["match", "--resume", "words.txt"], 1, "words.txt: line 1: not a match file"),
        (&["match", "--resume", "no.jsonl"], 1, "cannot resume a match"),
        (&["convert", "missing.txt", "out.ggf"], 1, "cannot read missing.txt: "),
        (&["convert", "binary.dat", "out.ggf"], 1, "binary.dat: "),
        (&["convert", "games.txt", "out.ggf"], 1, "games.txt: line 12, column 73: move "),
        (&["convert", "games.txt", "out.docx"], 2, "out.docx: unknown file extension"),
        (&["convert", "games.txt", "empty.txt"], 1, "empty.txt: the file already exists"),
        (&["convert", "games.txt", "games.txt"], 2, "games.txt: IN and OUT are the same file"),
        (&["eval", START, "--depth", "3", "--level", "4"], 2, "the argument '--depth <D>' cannot "),
        (&["analyze", "--level", "3", "--time", "1s", "f5"], 2, "the argument '--level <L>' "),
        (&["perft", "3", "--frobnicate"], 2, "unexpected argument '--frobnicate' found"),
    ];
    for (words, code, message) in cases {
        let result = run_in(folder.path(), words, b"");
        assert_eq!(result.code, *code, "{words:?}: {result:?}");
        assert!(result.error().starts_with(message), "{words:?}: {result:?}");
        assert_eq!(result.stdout, "", "{words:?}");
    }
    assert!(!folder.path().join("out.ggf").exists());
    assert_eq!(fs::read(folder.path().join("empty.txt")).unwrap(), b"");
}

#[test]
fn an_illegal_move_is_found_in_its_game() {
    let folder = tempfile::tempdir().unwrap();
    make_files(folder.path());
    let result = run_in(folder.path(), &["eval", "--depth", "1", "--json", "games.txt"], b"");
    assert_eq!(result.code, 1);
    assert!(result.error().starts_with("games.txt: line 12, column 73: move "), "{result:?}");
    assert_eq!(result.json().len(), 11);
}

#[test]
fn a_line_of_a_gigabyte_costs_neither_time_nor_memory() {
    if !is_full() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    make_files(folder.path());
    let start = Instant::now();
    // What is not a plain file has no size that could be asked for.
    #[cfg(unix)]
    for (words, name) in [(["solve", "/dev/zero"], "/dev/zero"), (["eval", "huge.txt"], "huge.txt")]
    {
        let result = run_in(folder.path(), &words, b"");
        let message = format!("{name}: line 1, column 1: binary data, or text that is not UTF-8");
        assert_eq!((result.code, result.error()), (1, &*message));
    }
    let line = vec![b'f'; 65 << 20];
    let result = run_in(folder.path(), &["solve", "-"], &line);
    let message = "standard input: line 1, column 1: a game or position of more than 64 MiB";
    assert_eq!((result.code, result.error()), (1, message));
    let result = run_in(folder.path(), &["solve", "-"], &"f5".repeat(1 << 20).into_bytes());
    assert!(result.error().contains("is too long"), "{result:?}");
    // Seven seconds of a processor: 80 MiB are read before a text is refused.
    assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
}

#[test]
fn a_file_of_nonsense_does_not_fill_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let text = "f5\n".to_owned() + &"f5f5\n".repeat(1000);
    let result = run_in(folder.path(), &["eval", "--depth", "1", "-"], text.as_bytes());
    assert_eq!((result.code, result.stderr.lines().count()), (1, 21));
    assert!(result.stderr.ends_with("standard input: too many errors, stopping\n"));
}
