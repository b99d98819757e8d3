//! `docs/json.md` against the program: every field of every JSON object, with its type.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::run::{TWO_EMPTIES, run, run_in};

const PAGE: &str = include_str!("../../../../docs/json.md");

/// A row of a table of the page.
struct Field {
    /// Alternative types, such as `string or null`, after `array of` for each level of nesting.
    type_name: String,
    is_always_present: bool,
}

/// The fields of one kind of object by their paths, such as `moves[].score`.
type Fields = BTreeMap<String, Field>;

/// What was observed at a path of the output.
#[derive(Default)]
struct Observed {
    values: Vec<Value>,
}

/// Returns the tables of the page by the headings of their sections.
fn documented() -> BTreeMap<&'static str, Fields> {
    let mut tables: BTreeMap<&str, Fields> = BTreeMap::new();
    let mut heading = "";
    for line in PAGE.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title;
        } else if line.starts_with("| `") {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 5, "{line}");
            let name = cells[0].trim_matches('`').to_owned();
            let is_always_present = cells[4] == "always";
            let field = Field { type_name: cells[1].to_owned(), is_always_present };
            let before = tables.entry(heading).or_default().insert(name, field);
            assert!(before.is_none(), "{heading} lists a field twice: {line}");
        }
    }
    tables
}

/// Returns the examples of the page with the headings of their sections.
fn examples() -> Vec<(&'static str, Value)> {
    let sections = PAGE.split("\n## ").skip(1);
    let example = |section: &'static str| {
        let heading = section.lines().next()?;
        let block = section.split("```json\n").nth(1)?.split("```").next()?;
        Some((heading, serde_json::from_str(block).expect(heading)))
    };
    sections.filter_map(example).collect()
}

/// Returns whether a value has a documented type.
fn has_type(value: &Value, type_name: &str) -> bool {
    if let Some(element) = type_name.strip_prefix("array of ") {
        let is_array_of =
            value.as_array().is_some_and(|all| all.iter().all(|item| has_type(item, element)));
        // "array of number or null" may also mean that the whole array is null.
        return is_array_of || value.is_null() && element.ends_with(" or null");
    }
    type_name.split(" or ").any(|name| match name {
        "any" => true,
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_f64(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("the page has an unknown type {other:?}"),
    })
}

/// Collects all values of an object by their paths. Objects of free form are not entered.
fn collect(object: &Value, prefix: &str, fields: &Fields, into: &mut BTreeMap<String, Observed>) {
    for (name, value) in object.as_object().expect("an object") {
        let path = format!("{prefix}{name}");
        into.entry(path.clone()).or_default().values.push(value.clone());
        let is_free = fields.get(&path).is_some_and(|field| field.type_name.ends_with("any"));
        match value {
            Value::Object(_) if !is_free => collect(value, &format!("{path}."), fields, into),
            Value::Array(items) if !is_free => {
                for item in items.iter().filter(|item| item.is_object()) {
                    collect(item, &format!("{path}[]."), fields, into);
                }
            }
            _ => {}
        }
    }
}

/// Returns the path of the object that a field belongs to, and whether it is in an array.
fn parent(path: &str) -> Option<(&str, bool)> {
    let (parent, _) = path.rsplit_once('.')?;
    Some(parent.strip_suffix("[]").map_or((parent, false), |array| (array, true)))
}

/// Returns the number of objects that could have a field.
fn count_parents(path: &str, n_objects: usize, observed: &BTreeMap<String, Observed>) -> usize {
    match parent(path) {
        None => n_objects,
        Some((parent, is_array)) => observed.get(parent).map_or(0, |observed| {
            let size =
                |value: &Value| if is_array { value.as_array().map_or(0, Vec::len) } else { 1 };
            observed.values.iter().map(size).sum()
        }),
    }
}

/// Compares objects with their table: no unlisted field, right types, no missing field.
fn check(heading: &str, fields: &Fields, objects: &[Value]) {
    let mut observed = BTreeMap::new();
    for object in objects {
        collect(object, "", fields, &mut observed);
    }
    for (path, Observed { values }) in &observed {
        let field = fields.get(path);
        let field = field.unwrap_or_else(|| panic!("{heading}: `{path}` is not in docs/json.md"));
        for value in values {
            let type_name = &field.type_name;
            assert!(has_type(value, type_name), "{heading}: `{path}` is {value}, not {type_name}");
        }
    }
    for path in fields.iter().filter(|(_, field)| field.is_always_present).map(|(path, _)| path) {
        let n_values = observed.get(path).map_or(0, |observed| observed.values.len());
        let n_parents = count_parents(path, objects.len(), &observed);
        assert_eq!(n_values, n_parents, "{heading}: `{path}` is not always present");
    }
}

/// Compares objects with their table as [`check`] does; each listed field must appear in one of them,
/// with a value that is not null.
fn check_completely(heading: &str, fields: &Fields, objects: &[Value]) {
    check(heading, fields, objects);
    let mut observed = BTreeMap::new();
    for object in objects {
        collect(object, "", fields, &mut observed);
    }
    for path in fields.keys() {
        let values = observed.get(path).map_or(&[][..], |observed| &observed.values);
        let has_value = values.iter().any(|value| !value.is_null());
        assert!(has_value, "{heading}: `{path}` never appears in the output");
    }
}

/// Runs a command and returns the objects that it prints.
fn output(words: &[&str]) -> Vec<Value> {
    let result = run(words);
    assert!(result.code <= 1 && !result.stdout.is_empty(), "{words:?}: {result:?}");
    result.json()
}

/// Returns the objects of the commands that print a line for each position.
fn positions(heading: &str) -> Vec<Value> {
    let finished = format!("{} X", "X".repeat(64));
    let solve = ["solve", "--json", "--hash", "1M", TWO_EMPTIES, &finished];
    match heading {
        "solve" => [output(&solve), output(&[&solve[..], &["--all-moves"]].concat())].concat(),
        "eval" => {
            let eval = ["eval", "--json", "--depth", "2", "f5d6c3", TWO_EMPTIES, &finished];
            [output(&eval), output(&[&eval[..], &["--all-moves"]].concat())].concat()
        }
        "eval --by" => {
            let by = |spec: &&str| output(&["eval", "f5", "--by", spec, "--json"]);
            THINKERS
                .iter()
                .chain(&["iago:depth=3", "willow:depth=3", "bill:book=off,depth=2"])
                .flat_map(by)
                .collect()
        }
        "eval --static" => {
            let by = ["willow", "hand-made", "bill", "iago", "mlia", "bill:version=bayesian"];
            by.iter()
                .flat_map(|by| output(&["eval", "f5", "--static", "--by", by, "--json"]))
                .collect()
        }
        "perft" => output(&["perft", "3", "--json"]),
        "match: game of draughts" => {
            let words = ["match", "--game", "draughts", "random:seed=1", "random:seed=2", "--json"];
            let mut lines = output(&[&words[..], &["--games", "4"]].concat());
            lines.pop();
            lines
        }
        other => panic!("no command for the section {other:?} of docs/json.md"),
    }
}

/// Programs that tell something that only they know.
const THINKERS: [&str; 4] = [
    "bill:depth=3,book=off",
    "mlia:depth=2",
    "searcher:depth=3,hash=on",
    "iago-1982:depth=2,book=off",
];

/// Returns the lines of matches: the games, the summaries of two players, those of round robins.
fn matches() -> [Vec<Value>; 3] {
    let two = ["match", "random:seed=1", "random:seed=2", "--json", "--seed", "3"];
    let test = [&two[..], &["--games", "8", "--sprt", "0,400"]].concat();
    let sweep = ["match", "random:seed=1", "willow:depth=1,hash=1M", "--json", "--seed", "7"];
    let robin = ["match", "random:seed=1", "maximizer", "iago:depth=1", "--json", "--seed", "7"];
    let mut games = Vec::new();
    let mut play = |words: &[&str]| {
        let mut lines = output(words);
        let summary = lines.pop().expect("a match prints its summary");
        games.append(&mut lines);
        summary
    };
    let summaries = vec![play(&two), play(&test), play(&sweep)];
    let [bill, mlia, searcher, iago] = THINKERS;
    for [one, other] in
        [[bill, mlia], [searcher, iago], ["willow:depth=1,hash=1M,weaken=3", "iago"]]
    {
        play(&["match", one, other, "--json", "--seed", "5", "--games", "1"]);
    }
    let round_robins = vec![play(&robin)];
    [games, summaries, round_robins]
}

/// A game of the championship of 1977. Its last moves are exact.
const GAME: &str = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4\
    h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";

/// Returns the lines of analyses: the moves of a shallow one, and the summaries of it and of one that is deep
/// enough for accuracies.
fn analyses() -> [Vec<Value>; 2] {
    let words = ["analyze", "--json", "--explain", "--level", "3", "--hash", "1M"];
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("archive.txt"), "f5d6").unwrap();
    let stored = ["book", "store", "a.book", "f5d6", "--level", "1", "--threads", "1"];
    assert_eq!(run_in(folder.path(), &stored, b"").code, 0);
    let of_folders = ["--archive", ".", "--book", "a.book", TWO_EMPTIES, GAME];
    let words = [&words[..], &of_folders].concat();
    let mut moves = run_in(folder.path(), &words, b"").json();
    let shallow = moves.pop();
    let deep = output(&["analyze", "--json", "--level", "10", "--hash", "1M", "f5d6"]).pop();
    [moves, [shallow, deep].map(|line| line.expect("an analysis prints its summary")).into()]
}

/// Returns the games of the file of `willow analyze --resume`.
fn saved_analyses() -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let words = ["analyze", "--explain", "--level", "3", "--hash", "1M", "--resume", "games.jsonl"];
    run_in(folder.path(), &[&words[..], &[TWO_EMPTIES, GAME]].concat(), b"");
    let text = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the first lines of match files.
fn match_files() -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let head = |options: &[&str], name: &str| {
        let words = ["match", "random:seed=1", "random:seed=2", "--games", "2", "--resume", name];
        run_in(folder.path(), &[&words[..], options].concat(), b"");
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        serde_json::from_str(text.lines().next().unwrap()).unwrap()
    };
    vec![head(&[], "a.jsonl"), head(&["--sprt", "0,10"], "b.jsonl")]
}

/// Returns pages of a small book: a position of the book, and one that is not in it.
fn book_pages() -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let words = ["book", "store", "a.book", "f5d6", "--level", "1", "--threads", "1"];
    let stored = run_in(folder.path(), &words, b"");
    assert_eq!(stored.code, 0, "{stored:?}");
    let show = |line: &[&str]| {
        let words = [&["book", "show", "a.book", "--json"], line].concat();
        run_in(folder.path(), &words, b"").json().remove(0)
    };
    vec![show(&[]), show(&["f5"]), show(&["f5d6c3d3c4f4f6f3e6e7d7"])]
}

#[test]
fn the_page_lists_exactly_the_fields_of_the_output() {
    let tables = documented();
    let [games, summaries, round_robins] = matches();
    let mut checked = BTreeSet::from(["bench"]);
    let mut check_section = |heading: &'static str, objects: &[Value]| {
        let fields = tables.get(heading).unwrap_or_else(|| panic!("docs/json.md lacks {heading}"));
        check_completely(heading, fields, objects);
        checked.insert(heading);
    };
    let of_positions = ["solve", "eval", "eval --by", "eval --static", "perft"];
    for heading in of_positions.into_iter().chain(["match: game of draughts"]) {
        check_section(heading, &positions(heading));
    }
    let [analyzed, analysis_summaries] = analyses();
    check_section("analyze: move", &analyzed);
    check_section("analyze: summary", &analysis_summaries);
    check_section("analysis file", &saved_analyses());
    check_section("book show", &book_pages());
    let proofs =
        ["f5", "f5d6c3d3c4f4f6f3e6e7d7"].map(|line| run(&["book", "prove", line, "--json"]));
    check_section("book prove", &proofs.map(|proof| proof.json().remove(0)));
    let short = ["--time", "2s", "--threads", "1", "--hash", "1M", "--json"];
    check_section("book confirm", &output(&[&["book", "confirm"], &short[..]].concat()));
    let small = ["book", "bench", "--records", "1000", "--json"];
    check_section("book bench", &output(&small));
    check_section("match: game", &games);
    check_section("match: summary of two players", &summaries);
    check_section("match: summary of a round robin", &round_robins);
    check_section("match file", &match_files());
    // The bench takes too long here; `commands/bench.rs` compares its object with the page.
    let own = tables.keys().copied().filter(|heading| !heading.starts_with("lab "));
    assert_eq!(checked, own.collect(), "every section is checked");
}

#[test]
fn the_examples_of_the_page_fit_its_tables() {
    let tables = documented();
    let examples = examples();
    assert_eq!(examples.len(), tables.len() - 2, "all but the files of `lab` have an example");
    for (heading, example) in examples {
        check(heading, &tables[heading], &[example]);
    }
}
