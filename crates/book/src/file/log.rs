//! The log of what was learned since the book was last written: one line for each entry.
//!
//! A line is an entry in hexadecimal digits and its checksum. It is appended and synced before anybody is
//! told that the entry is kept. Later lines replace earlier ones of the same position.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use willow_board::Board;
use willow_files::AppendLog;

use crate::entry::{BookPosition, Entry};
use crate::error::{BookError, FileProblem};
use crate::file::record::{self, Decoded, RECORD_BYTES, Record};

const HEADING: &str = "# learned by willow book, version 1";

/// The learned entries: one of each position, or `None` for a removed one.
pub(crate) type Learned = HashMap<Board, Option<Entry>>;

/// Returns the name of the log of a book.
pub(crate) fn path_of(book: &Path) -> PathBuf {
    with_suffix(book, ".learned")
}

/// Returns the name of the file that a writer locks.
pub(crate) fn lock_path_of(book: &Path) -> PathBuf {
    with_suffix(book, ".lock")
}

fn with_suffix(book: &Path, suffix: &str) -> PathBuf {
    let mut name = book.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Opens the log of a book for appending, or begins it.
pub(crate) fn open(book: &Path) -> Result<(AppendLog, Learned), BookError> {
    let path = path_of(book);
    let (log, text) = AppendLog::open(&path, HEADING, |first| {
        if first == HEADING { Ok(()) } else { Err("not a log of this version of willow book") }
    })?;
    let learned = parse(&path, &text)?;
    Ok((log, learned))
}

/// Reads the log of a book without changing it; a last line without an end is not finished yet.
pub(crate) fn read(book: &Path) -> Result<Learned, BookError> {
    let path = path_of(book);
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let end = text.rfind('\n').map_or(0, |last| last + 1);
            match text[..end].lines().next() {
                None => Ok(Learned::new()),
                Some(HEADING) => parse(&path, &text[..end]),
                Some(_) => Err(BookError::file(&path, FileProblem::LogLine { line: 1 })),
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Learned::new()),
        Err(error) => Err(BookError::io("read", &path, error)),
    }
}

/// Returns the line of an entry.
pub(crate) fn line_of(entry: &Entry) -> String {
    line(&record::encode(entry))
}

/// Returns the line of a removed position.
pub(crate) fn line_of_removed(position: BookPosition) -> String {
    line(&record::encode_removed(position))
}

fn line(record: &Record) -> String {
    let mut line = String::with_capacity(2 * RECORD_BYTES + 9);
    for byte in record {
        let _ = write!(line, "{byte:02x}");
    }
    let _ = write!(line, " {:08x}", crc32fast::hash(record));
    line
}

fn parse(path: &Path, text: &str) -> Result<Learned, BookError> {
    let mut learned = Learned::new();
    for (index, line) in text.lines().enumerate().skip(1) {
        let bad_line = || BookError::file(path, FileProblem::LogLine { line: index + 1 });
        let record = read_line(line).ok_or_else(bad_line)?;
        match record::decode(&record).ok_or_else(bad_line)? {
            Decoded::Entry(entry) => learned.insert(entry.board, Some(entry)),
            Decoded::Removed(position) => learned.insert(position.board(), None),
        };
    }
    Ok(learned)
}

fn read_line(line: &str) -> Option<Record> {
    let (digits, checksum) = line.split_once(' ')?;
    if digits.len() != 2 * RECORD_BYTES || !digits.is_ascii() {
        return None;
    }
    let mut record = [0; RECORD_BYTES];
    for (byte, at) in record.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(&digits[at..at + 2], 16).ok()?;
    }
    let checksum = u32::from_str_radix(checksum, 16).ok()?;
    (checksum == crc32fast::hash(&record)).then_some(record)
}
