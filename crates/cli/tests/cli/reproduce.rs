//! `willow lab reproduce`.

use std::fs;

use crate::run::run;

#[test]
fn the_list_names_every_experiment() {
    let list = run(&["lab", "reproduce", "list"]).stdout;
    for id in ["x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "z5", "z11"] {
        assert!(list.lines().any(|line| line.starts_with(&format!("{id} "))), "{id} in\n{list}");
    }
}

#[test]
fn unknown_experiments_are_refused_before_anything_is_done() {
    let result = run(&["lab", "reproduce", "x1", "x9"]);
    assert_eq!((result.code, result.error()), (2, "there is no experiment `x9`"));
    let result = run(&["lab", "reproduce", "x8"]);
    assert_eq!(result.code, 2);
    assert!(result.stderr.contains("willow lab ladder"), "{}", result.stderr);
}

#[test]
fn a_document_and_its_pictures_are_written_and_shown_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (out, document) = (path("out"), path("papers.md"));
    let command = ["lab", "reproduce", "x1", "--quick", "--out", &out];
    let first = run(&command);
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(first.stdout.contains(" +53 (53-0) "), "{}", first.stdout);
    let rows = fs::read_to_string(path("out/x1-quick.rows")).unwrap();
    // What an interrupted run left: the first rows, and a piece of the next.
    let cut = rows.match_indices('\n').nth(3).unwrap().0 + 10;
    fs::write(path("out/x1-quick.rows"), &rows[..cut]).unwrap();
    let written = run(&[&command[..], &["--write", &document]].concat());
    assert_eq!(written.stdout, first.stdout);
    let text = fs::read_to_string(&document).unwrap();
    assert!(text.contains("lab reproduce x1 --quick --write FILE"), "{text}");
    assert!(text.contains("](papers/x1-discs.svg)"), "{text}");
    assert!(fs::read_to_string(path("papers/x1-discs.svg")).unwrap().starts_with("<svg"));
    let json = fs::read_to_string(path("out/x1-quick.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["id"], &json["quick"]), (&"x1".into(), &true.into()));
    let again = run(&[&command[..], &["--write", &document]].concat());
    assert_eq!(again.code, 1);
    assert!(again.error().contains("already exists"), "{}", again.error());
}
