//! Running the program and looking at what it printed.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Stdio};
use std::time::{Duration, Instant};

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
pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);

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

/// A process that is killed at the end of its test.
pub(crate) struct Process(pub(crate) Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Process {
    /// Starts the program in a folder of its own. What it writes to standard error is lost.
    pub(crate) fn start(folder: &Path, words: &[&str]) -> Process {
        Process::with_stderr(folder, words, Stdio::null())
    }

    /// Starts the program with its standard error, which the test must read: a full pipe stops the program.
    pub(crate) fn logging(folder: &Path, words: &[&str]) -> (Process, BufReader<ChildStderr>) {
        let mut process = Process::with_stderr(folder, words, Stdio::piped());
        let log = BufReader::new(process.0.stderr.take().expect("it is a pipe"));
        (process, log)
    }

    fn with_stderr(folder: &Path, words: &[&str], stderr: Stdio) -> Process {
        let child = std::process::Command::new(env!("CARGO_BIN_EXE_willow"))
            .args(words)
            .current_dir(folder)
            .env("WILLOW_HOME", folder.join("home"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn();
        Process(child.expect("it starts"))
    }

    /// Returns its standard output, once.
    pub(crate) fn output(&mut self) -> BufReader<ChildStdout> {
        BufReader::new(self.0.stdout.take().expect("it is a pipe"))
    }

    /// Sends a signal by its name.
    #[cfg(unix)]
    pub(crate) fn send_signal(&self, signal: &str) {
        let kill = ["-s", signal, &self.0.id().to_string()];
        let sent = std::process::Command::new("kill").args(kill).status();
        assert!(sent.is_ok_and(|status| status.success()), "{signal}");
    }
}

/// Reads lines up to one that contains a text.
#[track_caller]
pub(crate) fn wait_for(output: &mut impl BufRead, wanted: &str) -> String {
    let mut read = String::new();
    loop {
        let mut line = String::new();
        let length = output.read_line(&mut line).expect("it is text");
        assert_ne!(length, 0, "no `{wanted}` in\n{read}");
        if line.contains(wanted) {
            return line;
        }
        read.push_str(&line);
    }
}

/// Waits until a condition is true; returns whether it was in time.
pub(crate) fn happens(mut condition: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + TIMEOUT;
    while !condition() {
        if deadline < Instant::now() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}
