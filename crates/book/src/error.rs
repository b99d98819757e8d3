//! What can be wrong with the files of a book.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use willow_files::AppendLogError;

/// A book cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The system refuses.
    #[error("cannot {operation} {}", path.display())]
    Io {
        /// What was tried: `read`, `write`, `lock`.
        operation: &'static str,
        /// The book or a file beside it.
        path: PathBuf,
        /// What the system reported.
        source: io::Error,
    },
    /// The file is not a whole book of this version.
    #[error("{}: {problem}", path.display())]
    File {
        /// The damaged or foreign file.
        path: PathBuf,
        /// What is wrong.
        problem: FileProblem,
    },
    /// The log of what was learned is not one.
    #[error(transparent)]
    Log(#[from] AppendLogError),
    /// Another program writes to the book.
    #[error("{}: another program is learning into this book", .0.display())]
    Locked(PathBuf),
    /// A book is to be replaced, but entries that were learned for it are not merged yet.
    #[error("{}: what was learned for this book is not merged yet", .0.display())]
    Unmerged(PathBuf),
    /// There is no memory for the search.
    #[error(transparent)]
    Memory(#[from] willow_engine::OutOfMemoryError),
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// It is another kind of file.
    #[error("not an opening book of Willow")]
    OtherFile,
    /// A newer program has written it.
    #[error("a book of version {version}, but this program reads version {known} only")]
    Newer {
        /// The version of the file.
        version: u32,
        /// The version of this program.
        known: u32,
    },
    /// It is cut off, or something follows it.
    #[error("damaged: {found} bytes instead of {expected}")]
    Length {
        /// The length that follows from its header, in bytes.
        expected: u64,
        /// Its length in bytes.
        found: u64,
    },
    /// The checksum of the header is wrong.
    #[error("damaged: the checksum of the header is wrong")]
    Header,
    /// The checksum of a page is wrong.
    #[error("damaged: the checksum of page {page} is wrong (bytes {from} to {to})")]
    Page {
        /// The page, counted from 1; the header is page 0.
        page: u64,
        /// Its first byte.
        from: u64,
        /// Its last byte.
        to: u64,
    },
    /// A page is whole, but what it says cannot be.
    #[error("damaged: page {page} has an impossible position or a wrong order")]
    Contents {
        /// The page, counted from 1.
        page: u64,
    },
    /// A line of the log is damaged.
    #[error("damaged: line {line} is not an entry, or its checksum is wrong")]
    LogLine {
        /// The line, counted from 1.
        line: usize,
    },
}

impl BookError {
    /// Returns the error of an operation on a file.
    pub(crate) fn io(operation: &'static str, path: &Path, source: io::Error) -> BookError {
        BookError::Io { operation, path: path.to_owned(), source }
    }

    /// Returns the error of a file that is not a whole book.
    pub(crate) fn file(path: &Path, problem: FileProblem) -> BookError {
        BookError::File { path: path.to_owned(), problem }
    }
}
