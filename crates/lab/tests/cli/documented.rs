//! Documents against the program: the fields of every JSON object of `docs/json.md`, and the options of commands.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use willow_testkit::code_blocks;

use crate::{read, run, run_in};

const PAGE: &str = include_str!("../../../../docs/json.md");

/// Returns the fields that a section of the page lists, such as `moves[].value`.
fn documented(heading: &str) -> BTreeSet<String> {
    let (_, section) = PAGE.split_once(&format!("\n## {heading}\n")).expect(heading);
    let section = section.split("\n## ").next().unwrap_or(section);
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    rows.map(str::to_owned).collect()
}

/// Adds the paths of an object's fields.
fn add_fields(object: &Value, path: &str, found: &mut BTreeSet<String>) {
    match object {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                add_fields(value, &path, found);
                found.insert(path);
            }
        }
        Value::Array(values) => {
            for value in values {
                add_fields(value, &format!("{path}[]"), found);
            }
        }
        _ => (),
    }
}

#[test]
fn the_page_lists_exactly_the_fields_of_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let ladder = "ladder random:seed=1 maximizer iago:depth=1 --games 12 --out .";
    let result = run_in(folder.path(), &ladder.split(' ').collect::<Vec<_>>());
    assert_eq!(result.code, 0, "{result:?}");
    let ladder = serde_json::from_str(&read(&folder.path().join("ladder.json"))).unwrap();
    let findings = run(&["reproduce", "x1", "--quick", "--json"]).json();
    for (heading, objects) in [("lab ladder", vec![ladder]), ("lab reproduce", findings)] {
        let mut found = BTreeSet::new();
        for object in &objects {
            add_fields(object, "", &mut found);
        }
        found.retain(|path| !path.ends_with("[]"));
        assert_eq!(found, documented(heading), "{heading}");
    }
}

/// `--help` behind a command reads its options and does nothing.
#[test]
fn commands_of_the_documents_have_options_that_exist() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let folders = [docs.clone(), docs.join("benchmarks")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut commands = BTreeSet::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let blocks = code_blocks(&text).into_iter().filter(|block| block.info.starts_with("sh"));
        let lines = blocks.map(|block| block.text.replace("\\\n", " ")).collect::<String>();
        // The tables of these pages have commands between backticks; those of others tell of older ones.
        let is_table = ["seeds.md", "functions.md"].iter().any(|name| path.ends_with(name));
        let rows = text.lines().filter(|line| is_table && line.starts_with("| "));
        let cells = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
        let found = lines.lines().chain(cells).filter_map(|line| line.strip_prefix("willow lab "));
        commands.extend(found.map(str::to_owned));
    }
    assert!(10 < commands.len(), "{commands:?}");
    for line in commands {
        let words = line
            .split_whitespace()
            .take_while(|word| !["#", "--", ">", "...", "|", "\\|"].contains(word));
        let words: Vec<String> = words.map(|word| word.replace(['"', '\''], "")).collect();
        let words = words.iter().map(String::as_str).chain(["--help"]).collect::<Vec<_>>();
        let result = run(&words);
        assert_eq!((result.code, &*result.stderr), (0, ""), "{line}");
    }
}
