//! Running the program and looking at what it printed.

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// The start of the game.
pub(crate) const START: &str = "---------------------------OX------XO--------------------------- X";

/// A position that is solved in no time: a2 and f8 are empty.
pub(crate) const TWO_EMPTIES: &str =
    "XXXXXXXX-XXXXXXXXXXXXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-OO X";

/// What a run of the program left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Returns the JSON objects on standard output, one a line.
    pub(crate) fn json(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// Returns the only line of standard error that begins with `error:`, after checking that the
    /// whole of standard error is that line and at most one hint.
    #[track_caller]
    pub(crate) fn error(&self) -> &str {
        let lines: Vec<&str> = self.stderr.lines().collect();
        let hints = lines.iter().filter(|line| line.starts_with("hint: ")).count();
        assert!(matches!(lines.len(), 1 | 2) && hints + 1 == lines.len(), "{self:?}");
        lines[0].strip_prefix("error: ").expect("the first line is the error")
    }
}

/// Returns a command that runs the program in a folder of its own.
pub(crate) fn willow(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("willow").expect("cargo built the program");
    command.current_dir(folder).env("WILLOW_HOME", folder.join("home")).timeout(TIMEOUT);
    command
}

/// No test needs longer, even on a busy machine.
const TIMEOUT: std::time::Duration = std::time::Duration::from_mins(1);

/// Runs the program with these words and this standard input.
pub(crate) fn run_in(folder: &Path, words: &[&str], stdin: &[u8]) -> Run {
    let output = willow(folder).args(words).write_stdin(stdin).output().expect("it runs");
    Run {
        code: output.status.code().expect("no signal ended it"),
        stdout: String::from_utf8(output.stdout).expect("standard output is text"),
        stderr: String::from_utf8(output.stderr).expect("standard error is text"),
    }
}

/// Runs the program with these words in an empty folder.
pub(crate) fn run(words: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    run_in(folder.path(), words, b"")
}
