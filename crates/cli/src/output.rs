//! Text on standard output.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::StyledStr;
use willow_protocol::escape_controls;

use crate::color;
use crate::error::{CliError, label};

/// Whether notes and progress are left out: `--quiet`.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes and progress from now on.
pub(crate) fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

/// Returns whether notes and progress are left out.
pub(crate) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// Prints a text to standard output at once, as [`printable`] text.
///
/// # Errors
/// Standard output is closed or full.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    print_bytes(printable(text).as_bytes())
}

/// Prints a text of clap's, in colours if they are wanted.
///
/// # Errors
/// Standard output is closed or full.
pub(crate) fn print_styled(text: &StyledStr) -> Result<(), CliError> {
    let text = if color::on_stdout() { text.ansi().to_string() } else { text.to_string() };
    // Clap ends lines of option tables with blanks.
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    print_bytes((lines.join("\n").trim_end().to_owned() + "\n").as_bytes())
}

/// Returns the number of columns for tables whose last column would not fit; `None` for a file or a pipe,
/// where nothing is cut off.
pub(crate) fn width(columns: usize) -> Option<usize> {
    io::stdout().is_terminal().then_some(columns)
}

/// Writes bytes to standard output as they are: the contents of a file.
///
/// # Errors
/// Standard output is closed or full.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Returns whether standard output goes into a pipe, to another program.
#[cfg(unix)]
pub(crate) fn is_piped() -> bool {
    use std::fs::File;
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;

    let copy = io::stdout().as_fd().try_clone_to_owned();
    let metadata = copy.and_then(|copy| File::from(copy).metadata());
    metadata.is_ok_and(|metadata| metadata.file_type().is_fifo())
}

/// Returns whether standard output is not the terminal: it may be a pipe to another program.
#[cfg(not(unix))]
pub(crate) fn is_piped() -> bool {
    !io::stdout().is_terminal()
}

/// Blocks until nobody can read standard output any more. Returns false at once if that cannot be told.
#[cfg(unix)]
pub(crate) fn wait_until_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};

    let out = io::stdout();
    // An empty set of events leaves errors and hang-ups, which are always told.
    let mut fds = [PollFd::new(&out, PollFlags::empty())];
    loop {
        match poll(&mut fds, None) {
            Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR),
            Err(_) => return false,
        }
    }
}

/// Writes a `note:` line to standard error, unless `--quiet` is given.
pub(crate) fn note(text: &str) {
    if is_quiet() {
        return;
    }
    // If standard error is closed, the note is lost.
    let label = label("note:", color::NOTE);
    let _ = writeln!(io::stderr().lock(), "{label} {}", escape_controls(text));
}

/// Returns a text that a terminal only shows. Names of files and players, and what programs answer,
/// could contain escape sequences. Only line ends and tabs are kept.
pub(crate) fn printable(text: &str) -> String {
    let is_kept = |letter: char| matches!(letter, '\n' | '\t');
    let parts = text.split_inclusive(is_kept).map(|part| {
        let words = part.trim_end_matches(is_kept);
        escape_controls(words) + &part[words.len()..]
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_shows_the_text_and_does_nothing_else() {
        assert_eq!(printable("a\tb\n\nc\u{1b}[2J\u{7}\r\n"), "a\tb\n\nc\\u{1b}[2J\\u{7}\\r\n");
        assert_eq!(printable("d'Été ● ○"), "d'Été ● ○");
    }
}
