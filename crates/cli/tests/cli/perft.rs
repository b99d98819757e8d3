//! `willow perft`.

use std::io::Read as _;

use crate::run::{Process, START, run};

#[test]
fn every_way_to_count_gives_the_same_number() {
    let ways: [&[&str]; 4] = [&[], &["--threads", "1"], &["--threads", "3"], &["--start", START]];
    for way in ways {
        let words = [&["perft", "6"], way].concat();
        let result = run(&words);
        assert!(result.stdout.starts_with("perft 6: 8,200 leaves in "), "{words:?}: {result:?}");
    }
    assert_eq!(run(&["perft", "9", "--json"]).json()[0]["nodes"], 3_005_288);
    assert_eq!(run(&["perft", "5", "--start", "f5", "--json"]).json()[0]["nodes"], 2050);
}

/// The counts of English draughts from the start are published: 7, 49, 302, 1,469, 7,361, 36,768, 179,740,
/// 845,931, 3,963,680.
#[test]
fn moves_of_draughts_are_counted() {
    let nodes = |words: &[&str]| {
        let result = run(&[&["perft", "--game", "draughts", "--json"], words].concat());
        assert_eq!((result.code, &*result.stderr), (0, ""), "{words:?}");
        result.json()[0]["nodes"].as_u64().unwrap()
    };
    for (depth, count) in [("0", 1), ("1", 7), ("5", 7_361), ("8", 845_931)] {
        assert_eq!(nodes(&[depth]), count, "{depth} plies");
    }
    // A king between four men, which it takes both ways round to the same square.
    assert_eq!(nodes(&["1", "--start", "B:W7,8,15,16:BK3"]), 1);
    assert_eq!(nodes(&["3", "--start", "B:W9:B"]), 1, "the game is over");
    let text = run(&["perft", "6", "--game", "draughts"]).stdout;
    assert!(text.starts_with("perft 6: 36,768 leaves in ") && text.contains("1 thread"), "{text}");
    for (words, error) in [
        (&["--game", "draughts", "--start", "f5"][..], "this is a position of Othello"),
        (&["--start", "B:W18:B1"], "this is a position of draughts"),
        (&["--game", "draughts", "--threads", "1"], "--threads is not available for draughts"),
    ] {
        let result = run(&[&["perft", "3"], words].concat());
        assert_eq!((result.code, result.error()), (2, error));
    }
    let result = run(&["perft", "3", "--game", "draughts", "--start", "B:W33:B2"]);
    assert_eq!(result.code, 2);
    assert!(result.error().ends_with("`33`: not a square from 1 to 32"), "{}", result.error());
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, mut log) = Process::logging(folder.path(), &["help", "levels"]);
    drop(child.0.stdout.take());
    let mut said = String::new();
    log.read_to_string(&mut said).unwrap();
    assert_eq!((child.0.wait().unwrap().code(), &*said), (Some(0), ""));
}
