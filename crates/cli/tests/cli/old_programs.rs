//! The old programs' tables and books, draughts, and the page about them.

use std::fs;

use crate::run::{run, run_in};

/// Returns the values that a command wrote to a file.
fn edge_table(program: &str) -> Vec<i32> {
    let folder = tempfile::tempdir().unwrap();
    let result = run_in(folder.path(), &["lab", "edge-table", program, "--out", "table"], b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let text = fs::read_to_string(folder.path().join("table")).unwrap();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

#[test]
fn edge_tables_have_a_value_for_every_edge() {
    let [iago, iago_1982, bill] = ["--iago", "--iago-1982", "--bill"].map(edge_table);
    assert_eq!(iago, iago_1982, "IAGO's table is that of Norvig's book");
    assert_eq!([iago.len(), bill.len()], [59_049; 2]);
    // A full edge of the player's discs is stable: 1000 by BILL's table. All ones in base 3.
    let full = (3_usize.pow(10) - 1) / 2;
    assert_eq!(
        (bill[full], bill[2 * full], bill[0]),
        (1000, -1000, 0),
        "full edges, and the empty one"
    );
    // What is read from the left is worth the same from the right.
    let mirrored =
        |index: usize| (0..10).fold(0, |sum, place| 3 * sum + index / 3_usize.pow(place) % 3);
    assert!((0..59_049).all(|index| (bill[index] - bill[mirrored(index)]).abs() <= 1));
    for words in [&["lab", "edge-table", "--out", "x"][..], &["lab", "edge-table", "--bill"]] {
        assert_eq!(run(words).code, 2, "{words:?}");
    }
    let both = run(&["lab", "edge-table", "--bill", "--iago", "--out", "x"]);
    assert_eq!(both.code, 2, "{both:?}");
}

#[test]
fn books_are_counted_walked_and_asked() {
    let show = |words: &[&str]| {
        let result = run(&[&["lab", "book", "--show"], words].concat());
        assert_eq!((result.code, &*result.stderr), (0, ""), "{words:?}");
        result.stdout
    };
    let bill = show(&["bill"]);
    assert!(bill.contains("as Black") && bill.contains("the longest 22 plies"), "{bill}");
    assert!(bill.contains("the longest 26 plies") && bill.contains("BILL answers e6."), "{bill}");
    // Every move that it shows leads to a position that it knows, until a line ends.
    let mut line = "e6".to_owned();
    while let Some(mv) = run(&["lab", "book", "--show", "bill", &line, "--json"]).json()[0]["moves"]
        [0]["move"]
        .as_str()
    {
        line += mv;
    }
    assert!(10 < line.len(), "{line}");
    let end = show(&["bill", &line]);
    assert!(end.contains("The book does not know this position."), "{end}");
    let mlia = show(&["mlia", "f5"]);
    assert!(mlia.contains("MLia answers") && mlia.contains("     12"), "{mlia}");
    assert!(mlia.contains("  Diagonal Opening\n"), "{mlia}");
    let iago = show(&["iago-1982", "f5d6"]);
    assert!(iago.contains("20 positions") && iago.contains("IAGO of 1982 answers c3."), "{iago}");
    for (words, code) in [
        (&["lab", "book"][..], 2),
        (&["lab", "book", "--mlia"], 2),
        (&["lab", "book", "--show", "willow"], 2),
        (&["lab", "book", "--show", "bill", "f5f5"], 2),
        (&["lab", "book", "--mlia", "--out", "x", "f5"], 2),
    ] {
        assert_eq!(run(words).code, code, "{words:?}");
    }
}

const DRAUGHTS: [&str; 6] =
    ["match", "--game", "draughts", "searcher:depth=4,hash=on", "random:seed=2", "--seed"];

#[test]
fn programs_play_draughts() {
    let result = run(&[&DRAUGHTS[..], &["3", "--games", "4"]].concat());
    assert_eq!((result.code, &*result.stderr), (0, ""));
    assert!(
        result.stdout.contains("4 games of draughts, openings random:3, seed 3\n"),
        "{result:?}"
    );
    assert!(result.stdout.contains(", losses 0)\npieces +"), "{result:?}");
    let printed = run(&[&DRAUGHTS[..], &["3", "--games", "1", "--print"]].concat()).stdout;
    assert!(printed.contains("     1b      2b      3b      4b\n"), "{printed}");
    assert!(
        printed.contains("Game 1: Black wins with ") || printed.contains("a draw"),
        "{printed}"
    );
    let games = run(&[&DRAUGHTS[..], &["3", "--games", "2", "--json"]].concat()).json();
    assert_eq!((games.len(), &games[2]["summary"]["game"]), (3, &"draughts".into()));
    assert_eq!(games[0]["black"], games[1]["white"]);
    for (words, error) in [
        (&["--clock", "1:00"][..], "--clock is not available for draughts"),
        (&["--games", "3"], "--games must be even, or 1: every opening is played twice"),
        (&["--openings", "file"], "invalid openings `file` of draughts"),
    ] {
        let result = run(&[&DRAUGHTS[..], &["3"], words].concat());
        assert_eq!((result.code, result.error()), (2, error));
    }
    let result = run(&["match", "--game", "draughts", "iago", "random"]);
    assert_eq!(result.code, 2);
    assert!(result.error().contains("there is no player `iago` (there are: human, random"));
    assert!(run(&["match", "--game", "draughts", "human", "random"]).error().contains("a person"));
}

#[test]
fn games_are_printed_as_the_program_in_clojure_prints_them() {
    let of = |specs: [&str; 2], style: &str| {
        let words = [&["match"], &specs[..], &["--games", "1", "--seed", "1", style]].concat();
        let result = run(&words);
        assert_eq!((result.code, &*result.stderr), (0, ""));
        result.stdout
    };
    let clojure = "maximizer:dialect=clojure";
    let text = of([clojure, "minimax:depth=1,dialect=clojure"], "--print");
    assert!(text.contains("\t    1  2  3  4  5  6  7  8  Black=2 White=2 0\n0\t * "), "{text}");
    assert!(text.contains("40\t *  .  .  .  ◎  ◉  .  .  .  * \n\n"), "{text}");
    assert!(text.contains("\nGAME OVER. Final result:\n"), "{text}");
    let results = ["White wins.\n", "Black wins.\n", "Game is a draw.\n"];
    assert_eq!(results.iter().filter(|result| text.contains(**result)).count(), 1, "{text}");
    // Only where both are of this dialect, unless it is asked for.
    let one = of([clojure, "random:seed=1"], "--print");
    assert!(one.contains("a b c d e f g h") && !one.contains('◉'), "{one}");
    assert!(of(["random:seed=1", "random:seed=2"], "--print=clojure").contains(" moves to ["));
    assert!(of([clojure, clojure], "--print=willow").contains("a b c d e f g h"));
}

#[test]
fn the_help_has_the_programs_and_the_keys_of_each_player() {
    let programs = run(&["help", "programs"]).stdout;
    assert!(programs.contains("Paul Rosenbloom") && programs.contains("VAX-11/785"), "{programs}");
    let players = run(&["help", "players"]).stdout;
    assert!(players.contains("Start here:\n"), "{players}");
    assert!(players.lines().count() < 60, "a reference that fits two screens");
    assert!(players.lines().all(|line| line.chars().count() <= 80), "{players}");
    let bill = run(&["help", "players", "bill"]).stdout;
    assert!(bill.starts_with("bill\n") && bill.contains("  version="), "{bill}");
    let searcher = run(&["help", "players", "searcher"]).stdout;
    assert!(searcher.contains("metareasoning=off|on|variance"), "{searcher}");
    assert!(searcher.contains("searcher in draughts") && searcher.contains("eval=material"));
    let result = run(&["help", "players", "nobody"]);
    assert_eq!((result.code, result.error()), (2, "there is no player `nobody`"));
}
