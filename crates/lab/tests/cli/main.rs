//! The program as its users meet it: arguments in, text, files and exit codes out.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod documented;
mod old_programs;
mod steps;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// What a run of the program left behind.
#[derive(Debug)]
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Run {
    /// Returns the JSON objects on standard output, one a line.
    fn json(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// Returns the error on standard error.
    #[track_caller]
    fn error(&self) -> &str {
        self.stderr.strip_prefix("error: ").expect(&self.stderr).trim_end()
    }
}

/// Runs the program in a folder.
fn run_in(folder: &Path, words: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_willow-lab"));
    command.current_dir(folder).env("WILLOW_HOME", folder.join("home"));
    let output = command.args(words).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    let code = output.status.code().expect("no signal ended it");
    Run { code, stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Runs the program in an empty folder.
fn run(words: &[&str]) -> Run {
    run_in(tempfile::tempdir().unwrap().path(), words)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Commands with their exit code and a part of their error.
#[test]
fn what_cannot_be_done_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::write(folder.path().join("mine"), "").unwrap();
    for (line, code, message) in [
        ("train", 2, "required"),
        ("trian", 2, "unrecognized subcommand 'trian'"),
        ("train none.samples --out w", 1, "cannot read none.samples: "),
        ("train none.samples --out mine", 1, "mine: the file already exists"),
        ("train none.samples --out folder", 1, "folder: is a folder"),
        ("train none.samples --out no/w", 1, "there is no folder no"),
        ("train a.samples --out x --from w.zst --shared-epochs 3", 2, "cannot be used with"),
        ("debias a.samples --out x --bias bias.tsv --depth 12", 2, "cannot be used with"),
        ("relabel none.samples --out labels", 1, "none.samples"),
        ("reproduce x1 x9", 2, "there is no experiment `x9`"),
        ("reproduce x8 --quick --out mine", 1, "cannot make mine: "),
        ("ladder random", 2, "a ladder needs two different players"),
        ("ladder random human", 2, "`human` is a person"),
        ("ladder random nobdy", 2, "there is no player `nobdy`"),
        ("ladder --budget 2x", 2, "invalid value '2x' for '--budget <TIME>'"),
        ("test-players none.obf random", 1, "none.obf: "),
        ("test-players none.obf nobdy", 2, "there is no player `nobdy`"),
        ("test-players none.obf human", 2, "`human` is a person"),
        ("test-players none.obf random --positions 0", 2, "invalid value '0' for"),
        ("tune --out t --hill-climb", 2, "arguments were not provided:\n  --eval"),
        ("tune --out t --hill-climb --eval mobility", 2, "invalid value 'mobility' for"),
        ("tune --out t --hill-climb --eval mlia --games 3", 2, "invalid value '3' for '--games"),
        ("edge-table --out x", 2, "required"),
        ("edge-table --bill", 2, "required"),
        ("edge-table --bill --iago --out x", 2, "cannot be used with"),
        ("book", 2, "required"),
        ("book --mlia", 2, "--out"),
        ("book --show willow", 2, "willow is not bill, mlia, iago-1982 or the file of a book"),
        ("book --show bill f5f5", 2, "invalid value 'f5f5'"),
        ("book --mlia --out x f5", 2, "cannot be used with"),
        ("weaken 99", 2, "discs a move, not 99"),
    ] {
        let result = run_in(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert_eq!(result.code, code, "{line}: {result:?}");
        // Only usage errors have several lines.
        assert!(code == 2 || result.stderr.lines().count() == 1, "{line}: {result:?}");
        assert!(result.error().contains(message), "{line}: {result:?}");
    }
}

#[test]
fn every_command_has_help_in_80_columns() {
    let help = run(&["help"]).stdout;
    let (_, listed) = help.split_once("\nCommands:\n").expect("it lists its commands");
    let lines = listed.lines().take_while(|line| line.starts_with("  "));
    // A name stands behind two blanks; the lines of a wrapped description behind more.
    let names: Vec<&str> = lines
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(20 < names.len() && names.contains(&"reproduce"), "{names:?}");
    for name in names {
        let result = run(&[name, "--help"]);
        assert_eq!((result.code, &*result.stderr), (0, ""), "{name}");
        let is_long = |line: &&str| 80 < line.chars().count() && !line.starts_with("Usage: ");
        assert_eq!(result.stdout.lines().find(is_long), None, "{name}");
    }
}
