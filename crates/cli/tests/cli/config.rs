//! `willow config`, and what it changes.

use std::fs;

use tempfile::TempDir;

use crate::run::{START, TWO_EMPTIES, run_in};

fn config_of(folder: &TempDir) -> std::path::PathBuf {
    folder.path().join("home/config.toml")
}

#[test]
fn settings_are_written_shown_and_removed_and_comments_stay() {
    let folder = TempDir::new().unwrap();
    let run = |words: &[&str]| run_in(folder.path(), words, b"");
    let path = config_of(&folder);
    assert_eq!(run(&["config", "path"]).stdout, format!("{}\n", path.display()));
    let set = run(&["config", "set", "play.white", "willow:level=8"]);
    assert_eq!((set.code, &*set.stderr), (0, ""));
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, "play.white = \"willow:level=8\"\n");
    fs::write(&path, format!("# mine\nthreads = 1\n{text}")).unwrap();
    assert_eq!(run(&["config", "set", "threads", "2"]).code, 0);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("# mine\nthreads = 2\n"), "{text}");
    let shown = run(&["config", "show"]).stdout;
    assert!(shown.contains("threads = 2 ") && shown.contains("# hash "), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    assert_eq!(run(&["config", "unset", "play.white"]).code, 0);
    assert_eq!(run(&["config", "unset", "play.white"]).code, 1, "it is not there any more");
    assert!(!fs::read_to_string(&path).unwrap().contains("white"));
}

#[test]
fn what_config_show_prints_is_a_configuration() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("home")).unwrap();
    fs::write(config_of(&folder), "hash = \"64M\"\n[play]\nwhite = \"random\"\n").unwrap();
    let shown = run_in(folder.path(), &["config", "show"], b"").stdout;
    fs::write(config_of(&folder), &shown).unwrap();
    assert_eq!(run_in(folder.path(), &["config", "show"], b"").stdout, shown);
}

#[test]
fn settings_are_defaults_and_the_command_line_wins() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("home")).unwrap();
    fs::write(
        config_of(&folder),
        "threads = 2\n[eval]\nlevel = 2\n[play]\nwhite = \"random:seed=1\"\nclock = \"5:00+3\"\n",
    )
    .unwrap();
    let run = |words: &[&str], input: &[u8]| run_in(folder.path(), words, input);
    let threads = |words: &[&str]| run(words, b"").json()[0]["threads"].clone();
    assert_eq!(threads(&["solve", "--json", TWO_EMPTIES]), 2);
    assert_eq!(threads(&["solve", "--json", "--threads", "1", TWO_EMPTIES]), 1);
    let depth = |words: &[&str]| run(words, b"").json()[0]["depth"].clone();
    assert_eq!(depth(&["eval", "--json", START]), 2);
    assert_eq!(depth(&["eval", "--json", "--depth", "3", START]), 3);
    assert!(
        run(&["help", "eval"], b"").stdout.contains("(default: 10"),
        "help has the program's own"
    );
    let played = run(&["play"], b"f5\nsave game.ggf\n");
    assert_eq!(played.code, 0, "{played:?}");
    let saved = fs::read_to_string(folder.path().join("game.ggf")).unwrap();
    assert!(saved.contains("PW[random:seed=1]"), "{saved}");
    assert_eq!(run(&["config", "set", "play.no-board", "true"], b"").code, 0);
    let played = run(&["play", "--white", "human"], b"f5\n").stdout;
    assert!(played.contains("f5 and flips e5") && !played.contains("a b c d"), "{played}");
    let draughts = run(&["play", "--game", "draughts"], b"quit\n");
    assert_eq!(draughts.code, 0, "draughts has players of its own and no clock: {draughts:?}");
    let refused = run(&["play", "--game", "draughts", "--clock", "1:00"], b"quit\n");
    assert_eq!(refused.code, 2, "{refused:?}");
}

#[test]
fn a_bad_line_is_one_clear_error_and_can_be_fixed() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("home")).unwrap();
    let path = config_of(&folder);
    fs::write(&path, "# defaults\nthreads = 0\n").unwrap();
    let run = |words: &[&str]| run_in(folder.path(), words, b"");
    let result = run(&["solve", TWO_EMPTIES]);
    let expected =
        format!("{}: line 2: `threads`: `0`: 0 is not between 1 and 1024", path.display());
    assert_eq!((result.code, result.error()), (2, &*expected));
    assert_eq!(run(&["config", "show"]).code, 2);
    assert_eq!((run(&["help"]).code, run(&["--version"]).code), (0, 0));
    assert_eq!(run(&["config", "set", "threads", "none"]).code, 2);
    assert_eq!(run(&["config", "set", "threads", "1"]).code, 0);
    assert_eq!(run(&["solve", TWO_EMPTIES]).code, 0);
    fs::write(&path, "thread = 1\n").unwrap();
    let unknown = run(&["solve", TWO_EMPTIES]);
    assert!(unknown.stderr.ends_with("hint: remove it with `willow config unset thread`\n"));
    assert_eq!(run(&["config", "unset", "thread"]).code, 0);
    assert_eq!(run(&["solve", TWO_EMPTIES]).code, 0);
    let unknown = run(&["config", "set", "thread", "1"]);
    assert_eq!((unknown.code, unknown.error()), (2, "unknown key `thread`"));
    assert!(unknown.stderr.ends_with("hint: did you mean `threads`?\n"), "{unknown:?}");
}

#[test]
fn a_player_is_checked_whole_before_it_is_set() {
    let folder = TempDir::new().unwrap();
    let set = |spec: &str| run_in(folder.path(), &["config", "set", "play.white", spec], b"");
    for (spec, part) in [
        ("willow:level=99", "`level=99`"),
        ("iago:depth=x", "`depth=x`"),
        ("switch:then=(nobody)", "there is no player `nobody`"),
        ("willow:weights=none.zst", "`weights=none.zst`"),
        ("wilow", "there is no player `wilow`"),
    ] {
        let refused = set(spec);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.error().contains(part), "{refused:?}");
    }
    assert!(set("wilow").stderr.contains("did you mean `willow`?"));
    assert!(!config_of(&folder).exists());
    for spec in ["human", "willow:level=8", "gtp:cmd=no-such-program"] {
        assert_eq!(set(spec).code, 0, "{spec}");
    }
    let folder = TempDir::new().unwrap();
    let unset = run_in(folder.path(), &["config", "unset", "play.white"], b"");
    assert_eq!((unset.code, config_of(&folder).exists()), (1, false), "{unset:?}");
}
