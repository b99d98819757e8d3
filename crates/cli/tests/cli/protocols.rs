//! The engine behind its protocols, and players that drive it.

use std::io::{BufRead, Read, Write};
use std::time::{Duration, Instant};

use crate::run::{Process, Run, happens, run_in, wait_for, willow};

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
fn a_line_of_megabytes_gets_one_error_and_what_follows_is_read() {
    let stdin = format!("{}\nname\n", "x".repeat(3_000_000));
    let run = serve(&["gtp", "-l", "1", "-t", "1"], &stdin);
    assert_eq!((run.code, run.stdout.as_str()), (0, "? unknown command\n\n= Willow\n\n"));
}

/// Black wipes White out with c5, which a search one ply deep must see as the list of values does. Reported by a user.
#[test]
fn the_weakest_level_wipes_out_as_its_list_of_values_says() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let moves = "e6f4e3f6g5d6e7f5";
    std::fs::write(folder.path().join("wipe.txt"), moves).expect("there is room for a game");
    let run =
        run_in(folder.path(), &["gtp", "--level", "1"], b"loadsgf wipe.txt\ngenmove b\nundo\n");
    assert_eq!((run.code, run.stdout.as_str()), (0, "=\n\n= C5\n\n=\n\n"));
    let plays =
        "play b e6\nplay w f4\nplay b e3\nplay w f6\nplay b g5\nplay w d6\nplay b e7\nplay w f5\n";
    let dialogue = format!("{plays}genmove b\nfinal_score\n");
    let run = run_in(folder.path(), &["gtp", "--level", "1"], dialogue.as_bytes());
    assert_eq!(run.stdout, format!("{}= C5\n\n= B+64\n\n", "=\n\n".repeat(8)));
    let values = run_in(folder.path(), &["eval", "--level", "1", "--all-moves", moves], b"").stdout;
    let best: Vec<&str> = values.lines().nth(2).expect("a list").split_whitespace().collect();
    assert_eq!(best[..2], ["c5", "+64.00"], "{values}");
}

/// Nine moves and a pass after the end, which `undo` takes back before the last move. Reported by a user.
#[test]
fn gtp_takes_back_the_pass_after_the_end() {
    let moves = ["b e6", "w f4", "b e3", "w f6", "b g5", "w d6", "b e7", "w f5", "b c5"];
    let plays: String = moves.map(|mv| format!("play {mv}\n")).concat();
    let run = serve(
        &["gtp"],
        &format!("{plays}genmove w\nundo\nfinal_score\ngogui-rules_side_to_move\n"),
    );
    let answers: Vec<&str> = run.stdout.split_terminator("\n\n").skip(moves.len()).collect();
    assert_eq!(answers, ["= PASS", "=", "= B+64", "= white"], "{run:?}");
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
fn a_program_that_is_no_engine_is_an_error_before_the_first_game() {
    for (spec, reason) in [
        (own_spec("gtp:timeout=20s,", "--version"), "the engine exited"),
        (own_spec("nboard:timeout=20s,", "no-such-command"), "the engine exited"),
        ("gtp:cmd=willow-has-no-such-program".to_owned(), "cannot start"),
    ] {
        let run = serve(&["match", "random", &spec, "--games", "2", "--json"], "");
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
        assert!(run.error().contains(reason), "{run:?}");
    }
    let run = serve(&["match", "gtp:depth=3", "random"], "");
    assert_eq!((run.code, run.error()), (2, "`gtp` needs `cmd`"));
}

/// Passes commands to the engine and returns its answers. The input stays open: its end would end the searches.
fn answers_to(commands: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Process::start(folder.path(), &["gtp", "--level", "20"]);
    let mut input = engine.0.stdin.take().unwrap();
    input.write_all(commands.as_bytes()).unwrap();
    let n_commands =
        commands.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
    let mut output = engine.output();
    let mut answer = || {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        output.read_line(&mut String::new()).unwrap();
        line.trim_end().to_owned()
    };
    (0..n_commands).map(|_| answer()).collect()
}

/// A GUI that crashes leaves no engine behind that searches for hours.
#[test]
fn a_search_ends_with_the_input_with_the_output_and_with_quit() {
    let search = |words: &[&str], lines: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut engine = Process::start(folder.path(), words);
        let mut input = engine.0.stdin.take().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        (engine, input)
    };
    let ends = |mut engine: Process| {
        let start = Instant::now();
        assert!(happens(|| engine.0.try_wait().unwrap().is_some()));
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    };
    let gtp = ["gtp", "--level", "60"];
    let (engine, input) = search(&gtp, "genmove b\n");
    drop(input);
    ends(engine);
    let (mut engine, _input) = search(&gtp, "genmove b\nquit\n");
    let mut output = String::new();
    engine.output().read_to_string(&mut output).unwrap();
    assert_eq!(output.matches("\n\n").count(), 2, "{output}");
    ends(engine);
    let (mut engine, input) = search(&["nboard"], "nboard 2\nset depth 60\ngo\n");
    wait_for(&mut engine.output(), "search ");
    drop(input);
    ends(engine);
    #[cfg(unix)]
    {
        let (mut engine, _input) = search(&gtp, "genmove b\n");
        drop(engine.output());
        ends(engine);
    }
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
        let answers = answers_to(&text);
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
