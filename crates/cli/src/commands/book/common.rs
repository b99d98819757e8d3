//! What the commands of `willow book` share.

use std::io::ErrorKind;
use std::path::Path;
use std::time::SystemTime;

use willow_board::{Board, Position};
use willow_book::{Book, BookError, FileProblem};
use willow_files::AppendLogError;
use willow_records::wthor::WthorDate;

use crate::args::BookFileArgs;
use crate::commands::convert;
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
        BookError::Io { path, source, .. }
            if source.kind() == ErrorKind::NotFound && path == Path::new("shipped") =>
        {
            CliError::file("read", path, source).with_hint(
                "`willow book import shipped --out FILE` makes a file of the book that comes with the program",
            )
        }
        BookError::Io { source, .. } => CliError::failed(format!("{error}: {}", io_reason(source))),
        BookError::Locked(_) => {
            CliError::failed(error).with_hint("end the other program first, or copy the book")
        }
        BookError::Unmerged(path) => CliError::failed(error)
            .with_hint(format!("run `willow book fix {}` first", path.display())),
        BookError::Log(AppendLogError::Write { path, source }) => {
            CliError::file("write", path, source)
        }
        BookError::Log(AppendLogError::Read { path, source }) => {
            CliError::file("read", path, source)
        }
        BookError::Log(AppendLogError::OtherHeading { path, source }) => {
            CliError::failed(format!("{}: {source}", path.display()))
        }
        BookError::File { problem: FileProblem::Newer { .. }, .. } => {
            CliError::failed(error).with_hint("use the program that has written it, or a newer one")
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
    let WthorDate { century, year, month, day } = convert::wthor::date_of_day(day.into());
    format!("{century:02}{year:02}-{month:02}-{day:02}")
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
