//! `willow match` with several players, its files, and what a kill leaves of it.

use std::fs;
use std::path::Path;

use crate::run::{run, run_in};

const THREE: [&str; 7] =
    ["match", "random:seed=1", "maximizer", "iago-1982:depth=1", "--games", "4", "--seed=5"];

fn with<'a>(options: &[&'a str]) -> Vec<&'a str> {
    [&THREE[..], options].concat()
}

#[test]
fn the_table_is_the_books_with_ratings_below() {
    let result = run(&THREE);
    assert_eq!((result.code, &*result.stderr), (0, ""));
    // The name, the points of all games, and those against each player; further down the names again.
    let lines: Vec<&str> = result.stdout.lines().filter(|line| line.contains("---")).collect();
    for (line, name) in lines.iter().zip(["random:seed=1", "maximizer", "iago-1982:depth=1"]) {
        assert!(line.starts_with(name), "{line}");
    }
    let points: f64 = lines[..3]
        .iter()
        .map(|line| line[20..].split(':').next().unwrap().trim().parse::<f64>().unwrap())
        .sum();
    assert!((points - 12.0).abs() < 1e-9, "{}", result.stdout);
    for part in ["black +=-", "95% interval", "s/move"] {
        assert!(result.stdout.contains(part), "{part} is missing in {}", result.stdout);
    }
}

#[test]
fn json_has_every_game_and_the_standings() {
    let result = run(&with(&["--json"]));
    let lines = result.json();
    assert_eq!((result.code, lines.len()), (0, 13));
    let summary = &lines[12]["summary"];
    let players = summary["players"].as_array().unwrap();
    assert_eq!(players.len(), 3);
    for player in players {
        assert_eq!(player["games"], 8);
        assert!(player["elo_low"].as_f64() <= player["elo"].as_f64());
    }
    let ratings: f64 = players.iter().filter_map(|player| player["elo"].as_f64()).sum();
    assert!(ratings.abs() < 1e-6, "ratings are about a mean of 0");
}

#[test]
fn games_are_written_in_the_format_of_the_extension() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["r.ggf", "r.sgf", "r.wtb"];
    let words = ["--json", "--write", names[0], "--write", names[1], "--write", names[2]];
    let result = run_in(folder.path(), &with(&words), b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let games = result.json();
    let played: Vec<&str> = games[..12].iter().map(|g| g["moves"].as_str().unwrap()).collect();
    // The formats are read back by our own reader: the same moves.
    for name in names {
        assert_eq!(run_in(folder.path(), &["convert", name, "back.txt", "--force"], b"").code, 0);
        let text = fs::read_to_string(folder.path().join("back.txt")).unwrap();
        // WTHOR has every game turned so that it begins with f5.
        let is_turned = name.ends_with("wtb");
        assert_eq!(text.lines().count(), played.len(), "{name}");
        for (moves, played) in text.lines().zip(&played) {
            assert!(is_turned && moves.starts_with("f5") || moves == *played, "{name}: {moves}");
            assert_eq!(moves.len(), played.len(), "{name}");
        }
    }
    let again = run_in(folder.path(), &with(&["--write", "r.ggf"]), b"");
    assert_eq!((again.code, again.error()), (1, "r.ggf: the file already exists"));
    let unknown = run_in(folder.path(), &with(&["--write", "r.xlsx"]), b"");
    assert_eq!(unknown.code, 2, "{unknown:?}");
    assert!(unknown.error().starts_with("r.xlsx: "), "{unknown:?}");
}

/// A kill gives the program no chance to write anything: what was shown must be in the file before.
#[cfg(unix)]
#[test]
fn a_kill_loses_at_most_the_game_in_progress() {
    use std::process::{Command, Stdio};

    use crate::run::{Process, happens};

    let folder = tempfile::tempdir().unwrap();
    let program = crate::run::willow(folder.path()).get_program().to_owned();
    let shown = fs::File::create(folder.path().join("shown")).unwrap();
    let child = Command::new(program)
        .args(["match", "random:seed=1", "maximizer", "random:seed=2", "--games", "100000"])
        .args(["--openings", "start", "--resume", "m.jsonl", "--json"])
        .current_dir(folder.path())
        .stdout(shown)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let child = Process(child);
    assert!(happens(|| 20 <= whole_lines(folder.path(), "shown").len()), "20 games");
    drop(child);
    let shown = whole_lines(folder.path(), "shown");
    let kept = whole_lines(folder.path(), "m.jsonl");
    assert!(shown.len() < kept.len() && kept.len() <= shown.len() + 2, "settings, and one at most");
    assert_eq!(kept[1..=shown.len()], shown);
}

#[cfg(unix)]
fn whole_lines(folder: &Path, name: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.join(name)).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |last| &text[..last]);
    whole.lines().map(str::to_owned).collect()
}
