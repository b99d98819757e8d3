//! Progress of long work: one line on standard error, only if standard error is a terminal.
//!
//! There is no line while standard output goes into a pipe: what the reader of the pipe prints on the
//! terminal, as `head` does, would be written into the line.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use willow_protocol::escape_controls;

use crate::output;

/// Interval at which the line moves even if nothing happens.
const TICK: Duration = Duration::from_millis(200);

/// Maximum frames a second of a progress line.
const FRAMES: u8 = 20;

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
        let template = "{prefix}{wide_bar} {pos}/{len} {elapsed} (about {eta} left) {msg}";
        Progress::styled(ProgressBar::new(length), template)
    }

    /// Returns a line that is not shown, for a part of work that has a line already.
    pub(crate) fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden() }
    }

    fn styled(bar: ProgressBar, template: &str) -> Progress {
        if !io::stderr().is_terminal() || output::is_piped() || output::is_quiet() {
            return Progress::hidden();
        }
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(FRAMES));
        bar.set_style(
            ProgressStyle::with_template(template)
                .expect("templates are literals that every run uses"),
        );
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
