//! `willow match`.

use std::fs;

use serde_json::Value;

use crate::run::{Run, run, run_in};

const RANDOM: [&str; 3] = ["match", "random:seed=1", "random:seed=2"];

fn with<'a>(options: &[&'a str]) -> Vec<&'a str> {
    [&RANDOM[..], options].concat()
}

/// Returns the games of a run without the times, which differ from run to run.
fn games(result: &Run) -> Vec<Value> {
    let mut lines = result.json();
    assert!(lines.pop().expect("there is a summary")["summary"].is_object());
    for game in &mut lines {
        let game = game.as_object_mut().expect("a game is an object");
        game.retain(|name, _| !name.ends_with("_seconds"));
    }
    lines
}

#[test]
fn openings_are_the_start_for_two_games_and_random_for_more() {
    let two = games(&run(&with(&["--json"])));
    assert!(two.len() == 2 && two.iter().all(|game| game["opening"] == ""), "{two:?}");
    let four = games(&run(&with(&["--games", "4", "--json"])));
    assert!(four.iter().all(|game| game["opening"].as_str().unwrap().len() == 16), "{four:?}");
    assert_eq!(four[0]["opening"], four[1]["opening"]);
    assert_eq!(four[0]["black"], four[1]["white"]);
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("openings.txt"), "f5d6\nf5f6\n").unwrap();
    let words = with(&["--games", "6", "--json", "--openings", "openings.txt"]);
    let openings: Vec<_> =
        games(&run_in(folder.path(), &words, b"")).iter().map(|g| g["opening"].clone()).collect();
    assert_eq!(openings, ["f5d6", "f5d6", "f5f6", "f5f6", "f5d6", "f5d6"]);
}

#[test]
fn the_same_seed_is_the_same_match_however_many_games_run_at_once() {
    let words = ["match", "random", "random", "--games", "20", "--seed", "3", "--json"];
    let one = games(&run(&words));
    let three = games(&run(&[&words[..], &["--threads", "3"]].concat()));
    assert_eq!(one, three);
}

/// Without `--seed`; the games of a match differ.
#[test]
fn players_with_seeds_play_the_same_match_again() {
    let play = |players: [&str; 2]| {
        games(&run(&[&["match", "--games", "2", "--json"], &players[..]].concat()))
    };
    let seeded = ["random:seed=1", "switch:plies=4,first=(random:seed=2),then=maximizer"];
    let [first, again] = [play(seeded), play(seeded)];
    assert_eq!(first[0]["moves"], again[0]["moves"]);
    assert_eq!(first[1]["moves"], again[1]["moves"]);
    assert_ne!(first[0]["moves"], first[1]["moves"]);
    assert_ne!(play(["random", "random"])[0]["moves"], play(["random", "random"])[0]["moves"]);
}

#[test]
fn a_match_goes_on_where_its_file_ends() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run_in(
        folder.path(),
        &with(&["--games", "10", "--seed", "5", "--json", "--resume", "whole.jsonl"]),
        b"",
    );
    let text = fs::read_to_string(folder.path().join("whole.jsonl")).unwrap();
    // Settings, four games and a half: what a crash leaves behind.
    let part: Vec<&str> = text.split_inclusive('\n').take(6).collect();
    let part = part.concat();
    fs::write(folder.path().join("part.jsonl"), &part[..part.len() - 30]).unwrap();
    let rest = run_in(folder.path(), &["match", "--resume", "part.jsonl", "--json"], b"");
    assert_eq!((rest.code, games(&rest)), (0, games(&whole)));
    let lines = fs::read_to_string(folder.path().join("part.jsonl")).unwrap().lines().count();
    assert_eq!(lines, 11);
    let other = run_in(folder.path(), &with(&["--games", "8", "--resume", "part.jsonl"]), b"");
    assert_eq!((other.code, other.error()), (2, "the file contains a match with other settings"));
}

#[test]
fn a_sequential_test_ends_early_and_says_no_by_its_exit_code() {
    let words =
        ["match", "random:seed=1", "willow:depth=1,hash=1M", "--sprt", "0,50", "--seed", "1"];
    let result = run(&words);
    assert_eq!((result.code, &*result.stderr), (1, ""), "{}", result.stdout);
    assert!(result.stdout.contains(": accepted 0 Elo over 50"), "{}", result.stdout);
}

/// A script that only looks at the exit code learns that nothing was measured.
#[test]
#[cfg(unix)]
fn a_match_of_forfeits_alone_has_an_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"while read -r id line; do
  case $line in
    quit*) exit;;
    genmove*) printf '=%s a1\n\n' "$id";;
    *) printf '=%s\n\n' "$id";;
  esac
done"#;
    fs::write(folder.path().join("engine.sh"), script).unwrap();
    let engine = "gtp:cmd=sh engine.sh";
    let match_of = ["match", "random", engine, "--games", "2", "--json"];
    let result = run_in(folder.path(), &match_of, b"");
    assert_eq!(result.code, 1, "{result:?}");
    let is_forfeited =
        |game: &Value| game["reason"].as_str().is_some_and(|it| it.contains("forfeit"));
    assert!(games(&result).iter().all(is_forfeited), "{result:?}");
}

#[test]
fn print_shows_the_boards() {
    let result = run(&with(&["--games", "1", "--print"]));
    assert!(60 <= result.stdout.matches("a b c d e f g h").count(), "{}", result.stdout);
    assert!(result.stdout.contains("Game 1: "), "{}", result.stdout);
}

/// What a file of `--write` lacks is said before the first game.
#[test]
fn files_that_cannot_be_written_are_named_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.trn"), "").unwrap();
    fs::write(folder.path().join("starts.txt"), format!("{}\n", crate::run::START)).unwrap();
    let other = format!("{}\n", crate::run::START.replace("OX------XO", "OX------XX"));
    fs::write(folder.path().join("positions.txt"), other).unwrap();
    let message = |words: &[&str]| {
        let result = run_in(folder.path(), &with(words), b"");
        assert_eq!(result.stdout, "", "no game was played");
        result.error().to_owned()
    };
    assert_eq!(
        message(&["--write", "nodir/x.ggf"]),
        "cannot write nodir/x.ggf: there is no folder nodir"
    );
    assert!(message(&["--write", "x.wtb"]).starts_with("x.trn: the file already exists"));
    for file in ["y.wtb", "y.txt"] {
        let said = message(&["--openings", "positions.txt", "--write", file]);
        assert!(said.ends_with("holds only games from the standard start position"), "{said}");
    }
    for (openings, file) in [("positions.txt", "y.ggf"), ("starts.txt", "y.wtb")] {
        let words = with(&["--openings", openings, "--write", file]);
        assert_eq!(run_in(folder.path(), &words, b"").code, 0, "{file}");
    }
}

/// No system has names of files as long as this one, which is known when it is written.
#[test]
fn the_games_of_a_finished_match_outlive_a_failure_at_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let too_long = format!("{}.ggf", "x".repeat(300));
    let result = run_in(folder.path(), &with(&["--seed", "3", "--write", &too_long]), b"");
    assert_eq!(result.code, 1);
    assert!(result.error().starts_with("cannot write xxx"), "{result:?}");
    let saved = folder.path().join("home/matches/match-3-1.jsonl");
    assert!(result.stderr.contains(&saved.display().to_string()), "{result:?}");
    let words = ["match", "--resume", saved.to_str().unwrap(), "--write", "games.ggf"];
    assert_eq!(run_in(folder.path(), &words, b"").code, 0);
    let table = fs::read_to_string(folder.path().join("games.ggf")).unwrap();
    assert_eq!(table.lines().count(), 2);
}

/// Ctrl-C, `kill` and a closed terminal leave a summary, the files of `--write`, and a file to go on
/// with.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_match_in_order() {
    for signal in ["INT", "TERM", "HUP"] {
        end_match(signal, &["random:seed=1", "random:seed=2"]);
    }
    end_match("TERM", &["random:seed=1", "random:seed=2", "random:seed=3"]);
}

/// Returns whether this process ignores SIGHUP, as far as the system tells it.
#[cfg(unix)]
fn is_hang_up_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}

#[cfg(unix)]
fn end_match(signal: &str, players: &[&str]) {
    use std::process::Command;

    use crate::run::{Process, happens};

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let create = |name: &str| fs::File::create(path(name)).unwrap();
    let program = crate::run::willow(folder.path()).get_program().to_owned();
    let options = ["--games", "100000", "--openings", "start", "--resume", "m.jsonl", "--json"];
    let mut command = Command::new(&program);
    if is_hang_up_ignored() {
        // These tests run under `nohup`, which the child would inherit.
        command = Command::new("env");
        command.arg("--default-signal=HUP").arg(&program);
    }
    command.arg("match").args(players).args(options).args(["--write", "games.ggf"]);
    command.current_dir(folder.path()).stdout(create("stdout")).stderr(create("stderr"));
    let mut child = Process(command.spawn().unwrap());
    // It listens before it writes the first game.
    let has_begun = || fs::read(path("m.jsonl")).is_ok_and(|bytes| 1000 < bytes.len());
    assert!(happens(has_begun), "{signal}: no game was written");
    child.send_signal(signal);
    let status = child.0.wait().unwrap();
    let stderr = fs::read_to_string(path("stderr")).unwrap();
    let exit_code = [("HUP", 129), ("INT", 130), ("TERM", 143)].into_iter().find(|s| s.0 == signal);
    assert_eq!(status.code(), exit_code.map(|pair| pair.1), "{signal}: {stderr}");
    assert!(stderr.starts_with("error: interrupted after "), "{signal}: {stderr}");
    let hint = "hint: continue with `willow match --resume m.jsonl`\n";
    assert!(stderr.ends_with(hint), "{signal}: {stderr}");
    let lines = |name: &str| -> Vec<String> {
        fs::read_to_string(path(name)).unwrap().lines().map(str::to_owned).collect()
    };
    let n_games = lines("m.jsonl").len() - 1;
    assert!(lines("stdout").last().unwrap().starts_with("{\"summary\":"), "{signal}");
    assert_eq!(lines("stdout").len(), n_games + 1, "{signal}");
    assert_eq!(lines("games.ggf").len(), n_games, "{signal}");
}
