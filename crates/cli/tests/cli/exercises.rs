//! `willow exercises`.

use std::fs;
use std::path::Path;

use crate::run::{Process, Run, happens, run, run_in};

/// The final of 1977, which has none.
const GAME: &str = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8\
                    a2b7f1b3b1b2h7a7a8a1g1g2h2h1";
/// The final of 2023, which has exercises with few empties.
const FINAL: &str = "f5d6c5f4d3e3g4g5e2c4f3e6c3b6f6g6c6b5e7f7d7b3h5c8d8f8b8c7b4a3b7c2h6f1d1h3h4h7d2g7c1b2a5g3a4a6f2b1\
                      e8a8h8g8h2a2g2e1a7g1h1a1";

fn exercises(folder: &Path, words: &[&str]) -> Run {
    run_in(folder, &[&["exercises"], words].concat(), b"")
}

/// Returns a folder with a file of three games: two, and the second one mirrored.
fn folder_with_games() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mirrored: Vec<u8> = FINAL
        .as_bytes()
        .chunks(2)
        // Transposed at the diagonal a1-h8: f5 and e6 are the same first move.
        .flat_map(|square| [square[1] - b'1' + b'a', square[0] - b'a' + b'1'])
        .collect();
    let mirrored = String::from_utf8(mirrored).unwrap();
    fs::write(folder.path().join("games.txt"), format!("{GAME}\n{FINAL}\n{mirrored}\n")).unwrap();
    folder
}

const MAKE: [&str; 6] = ["make", "games.txt", "--out", "mine.tsv", "--empties", "8-12"];

#[test]
fn exercises_are_made_proven_and_exchanged() {
    let folder = folder_with_games();
    let made = exercises(folder.path(), &MAKE);
    assert_eq!((made.code, &*made.stderr), (0, ""));
    assert!(made.stdout.contains("3 of 3 games done"), "{}", made.stdout);
    let text = fs::read_to_string(folder.path().join("mine.tsv")).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(2 <= lines.len(), "{text}");
    assert!(lines.iter().all(|line| !line.ends_with(":3")), "the mirrored game has none: {text}");
    assert!(text.contains("\tgames:2\n") && text.ends_with("#done 3\n"), "{text}");

    let proven = exercises(folder.path(), &["prove", "mine.tsv"]);
    let n = lines.len();
    assert!(proven.stdout.starts_with(&format!("{n} of {n} exercises proven in ")), "{proven:?}");

    for to in ["a.jsonl", "a.obf", "a.tsv"] {
        let written = exercises(folder.path(), &["export", "mine.tsv", to]);
        assert_eq!(written.stdout, format!("{to}: {n} exercises\n"));
    }
    for (from, to) in [("a.jsonl", "b.tsv"), ("a.obf", "c.tsv")] {
        assert_eq!(exercises(folder.path(), &["export", from, to]).code, 0);
        let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(read(to), read("a.tsv"), "{from}");
    }
    let again = exercises(folder.path(), &["export", "mine.tsv", "a.obf"]);
    assert_eq!(again.error(), "a.obf: the file already exists");
    let into = exercises(folder.path(), &["import", "a.obf", "grown.jsonl"]);
    assert_eq!(into.stdout, format!("grown.jsonl: {n} new exercises, 0 known already\n"));
    let into = exercises(folder.path(), &["import", "a.tsv", "grown.jsonl"]);
    assert_eq!(into.stdout, format!("grown.jsonl: 0 new exercises, {n} known already\n"));
}

/// Whatever line a kill has cut off, a restart makes the same file.
#[test]
fn a_run_goes_on_wherever_it_was_killed() {
    let folder = folder_with_games();
    let path = folder.path().join("mine.tsv");
    assert_eq!(exercises(folder.path(), &[&MAKE[..], &["--threads", "2"]].concat()).code, 0);
    let whole = fs::read_to_string(&path).unwrap();
    let ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at).collect();
    for end in ends.iter().step_by(5).flat_map(|&end| [end - 2, end + 1]) {
        fs::write(&path, &whole[..end]).unwrap();
        assert_eq!(exercises(folder.path(), &MAKE).code, 0, "cut off at {end}");
        let marks = |text: &str| {
            let kept = |line: &&str| !line.starts_with("#line") && !line.starts_with("# position");
            text.lines().filter(kept).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(marks(&fs::read_to_string(&path).unwrap()), marks(&whole), "cut off at {end}");
    }
    let other = exercises(folder.path(), &[&MAKE[..5], &["9-12"]].concat());
    assert_eq!(other.error(), "mine.tsv: begun with shard 1/1, 8 to 12 empties, 3 games");
    assert!(other.stderr.contains("hint: give the same inputs"));
    fs::write(&path, "my diary\n").unwrap();
    assert_eq!(exercises(folder.path(), &MAKE).error(), "mine.tsv: not made by `make`");
    assert_eq!(fs::read_to_string(&path).unwrap(), "my diary\n");
}

#[test]
fn the_shards_have_all_games_between_them() {
    let folder = folder_with_games();
    for (shard, games) in [("1/2", 2), ("2/2", 1)] {
        let out = format!("{}.tsv", &shard[..1]);
        let words = ["make", "games.txt", "--out", &out, "--empties", "8-9", "--shard", shard];
        let made = exercises(folder.path(), &words);
        let done = format!("{games} of {games} game");
        assert!(made.stdout.contains(&done), "{made:?}");
    }
}

#[test]
fn estimates_are_marked_and_not_proven() {
    let folder = folder_with_games();
    let made = exercises(folder.path(), &[&MAKE[..], &["--estimate", "26"]].concat());
    assert_eq!(made.code, 0, "{made:?}");
    let text = fs::read_to_string(folder.path().join("mine.tsv")).unwrap();
    let estimated = text.lines().filter(|line| line.contains("\t~")).count();
    assert!(1 <= estimated, "{text}");
    let proven = exercises(folder.path(), &["prove", "mine.tsv"]);
    let left_out = format!("; {estimated} estimate");
    assert!(proven.code == 0 && proven.stdout.contains(&left_out), "{proven:?}");
    let low = exercises(folder.path(), &[&MAKE[..], &["--estimate", "12"]].concat());
    assert_eq!(low.error(), "--estimate is not above the 12 empties that are solved");
}

#[test]
fn a_count_ends_the_work() {
    let folder = folder_with_games();
    let made = exercises(folder.path(), &[&MAKE[..], &["--count", "1"]].concat());
    assert!(made.stdout.starts_with("mine.tsv: 1 exercise, 1 of them new; "), "{made:?}");
}

#[test]
fn what_is_wrong_is_found_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let exported = exercises(folder.path(), &["export", "shipped", "few.tsv", "--count", "3"]);
    assert_eq!(exported.stdout, "few.tsv: 3 exercises\n");
    let text = fs::read_to_string(folder.path().join("few.tsv")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut columns: Vec<&str> = text.lines().nth(3).unwrap().split('\t').collect();
    let score = (columns[2].parse::<i32>().unwrap() + 2).to_string();
    columns[2] = &score;
    lines[3] = columns.join("\t");
    write("wrong.tsv", &(lines.join("\n") + "\n"));
    let proven = exercises(folder.path(), &["prove", "wrong.tsv"]);
    assert_eq!(proven.code, 1);
    assert!(
        proven.error().starts_with("wrong.tsv, line 4: the best move's score is "),
        "{proven:?}"
    );
    assert!(proven.stdout.starts_with("2 of 3 exercises proven"), "{proven:?}");
    write("bad.tsv", "# head\nx\n");
    let bad = exercises(folder.path(), &["prove", "bad.tsv"]);
    assert!(bad.error().starts_with("bad.tsv, line 2: 1 columns instead of 7"), "{bad:?}");
    let ending = exercises(folder.path(), &["export", "shipped", "few.txt"]);
    assert_eq!(ending.error(), "few.txt: no format of exercises has this ending");
    let theme = exercises(folder.path(), &["do", "--theme", "zugzwang"]);
    assert_eq!(theme.code, 2);
    assert!(theme.stderr.contains("stoner-trap"), "{theme:?}");
}

#[test]
fn a_sample_follows_from_its_seed() {
    let folder = tempfile::tempdir().unwrap();
    let proven = |seed| {
        let words = ["prove", "shipped", "--sample", "2", "--seed", seed];
        exercises(folder.path(), &words).stdout
    };
    assert!(proven("1").starts_with("2 of 2 exercises proven"));
    assert!(proven("2").starts_with("2 of 2 exercises proven"));
}

#[test]
fn exercises_are_done_once() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(exercises(folder.path(), &["export", "shipped", "few.tsv", "--count", "2"]).code, 0);
    let text = fs::read_to_string(folder.path().join("few.tsv")).unwrap();
    let first: Vec<&str> = text.lines().nth(2).unwrap().split('\t').collect();
    let right = first[1].split(' ').next().unwrap();
    let legal = run(&["solve", "--json", "--all-moves", first[0]]).json();
    let moves = legal[0]["moves"].as_array().unwrap();
    let wrong = moves.iter().map(|mv| mv["move"].as_str().unwrap());
    let wrong = wrong.clone().find(|mv| !first[1].contains(mv)).unwrap();
    let typed = format!("help\nz9\nd4\n{wrong}\n{right}\nquit\n");
    let done = run_in(folder.path(), &["exercises", "do", "few.tsv"], typed.as_bytes());
    assert_eq!((done.code, &*done.stderr), (0, ""), "{done:?}");
    for said in
        [" to play: the ", "quit     ends", "`z9` is no square", "d4 is not empty", "which loses"]
    {
        assert!(done.stdout.contains(said), "{said}: {}", done.stdout);
    }
    let lost = moves[0]["score"].as_i64().unwrap()
        - moves.iter().find(|mv| mv["move"] == wrong).unwrap()["score"].as_i64().unwrap();
    assert!(done.stdout.contains(&format!("{wrong} is ")), "{}", done.stdout);
    assert!(done.stdout.contains(&format!("loses {lost} discs: ")), "{}", done.stdout);
    assert!(done.stdout.contains(&format!("Right: {right} is {}", first[2])), "{}", done.stdout);
    assert!(done.stdout.ends_with("0 of 1 right at the first try.\n"), "{}", done.stdout);

    let second = run_in(folder.path(), &["exercises", "do", "few.tsv"], b"skip\n");
    assert_eq!(second.stdout.matches(" to play: ").count(), 1, "{}", second.stdout);
    assert!(second.stdout.ends_with("0 of 0 right at the first try.\n"), "{}", second.stdout);
    let third = exercises(folder.path(), &["do", "few.tsv"]);
    assert_eq!((third.code, third.error()), (1, "few.tsv: no exercise left"));
    let log = fs::read_to_string(folder.path().join("home/exercises.log")).unwrap();
    assert!(log.contains("\twrong\n") && log.ends_with("\tskipped\n"), "{log}");
}

#[test]
fn a_rating_comes_first_and_a_theme_alone() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["exercises", "do", "--rating", "1700", "--theme", "parity"];
    let text = run_in(folder.path(), &words, b"quit\n").stdout;
    assert!(text.contains(" to play: "), "{text}");
    assert!(text.ends_with("0 of 0 right at the first try.\n"), "{text}");
    let log = fs::read_to_string(folder.path().join("home/exercises.log")).unwrap();
    assert_eq!(log.lines().count(), 1, "what was not tried comes again");
}

#[test]
fn without_a_board_the_discs_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let text = run_in(folder.path(), &["exercises", "do", "--no-board"], b"quit\n").stdout;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("Black: ") && lines[2].starts_with("White: "), "{text}");
    let n_discs = lines[1..3].iter().map(|line| line.split(' ').count() - 1).sum::<usize>();
    assert!((46..=54).contains(&n_discs), "{text}");
    assert!(lines[3].contains(" to play: "), "{text}");
}

#[test]
fn ratings_and_themes_are_found_anew() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(exercises(folder.path(), &["export", "shipped", "few.tsv", "--count", "4"]).code, 0);
    let path = folder.path().join("few.tsv");
    let text = fs::read_to_string(&path).unwrap();
    let mut columns: Vec<&str> = text.lines().nth(2).unwrap().split('\t').collect();
    (columns[4], columns[5]) = ("stoner-trap", "1234");
    let changed = columns.join("\t");
    fs::write(&path, text.replacen(text.lines().nth(2).unwrap(), &changed, 1)).unwrap();
    let rated = exercises(folder.path(), &["rate", "few.tsv", "again.tsv"]);
    assert_eq!(
        rated.stdout, "again.tsv: 4 exercises, 1 with another rating, 1 with another theme\n",
        "{rated:?}"
    );
    assert_eq!(fs::read_to_string(folder.path().join("again.tsv")).unwrap(), text);
}

/// The process is killed for good while it works.
#[cfg(unix)]
#[test]
fn a_kill_loses_no_game_that_is_done() {
    let folder = folder_with_games();
    let words: Vec<&str> = ["exercises"].into_iter().chain(MAKE).collect();
    let process = Process::start(folder.path(), &words);
    let path = folder.path().join("mine.tsv");
    let is_begun = || fs::read_to_string(&path).is_ok_and(|text| text.contains("#done 1\n"));
    assert!(happens(is_begun));
    process.send_signal("KILL");
    drop(process);
    let made = exercises(folder.path(), &MAKE);
    assert!(made.stdout.contains("3 of 3 games done"), "{made:?}");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let positions: std::collections::HashSet<&str> =
        lines.iter().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(positions.len(), lines.len(), "no duplicates");
    assert_eq!(text.matches("#done 1\n").count(), 1, "the first game was not done again");
}
