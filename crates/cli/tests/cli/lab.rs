//! `willow lab`: the ladder and hill-climbing.

use std::fs;

use crate::run::{run, run_in};

const LADDER: [&str; 9] = [
    "lab",
    "ladder",
    "random:seed=1",
    "maximizer",
    "iago:depth=1",
    "--games",
    "30",
    "--out",
    "ladder",
];

#[test]
fn a_ladder_is_written_with_random_at_zero_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let result = run_in(folder.path(), &LADDER, b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    assert_eq!(result.stdout.lines().count(), 3);
    let read = |name: &str| fs::read_to_string(folder.path().join("ladder").join(name)).unwrap();
    let document = read("ladder.md");
    let random = "| `random:seed=1` | PAIP's strategies | 1992 | 0 | 0 to 0 |";
    assert!(document.contains(random), "{document}");
    assert!(document.contains("`willow lab ladder random:seed=1 maximizer iago:depth=1"));
    assert!(document.contains("30 games in "), "{document}");
    let games = read("ladder.games");
    assert_eq!(games.lines().count(), 31);
    // The same command with more games goes on from there.
    let more: Vec<&str> = LADDER.map(|word| if word == "30" { "40" } else { word }).to_vec();
    assert_eq!(run_in(folder.path(), &more, b"").code, 0);
    assert!(read("ladder.games").starts_with(&games));
    assert_eq!(read("ladder.games").lines().count(), 41);
    let table: serde_json::Value = serde_json::from_str(&read("ladder.json")).unwrap();
    assert_eq!((&table["games"], table["rows"].as_array().unwrap().len()), (&40.into(), 3));
}

#[test]
fn a_ladder_that_it_did_not_make_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("ladder")).unwrap();
    fs::write(folder.path().join("ladder/ladder.md"), "mine").unwrap();
    let result = run_in(folder.path(), &LADDER, b"");
    assert_eq!(result.code, 1);
    assert!(result.error().ends_with("ladder.md: the file already exists"), "{result:?}");
    fs::write(folder.path().join("ladder/ladder.games"), "f5d6c3\n").unwrap();
    let result = run_in(folder.path(), &LADDER, b"");
    assert_eq!(result.code, 1);
    assert!(result.error().contains("line 1: not the file of a ladder"), "{result:?}");
    assert_eq!(fs::read_to_string(folder.path().join("ladder/ladder.md")).unwrap(), "mine");
}

#[test]
fn wrong_ladders_are_usage_errors() {
    for (words, message) in [
        (&["random"][..], "a ladder needs two different players"),
        (&["random", "human"], "`human` is a person"),
        (&["random", "nobdy"], "player SPEC, column 1: there is no player `nobdy`"),
        (&["--budget", "2x"], "invalid value '2x' for '--budget <TIME>'"),
    ] {
        let result = run(&[&["lab", "ladder"], words].concat());
        assert_eq!(result.code, 2, "{words:?}: {result:?}");
        assert!(result.error().starts_with(message), "{words:?}: {result:?}");
    }
}

/// Problem 1 of the FFO test in part: 14 empty squares, which level 5 solves.
const TEST_SET: &str = "\
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18; h1:+12;
";

#[test]
fn players_are_measured_on_a_test_set() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("set.obf"), TEST_SET.repeat(2)).unwrap();
    let words = ["lab", "test-players", "set.obf", "willow:level=5", "random:seed=1"];
    let result = run_in(folder.path(), &words, b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let rows: Vec<Vec<&str>> =
        result.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0].join(" "), "error best move loss nodes seconds player");
    assert_eq!(rows[1][..5], ["0.00", "±0.00", "100.0%", "0.00", "±0.00"]);
    assert_eq!(rows[1].last(), Some(&"willow:level=5"));
    // A random move has no value and no nodes.
    let [error, .., nodes, _, name] = rows[2][..] else { panic!("{rows:?}") };
    assert_eq!((error, nodes, name), ("-", "-", "random:seed=1"));
    assert_eq!(rows.len(), 3);
}

#[test]
fn a_test_set_without_scores_and_unknown_players_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let unscored = format!("{TEST_SET}{}\n", &TEST_SET[..67]);
    fs::write(folder.path().join("set.obf"), unscored).unwrap();
    for (words, code, message) in [
        (&["set.obf", "random"][..], 1, "set.obf:2: no move has a score"),
        (&["none.obf", "random"], 1, "none.obf: "),
        (&["set.obf", "nobdy"], 2, "player SPEC, column 1: there is no player `nobdy`"),
        (&["set.obf", "human"], 2, "`human` is a person"),
        (&["set.obf", "random", "--positions", "0"], 2, "invalid value '0' for"),
        (&["set.obf"], 2, "required"),
    ] {
        let result = run_in(folder.path(), &[&["lab", "test-players"], words].concat(), b"");
        assert_eq!(result.code, code, "{words:?}: {result:?}");
        assert!(result.error().contains(message), "{words:?}: {result:?}");
    }
}

#[test]
fn hill_climbing_writes_factors_correlations_and_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let words = [
        "lab",
        "tune",
        "--hill-climb",
        "--eval",
        "mlia",
        "--out",
        "t.json",
        "--positions",
        "50",
        "--rounds",
        "2",
        "--depth",
        "2",
        "--games",
        "4",
        "--play-depth",
        "1",
    ];
    let result = run_in(folder.path(), &words, b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let text = fs::read_to_string(folder.path().join("t.json")).unwrap();
    let tuned: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(tuned["terms"].as_array().unwrap().len(), 6);
    assert_eq!(tuned["correlations"].as_array().unwrap().len(), 2);
    assert_eq!(tuned["games"], 4);
    // The weights are a SPEC's.
    let spec = format!("mlia:depth=1,weights=({})", tuned["weights"].as_str().unwrap());
    assert_eq!(run(&["match", &spec, "random:seed=1"]).code, 0);
    assert_eq!(
        fs::read_to_string(folder.path().join("t.json.steps")).unwrap().lines().count(),
        105
    );
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    for (words, message) in [
        (&["--hill-climb"][..], "the following required arguments were not provided: --eval"),
        (&["--hill-climb", "--eval", "mobility"], "invalid value 'mobility' for '--eval <NAME>'"),
        (
            &["--hill-climb", "--eval", "mlia", "--games", "3"],
            "invalid value '3' for '--games <N>'",
        ),
    ] {
        let result = run(&[&["lab", "tune", "--out", "t.json"], words].concat());
        assert_eq!(result.code, 2, "{words:?}: {result:?}");
        assert!(result.error().starts_with(message), "{words:?}: {result:?}");
    }
}

#[test]
fn the_old_name_of_random_deviations_is_a_hidden_alias() {
    let help = run(&["lab", "relabel", "--help"]).stdout;
    assert!(help.contains("--deviation-every") && !help.contains("stray"), "{help}");
    let folder = tempfile::tempdir().unwrap();
    for option in ["--deviation-every", "--stray-every"] {
        let words = ["lab", "relabel", "none.samples", "--out", "labels", option, "3"];
        let result = run_in(folder.path(), &words, b"");
        assert_eq!(result.code, 1, "{result:?}");
        assert!(result.error().contains("none.samples"), "{result:?}");
    }
}

/// Positions of the first plies are labelled and trained on, with those of a number of empty squares repeated.
#[test]
fn openings_are_labelled_and_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| run_in(folder.path(), &line.split_whitespace().collect::<Vec<_>>(), b"");
    let label = "lab opening-labels --plies 3 --depth 1 --out openings.samples";
    let result = run(label);
    assert_eq!(result.code, 0, "{result:?}");
    assert!(result.stderr.contains("19 positions"), "{result:?}");
    assert!(run(label).error().contains("already exists"));
    let result =
        run("lab train openings.samples --least-samples 30 --epochs 1 --out new.weights.zst");
    assert_eq!(result.code, 0, "{result:?}");
    assert!(result.stderr.contains("120 positions to train on, 0 held out"), "{result:?}");
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    for words in [
        &["lab", "debias", "a.samples", "--out", "x", "--bias", "bias.tsv", "--depth", "12"][..],
        &["lab", "train", "a.samples", "--out", "x", "--from", "w.zst", "--shared-epochs", "3"],
    ] {
        let result = run(words);
        assert_eq!(result.code, 2);
        assert!(result.error().contains("cannot be used with"), "{}", result.stderr);
    }
}
