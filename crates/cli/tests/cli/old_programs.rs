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

/// PAIP, 18.2, 18.7 and 18.8: the monitor's text, the scores of a series, names in a round robin.
#[test]
fn games_are_printed_as_paips_monitor_prints_them() {
    let of = |words: &[&str]| {
        let result = run(&[&["match"], words].concat());
        assert_eq!((result.code, &*result.stderr), (0, ""));
        result.stdout
    };
    let [minimax, maximizer] = ["minimax:depth=3,eval=count-difference", "maximizer"];
    let text = of(&[minimax, maximizer, "--games", "1", "--clock", "30:00", "--print=paip"]);
    assert!(text.contains("\n  8 . . . . . . . .   [@=30:00 O=30:00]\n\n@ moves to "), "{text}");
    assert!(text.contains("\nO has no moves and must pass.\n\n    a b c"), "{text}");
    assert!(
        text.contains(
            "\nThe game is over.  Final result:\n\n    a b c d e f g h   [@=53 O=0  (+53)]"
        )
    );
    assert!(
        text.contains("\n53\n\n") && text.contains("series +53, empties to nobody: 53\n"),
        "{text}"
    );
    let text = of(&[minimax, maximizer, "--games", "1", "--print=paip-numbers"]);
    assert!(text.contains("\n 80 . . . . . . . . \n@ moves to "), "{text}");
    let late = ["minimax:depth=12", "random:seed=1", "--games", "1", "--clock", "1ms"];
    let text = of(&[&late[..], &["--print=paip"]].concat());
    assert!(text.contains("\n@ has no time left and forfeits.\n-64\n"), "{text}");
    let named = of(&[maximizer, "random:seed=1", minimax, "--games", "2", "--names", "a,b,c"]);
    assert!(named.starts_with("1: a (maximizer)\n") && named.contains("\na         "), "{named}");
    let few = run(&["match", maximizer, maximizer, "--names", "a"]);
    assert_eq!((few.code, few.error()), (2, "--names has 1 name, the match 2 players"));
    let empty = run(&["match", maximizer, maximizer, "--names", "a,"]);
    assert_eq!((empty.code, empty.error()), (2, "--names has an empty name"));
}

/// A program of GTP that plays a1 first of all: reported in both styles, and the game is forfeited.
#[test]
#[cfg(unix)]
fn an_illegal_move_is_reported_in_the_old_programs_words() {
    let folder = tempfile::tempdir().unwrap();
    let script = "while read id c rest; do [ $c = genmove ] && echo '= a1' || echo =; echo; done";
    std::fs::write(folder.path().join("a1.sh"), script).unwrap();
    let player = &format!("gtp:cmd=sh {}", folder.path().join("a1.sh").display());
    let of = |style: &str| {
        let run = run(&["match", player, "random:seed=1", "--games", "1", style]);
        assert_eq!(run.code, 1, "every game was forfeited: {run:?}");
        run.stdout
    };
    let clojure = of("--print=clojure");
    assert!(clojure.contains("\n!Attempted illegal move [1 1] by :black.\n"), "{clojure}");
    assert!(of("--print=paip").contains("\nWarning: Illegal move: A1\nGame 1: White wins by 64"));
    assert!(of("--print=paip-numbers").contains("\nWarning: Illegal move: 11\n"));
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
