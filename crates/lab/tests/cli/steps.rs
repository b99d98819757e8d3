//! The steps of the pipeline, the ladder and the experiments.

use std::fs;

use crate::{read, run, run_in};

const LADDER: &str = "ladder random:seed=1 maximizer iago:depth=1 --games N --out ladder";

#[test]
fn a_ladder_is_written_with_random_at_600_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let ladder = |games: &str| {
        let line = LADDER.replace('N', games);
        run_in(folder.path(), &line.split(' ').collect::<Vec<_>>())
    };
    let file = |name: &str| folder.path().join("ladder").join(name);
    // A ladder that it did not make is left alone.
    fs::create_dir(folder.path().join("ladder")).unwrap();
    fs::write(file("ladder.md"), "mine").unwrap();
    assert!(ladder("30").error().contains("ladder.md: the file already exists ("));
    fs::write(file("ladder.games"), "f5d6c3\n").unwrap();
    assert!(ladder("30").error().contains("made with other options: `f5d6c3`"));
    assert_eq!(read(&file("ladder.md")), "mine");
    fs::remove_dir_all(folder.path().join("ladder")).unwrap();
    let result = ladder("30");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    assert_eq!(result.stdout.lines().count(), 3);
    let document = read(&file("ladder.md"));
    let random = "| `random:seed=1` | PAIP's strategies | 1992 | 600 | 600 to 600 |";
    assert!(document.contains(random), "{document}");
    assert!(document.contains("`willow lab ladder random:seed=1 maximizer iago:depth=1"));
    assert!(document.contains("30 games in "), "{document}");
    let games = read(&file("ladder.games"));
    assert_eq!(games.lines().count(), 31);
    // The same command with more games goes on from there.
    assert_eq!(ladder("40").code, 0);
    let more = read(&file("ladder.games"));
    assert!(more.starts_with(&games) && more.lines().count() == 41);
}

/// Problem 1 of the FFO test in part: 14 empties, which level 5 solves.
const TEST_SET: &str = "\
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18; h1:+12;
";

#[test]
fn players_are_measured_on_a_test_set() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("set.obf"), TEST_SET.repeat(2)).unwrap();
    let words = ["test-players", "set.obf", "willow:level=5", "random:seed=1"];
    let result = run_in(folder.path(), &words);
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let rows: Vec<Vec<&str>> =
        result.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0].join(" "), "error best move loss nodes seconds player");
    assert_eq!(rows[1][..5], ["0.00", "±0.00", "100.0%", "0.00", "±0.00"]);
    assert_eq!(rows[1].last(), Some(&"willow:level=5"));
    // A random move has no value and no nodes.
    let [error, .., nodes, _, name] = rows[2][..] else { panic!("{rows:?}") };
    assert_eq!((error, nodes, name, rows.len()), ("-", "-", "random:seed=1", 3));
}

#[test]
fn hill_climbing_writes_factors_correlations_and_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let line = "tune --hill-climb --eval mlia --out t.json --positions 50 --rounds 2 --depth 2 --games 4 \
                --play-depth 1";
    let result = run_in(folder.path(), &line.split_whitespace().collect::<Vec<_>>());
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let tuned: serde_json::Value =
        serde_json::from_str(&read(&folder.path().join("t.json"))).unwrap();
    let n = |field: &str| tuned[field].as_array().map(Vec::len);
    assert_eq!(
        (n("terms"), n("correlations"), &tuned["match"]["games"]),
        (Some(6), Some(2), &4.into())
    );
    // The weights are a SPEC's.
    let weights: willow_classics::mlia::Weights =
        tuned["weights"].as_str().unwrap().parse().unwrap();
    assert_eq!(weights.values().len(), 6);
    // Players take the file, also with a factor that puts the weight out of the range of a SPEC's.
    let mut far = tuned.clone();
    far["terms"][1]["factor"] = 4.0.into();
    far["weights"] = "10,3206.896,382.026,78.922,74.396,10".into();
    for (name, tuned) in [("t.json", &tuned), ("far.json", &far)] {
        let path = folder.path().join(name);
        std::fs::write(&path, tuned.to_string()).unwrap();
        let spec = format!("searcher:depth=1,eval={}", path.display()).parse().unwrap();
        let built = willow_players::build_player(&spec, &willow_players::BuildContext::new(0));
        assert!(built.is_ok(), "{name}: {:?}", built.err());
    }
    assert_eq!(read(&folder.path().join("t.json.steps")).lines().count(), 105);
}

/// Positions of the first plies are labelled and trained on, with those of a number of empties repeated.
#[test]
fn openings_are_labelled_and_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| run_in(folder.path(), &line.split_whitespace().collect::<Vec<_>>());
    let label = "opening-labels --plies 3 --depth 1 --out openings.samples";
    let result = run(label);
    assert_eq!(result.code, 0, "{result:?}");
    assert!(result.stderr.contains("19 positions"), "{result:?}");
    assert!(run(label).error().contains("already exists"));
    let result = run("train openings.samples --least-samples 30 --epochs 1 --out new.weights.zst");
    assert_eq!(result.code, 0, "{result:?}");
    assert!(result.stderr.contains("120 positions to train on, 0 held out"), "{result:?}");
    let result = run("shrink --weights new.weights.zst --step 2 --out small.weights.zst");
    assert_eq!(result.code, 0, "{result:?}");
}

#[test]
fn experiments_are_listed_shown_and_drawn() {
    let list = run(&["reproduce", "list"]).stdout;
    for id in ["x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "z5", "z11", "ex18.5", "boards"] {
        assert!(list.lines().any(|line| line.starts_with(&format!("{id} "))), "{id} in\n{list}");
    }
    let folder = tempfile::tempdir().unwrap();
    let words = ["reproduce", "X1", "--quick", "--svg", "."];
    let shown = run_in(folder.path(), &words);
    assert_eq!((shown.code, &*shown.stderr), (0, ""));
    assert!(shown.stdout.contains("## X1: PAIP 18.3-18.8"), "{}", shown.stdout);
    assert!(shown.stdout.contains(" | 53 | 53 (53-0) | holds |"), "{}", shown.stdout);
    assert!(read(&folder.path().join("x1-discs.svg")).starts_with("<svg"));
}
