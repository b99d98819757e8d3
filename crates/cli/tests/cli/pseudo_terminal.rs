//! A full-screen program in a pseudo-terminal, with the screen that it draws.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus};

use rustix::fs::{Mode, OFlags};
use rustix::io::ioctl_fionbio;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::run::{Process, happens};

/// A program in a pseudo-terminal.
pub(crate) struct Session {
    child: Process,
    /// The other side of the pseudo-terminal; `None` after it has hung up.
    pub(crate) terminal: Option<File>,
    /// All that the program has written.
    pub(crate) shown: String,
    /// The columns and lines of its terminal.
    size: (u16, u16),
}

impl Session {
    /// Starts the program in a terminal of 80 columns and 24 lines.
    pub(crate) fn start(folder: &Path, words: &[&str]) -> Session {
        Session::start_with(&[], folder, words)
    }

    /// Starts the program in a terminal of 80 columns and 24 lines, with these environment variables.
    pub(crate) fn start_with(variables: &[(&str, &str)], folder: &Path, words: &[&str]) -> Session {
        Session::open((80, 24), variables, folder, words)
    }

    fn open(
        size: (u16, u16),
        variables: &[(&str, &str)],
        folder: &Path,
        words: &[&str],
    ) -> Session {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let open = || rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty());
        let window = Winsize { ws_row: size.1, ws_col: size.0, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, window).unwrap();
        ioctl_fionbio(&terminal, true).unwrap();
        let child = Command::new(crate::run::willow(folder).get_program())
            .args(words)
            .current_dir(folder)
            .env("WILLOW_HOME", folder.join("home"))
            .env("TERM", "xterm-256color")
            .env_remove("COLORTERM")
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied())
            .stdin(open().unwrap())
            .stdout(open().unwrap())
            .stderr(open().unwrap())
            .spawn()
            .unwrap();
        Session {
            child: Process(child),
            terminal: Some(terminal.into()),
            shown: String::new(),
            size,
        }
    }

    /// Types keys.
    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.terminal.as_mut().expect("it is there").write_all(keys.as_bytes()).unwrap();
    }

    /// Sends a signal by its name.
    pub(crate) fn send_signal(&self, signal: &str) {
        self.child.send_signal(signal);
    }

    /// Reads what is shown until something has happened.
    #[track_caller]
    fn wait_until(&mut self, what: &str, mut happened: impl FnMut(&mut Session) -> bool) {
        let is_over = happens(|| {
            let is_over = happened(self);
            self.read();
            is_over
        });
        assert!(is_over, "{what}: {:?}", self.shown);
    }

    fn read(&mut self) {
        let Some(terminal) = &mut self.terminal else { return };
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = terminal.read(&mut buffer) {
            self.shown += &String::from_utf8_lossy(&buffer[..length]);
        }
    }

    /// Waits until the program has written a text in one piece.
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until("it is not shown", |session| session.shown.contains(text));
    }

    /// Waits until the screen shows a text. Returns the screen.
    pub(crate) fn wait_for_screen(&mut self, text: &str) -> String {
        let mut screen = String::new();
        self.wait_until("the screen does not show it", |session| {
            screen = screen_of(&session.shown, session.size);
            screen.contains(text)
        });
        screen
    }

    /// Waits until a file contains a text.
    pub(crate) fn wait_for_file(&mut self, path: &Path, text: &str) {
        self.wait_until("it is not saved", |_| {
            fs::read_to_string(path).is_ok_and(|contents| contents.contains(text))
        });
    }

    /// Waits for the end of the program.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let mut status = None;
        self.wait_until("it does not end", |session| {
            status = session.child.0.try_wait().unwrap();
            status.is_some()
        });
        status.expect("it has ended")
    }
}

/// Returns what a terminal of this size shows after this output, its lines without the blanks at their
/// ends. It knows what the program uses: printable characters, places, and clearing the screen.
fn screen_of(output: &str, (columns, lines): (u16, u16)) -> String {
    let mut cells = vec![vec![' '; columns.into()]; lines.into()];
    let (mut row, mut column) = (0, 0);
    let mut rest = output.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '\u{1b}' if rest.clone().next() == Some('[') => {
                let mut code = String::new();
                for letter in rest.by_ref().skip(1) {
                    code.push(letter);
                    if letter.is_ascii_alphabetic() {
                        break;
                    }
                }
                match code.split_at(code.len().saturating_sub(1)) {
                    (at, "H") => (row, column) = place_of(at),
                    (_, "J") => cells.iter_mut().for_each(|line| line.fill(' ')),
                    _ => {}
                }
            }
            letter if letter.is_control() => {}
            letter => {
                if let Some(cell) = cells.get_mut(row).and_then(|line| line.get_mut(column)) {
                    *cell = letter;
                }
                column += 1;
            }
        }
    }
    let lines: Vec<String> =
        cells.into_iter().map(|line| String::from_iter(line).trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Reads the line and column of a code such as `3;14`, both counted from 0.
fn place_of(code: &str) -> (usize, usize) {
    let mut numbers = code.split(';').map(|number| number.parse().unwrap_or(1_usize));
    let mut next = || numbers.next().unwrap_or(1).saturating_sub(1);
    (next(), next())
}
