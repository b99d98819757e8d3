//! Draughts, the dialect of Clojure, and the pages about the old programs.

use crate::run::run;

#[test]
fn programs_play_draughts() {
    let words = ["play", "--game", "draughts", "--black", "searcher:depth=4,hash=on", "--white"];
    let result = run(&[&words[..], &["random:seed=2"]].concat());
    assert_eq!((result.code, &*result.stderr), (0, ""));
    assert!(result.stdout.contains("     1b      2b      3b      4b\n"), "{result:?}");
    let ends = ["Draw.\n", "Black wins: White has no legal move.\n"];
    assert!(ends.iter().any(|end| result.stdout.ends_with(end)), "{result:?}");
    let result = run(&[&words[..], &["iago"]].concat());
    assert_eq!(result.code, 2);
    assert!(result.error().contains("there is no player `iago` (there are: human, random"));
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
