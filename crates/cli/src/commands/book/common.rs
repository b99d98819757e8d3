//! Shared by the commands of `willow book`.

use std::io::ErrorKind;
use std::path::Path;
use std::time::SystemTime;

use willow_board::{Board, Position};
use willow_book::{BookError, FileProblem, NewBook};
use willow_protocol::ArchiveDate;

use crate::args::NewBookArgs;
use crate::error::{CliError, io_reason};
use crate::output;
use crate::status::Status;

impl From<BookError> for CliError {
    /// Returns the error of a book, with a hint if there is something to do.
    fn from(error: BookError) -> CliError {
        let hint = match &error {
            BookError::Io { path, source, .. }
                if source.kind() == ErrorKind::NotFound && path == Path::new("shipped") =>
            {
                return CliError::file("read", path, source).with_hint(
                    "`willow book import shipped --out FILE` makes a file of the book that comes with the program",
                );
            }
            BookError::Io { source, .. } => {
                return CliError::failed(format!("{error}: {}", io_reason(source)));
            }
            BookError::Log(error) => return error.into(),
            BookError::Locked(_) => "end the other program first, or copy the book".to_owned(),
            BookError::Unmerged(path) => format!("run `willow book fix {}` first", path.display()),
            BookError::File { problem: FileProblem::Newer { .. }, .. } => {
                "use the program that has written it, or a newer one".to_owned()
            }
            BookError::File { .. } => {
                "take a copy of the file from before, or import the book again".to_owned()
            }
            _ => return CliError::failed(error),
        };
        CliError::failed(error).with_hint(hint)
    }
}

/// Checks that a new book may be written. While the value lives, no other program begins to learn into it.
pub(super) fn new_book(new: &NewBookArgs) -> Result<NewBook, CliError> {
    willow_files::check_free(&new.out, new.replace.overwrite())?;
    Ok(NewBook::at(&new.out)?)
}

/// Returns today in days since 1970-01-01.
pub(super) fn today() -> u16 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u16::try_from(since.as_secs() / 86_400).unwrap_or(u16::MAX)
}

/// Returns the date of a day that is counted from 1970-01-01.
pub(super) fn date(day: u16) -> String {
    let date = ArchiveDate::of_millis(u64::from(day) * 86_400_000);
    date.map_or_else(String::new, |date| date.to_string())
}

/// Returns the board of a position on the command line, or the start.
pub(super) fn board_of(position: Option<&Position>) -> Result<Board, CliError> {
    let board = position.map_or(Board::START, |position| *position.board());
    check_centre(&board)?;
    Ok(board)
}

/// Refuses a board that no book can have.
pub(super) fn check_centre(board: &Board) -> Result<(), CliError> {
    if willow_book::has_centre(board) {
        return Ok(());
    }
    Err(CliError::usage("books have no positions with an empty centre square"))
}

/// Prints a line.
pub(super) fn say(line: &str) -> Result<Status, CliError> {
    output::print(&format!("{line}\n"))?;
    Ok(Status::Done)
}
