//! Progress on standard error, shown if it is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

/// How often a line moves even if nothing happens.
const TICK: Duration = Duration::from_millis(200);

/// Returns a line for work of unknown length.
pub(super) fn spinner(message: &'static str) -> ProgressBar {
    styled(ProgressBar::no_length(), "{spinner} {elapsed} {wide_msg}").with_message(message)
}

/// Returns a bar for work of `length` steps.
pub(super) fn bar(length: u64) -> ProgressBar {
    styled(ProgressBar::new(length), "{wide_bar} {pos}/{len} {elapsed} (about {eta} left) {msg}")
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(template).expect("templates are literals that every run uses");
    let bar = bar.with_style(style).with_finish(ProgressFinish::AndClear);
    bar.enable_steady_tick(TICK);
    bar
}

/// Writes a line to standard error, above the progress line.
pub(super) fn note(bar: &ProgressBar, line: &str) {
    bar.suspend(|| eprintln!("{line}"));
}
