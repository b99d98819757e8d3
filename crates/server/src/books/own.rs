//! The book that the operator names in the configuration: read by everybody, changed by the operator.
//!
//! Other programs may learn into the same file. A change takes the lock of the book only as long as it lasts, and
//! what others have learned is seen some seconds later.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use thiserror::Error;
use willow_book::{
    Book, BookEditor, BookError, BookLookup, BookPosition, BookStamp, BookWriter, EditHistory,
    Lookup as _,
};
use willow_eval::Score;

use super::BookLine;

/// Interval between checks whether the book's files have changed.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// Maximum size in bytes of a file that is checked in full at the start of the server. The pages of larger files
/// are checked when they are used: reading a book of many gigabytes would delay the start by minutes.
const MAX_TESTED: u64 = 1 << 30;

/// The book of the configuration cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// It cannot be read.
    #[error("`file` in the table [book]: cannot read {}: {error}", path.display())]
    Unreadable {
        /// As the configuration names it.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It is no whole book of this version.
    #[error("`file` in the table [book]: {0}")]
    Book(BookError),
}

/// A change of the book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Edit {
    /// The position at the end of the line gets a value, for its side to move.
    Set(Score),
    /// The position at the end of the line is taken out.
    Remove,
    /// The last change is taken back.
    Undo,
}

/// A change was not made.
#[derive(Debug, Error)]
pub(crate) enum EditError {
    /// The game is over there.
    #[error("the game is over here, so no value can be set")]
    GameOver,
    /// The position is not in the book.
    #[error("the position is not in the book")]
    NotInBook,
    /// There is no change to be taken back.
    #[error(
        "nothing was changed here that can be taken back, or another program has changed the book since"
    )]
    NothingToUndo,
    /// The book cannot be changed: another program is learning into it, or the disk is full.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// The operator's book.
#[derive(Debug)]
pub(crate) struct OwnBook {
    path: PathBuf,
    opened: RwLock<Opened>,
    changes: Mutex<Changes>,
}

/// The book as it was when it was opened last.
#[derive(Clone, Debug)]
struct Opened {
    book: Arc<Book>,
    stamp: BookStamp,
    looked_at: Instant,
}

/// The changes that can be taken back.
#[derive(Debug)]
struct Changes {
    history: EditHistory,
    /// The state of the files after the last change.
    stamp: BookStamp,
}

impl Opened {
    fn open(path: &Path) -> Result<Opened, BookError> {
        // The stamp comes first: what is written in between is read again.
        let stamp = BookStamp::of(path);
        let book = Arc::new(Book::open(path)?);
        Ok(Opened { book, stamp, looked_at: Instant::now() })
    }
}

impl OwnBook {
    /// Opens a book, and tests it.
    pub(super) fn open(path: &Path) -> Result<OwnBook, OpenError> {
        let unreadable = |error| OpenError::Unreadable { path: path.to_owned(), error };
        let length =
            fs::File::open(path).and_then(|file| file.metadata()).map_err(unreadable)?.len();
        let opened = Opened::open(path).map_err(OpenError::Book)?;
        if length <= MAX_TESTED {
            opened.book.check_file().map_err(OpenError::Book)?;
        }
        let changes = Changes { history: EditHistory::default(), stamp: opened.stamp };
        Ok(OwnBook {
            path: path.to_owned(),
            opened: RwLock::new(opened),
            changes: Mutex::new(changes),
        })
    }

    /// Returns the book, as it was some seconds ago at most.
    pub(super) fn book(&self) -> Arc<Book> {
        let opened = self.opened.read().unwrap_or_else(PoisonError::into_inner).clone();
        if opened.looked_at.elapsed() < CHECK_INTERVAL {
            return opened.book;
        }
        if opened.stamp == BookStamp::of(&self.path) {
            self.put(Opened { looked_at: Instant::now(), ..opened.clone() });
            return opened.book;
        }
        self.reopen().unwrap_or_else(|error| {
            tracing::warn!(%error, "the book cannot be read again; its earlier state is shown");
            self.put(Opened { looked_at: Instant::now(), ..opened.clone() });
            opened.book
        })
    }

    fn reopen(&self) -> Result<Arc<Book>, BookError> {
        let opened = Opened::open(&self.path)?;
        let book = opened.book.clone();
        self.put(opened);
        Ok(book)
    }

    fn put(&self, opened: Opened) {
        *self.opened.write().unwrap_or_else(PoisonError::into_inner) = opened;
    }

    /// Makes a change, which is on the disk when this returns. `day` counts from 1970-01-01.
    pub(crate) fn edit(&self, edit: Edit, line: &BookLine, day: u16) -> Result<u64, EditError> {
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        if changes.stamp != BookStamp::of(&self.path) {
            // Another program has changed the book: what it has learned must not be undone.
            changes.history = EditHistory::default();
        }
        self.check(edit, line, &changes.history)?;
        let writer = BookWriter::open(&self.path)?;
        let history = std::mem::take(&mut changes.history);
        let mut editor = BookEditor::new(writer, history);
        let done = apply(&mut editor, edit, line, day);
        let n_changes = editor.n_changes() as u64;
        changes.history = editor.let_go();
        changes.stamp = BookStamp::of(&self.path);
        drop(changes);
        self.reopen()?;
        done.map(|()| n_changes)
    }

    /// Refuses what would change nothing, before the files are touched.
    fn check(&self, edit: Edit, line: &BookLine, history: &EditHistory) -> Result<(), EditError> {
        let seen = BookPosition::seen(line.position().board());
        match (edit, seen) {
            (Edit::Undo, _) if history.is_empty() => Err(EditError::NothingToUndo),
            (Edit::Undo, _) | (Edit::Set(_), BookLookup::Position(..)) => Ok(()),
            (Edit::Set(_), _) => Err(EditError::GameOver),
            (Edit::Remove, BookLookup::Position(position, _)) => {
                let entry = self.reopen()?.entry(position)?;
                entry.map(|_| ()).ok_or(EditError::NotInBook)
            }
            (Edit::Remove, _) => Err(EditError::NotInBook),
        }
    }

    /// Returns the number of changes that can be taken back.
    pub(crate) fn n_changes(&self) -> u64 {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner).history.len() as u64
    }

    /// Returns how many positions were learned or changed on a day, by ply.
    pub(crate) fn learned_on(&self, day: u16) -> Result<[u64; 61], BookError> {
        self.book().learned_on(day)
    }
}

fn apply(editor: &mut BookEditor, edit: Edit, line: &BookLine, day: u16) -> Result<(), EditError> {
    let (was_done, otherwise) = match edit {
        Edit::Set(score) => (editor.set_value(&line.boards(), score, day)?, EditError::GameOver),
        Edit::Remove => (editor.remove(&line.boards())?, EditError::NotInBook),
        Edit::Undo => (editor.undo()?, EditError::NothingToUndo),
    };
    if was_done { Ok(()) } else { Err(otherwise) }
}
