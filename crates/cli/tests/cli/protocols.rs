//! The engine behind its protocols, and players that drive it.

use crate::run::{Run, run_in, willow};

/// Runs a command in an empty folder with this standard input.
fn serve(words: &[&str], stdin: &str) -> Run {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    run_in(folder.path(), words, stdin.as_bytes())
}

/// Returns the SPEC of the program itself behind a protocol.
fn own_spec(keys: &str, command: &str) -> String {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let program = willow(folder.path()).get_program().to_owned();
    format!("{keys}cmd=\"{}\" {command}", program.to_str().expect("the path is text"))
}

#[test]
fn gtp_answers_in_order_and_ends_with_quit() {
    let run = serve(
        &["gtp", "--level", "1"],
        "1 name\n2 play b f5\r\n# a remark\n3 genmove w\n4 play b a1\n5 quit\nname\n",
    );
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let answers: Vec<&str> = run.stdout.split_terminator("\n\n").collect();
    assert_eq!((answers.len(), answers[0], answers[1]), (5, "=1 Willow", "=2"));
    assert!(["=3 D6", "=3 F4", "=3 F6"].contains(&answers[2]), "{run:?}");
    assert_eq!(answers[3], "?4 illegal move: a1 flips no disc");
    assert_eq!(answers[4], "=5");
}

#[test]
fn gtp_loads_games_and_ends_with_its_input() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let game = "(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[c3])";
    std::fs::write(folder.path().join("a game.sgf"), game).expect("there is room for a game");
    let stdin = b"loadsgf a game.sgf\ngogui-rules_side_to_move\nloadsgf missing.sgf\n";
    let run = run_in(folder.path(), &["gtp"], stdin);
    assert!(run.stdout.starts_with("=\n\n= white\n\n? cannot load file: "), "{run:?}");
    assert_eq!(run.code, 0);
}

#[test]
fn nboard_answers_scripts_and_ignores_what_it_does_not_know() {
    let game = "set game (;GM[Othello]BO[8 ---------------------------O*------*O-----------------\
                ---------- *]B[F5];)";
    let stdin = format!("nboard 2\nset depth 2\n{game}\nfly\nping 4\nhint 2\ngo\n");
    let run = serve(&["nboard"], &stdin);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("set myname Willow\npong 4\nstatus Analyzing\nsearch "));
    assert_eq!(run.stdout.lines().filter(|line| line.starts_with("=== ")).count(), 1, "{run:?}");
}

/// A search that would take for ever ends with the ping behind it.
#[test]
fn a_ping_ends_a_search_before_it_is_answered() {
    let run =
        serve(&["nboard"], "nboard 2\nset depth 60\ngo\nping 1\nset depth 60\nhint 4\nquit\n");
    assert_eq!(run.code, 0);
    let place = |begin: &str| run.stdout.lines().position(|line| line.starts_with(begin));
    assert!(place("=== ").is_some() && place("=== ") < place("pong 1"), "{run:?}");
}

#[test]
fn the_engine_plays_against_itself_through_both_protocols() {
    let gtp = own_spec("gtp:depth=3,", "gtp");
    let nboard = own_spec("nboard:depth=3,", "nboard");
    let opponent = "willow:depth=1";
    for spec in [gtp.as_str(), nboard.as_str()] {
        let run = serve(&["match", spec, opponent, "--games", "2", "--json"], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
        let lines = run.json();
        for line in &lines[..2] {
            assert_eq!(line["reason"], "neither side can move", "{line}");
        }
    }
    let run = serve(&["match", &gtp, &nboard, "--games", "2", "--clock", "0:30+1", "--json"], "");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.json()[..2].iter().all(|line| line["reason"] == "neither side can move"));
}

#[test]
fn a_program_that_is_no_engine_forfeits_and_is_named() {
    let spec = own_spec("gtp:timeout=20s,", "--version");
    let run = serve(&["match", &spec, "random", "--games", "2", "--json"], "");
    let lines = run.json();
    let reasons: Vec<&str> = lines[..2].iter().filter_map(|line| line["reason"].as_str()).collect();
    assert!(reasons.iter().all(|reason| reason.contains("forfeited")), "{run:?}");
    let run = serve(&["match", "gtp:depth=3", "random"], "");
    assert_eq!((run.code, run.error()), (2, "`gtp` needs `cmd`"));
}

/// Runs the files of `tests/regressions` as `gogui-regress` does: a line `#? [TEXT]` behind a command has the
/// answer to it, with alternatives between bars.
#[test]
fn regression_tests_pass() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/regressions");
    let files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(2 <= files.len(), "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let run = serve(&["gtp", "--level", "20"], &text);
        let answers: Vec<&str> = run.stdout.split_terminator("\n\n").collect();
        assert!(
            answers.iter().all(|answer| answer.starts_with('=')),
            "{}: {answers:?}",
            file.display()
        );
        let lines: Vec<&str> = text.lines().collect();
        let mut n_checked = 0;
        for pair in lines.windows(2) {
            let Some(expected) = pair[1].strip_prefix("#? [") else { continue };
            let id = pair[0].split(' ').next().unwrap();
            let begin = format!("={id} ");
            let answer = answers.iter().find_map(|answer| answer.strip_prefix(&*begin)).unwrap();
            let mut expected =
                expected.trim_end_matches(']').split('|').map(|text| text.replace('\\', ""));
            assert!(expected.any(|text| text == answer), "{}, {id}: {answer}", file.display());
            n_checked += 1;
        }
        assert_eq!(n_checked, text.matches("#?").count(), "{}", file.display());
        assert!(5 <= n_checked, "{}", file.display());
    }
}
