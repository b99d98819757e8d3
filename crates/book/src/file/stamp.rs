//! Whether the files of a book have changed.

use std::path::Path;
use std::time::SystemTime;

use crate::file::log;

/// The state of the files of a book: its file and the log of what was learned. As long as two stamps are
/// equal, nobody has changed the book between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookStamp {
    file: Option<FileStamp>,
    log: Option<FileStamp>,
}

/// Length and time of a file.
type FileStamp = (u64, Option<SystemTime>);

impl BookStamp {
    /// Returns the state of a book now. A file that is not there has none.
    pub fn of(book: &Path) -> BookStamp {
        BookStamp { file: stamp(book), log: stamp(&log::path_of(book)) }
    }
}

fn stamp(path: &Path) -> Option<FileStamp> {
    let data = path.metadata().ok()?;
    Some((data.len(), data.modified().ok()))
}
