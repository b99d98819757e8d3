//! `willow eval`.

use crate::run::{START, TWO_EMPTIES, run, run_in};

#[test]
fn json_has_value_depth_and_empties() {
    let result = run(&["eval", "--json", "--depth", "2", "f5d6c3"]);
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let line = &result.json()[0];
    assert!(line["value"].is_f64(), "{line}");
    assert_eq!((line["depth"].as_u64(), line["empties"].as_u64()), (Some(2), Some(57)));
}

#[test]
fn boards_may_begin_with_a_dash_and_stand_anywhere() {
    let (cells, side) = START.split_once(' ').unwrap();
    let lines = [
        vec!["eval", START, "--depth", "1", "--json"],
        vec!["eval", "--depth", "1", "--json", START],
        vec!["eval", "--json", "--depth", "1", "--", START],
        vec!["eval", cells, side, "--depth", "1", "--json"],
    ];
    for words in lines {
        let result = run(&words);
        assert_eq!(result.code, 0, "{words:?}: {result:?}");
        assert_eq!(result.json()[0]["position"], START, "{words:?}");
    }
}

#[test]
fn all_moves_have_values_best_first() {
    let result = run(&["eval", "--all-moves", "--depth", "4", "--json", "f5d6c3", TWO_EMPTIES]);
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let lines = result.json();
    let moves = lines[0]["moves"].as_array().unwrap();
    let values: Vec<f64> = moves.iter().map(|mv| mv["value"].as_f64().unwrap()).collect();
    assert_eq!(moves.len(), 4);
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!(lines[1]["moves"][0]["move"], "pass", "a forced pass is a move");
    assert_eq!(lines[1]["moves"][0]["value"], 38.0);
    let text = run(&["eval", "--all-moves", "--depth", "4", "f5d6c3"]).stdout;
    let of_moves = text.lines().find(|line| line.starts_with("       ")).unwrap();
    let listed: Vec<&str> = of_moves.split_whitespace().collect();
    assert_eq!((listed.len(), listed[0]), (8, moves[0]["move"].as_str().unwrap()), "{text}");
    let wrong = run(&["eval", "--all-moves", "--static", "f5"]);
    assert_eq!(wrong.code, 2, "{wrong:?}");
}

#[test]
fn the_values_of_historical_programs_can_be_checked_by_hand() {
    let result = run(&["eval", "f5", "--static", "--by", "iago", "--json"]);
    let line = &result.json()[0];
    // No disc is on an edge, and there are three moves against three. White, to move, has 13 empties
    // beside Black's discs (c4-c6, d3, d6, e3, e6, f3, f4, f6, g4-g6), Black has 5 beside
    // White's (c3-c5, d3, e3): 20000 x (13 - 5) / (13 + 5 + 2).
    let features = line["features"].as_array().expect("there are features");
    let of = |index: usize, key: &str| features[index][key].as_f64().expect("it is a number");
    assert_eq!(features[2]["name"], "potential-mobility");
    assert!((of(0, "contribution"), of(1, "contribution")) == (0.0, 0.0), "{line}");
    assert!((of(2, "value"), of(2, "contribution")) == (8.0, 8000.0), "{line}");
    assert_eq!(line["value"].as_f64(), Some(8000.0));
    for by in ["count-difference", "weighted-squares", "modified-weighted-squares", "mobility"] {
        let result = run(&["eval", "f5", "--static", "--by", by, "--json"]);
        assert_eq!((result.code, &result.json()[0]["by"]), (0, &by.into()), "{result:?}");
    }
}

/// The contributions of the features add up to the value, and there are as many as the program has.
#[test]
fn features_add_up_to_the_value() {
    for (by, n_features, value) in [
        ("mlia", 6, None),
        ("mlia-tuned", 6, None),
        // White sees 4 frontier discs, 13 empties beside them and 19 pairs of these, Black 1, 5
        // and 5: 1000 x (36 - 11) / (36 + 11 + 2) = 510, times 99. Tuned, it counts 1.820 times as much.
        ("iago-1982", 4, Some(50_490.0)),
        ("iago-1982-tuned", 4, Some(91_892.0)),
        ("bill", 3, None),
        ("bill:version=counted-mobility", 4, None),
        ("bill:version=estimated-edges", 3, None),
        ("bill:version=bayesian", 10, None),
        ("bill:version=schoolchildren", 5, None),
        // White, to move, has one disc against four.
        ("bill:version=minimum-disc", 1, Some(3.0)),
        ("bill:version=edge-greedy", 3, None),
    ] {
        let result = run(&["eval", "f5", "--static", "--by", by, "--json"]);
        let line = &result.json()[0];
        let features = line["features"].as_array().expect("there are features");
        let parts = features.iter().filter_map(|feature| feature["contribution"].as_f64());
        let (sum, shown) = (parts.sum::<f64>(), line["value"].as_f64().expect("a value"));
        assert!(
            (sum - shown).abs() <= 0.5
                && value.is_none_or(|value: f64| (value - shown).abs() < 1e-9),
            "{line}"
        );
        assert_eq!((features.len(), line["by"].as_str()), (n_features, Some(by)));
    }
    // BILL has an entry for each line.
    let result = run(&["eval", "f5", "--static", "--by", "bill", "--json"]);
    assert_eq!(result.json()[0]["lines"].as_array().map(Vec::len), Some(4 + 34));
    let text = run(&["eval", "f5", "--static", "--by", "bill"]).stdout;
    assert!(text.contains("b2 a1 b1 c1 d1 e1 f1 g1 h1 g2"), "{text}");
    let result = run(&["eval", START, "--static", "--by", "bill:version=first"]);
    assert_eq!(result.code, 2);
    assert!(result.stderr.contains("`version=first`: there is no such version"), "{result:?}");
}

/// The odds of every position are e to 1.
#[test]
fn a_learned_evaluation_of_a_file_is_the_one_that_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("own.bayes"), "1 0 0 0 0 0 0 0 0 0\n".repeat(15)).unwrap();
    let words = |by| ["eval", "f5d6c3", "--static", "--json", "--by", by];
    let own = run_in(folder.path(), &words("bill:bayes=own.bayes"), b"");
    assert_eq!(own.json()[0]["value"].as_f64(), Some(50_000.0), "{own:?}");
    assert_eq!(run(&words("bill:bayes=own.bayes")).code, 2, "there is no such file");
}

#[test]
fn static_values_exist_of_any_board_at_all() {
    for board in ["-".repeat(64), "X".repeat(64), "O".repeat(64)] {
        for by in [
            "willow",
            "bill",
            "count-difference",
            "modified-weighted-squares",
            "iago",
            "iago-1982",
            "mlia",
            "bill:version=counted-mobility",
            "bill:version=bayesian",
            "bill:version=schoolchildren",
        ] {
            let result = run(&["eval", &format!("{board} X"), "--static", "--by", by]);
            assert_eq!(result.code, 0, "{by}: {result:?}");
        }
    }
}

#[test]
fn a_player_tells_what_it_thinks_of_every_move() {
    let by = ["eval", "--json", "--by", "alpha-beta:depth=4,eval=count-difference", "f5d6c3"];
    let result = run(&by);
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let line = &result.json()[0];
    let moves = line["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    let values: Vec<f64> = moves.iter().map(|mv| mv["value"].as_f64().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    for mv in moves {
        assert_eq!((&mv["unit"], &mv["depth"]), (&"discs".into(), &4.into()), "{mv}");
        assert_eq!(mv["line"][0], mv["move"]);
    }
    let all = run(&["eval", "--by", "iago:depth=3", "--all-moves", "f5d6c3"]);
    assert_eq!(all.code, 0, "it prints all moves anyway: {all:?}");
    let text = run(&["eval", "--by", "iago:depth=3", "f5d6c3"]).stdout;
    assert!(text.contains("\niago:depth=3\nmove "), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains(" units ")).count(), 4, "{text}");
}

#[test]
fn the_engine_and_an_old_program_know_an_ending_exactly() {
    for by in ["willow:level=10", "bill:depth=10,book=off", "switch:plies=0,then=(willow:level=10)"]
    {
        let result = run(&["eval", "--json", "--by", by, TWO_EMPTIES]);
        assert_eq!((result.code, &*result.stderr), (0, ""), "{by}");
        assert_eq!(result.json()[0]["moves"], serde_json::json!([]), "{by}: the side must pass");
    }
    let ending = "-XXXXX--XOOOXO--XOOXOOOOXOOOXOOOXOOOOXOOXOOOOOXOXOXXXXXXOOOOOOOO X";
    for by in ["willow:level=10", "bill:book=off"] {
        let result = run(&["eval", "--json", "--by", by, ending]);
        let moves = result.json()[0]["moves"].as_array().unwrap().clone();
        assert_eq!((&moves[0]["move"], &moves[0]["value"]), (&"a1".into(), &4.0.into()), "{by}");
        assert_eq!(moves[0]["exact"], true, "{by}");
    }
}

/// At the root, as in the game: the position behind a move has another move number.
#[test]
fn the_first_row_is_the_move_that_is_played_with_its_value() {
    for (by, moves, row) in [
        ("iago:depth=4", "f5d6c3", "f4*       -4509 units "),
        ("searcher:depth=4,eval=iago", "f5d6c3d3c4f4", "+9213 units "),
        ("maximizer", "f5d6c3", "*"),
        ("mlia:depth=1", "f5d6c3", "*"),
        ("bill", "f5", "d6* "),
    ] {
        let text = run(&["eval", "--by", by, moves]).stdout;
        let first = text.lines().nth(3).unwrap_or_default();
        assert!(first.contains(row), "{by}: {text}");
        assert!(text.ends_with("* is played\n"), "{by}: {text}");
    }
    let random = run(&["eval", "--by", "random", "f5d6c3"]);
    assert_eq!((random.code, random.stdout.matches("not searched").count()), (0, 4), "{random:?}");
    let by = ["eval", "--by", "bill", "f5"];
    assert!(run(&by).stdout.contains("by: the book"), "{:?}", run(&by));
}

#[test]
fn only_players_tell_what_they_think() {
    let result = run(&["eval", "--by", "nobody", "f5d6c3"]);
    assert_eq!(result.code, 2, "{result:?}");
    assert_eq!(run(&["eval", "--by", "human", "f5"]).code, 2);
    assert_eq!(run(&["eval", "--by", "iago", "--depth", "3", "f5"]).code, 2);
}
