//! Progress of long work: one line on standard error, only if standard error is a terminal.
//!
//! There is no line while standard output goes into a pipe: what the reader of the pipe prints on the
//! terminal, as `head` does, would be written into the line.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike, WeakProgressBar};
use willow_protocol::escape_controls;

use crate::output;
use crate::termination::clean_up_on_termination;

/// How often the line moves even if nothing happens.
const TICK: Duration = Duration::from_millis(200);

/// The columns that a line leaves free on its right. The terminal writes `^C` there: behind a full line it
/// would stand on the next one, and the line could not be removed any more.
const ROOM: u16 = 4;

/// How often a line is drawn at most, in frames a second.
const FRAMES: u8 = 20;

/// A terminal that seems narrower than it is.
#[derive(Debug)]
struct NarrowTerminal(Term);

impl TermLike for NarrowTerminal {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(ROOM)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.0.write_line(line)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes notes to standard error from any thread, above the progress line if there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    bar: Arc<OnceLock<ProgressBar>>,
}

impl Notes {
    /// Writes a `note:` line.
    pub(crate) fn write(&self, text: &str) {
        match self.bar.get() {
            Some(bar) => bar.suspend(|| output::note(text)),
            None => output::note(text),
        }
    }
}

/// The lines that are or were on the terminal.
static SHOWN: Mutex<Vec<WeakProgressBar>> = Mutex::new(Vec::new());

/// Removes the progress lines from the terminal, for a program that is about to end.
fn clear_lines() {
    // A thread that holds the lock at this moment is starting a line. Waiting for it could take forever.
    let Ok(lines) = SHOWN.try_lock() else { return };
    for line in lines.iter().filter_map(WeakProgressBar::upgrade) {
        line.finish_and_clear();
    }
}

/// A progress line.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Returns a line for work of unknown length.
    pub(crate) fn spinner() -> Progress {
        Progress::styled(ProgressBar::no_length(), "{spinner} {elapsed} {prefix}{wide_msg}")
    }

    /// Returns a bar for work of `length` steps.
    pub(crate) fn bar(length: u64) -> Progress {
        let template = "{wide_bar} {pos}/{len} {elapsed} (about {eta} left) {msg}";
        Progress::styled(ProgressBar::new(length), template)
    }

    fn styled(bar: ProgressBar, template: &str) -> Progress {
        if !io::stderr().is_terminal() || output::is_piped() {
            return Progress { bar: ProgressBar::hidden() };
        }
        SHOWN.lock().unwrap_or_else(PoisonError::into_inner).push(bar.downgrade());
        clean_up_on_termination(clear_lines);
        let terminal = Box::new(NarrowTerminal(Term::buffered_stderr()));
        bar.set_draw_target(ProgressDrawTarget::term_like_with_hz(terminal, FRAMES));
        bar.set_style(ProgressStyle::with_template(template).expect("the template is well-formed"));
        bar.enable_steady_tick(TICK);
        Progress { bar }
    }

    /// Sets the text of the line.
    pub(crate) fn say(&self, message: impl Into<String>) {
        self.bar.set_message(escape_controls(&message.into()));
    }

    /// Says which of several parts of the work begins, counted from 1. A single part is not counted.
    pub(crate) fn begin(&self, part: usize, n_parts: usize) {
        if 1 < n_parts {
            self.bar.set_prefix(format!("{part} of {n_parts} "));
        }
    }

    /// Lets these notes appear above the line.
    pub(crate) fn show_notes(&self, notes: &Notes) {
        // The notes of a command have one progress line at most.
        let _ = notes.bar.set(self.bar.clone());
    }

    /// Counts one step of the work.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }

    /// Sets the number of completed steps.
    pub(crate) fn reach(&self, step: u64) {
        self.bar.set_position(step);
    }

    /// Does something, usually a print, with the line out of the way.
    pub(crate) fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        self.bar.suspend(action)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
