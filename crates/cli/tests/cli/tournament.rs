//! `willow tournament`: formats, files, a resumed run, and a match's games for two players.

use std::fs;

use serde_json::Value;

use crate::run::{run, run_in};

const FOUR: [&str; 6] = [
    "tournament",
    "random:seed=1",
    "maximizer",
    "iago-1982:depth=1",
    "alpha-beta:depth=2",
    "--seed=5",
];

fn with<'a>(options: &[&'a str]) -> Vec<&'a str> {
    [&FOUR[..], options].concat()
}

fn moves(games: &[Value]) -> Vec<String> {
    games.iter().map(|game| game["moves"].as_str().unwrap().to_owned()).collect()
}

/// Two players: the games are those of the match with the same seed.
#[test]
fn two_players_play_the_games_of_a_match() {
    let players = ["random:seed=1", "alpha-beta:depth=2"];
    for (games, openings) in [("2", "start"), ("6", "random:8")] {
        let tail = ["--games", games, "--seed", "7", "--json"];
        let of = |command: &'static str| {
            let result = run(&[&[command][..], &players[..], &tail[..]].concat());
            assert_eq!((result.code, &*result.stderr), (0, ""));
            result.json()
        };
        let (tournament, of_match) = (of("tournament"), of("match"));
        let n: usize = games.parse().unwrap();
        assert_eq!((tournament.len(), of_match.len()), (n + 1, n + 1));
        assert_eq!(moves(&tournament[..n]), moves(&of_match[..n]));
        let opening = |game: &Value| game["opening"].as_str().unwrap().is_empty();
        assert_eq!(opening(&tournament[0]), openings == "start");
        let standings = tournament[n]["summary"]["players"].as_array().unwrap();
        let summary = &of_match[n]["summary"];
        for (name, [won, lost]) in players.iter().zip([["wins", "losses"], ["losses", "wins"]]) {
            let found = standings.iter().find(|standing| standing["name"] == *name).unwrap();
            let counts = [&found["wins"], &found["draws"], &found["losses"]];
            assert_eq!(counts, [&summary[won], &summary["draws"], &summary[lost]]);
        }
    }
}

/// Every format ends, names everybody, and says the same with more threads.
#[test]
fn every_format_is_the_same_with_threads() {
    for (format, n_games) in [
        ("swiss", None),
        ("round-robin", Some(12)),
        ("double-round-robin", Some(24)),
        ("knock-out", None),
    ] {
        let words = ["--format", format, "--json"];
        let one = run(&with(&words));
        assert_eq!((one.code, &*one.stderr), (0, ""), "{format}");
        let lines = one.json();
        let n = lines.len() - 1;
        assert!(n_games.is_none_or(|expected| n == expected), "{format}: {n}");
        assert_eq!(lines[n]["summary"]["players"].as_array().unwrap().len(), 4);
        let two = run(&with(&[&words[..], &["--threads", "2"]].concat())).json();
        assert_eq!(moves(&two[..n]), moves(&lines[..n]), "{format}");
        assert_eq!(two[n], lines[n], "{format}");
    }
}

/// Who meets again plays from other openings.
#[test]
fn an_opening_is_used_once_a_pair() {
    let result = run(&with(&["--format", "double-round-robin", "--json"])).json();
    let mut seen = std::collections::BTreeMap::new();
    for game in &result[..24] {
        let mut pair = [game["black"].as_str().unwrap(), game["white"].as_str().unwrap()];
        pair.sort_unstable();
        let opening = game["opening"].as_str().unwrap();
        *seen.entry((pair, opening)).or_insert(0) += 1;
    }
    // Both games of a meeting have the same opening, with the colours changed.
    assert_eq!(seen.len(), 12);
    assert!(seen.values().all(|&n| n == 2), "{seen:?}");
}

#[test]
fn the_report_explains_the_pairs() {
    let result = run(&with(&["--format", "swiss", "--rounds", "2", "--explain"]));
    assert_eq!((result.code, &*result.stderr), (0, ""));
    for part in ["Round 1", "Round 2", "Penalties of round 2", "without it +", "rank", "Brightwell"]
    {
        assert!(result.stdout.contains(part), "{part} is missing in {}", result.stdout);
    }
}

#[test]
fn files_of_all_kinds_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        "--html", "t.html", "--elf", "t.elf", "--trf", "t.trf", "--csv", "t.csv", "--write",
        "t.wtb", "--write", "t.ggf", "--title", "Club <1>",
    ];
    let result = run_in(folder.path(), &with(&files), b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(text("t.html").contains("<h1>Club &lt;1&gt;</h1>"));
    assert!(text("t.elf").starts_with("%%Tournament: Club <1>\n"));
    assert_eq!(text("t.trf").lines().filter(|line| line.starts_with("001 ")).count(), 4);
    assert_eq!(text("t.csv").lines().count(), 13);
    assert!(text("t.ggf").contains("EV[Club <1>]"));
    // A second run replaces nothing.
    let again = run_in(folder.path(), &with(&files), b"");
    assert_eq!(again.code, 1, "{}", again.stderr);
    assert!(again.stderr.contains("the file already exists"), "{}", again.stderr);
}

/// A run that ended in the middle goes on from its file, and is then the one that was never interrupted.
#[test]
fn a_resumed_tournament_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let words = with(&["--format", "swiss", "--rounds", "3", "--json", "--resume", "t.jsonl"]);
    let whole = run_in(folder.path(), &words, b"");
    assert_eq!((whole.code, &*whole.stderr), (0, ""));
    let path = folder.path().join("t.jsonl");
    let log = fs::read_to_string(&path).unwrap();
    assert_eq!(log.lines().count(), 13);
    for n in [1, 2, 5, 8, 13] {
        // The last line is cut off, as by a crash.
        let begun: Vec<&str> = log.split_inclusive('\n').take(n).collect();
        let cut = log.lines().nth(n).map_or("", |line| &line[..line.len() / 2]);
        fs::write(&path, begun.concat() + cut).unwrap();
        let result = run_in(folder.path(), &["tournament", "--json", "--resume", "t.jsonl"], b"");
        assert_eq!((result.code, &*result.stderr), (0, ""), "{n}");
        let games = |result: &crate::run::Run| moves(&result.json()[..12]);
        assert_eq!(games(&result), games(&whole));
        assert_eq!(result.json()[12], whole.json()[12]);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 13);
    }
    let other = run_in(
        folder.path(),
        &with(&["--rounds", "2", "--format", "swiss", "--resume", "t.jsonl"]),
        b"",
    );
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("a tournament with other settings"), "{}", other.stderr);
}

#[test]
fn players_come_from_a_file_with_names() {
    let folder = tempfile::tempdir().unwrap();
    let text = "# the field\nGreedy = maximizer\n\nrandom:seed=1\nrandom:seed=1\n";
    fs::write(folder.path().join("field.txt"), text).unwrap();
    let result =
        run_in(folder.path(), &["tournament", "--players", "field.txt", "--seed", "1"], b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    for name in ["Greedy", "random:seed=1 #2", "bye"] {
        assert!(result.stdout.contains(name), "{name} is missing in {}", result.stdout);
    }
}

#[test]
fn bad_arguments_are_refused_before_the_first_game() {
    for (words, code, problem) in [
        (&["tournament"][..], 2, "error: "),
        (&["tournament", "maximizer"], 2, "a tournament needs at least two players"),
        (&["tournament", "maximizer", "nobody"], 2, "nobody"),
        (&["tournament", "a", "b", "--preset", "chess"], 2, "chess"),
        (&["tournament", "maximizer", "random", "--rounds", "3"], 2, "--rounds is for a Swiss"),
        (&["tournament", "--resume", "none.jsonl"], 1, "the file does not exist"),
        (&["tournament", "maximizer", "random", "-o", "x.doc"], 2, "x.doc"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let result = run_in(folder.path(), words, b"");
        assert_eq!(result.code, code, "{words:?}: {}", result.stderr);
        assert!(result.stderr.contains(problem), "{words:?}: {}", result.stderr);
        assert_eq!(result.stdout, "", "{words:?}");
    }
}

/// An engine that plays illegal moves and one that dies lose their games, and the others play on.
#[test]
#[cfg(unix)]
fn engines_that_fail_forfeit_and_the_tournament_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let script = |move_answer: &str| {
        format!(
            "while read -r id line; do\n  case $line in\n    quit*) exit;;\n    genmove*) {move_answer};;\n    \
             *) printf '=%s\\n\\n' \"$id\";;\n  esac\ndone"
        )
    };
    fs::write(folder.path().join("illegal.sh"), script("printf '=%s a1\\n\\n' \"$id\"")).unwrap();
    fs::write(folder.path().join("dies.sh"), script("exit 3")).unwrap();
    let words = [
        "tournament",
        "maximizer",
        "gtp:cmd=sh illegal.sh",
        "random:seed=1",
        "gtp:cmd=sh dies.sh",
        "--json",
        "--csv",
        "t.csv",
        "--seed",
        "1",
    ];
    let result = run_in(folder.path(), &words, b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let lines = result.json();
    assert_eq!(lines.len(), 13);
    let broken = |game: &Value, color: &str| game[color].as_str().unwrap().contains("cmd=sh");
    for game in &lines[..12] {
        let is_forfeited = game["reason"].as_str().unwrap().contains("forfeited");
        assert_eq!(is_forfeited, broken(game, "black") || broken(game, "white"), "{game}");
    }
    let players = lines[12]["summary"]["players"].as_array().unwrap();
    assert!(players[..2].iter().all(|player| !player["name"].as_str().unwrap().contains("cmd=sh")));
    let csv = fs::read_to_string(folder.path().join("t.csv")).unwrap();
    assert_eq!(
        csv.lines().filter(|line| line.ends_with("black") || line.ends_with("white")).count(),
        10
    );
}
