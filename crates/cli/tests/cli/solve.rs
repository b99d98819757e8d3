//! `willow solve`.

use serde_json::json;

use crate::run::{START, TWO_EMPTIES, run, run_in};

#[test]
fn json_has_the_position_and_the_best_line() {
    let result = run(&["solve", "--json", "--threads", "1", "--hash", "1M", TWO_EMPTIES]);
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let line = &result.json()[0];
    assert_eq!(line["id"], 1);
    assert_eq!(line["position"], TWO_EMPTIES);
    assert_eq!(line["empties"], 2);
    assert_eq!(line["threads"], 1);
    assert_eq!(line["pv"][0], line["best"]);
}

/// With one empty square the search enters only the filled board. The board that is given is not
/// counted.
#[test]
fn nodes_are_counted_with_and_without_terminal_nodes() {
    let one_empty = format!("-{}X{} X", "O".repeat(6), "O".repeat(56));
    let result = run(&["solve", "--json", "--threads", "1", "--hash", "1M", &one_empty]);
    let line = &result.json()[0];
    let (nodes, without) = (&line["nodes"], &line["nodes_without_filled"]);
    assert_eq!((nodes.as_u64(), without.as_u64()), (Some(1), Some(0)), "{line}");
    let result = run(&["solve", "--threads", "1", "--hash", "1M", &one_empty]);
    let text =
        format!("\n{without} nodes without filled boards, as Edax and Egaroucid count them\n");
    assert!(result.stdout.ends_with(&text), "{}", result.stdout);
}

#[test]
fn all_moves_are_scored_best_first() {
    let result = run(&["solve", "--json", "--all-moves", "--hash", "1M", TWO_EMPTIES]);
    let line = &result.json()[0];
    assert_eq!(line["moves"][0], json!({"move": line["best"], "score": line["score"]}));
}

#[test]
fn a_forced_pass_is_the_only_move_and_a_finished_game_has_none() {
    let pass = "XXXXXXXX-XOXXXXXXXXXXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-OO X";
    let over = format!("{} X", "X".repeat(64));
    let words = ["solve", "--json", "--all-moves", "--hash", "1M", pass, &over];
    let lines = run(&words).json();
    assert_eq!(
        (&lines[0]["best"], &lines[0]["moves"][0]["move"]),
        (&json!("pass"), &json!("pass"))
    );
    assert_eq!((&lines[1]["best"], &lines[1]["score"]), (&json!(null), &json!(64)));
    assert_eq!((&lines[1]["pv"], &lines[1]["moves"]), (&json!([]), &json!([])));
}

#[test]
fn with_wld_the_score_is_its_sign() {
    let over = format!("{} O", "X".repeat(64));
    let result = run(&["solve", "--json", "--wld", "--hash", "1M", &over]);
    assert_eq!(result.json()[0]["score"], -1);
    let result = run(&["solve", "--wld", "--hash", "1M", &over]);
    assert!(result.stdout.contains("loss"), "{}", result.stdout);
}

#[test]
fn every_line_of_a_file_is_an_item_with_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("% two problems\n{TWO_EMPTIES}; % easy\n\n{TWO_EMPTIES}\n");
    std::fs::write(folder.path().join("two.obf"), &file).unwrap();
    for (words, stdin) in [
        (vec!["solve", "--json", "--hash", "1M", "two.obf"], ""),
        (vec!["solve", "--json", "--hash", "1M", "-"], &file[..]),
    ] {
        let lines = run_in(folder.path(), &words, stdin.as_bytes()).json();
        let ids: Vec<_> = lines.iter().map(|line| line["id"].as_u64().unwrap()).collect();
        assert_eq!(ids, [2, 4]);
    }
}

#[test]
fn errors_in_an_input_do_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bad.txt"), "f5d6\nf5f5\n").unwrap();
    let words = ["solve", "--json", "--hash", "1M", TWO_EMPTIES, "missing", TWO_EMPTIES];
    let result = run_in(folder.path(), &words, b"");
    assert_eq!(result.code, 1);
    assert_eq!(result.error(), "missing: no such file");
    let ids: Vec<_> = result.json().iter().map(|line| line["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [1, 3]);
}

#[test]
fn an_existing_path_wins_over_a_position() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(START), TWO_EMPTIES).unwrap();
    let words = ["solve", "--json", "--hash", "1M", START];
    let result = run_in(folder.path(), &words, b"");
    assert_eq!(result.json()[0]["empties"], 2);
}

#[test]
fn a_row_in_a_pipe_has_the_whole_line_of_play() {
    let position = "-XXXXX--XOOOXO--XOOXOOOOXOOOXOOOXOOOOXOOXOOOOOXOXOXXXXXXOOOOOOOO X";
    let row = run(&["solve", "--hash", "1M", position]).stdout;
    let json = &run(&["solve", "--hash", "1M", "--json", position]).json()[0];
    let line: Vec<&str> =
        json["pv"].as_array().unwrap().iter().filter_map(|mv| mv.as_str()).collect();
    assert!(row.lines().nth(1).unwrap().ends_with(&line.join(" ")), "{row}");
}

/// A game may be over with most squares empty: there is nothing that takes long.
#[test]
fn a_finished_game_with_many_empty_squares_has_no_warning() {
    let result = run(&["solve", "e6f4e3f6g5d6e7f5c5"]);
    assert_eq!((result.code, &*result.stderr), (0, ""), "{result:?}");
    assert!(result.stdout.contains("-64"), "{result:?}");
}
