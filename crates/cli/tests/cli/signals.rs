//! Signals to a full-screen program in a pseudo-terminal.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::io::ioctl_fionbio;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// What switches the alternate screen on and off.
const ALTERNATE_SCREEN: &str = "\u{1b}[?1049h";
const MAIN_SCREEN: &str = "\u{1b}[?1049l";
/// What switches mouse events off.
const NO_MOUSE: &str = "\u{1b}[?1000l";

/// No wait in these tests lasts longer, even on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A program in a pseudo-terminal.
struct Session {
    child: Child,
    /// The other side of the pseudo-terminal; `None` after it has hung up.
    terminal: Option<File>,
    shown: String,
}

impl Session {
    fn start(folder: &Path, words: &[&str]) -> Session {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let open = || rustix::fs::open(&name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty());
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).unwrap();
        ioctl_fionbio(&terminal, true).unwrap();
        let child = Command::new(crate::run::willow(folder).get_program())
            .args(words)
            .current_dir(folder)
            .env("WILLOW_HOME", folder.join("home"))
            .env("TERM", "xterm-256color")
            .stdin(open().unwrap())
            .stdout(open().unwrap())
            .stderr(open().unwrap())
            .spawn()
            .unwrap();
        Session { child, terminal: Some(terminal.into()), shown: String::new() }
    }

    fn type_keys(&mut self, keys: &str) {
        self.terminal.as_mut().expect("it is there").write_all(keys.as_bytes()).unwrap();
    }

    fn send_signal(&self, signal: &str) {
        let kill = ["-s", signal, &self.child.id().to_string()];
        assert!(Command::new("kill").args(kill).status().unwrap().success());
    }

    /// Reads what is shown until something has happened.
    fn wait_until(&mut self, what: &str, mut happened: impl FnMut(&mut Session) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let is_over = happened(self);
            self.read();
            if is_over {
                return;
            }
            if deadline < Instant::now() {
                self.child.kill().unwrap();
                panic!("{what}: {:?}", self.shown);
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn read(&mut self) {
        let Some(terminal) = &mut self.terminal else { return };
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = terminal.read(&mut buffer) {
            self.shown += &String::from_utf8_lossy(&buffer[..length]);
        }
    }

    fn wait_for(&mut self, text: &str) {
        self.wait_until("it is not shown", |session| session.shown.contains(text));
    }

    /// Waits until a file contains a text.
    fn wait_for_file(&mut self, path: &Path, text: &str) {
        self.wait_until("it is not saved", |_| {
            fs::read_to_string(path).is_ok_and(|contents| contents.contains(text))
        });
    }

    /// Waits for the end of the program.
    fn end(&mut self) -> ExitStatus {
        let mut status = None;
        self.wait_until("it does not end", |session| {
            status = session.child.try_wait().unwrap();
            status.is_some()
        });
        status.expect("it has ended")
    }
}

fn assert_restored(shown: &str, signal: &str) {
    let end = shown.rfind(ALTERNATE_SCREEN).expect("the program uses the full screen");
    let after = &shown[end..];
    assert!(after.contains(MAIN_SCREEN), "{signal}: the screen is not restored");
    assert!(after.contains(NO_MOUSE), "{signal}: the mouse is still on");
}

#[test]
fn a_signal_ends_a_game_on_the_full_screen_in_order() {
    for (signal, exit_code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let folder = tempfile::tempdir().unwrap();
        let mut session = Session::start(folder.path(), &["play", "--white", "human"]);
        session.wait_for("to move");
        session.type_keys("f5d6");
        let autosave = folder.path().join("home/unfinished-game.txt");
        session.wait_for_file(&autosave, "moves: f5 d6\n");
        session.send_signal(signal);
        let status = session.end();
        assert_eq!(status.code(), Some(exit_code), "{signal}: {status}");
        assert_restored(&session.shown, signal);
        assert!(session.shown.contains("The game is saved."), "{signal}");
        assert!(fs::read_to_string(&autosave).unwrap().contains("moves: f5 d6\n"), "{signal}");
    }
}

#[test]
fn a_game_ends_when_its_terminal_hangs_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(folder.path(), &["play", "--white", "human"]);
    session.wait_for("to move");
    session.type_keys("f5");
    let autosave = folder.path().join("home/unfinished-game.txt");
    session.wait_for_file(&autosave, "moves: f5\n");
    session.terminal = None;
    session.send_signal("HUP");
    assert_eq!(session.end().code(), Some(129));
    assert!(fs::read_to_string(&autosave).unwrap().contains("moves: f5\n"));
}

#[test]
fn a_signal_ends_the_client_of_the_server_in_order() {
    for (signal, exit_code) in [("TERM", 143), ("HUP", 129)] {
        let folder = tempfile::tempdir().unwrap();
        // Nobody has to be there: the sign-in screen comes first.
        let mut session = Session::start(folder.path(), &["connect", "127.0.0.1:9"]);
        session.wait_for(ALTERNATE_SCREEN);
        session.wait_for("guest");
        session.send_signal(signal);
        let status = session.end();
        assert_eq!(status.code(), Some(exit_code), "{signal}: {status}");
        assert_restored(&session.shown, signal);
    }
}
