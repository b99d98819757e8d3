//! Changing a book: what is kept goes to a log first, and from there into the sorted file.

use std::fs::File;
use std::io;
use std::path::Path;

use willow_files::{AppendLog, Overwrite};

use crate::book::{Book, Lookup};
use crate::entry::{BookPosition, Entry};
use crate::error::BookError;
use crate::file::log;
use crate::file::sorted_writer::SortedWriter;
use crate::graph::fix::Negamax;

/// A book that is open for writing. Only one program at a time has it.
#[derive(Debug)]
pub struct BookWriter {
    book: Book,
    log: AppendLog,
    /// Locked as long as it is open. The operating system unlocks it when the program ends, however that
    /// happens.
    _lock: File,
}

impl BookWriter {
    /// Opens a book, or begins one where no file is.
    ///
    /// # Errors
    /// The file must be a whole book, and no other program may write to it.
    pub fn open(path: &Path) -> Result<BookWriter, BookError> {
        // A file that is not a book is refused before others are made beside it.
        drop(Book::of_parts(path, log::Learned::new())?);
        let lock = lock(path)?;
        let (log, learned) = log::open(path)?;
        let book = Book::of_parts(path, learned)?;
        Ok(BookWriter { book, log, _lock: lock })
    }

    /// Returns the book as it is now.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Keeps entries. When this returns they are on the disk: neither a crash of the program nor one of the
    /// system loses them.
    ///
    /// # Errors
    /// The disk may be full. Then the entries may be lost, but none that was kept before.
    pub fn keep(&mut self, entries: &[Entry]) -> Result<(), BookError> {
        self.append(entries.iter().map(log::line_of))?;
        for entry in entries {
            self.book.learn(entry.board, Some(*entry));
        }
        Ok(())
    }

    /// Removes positions.
    ///
    /// # Errors
    /// As [`keep`](Self::keep).
    pub fn remove(&mut self, positions: &[BookPosition]) -> Result<(), BookError> {
        self.append(positions.iter().map(|position| log::line_of_removed(*position)))?;
        for position in positions {
            self.book.learn(position.board(), None);
        }
        Ok(())
    }

    fn append(&mut self, lines: impl Iterator<Item = String>) -> Result<(), BookError> {
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            return Ok(());
        }
        // One write, so that a full disk cuts off the end and leaves no damaged line in the middle.
        let appended = self.log.append(&lines.join("\n")).and_then(|()| self.log.sync());
        appended.map_err(|source| BookError::io("write", &log::path_of(self.book.path()), source))
    }

    /// Writes the sorted file with everything that was learned, with all values computed anew, and empties
    /// the log. Returns the number of positions.
    ///
    /// A crash on the way leaves the old file with its log, or the new file with a log that says nothing
    /// new.
    ///
    /// # Errors
    /// The disk may be full; then nothing has changed.
    pub fn merge_log(&mut self) -> Result<u64, BookError> {
        let n_positions = self.publish()?;
        let path = self.book.path().to_owned();
        let (log, learned) = log::open(&path)?;
        self.log = log;
        self.book = Book::of_parts(&path, learned)?;
        Ok(n_positions)
    }

    /// Merges the log and removes it. Returns the number of positions. The file of the lock stays: a program
    /// that is just opening it would lock a file without a name.
    ///
    /// # Errors
    /// As [`merge_log`](Self::merge_log).
    pub fn close(self) -> Result<u64, BookError> {
        // The lock is held to the end: the log that is removed is no other program's.
        self.publish()
    }

    /// Writes the sorted file and removes the log.
    fn publish(&self) -> Result<u64, BookError> {
        let path = self.book.path();
        let n_positions = write_fixed(path, Overwrite::Always, self.book.entries())?;
        let log_path = log::path_of(path);
        std::fs::remove_file(&log_path)
            .map_err(|source| BookError::io("remove", &log_path, source))?;
        Ok(n_positions)
    }
}

/// A book file that is about to be written anew. As long as this exists, no program learns into it.
#[derive(Debug)]
pub struct NewBook {
    _lock: File,
}

impl NewBook {
    /// Makes sure that a file at `path` can be replaced.
    ///
    /// # Errors
    /// Another program writes to the book, or a log has entries that are not merged: they would be laid
    /// over the new book.
    pub fn at(path: &Path) -> Result<NewBook, BookError> {
        let lock = lock(path)?;
        if log::path_of(path).exists() {
            return Err(BookError::Unmerged(path.to_owned()));
        }
        Ok(NewBook { _lock: lock })
    }
}

impl Lookup for BookWriter {
    fn entry(&self, position: BookPosition) -> Result<Option<Entry>, BookError> {
        self.book.entry(position)
    }
}

/// Writes sorted entries, with all values computed anew, as a sorted file at `path`. Returns the number of
/// positions.
///
/// # Errors
/// The disk may be full, the file may exist, and the book that the entries come from may be damaged.
pub(crate) fn write_fixed(
    path: &Path,
    overwrite: Overwrite,
    entries: impl Iterator<Item = Result<Entry, BookError>>,
) -> Result<u64, BookError> {
    let mut damage = None;
    let written = willow_files::write_streamed(path, overwrite, |file| {
        let mut writer = SortedWriter::new(file)?;
        let mut negamax = Negamax::default();
        for entry in entries {
            let entry = match entry {
                Ok(entry) => negamax.fixed(entry),
                Err(error) => {
                    damage = Some(error);
                    return Err(io::ErrorKind::InvalidData.into());
                }
            };
            writer.push(&crate::file::record::encode(&entry))?;
        }
        writer.finish()
    });
    match damage {
        Some(error) => Err(error),
        None => written.map_err(|source| BookError::io("write", path, source)),
    }
}

/// Takes the lock of a book.
fn lock(book: &Path) -> Result<File, BookError> {
    let path = log::lock_path_of(book);
    let io = |source| BookError::io("lock", &path, source);
    let file = File::options().write(true).create(true).truncate(false).open(&path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(BookError::Locked(book.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(io(error)),
    }
}
