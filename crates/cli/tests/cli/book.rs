//! `willow book`.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Command;

use willow_testkit::is_full;

use crate::run::{Process, Run, happens, run, run_in, willow};

/// Learning that takes a moment.
const QUICK: [&str; 6] = ["--level", "1", "--threads", "1", "--plies", "8"];

fn learn(folder: &Path, positions: &str) -> Run {
    let words = [&["book", "learn", "my.book", "--positions", positions], &QUICK[..]].concat();
    let run = run_in(folder, &words, b"");
    assert_eq!(run.code, 0, "{run:?}");
    run
}

fn n_positions(folder: &Path) -> u64 {
    // A kill may come before the values of a round are computed, so this does not ask for a check.
    let run = run_in(folder, &["book", "export", "my.book", "all.tsv", "--force"], b"");
    assert_eq!(run.code, 0, "{run:?}");
    let (_, rest) = run.stdout.split_once(": ").unwrap();
    rest.split(' ').next().unwrap().replace(',', "").parse().unwrap()
}

#[test]
fn a_book_is_learned_shown_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let said = learn(folder.path(), "60").stdout;
    assert!(said.starts_with("my.book: ") && said.contains("positions in the book"), "{said}");
    let shown = run_in(folder.path(), &["book", "show", "my.book", "f5"], b"").stdout;
    assert!(shown.contains("d6") && shown.contains("(Takizawa 2023)"), "{shown}");
    let json = &run_in(folder.path(), &["book", "show", "my.book", "--json"], b"").json()[0];
    assert_eq!(json["proven"], "proven draw");
    assert_eq!(json["moves"].as_array().unwrap().len(), 4, "{json}");
    assert_eq!(json["moves"][0]["proven"], "proven draw");
    let unknown = run_in(folder.path(), &["book", "show", "my.book", "f5d6c3d3c4f4c5b3c2e3"], b"");
    assert_eq!(unknown.code, 1, "{unknown:?}");
    let words = ["match", "willow:level=1,book=my.book,width=2,seed=1", "willow:level=1"];
    let played = run_in(folder.path(), &[&words[..], &["--games", "2", "--json"]].concat(), b"");
    assert_eq!(played.code, 0, "{played:?}");
    assert_eq!(played.json().len(), 3);
}

#[test]
fn a_player_names_a_book_that_is_none() {
    let error = run(&["match", "willow:book=nothing.book", "random"]);
    assert_eq!(error.code, 2, "{error:?}");
    assert!(error.error().contains("an opening book"), "{error:?}");
}

/// Who plays by the proof keeps a proven draw in the first ten plies.
#[test]
fn the_proof_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let spec = "willow:level=1,book=proven,seed=3";
    let words = ["match", spec, spec, "--games", "2", "--openings", "start.txt", "--json"];
    fs::write(folder.path().join("start.txt"), "f5\n").unwrap();
    let played = run_in(folder.path(), &words, b"");
    assert_eq!(played.code, 0, "{played:?}");
    for game in played.json().iter().filter_map(|game| game["moves"].as_str()) {
        for n_plies in 1..=10 {
            let page = run(&["book", "show", "proven", &game[..2 * n_plies], "--json"]);
            assert_eq!(page.json()[0]["proven"], "proven draw", "{game} after {n_plies} plies");
        }
    }
}

/// After a kill the log has positions whose values are not computed yet.
#[test]
fn a_check_after_a_kill_names_what_is_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("my.book.learned");
    let learner = Process::start(folder.path(), &LEARNER);
    assert!(happens(|| 5 <= lines(&log)), "{} lines", lines(&log));
    drop(learner);
    let check = || run_in(folder.path(), &["book", "check", "my.book"], b"");
    let (killed, said) = (check(), |run: &Run| run.stdout.clone() + &run.stderr);
    assert!(
        said(&killed).contains("stand in my.book.learned and are not merged yet"),
        "{killed:?}"
    );
    if killed.code != 0 {
        assert!(killed.stderr.contains("`willow book fix my.book` merges"), "{killed:?}");
    }
    assert_eq!(run_in(folder.path(), &["book", "fix", "my.book"], b"").code, 0);
    let fixed = check();
    assert!(fixed.code == 0 && !said(&fixed).contains("merged"), "{fixed:?}");
}

/// Kills a learner at twenty moments. Whatever was counted before the kill is there afterwards.
#[test]
fn nothing_that_was_kept_is_lost_by_twenty_kills() {
    if !is_full() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("my.book.learned");
    let mut known = 0;
    for kill in 0..20 {
        let child = Process::start(folder.path(), &LEARNER);
        // The kill comes after some more lines were synced, at another moment each time.
        let wanted = lines(&log) + 1 + kill % 5;
        assert!(happens(|| wanted <= lines(&log)), "kill {kill}: {} lines", lines(&log));
        drop(child);
        let now = n_positions(folder.path());
        assert!(known <= now, "kill {kill}: {now} of {known} positions");
        known = now;
    }
    assert!(20 < known, "{known} positions");
    // The same budgets: narrower ones may reach nothing that is new.
    let words = [&LEARNER[..], &["--positions", "1"]].concat();
    let learned = run_in(folder.path(), &words, b"");
    assert_eq!(learned.code, 0, "{learned:?}");
    assert!(known < n_positions(folder.path()));
    assert!(!log.exists(), "the log is merged");
}

/// A learner that finds more and more positions.
const LEARNER: [&str; 8] = [
    "book",
    "learn",
    "my.book",
    "--level=5",
    "--threads=1",
    "--per-move=9",
    "--sum=30",
    "--leaf=9",
];

fn lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |bytes| bytes.split(|&byte| byte == b'\n').count() - 1)
}

#[cfg(unix)]
#[test]
fn a_signal_ends_learning_in_order_and_is_its_exit_code() {
    for (signal, exit_code) in [("INT", 130), ("TERM", 143)] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("my.book.learned");
        let (mut child, mut notes) = Process::logging(folder.path(), &LEARNER);
        assert!(happens(|| 3 <= lines(&log)), "{} lines", lines(&log));
        child.send_signal(signal);
        let (mut said, mut noted) = (String::new(), String::new());
        child.output().read_to_string(&mut said).unwrap();
        notes.read_to_string(&mut noted).unwrap();
        assert_eq!(child.0.wait().unwrap().code(), Some(exit_code), "{said} {noted}");
        assert!(said.ends_with(" positions in the book\n"), "{said}");
        assert!(noted.starts_with("note: stopping: the book is being written."), "{noted}");
        assert!(!log.exists(), "the log is merged");
    }
}

/// A limit on the size of files is what a full disk looks like.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_learning_and_keeps_what_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    let program = willow(folder.path()).get_program().to_owned();
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$0\" book learn my.book --level 1 --threads 1 --positions 500";
    let mut command = Command::new("sh");
    command.args(["-c", script]).arg(program).current_dir(folder.path());
    let output = command.env("WILLOW_HOME", folder.path().join("home")).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: cannot write my.book.learned: "), "{said}");
    let kept = lines(&folder.path().join("my.book.learned"));
    assert!(3 < kept, "{kept} lines");
    assert!(0 < n_positions(folder.path()));
    learn(folder.path(), "5");
}

#[test]
fn a_broken_book_is_named_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    learn(folder.path(), "30");
    let path = folder.path().join("my.book");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 100;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).unwrap();
    for command in ["check", "fix"] {
        let run = run_in(folder.path(), &["book", command, "my.book"], b"");
        assert_eq!(run.code, 1);
        assert!(run.error().starts_with("my.book: damaged: the checksum of page"), "{run:?}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::write(folder.path().join("diary"), "dear diary").unwrap();
    for words in [&["show", "diary"][..], &["learn", "diary"], &["merge", "diary", "--out", "x"]] {
        let run = run_in(folder.path(), &[&["book"], words].concat(), b"");
        assert_eq!((run.code, run.error()), (1, "diary: not an opening book of Willow"));
    }
    assert_eq!(fs::read(folder.path().join("diary")).unwrap(), b"dear diary");
}

#[test]
fn a_command_for_files_tells_how_the_shipped_book_becomes_one() {
    let folder = tempfile::tempdir().unwrap();
    let check = run_in(folder.path(), &["book", "check", "shipped"], b"");
    assert_eq!(check.code, 1, "{check:?}");
    assert!(check.stderr.contains("`willow book import shipped --out FILE`"), "{check:?}");
    let import = run_in(folder.path(), &["book", "import", "shipped", "--out", "my.book"], b"");
    assert_eq!(import.code, 0, "{import:?}");
    let check = run_in(folder.path(), &["book", "check", "my.book"], b"");
    assert_eq!(check.code, 0, "{check:?}");
}

#[test]
fn books_go_out_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    learn(folder.path(), "40");
    for name in ["a.dat", "a.egbk3", "a.bin", "a.tsv"] {
        let out = run_in(folder.path(), &["book", "export", "my.book", name], b"");
        assert_eq!(out.code, 0, "{out:?}");
        let back = format!("{name}.book");
        let words = ["book", "import", name, "--out", &back];
        let import = run_in(folder.path(), &words, b"");
        assert_eq!(import.code, 0, "{import:?}");
        let check = run_in(folder.path(), &["book", "check", &back], b"");
        assert!(check.stdout.contains("no fault"), "{name}: {check:?}");
    }
    let again = run_in(folder.path(), &["book", "export", "my.book", "a.dat"], b"");
    assert!(again.error().contains("already exists"), "{again:?}");
    let unknown = run_in(folder.path(), &["book", "import", "my.book", "--out", "b"], b"");
    assert!(unknown.error().contains("not a book of a known format"), "{unknown:?}");
}

#[test]
fn games_are_stored_with_their_results() {
    let folder = tempfile::tempdir().unwrap();
    let game = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
    let words = ["book", "store", "my.book", game, "--level", "1", "--plies", "6"];
    let stored = run_in(folder.path(), &words, b"");
    assert!(stored.stdout.contains("1 game counted at 7 positions"), "{stored:?}");
    run_in(folder.path(), &words, b"");
    let json = &run_in(folder.path(), &["book", "show", "my.book", "--json"], b"").json()[0];
    assert_eq!(json["games"], serde_json::json!([0, 2, 0]), "two drawn games: {json}");
}

#[test]
fn pruning_merging_and_fixing_keep_a_whole_book() {
    let folder = tempfile::tempdir().unwrap();
    learn(folder.path(), "60");
    let words = ["book", "prune", "my.book", "--plies", "4", "--out", "small.book"];
    let pruned = run_in(folder.path(), &words, b"");
    assert_eq!(pruned.code, 0, "{pruned:?}");
    let words = ["book", "merge", "my.book", "small.book", "--out", "both.book"];
    assert_eq!(run_in(folder.path(), &words, b"").code, 0);
    for name in ["small.book", "both.book"] {
        let check = run_in(folder.path(), &["book", "check", name], b"");
        assert!(check.stdout.contains("no fault"), "{check:?}");
    }
    assert_eq!(run_in(folder.path(), &["book", "fix", "both.book"], b"").code, 0);
    let none = run_in(folder.path(), &["book", "fix", "nothing.book"], b"");
    assert_eq!(none.code, 1);
    assert!(!folder.path().join("nothing.book").exists());
}

#[test]
fn boards_without_a_centre_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let corner = format!("XO{} X", "-".repeat(62));
    for words in [
        &["add", "my.book", &corner][..],
        &["learn", "my.book", "--from", &corner],
        &["prune", "my.book", "--out", "other.book", "--from", &corner],
    ] {
        let refused = run_in(folder.path(), &[&["book"], words].concat(), b"");
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.error().contains("an empty centre square"), "{refused:?}");
        assert!(!folder.path().join("my.book").exists());
        learn(folder.path(), "5");
        fs::remove_file(folder.path().join("my.book")).unwrap();
    }
}

/// What was learned for a book would be laid over one that replaces it.
#[test]
fn a_book_is_not_replaced_under_its_log() {
    let folder = tempfile::tempdir().unwrap();
    learn(folder.path(), "20");
    let exported = run_in(folder.path(), &["book", "export", "my.book", "a.tsv"], b"");
    assert_eq!(exported.code, 0, "{exported:?}");
    let child = Process::start(folder.path(), &LEARNER);
    let log = folder.path().join("my.book.learned");
    assert!(happens(|| 3 <= lines(&log)), "{} lines", lines(&log));
    let commands: [&[&str]; 3] = [
        &["import", "a.tsv", "--out", "my.book", "--force"],
        &["merge", "my.book", "--out", "my.book", "--force"],
        &["prune", "my.book", "--out", "my.book", "--force"],
    ];
    let refused_with = |message: &str| {
        for words in commands {
            let refused = run_in(folder.path(), &[&["book"], words].concat(), b"");
            assert!(refused.code == 1 && refused.error().contains(message), "{refused:?}");
        }
    };
    refused_with("another program");
    drop(child);
    refused_with("is not merged yet");
    assert_eq!(run_in(folder.path(), &["book", "fix", "my.book"], b"").code, 0);
    assert_eq!(run_in(folder.path(), &[&["book"], commands[0]].concat(), b"").code, 0);
}
