//! Other people's programs: what to start, and the child process that is talked to in lines.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use willow_engine::StopFlag;

use crate::command_line;
use crate::options::Options;
use crate::spec::COMMAND_KEY;
use crate::spec_error::{SpecError, SpecErrorKind};

/// The key of the folder that a program runs in.
pub(crate) const FOLDER_KEY: &str = "cwd";

/// The longest line that is read as one, in bytes. A longer one counts as several.
const MAX_LINE: u64 = 1 << 16;

/// The number of lines that wait to be read before the program has to wait.
const MAX_WAITING_LINES: usize = 1024;

/// How often somebody who waits for a line looks at the stop flag.
const PERIOD: Duration = Duration::from_millis(5);

/// How long a program may take to end after it was told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// How long after its end the last words of a program may take to arrive.
const LAST_WORDS_DELAY: Duration = Duration::from_millis(200);

/// The longest last words that are reported, in characters.
const MAX_LAST_WORDS: usize = 200;

/// A program that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    command: String,
    words: Vec<String>,
    folder: Option<PathBuf>,
}

/// What becomes of talking to a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ProgramError {
    /// It is not there, or may not be run.
    #[error("cannot start `{program}`: {reason}")]
    Start { program: String, reason: String },
    /// It ended or closed its output.
    #[error("it ended ({how}){}", said(last_words))]
    Ended { how: String, last_words: String },
    /// It did not answer in time.
    #[error("no answer to `{question}` within {} ms", waited.as_millis())]
    Silent { question: String, waited: Duration },
    /// Whoever waits for the answer needs it no more.
    #[error("it had to be stopped")]
    Stopped,
    /// It cannot or will not do what it is asked.
    #[error("`{question}` was answered by `{answer}`")]
    Refused { question: String, answer: String },
    /// It does not know a command without which the game cannot be played.
    #[error("it cannot be told {what}: it has no command {commands}")]
    Missing { what: &'static str, commands: &'static str },
}

fn said(last_words: &str) -> String {
    if last_words.is_empty() { String::new() } else { format!(", saying `{last_words}`") }
}

impl Program {
    /// Returns the program that the keys `cmd` and `cwd` of a SPEC name.
    ///
    /// # Errors
    /// The folder must be there, and so must a program that is given by a path.
    pub(crate) fn from_options(options: Options<'_>) -> Result<Program, SpecError> {
        let spec = options.0;
        let Some(command) = spec.option(COMMAND_KEY) else {
            return Err(SpecError {
                column: spec.name().chars().count() + 1,
                kind: SpecErrorKind::RequiredKey(COMMAND_KEY),
            });
        };
        let folder = options.folder(FOLDER_KEY)?;
        let words = command_line::words(command.value());
        let program = Program { command: command.value().to_owned(), words, folder };
        if program.is_there() {
            Ok(program)
        } else {
            Err(options.invalid(COMMAND_KEY, "a program that is there, and its arguments"))
        }
    }

    /// Returns whether there is such a file. A name without a folder is left to the system to find.
    fn is_there(&self) -> bool {
        let Some(name) = self.words.first() else { return false };
        if Path::new(name).components().nth(1).is_none() {
            return true;
        }
        let path = self.path(name);
        let mut longer = OsString::from(&path);
        longer.push(std::env::consts::EXE_SUFFIX);
        path.is_file() || Path::new(&longer).is_file()
    }

    /// Returns where the program is. A path counts from the program's own folder, on every system.
    fn path(&self, name: &str) -> PathBuf {
        match &self.folder {
            Some(folder) if Path::new(name).components().nth(1).is_some() => {
                let path = folder.join(name);
                std::path::absolute(&path).unwrap_or(path)
            }
            _ => PathBuf::from(name),
        }
    }

    /// Starts the program.
    pub(crate) fn start(&self) -> Result<Process, ProgramError> {
        let failed = |reason: String| ProgramError::Start { program: self.command.clone(), reason };
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
        Ok(Process::new(child))
    }
}

/// A running program. It is ended, by force if need be, when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// What is to be written; `None` once nothing more will be.
    input: Option<Sender<String>>,
    lines: Receiver<String>,
    last_words: Receiver<String>,
    /// Whether it may be given time to end by itself.
    is_sane: bool,
}

impl Process {
    fn new(mut child: Child) -> Process {
        let (input, to_write) = mpsc::channel();
        let (line_sender, lines) = mpsc::sync_channel(MAX_WAITING_LINES);
        let (word_sender, last_words) = mpsc::channel();
        // Threads of their own, so that a program that does not read or that floods its output can
        // keep nobody waiting. They end with the pipes.
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &line_sender));
        }
        if let Some(stderr) = child.stderr.take() {
            thread::spawn(move || keep_last_line(stderr, &word_sender));
        }
        Process { child, input: Some(input), lines, last_words, is_sane: true }
    }

    /// Sends a line. A program that is gone shows when its answer is read.
    pub(crate) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            input.send(format!("{line}\n")).ok();
        }
    }

    /// Returns the next line of the answer to `question`.
    ///
    /// # Errors
    /// The program ends, the time is over, or the flag is raised.
    pub(crate) fn read(&mut self, question: &str, wait: &Wait<'_>) -> Result<String, ProgramError> {
        loop {
            if wait.is_stopped() {
                return Err(ProgramError::Stopped);
            }
            let left = wait.left();
            if left.is_zero() {
                self.is_sane = false;
                let question = question.to_owned();
                return Err(ProgramError::Silent { question, waited: wait.patience });
            }
            match self.lines.recv_timeout(left.min(PERIOD)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends the program and returns how it ended.
    fn ended(&mut self) -> ProgramError {
        self.input = None;
        let how = match self.wait(FAREWELL) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        };
        self.kill();
        let last_words = self.last_words.recv_timeout(LAST_WORDS_DELAY).unwrap_or_default();
        ProgramError::Ended { how, last_words }
    }

    /// Waits for the program to end by itself.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(PERIOD),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Ends the program by force. Nothing is left of it afterwards.
    pub(crate) fn kill(&mut self) {
        self.input = None;
        self.is_sane = false;
        // One that has ended already cannot be killed and need not.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.is_sane {
            self.send("quit");
            self.input = None;
            if self.wait(FAREWELL).is_some() {
                return;
            }
        }
        self.kill();
    }
}

/// How long somebody waits, and what may cut it short.
#[derive(Clone, Debug)]
pub(crate) struct Wait<'a> {
    began: Instant,
    patience: Duration,
    stop: Option<&'a StopFlag>,
}

impl<'a> Wait<'a> {
    /// Begins to wait.
    pub(crate) fn new(patience: Duration, stop: Option<&'a StopFlag>) -> Wait<'a> {
        Wait { began: Instant::now(), patience, stop }
    }

    fn left(&self) -> Duration {
        self.patience.saturating_sub(self.began.elapsed())
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

fn read_lines(stdout: impl Read, lines: &SyncSender<String>) {
    let mut reader = BufReader::new(stdout);
    while let Ok(Some(line)) = read_line(&mut reader) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Reads everything, so that the program never waits, and keeps the last line that says something.
fn keep_last_line(stderr: impl Read, last_words: &Sender<String>) {
    let mut reader = BufReader::new(stderr);
    let mut last = String::new();
    while let Ok(Some(line)) = read_line(&mut reader) {
        if !line.trim().is_empty() {
            last = line.trim().chars().take(MAX_LAST_WORDS).collect();
        }
    }
    last_words.send(last).ok();
}

/// Reads a line without its end; `None` is the end of the output.
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
    fn lines_are_read_whatever_their_ends_and_long_ones_in_parts() {
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
    fn a_program_that_is_not_there_is_refused_in_the_spec() {
        let error = |text: &str| {
            let spec = text.parse().unwrap();
            Program::from_options(Options(&spec)).unwrap_err().to_string()
        };
        let message = error("gtp:cmd=./no/such/engine -gtp");
        assert!(message.contains("expected a program that is there"), "{message}");
        let message = error("gtp:cwd=./no/such/folder,cmd=engine");
        assert!(message.contains("expected a folder"), "{message}");
        assert!(error("gtp").contains("`cmd`"));
    }

    #[test]
    fn a_program_that_cannot_be_started_says_why() {
        let spec = "gtp:cmd=willow-has-no-such-program".parse().unwrap();
        let error = Program::from_options(Options(&spec)).unwrap().start().unwrap_err();
        assert!(matches!(error, ProgramError::Start { .. }), "{error}");
    }
}
