//! External engines as child processes: how to start one, and lines to and from the process.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use willow_engine::StopFlag;

use super::command_line;
use super::dialogue_log::DialogueLog;
use crate::spec::error::SpecError;
use crate::spec::option::COMMAND_KEY;
use crate::spec::options::Options;

/// The key for the folder that an engine runs in.
pub(crate) const FOLDER_KEY: &str = "cwd";

/// The longest line, in bytes. A longer line is read as several lines.
const MAX_LINE: u64 = 1 << 16;

/// The number of unread lines after which the engine has to wait.
const MAX_UNREAD_LINES: usize = 1024;

/// How often the stop flag is checked while waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// How long an engine may take to exit after `quit`.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// How long to wait for the last line on stderr after the engine exited.
const STDERR_TIMEOUT: Duration = Duration::from_millis(200);

/// The length to which the last lines are cut, in characters.
const MAX_KEPT_LENGTH: usize = 200;

/// The command that starts an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineCommand {
    line: String,
    words: Vec<String>,
    folder: Option<PathBuf>,
}

/// Why an external engine cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum EngineProcessError {
    /// The program does not exist or may not be run.
    #[error("cannot start `{program}`: {reason}")]
    Start { program: String, reason: String },
    /// The engine exited or closed its output.
    #[error("the engine exited ({status}){}", stderr_text(last_stderr_line))]
    Exited { status: String, last_stderr_line: String },
    /// The engine did not answer in time.
    #[error("no answer to `{command}` within {} s{}", timeout.as_secs_f64(), stdout_text(last_line))]
    TimedOut { command: String, timeout: Duration, last_line: String },
    /// The stop flag was raised before the engine answered.
    #[error("the engine was stopped before it answered")]
    Stopped,
    /// The engine answered with an error or with an invalid answer.
    #[error("unexpected answer to `{command}`: `{answer}`")]
    UnexpectedAnswer { command: String, answer: String },
    /// The engine lacks a command that the game or the SPEC needs.
    #[error("cannot set {what}: the engine has no command {commands}")]
    MissingCommand { what: &'static str, commands: &'static str },
    /// One of the errors of an engine that still runs, and its last line on stderr.
    #[error("{error}{}", stderr_text(last_stderr_line))]
    WithStderr { error: Box<EngineProcessError>, last_stderr_line: String },
}

impl EngineProcessError {
    /// Adds the last line on stderr, if there is one and the error does not have it.
    pub(crate) fn with_stderr(self, last_stderr_line: String) -> EngineProcessError {
        match self {
            EngineProcessError::Exited { .. } | EngineProcessError::Stopped => self,
            _ if last_stderr_line.is_empty() => self,
            _ => EngineProcessError::WithStderr { error: Box::new(self), last_stderr_line },
        }
    }
}

fn stdout_text(line: &str) -> String {
    if line.is_empty() { String::new() } else { format!(", last line on stdout: `{line}`") }
}

fn stderr_text(line: &str) -> String {
    if line.is_empty() { String::new() } else { format!(", last line on stderr: `{line}`") }
}

impl EngineCommand {
    /// Returns the command that the keys `cmd` and `cwd` of a SPEC describe.
    ///
    /// # Errors
    /// `cmd` is missing, the folder does not exist, or the program is a path that does not exist.
    pub(crate) fn from_options(options: Options<'_>) -> Result<EngineCommand, SpecError> {
        let spec = options.0;
        let Some(line) = spec.option(COMMAND_KEY) else {
            let player = spec.name().to_owned();
            return Err(SpecError::RequiredKey { player, key: COMMAND_KEY });
        };
        let folder = options.folder(FOLDER_KEY)?;
        let words = command_line::split_words(line.value());
        let command = EngineCommand { line: line.value().to_owned(), words, folder };
        if command.program_exists() {
            Ok(command)
        } else {
            Err(options.invalid(COMMAND_KEY, "an existing program and its arguments"))
        }
    }

    /// Returns whether the program exists. A name without a folder is looked up by the system
    /// later.
    fn program_exists(&self) -> bool {
        let Some(name) = self.words.first() else { return false };
        if Path::new(name).components().nth(1).is_none() {
            return true;
        }
        let path = self.path(name);
        let mut longer = OsString::from(&path);
        longer.push(std::env::consts::EXE_SUFFIX);
        path.is_file() || Path::new(&longer).is_file()
    }

    /// Returns the path of the program. A relative path is relative to `cwd` on every system.
    fn path(&self, name: &str) -> PathBuf {
        match &self.folder {
            Some(folder) if Path::new(name).components().nth(1).is_some() => {
                let path = folder.join(name);
                std::path::absolute(&path).unwrap_or(path)
            }
            _ => PathBuf::from(name),
        }
    }

    pub(crate) fn start(
        &self,
        log: Option<DialogueLog>,
    ) -> Result<EngineProcess, EngineProcessError> {
        let failed =
            |reason: String| EngineProcessError::Start { program: self.line.clone(), reason };
        let Some((name, arguments)) = self.words.split_first() else {
            return Err(failed("there is no name".to_owned()));
        };
        let mut command = Command::new(self.path(name));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        let child = command.spawn().map_err(|error| failed(error.to_string()))?;
        Ok(EngineProcess::new(child, log))
    }
}

/// A running engine. Dropping this ends the process, by force if necessary.
#[derive(Debug)]
pub(crate) struct EngineProcess {
    child: Child,
    /// Lines to write; `None` after the last line.
    input: Option<Sender<String>>,
    lines: Receiver<String>,
    /// The last line of the answer so far that is not empty.
    last_line: String,
    last_stderr_line: Arc<Mutex<String>>,
    /// Disconnected at the end of stderr.
    stderr_end: Receiver<()>,
    log: LineLog,
    /// Whether the process gets time to exit by itself.
    exits_by_itself: bool,
}

impl EngineProcess {
    fn new(mut child: Child, log: Option<DialogueLog>) -> EngineProcess {
        let (input, to_write) = mpsc::channel();
        let (line_sender, lines) = mpsc::sync_channel(MAX_UNREAD_LINES);
        let (at_stderr_end, stderr_end) = mpsc::channel();
        let last_stderr_line = Arc::new(Mutex::new(String::new()));
        let log = LineLog { process: child.id(), log };
        // Each pipe has a thread, so that an engine that does not read or that floods its output
        // blocks nothing. The threads end with the pipes.
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            let log = log.clone();
            thread::spawn(move || read_lines(stdout, &line_sender, &log));
        }
        if let Some(stderr) = child.stderr.take() {
            let (last_line, log) = (Arc::clone(&last_stderr_line), log.clone());
            thread::spawn(move || {
                keep_last_line(stderr, &last_line, &log);
                drop(at_stderr_end);
            });
        }
        let (input, exits_by_itself) = (Some(input), true);
        let last_line = String::new();
        EngineProcess {
            child,
            input,
            lines,
            last_line,
            last_stderr_line,
            stderr_end,
            log,
            exits_by_itself,
        }
    }

    /// Sends a line. If the engine has exited, the next read returns the error.
    pub(crate) fn send(&mut self, line: &str) {
        self.log.write('>', line);
        self.last_line.clear();
        if let Some(input) = &self.input {
            input.send(format!("{line}\n")).ok();
        }
    }

    /// Returns the next line of the answer to `command`.
    ///
    /// # Errors
    /// The engine exits, the time is up, or the stop flag is raised.
    pub(crate) fn read(
        &mut self,
        command: &str,
        wait: &AnswerTimeout<'_>,
    ) -> Result<String, EngineProcessError> {
        loop {
            if wait.is_stopped() {
                return Err(EngineProcessError::Stopped);
            }
            let left = wait.left();
            if left.is_zero() {
                self.exits_by_itself = false;
                let (command, timeout) = (command.to_owned(), wait.timeout);
                let last_line = std::mem::take(&mut self.last_line);
                return Err(EngineProcessError::TimedOut { command, timeout, last_line });
            }
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => {
                    keep(&line, &mut self.last_line);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends the process and returns its exit status as an error.
    fn exited(&mut self) -> EngineProcessError {
        self.input = None;
        let status = match self.wait(EXIT_TIMEOUT) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        self.kill();
        // Nothing is sent: the end of stderr ends the wait.
        let _ = self.stderr_end.recv_timeout(STDERR_TIMEOUT);
        EngineProcessError::Exited { status, last_stderr_line: self.last_stderr_line() }
    }

    /// Returns the last line on stderr so far that is not empty.
    pub(crate) fn last_stderr_line(&self) -> String {
        self.last_stderr_line.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits for the process to exit by itself.
    fn wait(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(POLL_INTERVAL),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Kills the process and waits until the system has removed it.
    pub(crate) fn kill(&mut self) {
        self.input = None;
        self.exits_by_itself = false;
        // Killing fails if the process has already exited.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if self.exits_by_itself {
            self.send("quit");
            self.input = None;
            if self.wait(EXIT_TIMEOUT).is_some() {
                return;
            }
        }
        self.kill();
    }
}

/// The time limit of an answer, and the flag that ends the wait early.
#[derive(Clone, Debug)]
pub(crate) struct AnswerTimeout<'a> {
    start: Instant,
    timeout: Duration,
    stop: Option<&'a StopFlag>,
}

impl<'a> AnswerTimeout<'a> {
    /// Returns the limit of an answer that is due in `timeout` from now.
    pub(crate) fn new(timeout: Duration, stop: Option<&'a StopFlag>) -> AnswerTimeout<'a> {
        AnswerTimeout { start: Instant::now(), timeout, stop }
    }

    fn left(&self) -> Duration {
        self.timeout.saturating_sub(self.start.elapsed())
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(StopFlag::is_raised)
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// The log of one process, if there is one.
#[derive(Clone, Debug)]
struct LineLog {
    process: u32,
    log: Option<DialogueLog>,
}

impl LineLog {
    fn write(&self, mark: char, line: &str) {
        if let Some(log) = &self.log {
            log.write(self.process, mark, line);
        }
    }
}

fn read_lines(stdout: impl Read, lines: &SyncSender<String>, log: &LineLog) {
    let mut reader = BufReader::new(stdout);
    while let Ok(Some(line)) = read_line(&mut reader) {
        log.write('<', &line);
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Reads all of stderr, so that the engine never blocks, and keeps the last line that is not empty.
fn keep_last_line(stderr: impl Read, last_line: &Mutex<String>, log: &LineLog) {
    let mut reader = BufReader::new(stderr);
    while let Ok(Some(line)) = read_line(&mut reader) {
        log.write('!', &line);
        keep(&line, &mut last_line.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Keeps the beginning of a line that is not empty.
fn keep(line: &str, last_line: &mut String) {
    if !line.trim().is_empty() {
        *last_line = line.trim().chars().take(MAX_KEPT_LENGTH).collect();
    }
}

/// Reads a line without its line break; `None` at the end of the output.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if reader.take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_any_line_break_are_read_and_long_lines_in_parts() {
        let long = vec![b'x'; 3 * MAX_LINE as usize / 2];
        let mut input = b"one\r\ntwo\n\xff\n".to_vec();
        input.extend(&long);
        let mut reader = BufReader::new(input.as_slice());
        let mut next = || read_line(&mut reader).unwrap();
        assert_eq!(next().as_deref(), Some("one"));
        assert_eq!(next().as_deref(), Some("two"));
        assert_eq!(next().as_deref(), Some("\u{fffd}"));
        assert_eq!(next().map(|line| line.len() as u64), Some(MAX_LINE));
        assert_eq!(next().map(|line| line.len() as u64), Some(MAX_LINE / 2));
        assert_eq!(next(), None);
    }

    #[test]
    fn a_missing_program_is_an_error_in_the_spec() {
        let error = |text: &str| {
            let spec = text.parse().unwrap();
            EngineCommand::from_options(Options(&spec)).unwrap_err().to_string()
        };
        let message = error("gtp:cmd=./no/such/engine -gtp");
        assert!(message.contains("expected an existing program"), "{message}");
        let message = error("gtp:cwd=./no/such/folder,cmd=engine");
        assert!(message.contains("expected an existing folder"), "{message}");
        assert!(error("gtp").contains("`cmd`"));
    }

    #[test]
    fn starting_a_missing_program_is_an_error() {
        let spec = "gtp:cmd=willow-has-no-such-program".parse().unwrap();
        let command = EngineCommand::from_options(Options(&spec)).unwrap();
        let error = command.start(None).unwrap_err();
        assert!(matches!(error, EngineProcessError::Start { .. }), "{error}");
    }
}
