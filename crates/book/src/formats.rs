//! The books of other programs, and books as text.
//!
//! The layouts are facts that their authors' programs show; the code is ours. A book is read entry by entry,
//! so that its size does not matter, but for Zebra's: its nodes have hash values in place of boards, and are
//! all kept in memory while the positions are looked for from the start of the game.

mod binary;
mod edax;
mod edax_export;
mod egaroucid;
mod foreign;
mod text;
mod zebra;
mod zebra_hash;
mod zebra_nodes;

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use crate::book::Book;
use crate::entry::Entry;
use crate::error::BookError;

pub use foreign::{BookFormat, ExportError, ImportError, Imported, RecordProblem};

pub(crate) use self::text::parse_board;

use self::foreign::Sink;

impl BookFormat {
    /// Returns the format of a book by its first bytes; `None` if it is none.
    pub fn detect(head: &[u8]) -> Option<BookFormat> {
        if head.starts_with(edax::MAGIC) {
            Some(BookFormat::Edax)
        } else if head.starts_with(egaroucid::MAGIC) {
            Some(BookFormat::Egaroucid)
        } else if head.starts_with(&zebra_nodes::MAGIC) {
            Some(BookFormat::Zebra)
        } else if head.starts_with(text::HEADING.as_bytes()) {
            Some(BookFormat::Text)
        } else {
            None
        }
    }
}

/// Reads a book of another program, and calls `take` for each entry. The entries come in any order; some may
/// be of the same position.
///
/// # Errors
/// The file must be a whole book of a known format.
pub fn import(
    path: &Path,
    day: u16,
    take: &mut dyn FnMut(&Entry) -> Result<(), BookError>,
) -> Result<(BookFormat, Imported), ImportError> {
    import_unknown(File::open(path).map_err(ImportError::Read)?, day, take)
}

/// Reads a book from a stream, and detects its format, as [`import`] does.
///
/// # Errors
/// As [`import`].
pub fn import_unknown(
    mut stream: impl Read,
    day: u16,
    take: &mut dyn FnMut(&Entry) -> Result<(), BookError>,
) -> Result<(BookFormat, Imported), ImportError> {
    let mut head = Vec::new();
    stream.by_ref().take(64).read_to_end(&mut head).map_err(ImportError::Read)?;
    let format = BookFormat::detect(&head).ok_or(ImportError::UnknownFormat)?;
    let reader = BufReader::with_capacity(1 << 18, head.chain(stream));
    Ok((format, import_stream(reader, format, day, take)?))
}

/// Reads a book of a format from a stream, as [`import`] does.
///
/// # Errors
/// The stream must be a whole book of the format.
pub fn import_stream(
    reader: impl Read,
    format: BookFormat,
    day: u16,
    take: &mut dyn FnMut(&Entry) -> Result<(), BookError>,
) -> Result<Imported, ImportError> {
    let mut sink = Sink { imported: Imported::default(), day, take };
    match format {
        BookFormat::Edax => edax::import(reader, &mut sink)?,
        BookFormat::Egaroucid => egaroucid::import(reader, &mut sink)?,
        BookFormat::Zebra => zebra::import(reader, &mut sink)?,
        BookFormat::Text => text::import(reader, &mut sink)?,
    }
    Ok(sink.imported)
}

/// Writes a book in another program's format to an empty file. Returns the number of records.
///
/// # Errors
/// The disk may be full, and the book damaged.
pub fn export(book: &Book, format: BookFormat, file: &mut File) -> Result<u64, ExportError> {
    match format {
        BookFormat::Edax => edax_export::export(book, file),
        BookFormat::Egaroucid => egaroucid::export(book, file),
        BookFormat::Zebra => zebra::export(book, file),
        BookFormat::Text => text::export(book, file),
    }
}
