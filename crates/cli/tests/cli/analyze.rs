//! `willow analyze`.

use std::fs;

use crate::run::{START, TWO_EMPTIES, run, run_in};

/// A game of the championship of 1977.
const GAME: &str = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1\
    b2h7a7a8a1g1g2h2h1";

/// The start board of a GGF record.
const BOARD: &str = "---------------------------O*------*O---------------------------";

/// The words of a fast analysis.
const FAST: [&str; 7] = ["analyze", "--level", "3", "--threads", "1", "--hash", "1M"];

fn analyze(words: &[&str]) -> crate::run::Run {
    run(&[&FAST[..], words].concat())
}

#[test]
fn json_has_an_object_for_every_move_and_a_summary() {
    let result = analyze(&["--json", "f5d6c3"]);
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let lines = result.json();
    assert_eq!(lines.len(), 4);
    let moves: Vec<_> = lines[..3].iter().map(|line| line["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["f5", "d6", "c3"]);
    assert_eq!(lines[1]["side"], "white");
    for line in &lines[..3] {
        assert!(line["loss_error"].as_f64().is_some_and(|error| 0.0 < error), "{line}");
        let loss = line["best_value"].as_f64().unwrap() - line["value"].as_f64().unwrap();
        assert!((line["loss"].as_f64().unwrap() - loss).abs() < 1e-9, "{line}");
    }
    assert_eq!(lines[3]["summary"]["games"], 1);
}

#[test]
fn a_position_has_all_its_moves_best_first() {
    let result = analyze(&["--json", START]);
    let lines = result.json();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[4]["summary"]["games"], 0, "a position is no game");
    let values: Vec<f64> = lines[..4].iter().map(|line| line["value"].as_f64().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert!(analyze(&[START]).stdout.starts_with("Position 1: "));
}

#[test]
fn the_report_has_graph_table_mistakes_and_players() {
    let result = analyze(&[GAME]);
    assert_eq!((result.code, &*result.stderr), (0, ""), "{result:?}");
    let text = &result.stdout;
    for part in ["Black's value in discs", " no. move", "played: ", "better: ", "mean loss"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert_eq!(*text, analyze(&[GAME]).stdout, "one thread and a level are repeatable");
}

#[test]
fn a_review_takes_rated_games_and_says_that_it_is_no_proof() {
    let folder = tempfile::TempDir::new().unwrap();
    let record = |ratings: &str| {
        format!(
            "(;GM[Othello]PB[bob]PW[eve]{ratings}TY[8]BO[8 {BOARD} *]B[f5//2]W[d6//3]B[c3//9];)\n"
        )
    };
    let games = record("RB[1700]RW[1650]").repeat(6) + &record("");
    fs::write(folder.path().join("bob.ggf"), games).unwrap();
    let result = run_in(folder.path(), &[&FAST[..], &["--review", "Bob", "bob.ggf"]].concat(), b"");
    assert_eq!((result.code, &*result.stderr), (0, ""), "{result:?}");
    let text = &result.stdout;
    assert!(text.contains("Bob, 6 latest rated games and 0 before"), "{text}");
    let seconds = text.lines().find(|line| line.starts_with("seconds a move")).unwrap();
    assert!(seconds.contains("5.50 ±0.00") && seconds.ends_with('-'), "{text}");
    assert!(text.contains("This is no proof.") && !text.contains("Black's value"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let result =
        run_in(folder.path(), &[&FAST[..], &["--review", "bobb", "bob.ggf"]].concat(), b"");
    assert_eq!((result.code, &*result.stdout), (1, ""), "{result:?}");
    assert!(result.stderr.starts_with("error: there is no rated game of `bobb`\n"), "{result:?}");
}

/// A pipe can be read only once.
#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_analyzed() {
    let folder = tempfile::TempDir::new().unwrap();
    let result = run_in(folder.path(), &[&FAST[..], &["/dev/stdin"]].concat(), b"f5d6c3\n");
    assert_eq!((result.code, &*result.stderr), (0, ""), "{result:?}");
    assert!(result.stdout.contains("c3"), "{result:?}");
}

#[test]
fn reasons_are_given_on_demand_in_both_languages_and_are_those_of_json() {
    let words = |text: &str| text.split_whitespace().collect::<String>();
    let silent = words(&analyze(&[GAME]).stdout);
    let json = analyze(&["--json", GAME]).json();
    for (language, field) in [("en", "text"), ("ja", "text_ja")] {
        let report = analyze(&["--explain", "--language", language, GAME]).stdout;
        let explained = words(&report);
        let mut n_reasons = 0;
        for line in &json {
            let class = line["class"].as_str().unwrap_or_default();
            for reason in line["reasons"].as_array().into_iter().flatten() {
                let text = words(reason[field].as_str().unwrap());
                assert!(!["best", "good"].contains(&class), "{line}");
                assert!(explained.contains(&text) && !silent.contains(&text), "{text}");
                n_reasons += 1;
            }
        }
        assert!(3 < n_reasons, "{report}");
        let columns =
            |line: &str| line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
        let japanese = report.lines().filter(|line| line.contains('黒') || line.contains('白'));
        assert!(japanese.clone().all(|line| columns(line) <= 78), "{report}");
    }
    assert_eq!(analyze(&["--language", "fr", GAME]).code, 2);
}

#[test]
fn changes_that_make_a_move_good_are_said_with_the_reasons() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let explained = words(&analyze(&["--explain", GAME]).stdout);
    let lines = analyze(&["--explain", "--json", GAME]).json();
    let changes: Vec<_> =
        lines.iter().filter_map(|line| line.get("counterfactual").map(|of| (line, of))).collect();
    assert!(!changes.is_empty(), "{explained}");
    for (line, change) in changes {
        let text = change["text"].as_str().unwrap();
        assert!(explained.contains(text), "{text}");
        let end = format!(", {} would be the best move.", line["move"].as_str().unwrap());
        assert!(text.ends_with(&end), "{text}");
        assert_ne!(line["class"], "best", "{line}");
    }
    let plain = analyze(&["--json", GAME]).json();
    assert!(plain.iter().all(|line| line.get("counterfactual").is_none()));
}

const ENDING: &str = "OOXXXXXXXOXXXXXXOOXOXOXXOOXXOXXXOOXOXOXX-O-OOOOXXOOOO--X-X------ X";

/// An ending of eleven empties is known long before the time is over, on a slow machine too.
#[test]
fn changes_are_looked_for_in_the_time_that_is_left() {
    let of = |rest: &[&str]| {
        let start = ["analyze", "--threads", "1", "--hash", "1M", "--json"];
        run(&[&start[..], rest, &[ENDING]].concat()).json()
    };
    let changes = |lines: Vec<serde_json::Value>| {
        lines.iter().filter(|line| line.get("counterfactual").is_some()).count()
    };
    assert!(0 < changes(of(&["--explain", "--time", "60s"])));
    assert_eq!(changes(of(&["--time", "60s"])), 0);
}

#[test]
fn the_opening_is_named() {
    let text = analyze(&["f5d6c3d3c4f4"]).stdout;
    assert!(text.contains("\nOpening: Tiger (虎), 5 plies\n"), "{text}");
    let lines = analyze(&["--json", "f5d6c3d3c4f4"]).json();
    let openings: Vec<_> = lines.iter().filter_map(|line| line["opening"].as_str()).collect();
    assert_eq!(openings, ["Perpendicular Opening", "Tiger"]);
    assert!(!analyze(&["f5"]).stdout.contains("Opening"), "the first move has no name");
}

#[test]
fn names_and_games_of_a_file_are_added_up() {
    let folder = tempfile::tempdir().unwrap();
    let game = |black: &str, white: &str| {
        format!(
            "(;GM[Othello]PB[{black}]PW[{white}]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)\n"
        )
    };
    fs::write(folder.path().join("games.ggf"), game("Ann", "Bob") + &game("Cid", "Ann")).unwrap();
    let words = [&FAST[..], &["--json", "games.ggf"]].concat();
    let result = run_in(folder.path(), &words, b"");
    let lines = result.json();
    let players = lines.last().unwrap()["summary"]["players"].as_array().unwrap().clone();
    let of = |player: &serde_json::Value| {
        let number = |name: &str| player[name].as_u64().unwrap();
        (player["name"].as_str().unwrap().to_owned(), number("games"), number("moves"))
    };
    let players: Vec<_> = players.iter().map(of).collect();
    let expected = [("Ann", 2, 3), ("Bob", 1, 1), ("Cid", 1, 2)];
    assert_eq!(players, expected.map(|(name, games, moves)| (name.to_owned(), games, moves)));
}

#[test]
fn a_wrong_input_is_reported_and_the_others_are_analyzed() {
    let result = analyze(&["--json", "f5f5", TWO_EMPTIES, "f5"]);
    assert_eq!(result.code, 1);
    assert!(result.error().starts_with("input 1: "), "{result:?}");
    let ids: Vec<_> = result.json().iter().filter_map(|line| line["id"].as_u64()).collect();
    assert_eq!(ids, [3], "a forced pass is no decision");
}

#[test]
fn annotated_games_are_files() {
    let folder = tempfile::tempdir().unwrap();
    let words = [&FAST[..], &["--write", "annotated.sgf", GAME, "f5d6"]].concat();
    let result = run_in(folder.path(), &words, b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let errors = result.stdout.matches("  played: ").count();
    // The annotated games are read back, with their values and remarks.
    let games = willow_records::read(read("annotated.sgf").as_bytes()).unwrap();
    assert_eq!(games.len(), 2);
    let record = games[0].item.clone().into_record();
    assert_eq!(willow_records::transcript::write(&record.game), GAME);
    let notes: Vec<_> = (0..record.game.n_plies()).filter_map(|ply| record.note(ply)).collect();
    assert_eq!(notes.len(), 60);
    assert!(notes.iter().all(|note| note.eval.is_some()));
    assert_eq!(notes.iter().filter(|note| note.comment.contains("Better: ")).count(), errors);
    assert!(record.comment.contains("mean loss"), "{}", record.comment);
    let twice = [&FAST[..], &["--write", "a.ggf", "-o", "b.sgf", "f5"]].concat();
    assert_eq!(run_in(folder.path(), &twice, b"").code, 0);
    assert!(read("a.ggf").contains("B[f5") && read("b.sgf").contains("B[f5]"));
    let same =
        run_in(folder.path(), &[&FAST[..], &["-o", "c.ggf", "-o", "c.ggf", "f5"]].concat(), b"");
    assert_eq!((same.code, same.error()), (2, "c.ggf: two files would have this name"));
    // Nothing that exists is overwritten without --force.
    let again = run_in(folder.path(), &words, b"");
    assert_eq!((again.code, &*again.stdout), (1, ""), "{again:?}");
    let wrong = run(&[&FAST[..], &["--write", "games.txt", "f5"]].concat());
    assert_eq!(wrong.code, 2, "{wrong:?}");
}

/// c1 is Black's move and White must pass: the next one is the second.
#[test]
fn a_pass_has_no_number_as_in_play() {
    let start = "-".repeat(48);
    let game = format!("(;GM[Othello]TY[8]BO[8 *O------{start}*O------ *]B[c1]W[pass]B[c8];)");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.ggf"), game).unwrap();
    let result = run_in(folder.path(), &[&FAST[..], &["game.ggf"]].concat(), b"");
    let is_second = |line: &&str| line.starts_with("   2 ");
    assert!(
        result.stdout.lines().any(|line| is_second(&line) && line.contains("c8")),
        "{result:?}"
    );
    let json = run_in(folder.path(), &[&FAST[..], &["--json", "game.ggf"]].concat(), b"").json();
    assert_eq!(json[1]["ply"], 3, "scripts count plies");
}

#[cfg(unix)]
#[test]
fn a_long_analysis_says_how_long_before_it_begins() {
    use crate::run::{Process, wait_for};

    let folder = tempfile::tempdir().unwrap();
    let (_analysis, mut notes) =
        Process::logging(folder.path(), &["analyze", "--level", "40", "--threads", "1", GAME]);
    let said = wait_for(&mut notes, "note: ");
    assert!(said.contains("`--level 10`"), "{said}");
}

/// Ctrl-C in the middle of a long analysis: the ending is analyzed at once, the game would take hours.
#[cfg(unix)]
#[test]
fn an_interrupted_analysis_prints_what_it_found() {
    use std::io::Read as _;

    use crate::run::{Process, wait_for};

    let folder = tempfile::tempdir().unwrap();
    let words = [&["analyze", "--json", "--level", "30", "--threads", "1"], &[ENDING, GAME][..]];
    let mut child = Process::start(folder.path(), &words.concat());
    let mut output = child.output();
    wait_for(&mut output, "\"id\":1");
    child.send_signal("INT");
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    assert_eq!(child.0.wait().unwrap().code(), Some(130), "{text}");
    assert!(text.lines().last().unwrap().starts_with("{\"summary\""), "{text}");
}
