//! What the commands of `willow book` share.

use std::time::SystemTime;

use willow_board::{Board, Position};
use willow_book::{Book, BookError};

use crate::args::BookFileArgs;
use crate::error::{CliError, io_reason};
use crate::output;
use crate::status::Status;

/// Opens a book for reading.
pub(super) fn open(args: &BookFileArgs) -> Result<Book, CliError> {
    Book::open(&args.book).map_err(|error| failed(&error))
}

/// Returns the error of a book, with a hint if there is something to do.
pub(super) fn failed(error: &BookError) -> CliError {
    match error {
        BookError::Io { source, .. } => CliError::failed(format!("{error}: {}", io_reason(source))),
        BookError::Locked(_) => {
            CliError::failed(error).with_hint("end the other program first, or copy the book")
        }
        BookError::File { .. } => CliError::failed(error)
            .with_hint("take a copy of the file from before, or import the book again"),
        _ => CliError::failed(error),
    }
}

/// Returns today in days since 1970-01-01.
pub(super) fn today() -> u16 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u16::try_from(since.as_secs() / 86_400).unwrap_or(u16::MAX)
}

/// Returns the date of a day that is counted from 1970-01-01.
pub(super) fn date(day: u16) -> String {
    super::super::lab::date_of_day(day.into())
}

/// Returns the board of a position on the command line, or the start.
pub(super) fn board_of(position: Option<&Position>) -> Board {
    position.map_or(Board::START, |position| *position.board())
}

/// Prints a line.
pub(super) fn say(line: &str) -> Result<Status, CliError> {
    output::print(&format!("{line}\n"))?;
    Ok(Status::Done)
}
