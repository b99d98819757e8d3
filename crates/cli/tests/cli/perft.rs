//! `willow perft`.

use crate::run::{START, fields, run};

#[test]
fn json_has_the_fields_of_the_contract() {
    let result = run(&["perft", "9", "--json"]);
    assert_eq!((result.code, &*result.stderr), (0, ""));
    assert_eq!(fields(&result.stdout), ["depth", "nodes", "seconds"]);
    assert_eq!(result.json()[0]["nodes"], 3_005_288);
}

#[test]
fn every_way_to_count_gives_the_same_number() {
    let ways: [&[&str]; 5] =
        [&[], &["--no-bulk"], &["--threads", "1"], &["--threads", "3"], &["--start", START]];
    for way in ways {
        let words = [&["perft", "6"], way].concat();
        let result = run(&words);
        assert!(result.stdout.starts_with("perft 6: 8,200 leaves in "), "{words:?}: {result:?}");
    }
    // From 10 plies on the work is counted in parts.
    assert_eq!(run(&["perft", "10", "--json"]).json()[0]["nodes"], 24_571_284);
    let ending = format!("XO------{}XO------ X", "-".repeat(48));
    let leaves = run(&["perft", "12", "--start", &ending, "--json"]).json()[0]["nodes"].clone();
    let one_by_one = ["perft", "12", "--start", &ending, "--json", "--no-bulk"];
    assert_eq!(leaves, run(&one_by_one).json()[0]["nodes"], "games that end early count");
    assert_eq!(run(&["perft", "5", "--start", "f5", "--json"]).json()[0]["nodes"], 2050);
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let program = crate::run::willow(folder.path()).get_program().to_owned();
    let mut child = std::process::Command::new(program)
        .args(["help", "levels"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
}
