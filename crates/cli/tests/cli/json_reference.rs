//! `docs/json.md` against the program: the fields of every JSON object. The laboratory has its own test.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::run::{TWO_EMPTIES, run, run_in};

const PAGE: &str = include_str!("../../../../docs/json.md");

/// The fields that scripts rely on; others may be added.
const CONTRACT: [(&str, &str); 8] = [
    (
        "solve",
        "id position empties score best pv nodes seconds threads moves moves[].move moves[].score",
    ),
    ("eval", "id position empties value best pv nodes seconds threads depth selectivity"),
    (
        "eval --static",
        "position by value features features[].name features[].value features[].weight \
         features[].contribution",
    ),
    ("perft", "depth nodes seconds"),
    ("bench", "signature nodes seconds"),
    (
        "analyze: move",
        "id ply side move value best_value best loss certainty error class pv reasons reasons[].term \
         reasons[].side reasons[].before reasons[].after reasons[].squares reasons[].text",
    ),
    ("match: game", "game black white opening moves black_discs white_discs result reason"),
    (
        "match: summary of two players",
        "summary.games summary.wins summary.draws summary.losses summary.mean_diff summary.elo \
         summary.elo_low summary.elo_high summary.llr",
    ),
];

/// Returns the rows of the tables by the headings of their sections: paths such as `moves[].score`, with their
/// types.
fn documented() -> BTreeMap<&'static str, BTreeMap<&'static str, &'static str>> {
    let mut tables: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    let mut heading = "";
    for line in PAGE.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title;
        } else if line.starts_with("| `") {
            let mut cells = line.split('|').map(str::trim).skip(1);
            let (paths, type_name) = (cells.next().expect(line), cells.next().expect(line));
            for path in paths.split(", ").map(|path| path.trim_matches('`')) {
                tables.entry(heading).or_default().insert(path, type_name);
            }
        }
    }
    tables.retain(|heading, _| !heading.starts_with("lab "));
    tables
}

/// Collects the paths of all fields that have a value. Objects of any form are not entered.
fn collect(value: &Value, path: &str, table: &BTreeMap<&str, &str>, into: &mut BTreeSet<String>) {
    match value {
        Value::Null => return,
        Value::Object(fields) if !table.get(path).is_some_and(|it| it.ends_with("any")) => {
            let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
            for (name, value) in fields {
                collect(value, &format!("{prefix}{name}"), table, into);
            }
        }
        Value::Array(items) => {
            for item in items.iter().filter(|item| item.is_object()) {
                collect(item, &format!("{path}[]"), table, into);
            }
        }
        _ => {}
    }
    if !path.is_empty() && !path.ends_with("[]") {
        into.insert(path.to_owned());
    }
}

/// Runs a command and returns the objects that it prints.
fn output(words: &[&str]) -> Vec<Value> {
    let result = run(words);
    assert!(result.code <= 1 && !result.stdout.is_empty(), "{words:?}: {result:?}");
    result.json()
}

/// Programs that tell something that only they know.
const THINKERS: [&str; 7] = [
    "bill:depth=3,book=off",
    "mlia:depth=2",
    "searcher:depth=3,hash=on",
    "iago-1982:depth=2,book=off",
    "iago:depth=3",
    "willow:depth=3",
    "bill:book=off,depth=2",
];

/// Returns the objects of the commands that print a line for each position.
fn positions() -> Vec<(&'static str, Vec<Value>)> {
    let finished = format!("{} X", "X".repeat(64));
    let of = |words: &[&str], evaluators: &[&str]| -> Vec<Value> {
        evaluators.iter().flat_map(|by| output(&[words, &["--by", by]].concat())).collect()
    };
    let solve = ["solve", "--json", "--all-moves", "--hash", "1M", TWO_EMPTIES, &finished];
    let eval = ["eval", "--json", "--all-moves", "--depth", "2", "f5d6c3", TWO_EMPTIES, &finished];
    let statics = ["willow", "hand-made", "bill", "iago", "mlia", "bill:version=bayesian"];
    vec![
        ("solve", output(&solve)),
        ("eval", output(&eval)),
        ("eval --by", of(&["eval", "f5", "--json"], &THINKERS)),
        ("eval --static", of(&["eval", "f5", "--static", "--json"], &statics)),
        ("perft", output(&["perft", "3", "--json"])),
    ]
}

/// Returns the games of matches, the summaries of two players, and those of round robins.
fn matches() -> [(&'static str, Vec<Value>); 5] {
    let mut games = Vec::new();
    let mut play = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let mut lines = output(&[&["match", "--json", "--seed", "3"], &words[..]].concat());
        let summary = lines.pop().expect("a match prints its summary");
        games.append(&mut lines);
        summary
    };
    let summaries = vec![
        play("random:seed=1 random:seed=2"),
        play("random:seed=1 random:seed=2 --games 8 --sprt 0,400"),
        play("random:seed=1 willow:depth=1,hash=1M"),
    ];
    let [bill, mlia, searcher, iago, ..] = THINKERS;
    play(&format!("{bill} {mlia} --games 1"));
    play(&format!("{searcher} {iago} --games 1"));
    play("willow:depth=1,hash=1M,weaken=3 iago --games 1");
    let round_robins = vec![play("random:seed=1 maximizer iago:depth=1")];
    let mut of_tournament =
        output(&["tournament", "--json", "--seed", "3", "random:seed=1", "maximizer"]);
    let summary = of_tournament.pop().expect("a tournament prints its summary");
    [
        ("tournament: game", of_tournament),
        ("tournament: summary", vec![summary]),
        ("match: game", games),
        ("match: summary of two players", summaries),
        ("match: summary of a round robin", round_robins),
    ]
}

/// A game of the championship of 1977. Its last moves are exact.
const GAME: &str = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4\
    h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";

/// A game in which the shape of an edge is the reason of an error.
const EDGES: &str = "f5f6e6f4g5d6d7e7f3g6g4f7d8f8c3c4h6c2e3g3h3d2c5f2e2b4d3e1c7c6g1g2e8c8c1g8b3a4b5a6h1b6b1d1f1h4\
                     h5b2a1h2a2g7h8h7b8a3a7a8b7a5";

/// Returns the objects of the commands that read or write files: analyses, books, and files of matches.
fn files() -> Vec<(&'static str, Vec<Value>)> {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let result = run_in(folder.path(), &words, b"");
        assert!(result.code <= 1, "{words:?}: {result:?}");
        result
    };
    fs::write(folder.path().join("ending.txt"), TWO_EMPTIES).unwrap();
    let shallow = format!("analyze --json --explain --level 3 --hash 1M ending.txt {GAME} {EDGES}");
    let mut moves = run(&shallow).json();
    let mut summaries = vec![moves.pop().unwrap()];
    // Deep enough for accuracies.
    summaries.extend(run("analyze --json --level 10 --hash 1M f5d6").json().pop());
    run("book store a.book f5d6 --level 1 --threads 1");
    let pages = ["", " f5", " f5d6c3d3c4f4f6f3e6e7d7"];
    let pages = pages.map(|line| run(&format!("book show a.book --json{line}")).json().remove(0));
    let heading = |options: &str| {
        run(&format!("match random:seed=1 random:seed=2 --resume {options}"));
        let name = options.split(' ').next().unwrap();
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        serde_json::from_str(text.lines().next().unwrap()).unwrap()
    };
    run("tournament --format swiss --rounds 1 random:seed=1 random:seed=2 --resume t.jsonl");
    let text = fs::read_to_string(folder.path().join("t.jsonl")).unwrap();
    let of_tournament = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    vec![
        ("tournament file", vec![of_tournament]),
        ("analyze: move", moves),
        ("analyze: summary", summaries),
        ("book show", pages.into()),
        ("match file", vec![heading("a.jsonl"), heading("b.jsonl --games 2 --sprt 0,10")]),
    ]
}

#[test]
fn the_page_lists_exactly_the_fields_of_the_output() {
    let tables = documented();
    // The bench takes too long here; a test of `commands/bench.rs` has its fields.
    let mut checked = BTreeSet::from(["bench"]);
    for (heading, objects) in positions().into_iter().chain(matches()).chain(files()) {
        let table = tables.get(heading).unwrap_or_else(|| panic!("docs/json.md lacks {heading}"));
        let mut found = BTreeSet::new();
        for object in &objects {
            collect(object, "", table, &mut found);
        }
        let listed: BTreeSet<String> = table.keys().map(|path| (*path).to_owned()).collect();
        assert_eq!(found, listed, "{heading}");
        checked.insert(heading);
    }
    assert_eq!(checked, tables.keys().copied().collect(), "every section is checked");
    for (heading, fields) in CONTRACT {
        let missing = fields.split(' ').find(|field| !tables[heading].contains_key(field));
        assert_eq!(missing, None, "{heading}");
    }
}

#[test]
fn the_examples_of_the_page_fit_its_tables() {
    for (heading, table) in documented() {
        let (_, section) = PAGE.split_once(&format!("\n## {heading}\n")).unwrap();
        let example = section.split("```json\n").nth(1).and_then(|it| it.split("```").next());
        let Some(example) = example else { continue };
        let mut found = BTreeSet::new();
        collect(&serde_json::from_str(example).expect(heading), "", &table, &mut found);
        let unlisted = found.iter().find(|path| !table.contains_key(path.as_str()));
        assert_eq!(unlisted, None, "{heading}");
    }
}
