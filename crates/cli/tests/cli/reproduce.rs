//! `willow lab reproduce`.

use std::fs;

use crate::run::run;

#[test]
fn the_list_names_every_experiment() {
    let list = run(&["lab", "reproduce", "list"]).stdout;
    for id in ["x1", "x3", "x5", "x8", "z5", "z11", "ex18.5", "figures", "agreement"] {
        assert!(list.lines().any(|line| line.starts_with(&format!("{id} "))), "{id} in\n{list}");
    }
}

#[test]
fn unknown_experiments_are_refused_before_anything_is_done() {
    let result = run(&["lab", "reproduce", "x1", "x9"]);
    assert_eq!((result.code, result.error()), (2, "there is no experiment `x9`"));
}

#[test]
fn x8_is_an_alias_of_the_ladder() {
    let result = run(&["lab", "reproduce", "x8", "x1"]);
    assert_eq!(result.code, 2);
    assert!(result.stderr.contains("willow lab ladder"), "{}", result.stderr);
    let result = run(&["lab", "reproduce", "x8", "--from", "nowhere"]);
    assert_eq!((result.code, result.error()), (2, "x8 has the options --quick and --out only"));
    let result = run(&["lab", "reproduce", "x8", "--any-code"]);
    assert_eq!((result.code, result.error()), (2, "x8 has the options --quick and --out only"));
    let folder = tempfile::tempdir().unwrap();
    // A file where the ladder's folder should be shows that the ladder is what runs.
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let result = run(&["lab", "reproduce", "x8", "--quick", "--out", file.to_str().unwrap()]);
    assert_eq!(result.code, 1);
    assert!(result.error().starts_with("cannot make "), "{}", result.error());
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
    // Only the origin of the figures differs.
    let without_origin = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("**Origin:** "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_origin(&written.stdout), without_origin(&first.stdout));
    assert!(first.stdout.contains(" 10 made by this command on 20"), "{}", first.stdout);
    assert!(written.stdout.contains(" 7 made by this command on 20"), "{}", written.stdout);
    assert!(written.stdout.contains("; 3 taken from the log of 20"), "{}", written.stdout);
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

#[test]
fn a_report_is_computed_again_from_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let measured = run(&["lab", "reproduce", "x4", "--quick", "--out", out]);
    assert_eq!(measured.code, 0, "{}", measured.stderr);
    assert!(measured.stdout.contains("**Verdict: cannot be compared.**"), "{}", measured.stdout);
    let again = ["lab", "reproduce", "x4", "--quick", "--from", out];
    let replayed = run(&again);
    assert_eq!(replayed.code, 0, "{}", replayed.stderr);
    assert!(replayed.stdout.contains("and not made again"), "{}", replayed.stdout);
    let rows = folder.path().join("x4-quick.rows");
    let text = fs::read_to_string(&rows).unwrap();
    // The verdict follows the rows: here those of matches that Iago loses.
    let lost = |line: &str| {
        let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(score) = row["value"].as_object_mut() {
            score.insert("games".to_owned(), 1000.into());
            score.insert("points".to_owned(), 300.into());
            score.insert("error".to_owned(), 0.02.into());
        }
        format!("{row}\n")
    };
    fs::write(&rows, text.lines().map(lost).collect::<Vec<_>>().concat()).unwrap();
    let refuted = run(&again);
    assert!(refuted.stdout.contains("**Verdict: does not agree.**"), "{}", refuted.stdout);
    // A missing row is an error.
    let cut: Vec<&str> = text.split_inclusive('\n').take(2).collect();
    fs::write(&rows, cut.concat()).unwrap();
    let missing = run(&again);
    assert_eq!(missing.code, 1);
    assert!(missing.error().contains("the log lacks the measurement"), "{}", missing.error());
}

#[test]
fn the_page_of_the_project_is_what_the_command_writes() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("reproductions.md");
    let from = format!("{docs}/reproductions");
    let written = page.to_str().unwrap();
    let result = run(&["lab", "reproduce", "all", "--from", &from, "--write", written]);
    assert_eq!(result.code, 0, "{}", result.stderr);
    let read = |path: &std::path::Path| fs::read_to_string(path).unwrap().replace('\r', "");
    let kept = std::path::Path::new(docs).join("reproductions.md");
    assert!(
        read(&page) == read(&kept),
        "write docs/reproductions.md again: willow lab reproduce all --from docs/reproductions \
         --write docs/reproductions.md --force"
    );
    for figure in fs::read_dir(folder.path().join("reproductions")).unwrap() {
        let figure = figure.unwrap();
        let kept = std::path::Path::new(&from).join(figure.file_name());
        assert!(read(&figure.path()) == read(&kept), "{}", figure.path().display());
    }
}
