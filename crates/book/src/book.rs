//! A book: a sorted file, and what was learned since it was written.

use std::iter::Peekable;
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use willow_board::Board;

use crate::entry::{BookLookup, BookPosition, Entry};
use crate::error::BookError;
use crate::file::log::{self, Learned};
use crate::file::record::{self, SortKey};
use crate::file::sorted_file::SortedFile;

/// Something in which entries are looked up.
pub trait Lookup {
    /// Returns the entry of a position.
    ///
    /// # Errors
    /// A file may be damaged.
    fn entry(&self, position: BookPosition) -> Result<Option<Entry>, BookError>;

    /// Returns the entry of a board, or that of the position after a pass if the side to move must pass.
    ///
    /// # Errors
    /// A file may be damaged.
    fn entry_at(&self, board: &Board) -> Result<Option<Entry>, BookError> {
        match BookPosition::seen(board) {
            BookLookup::Position(position, _) | BookLookup::Pass(position, _) => {
                self.entry(position)
            }
            BookLookup::Over(_) | BookLookup::Unknown => Ok(None),
        }
    }
}

/// A book that is open for reading.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    file: Option<SortedFile>,
    learned: Learned,
}

impl Book {
    /// Opens a book. What a learner has kept but not merged yet belongs to it.
    ///
    /// # Errors
    /// The file must be a whole book of this version.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        // The log comes first: if a learner merges it now, its entries are in both.
        let learned = log::read(path)?;
        let file = match SortedFile::open(path) {
            // A learner that was killed at its start has only begun a log.
            Err(BookError::Io { .. }) if !path.exists() && log::path_of(path).exists() => None,
            file => Some(file?),
        };
        Ok(Book { path: path.to_owned(), file, learned })
    }

    /// Returns a book of a file that may not exist yet, and of what was learned since.
    pub(crate) fn of_parts(path: &Path, learned: Learned) -> Result<Book, BookError> {
        let file = if path.exists() { Some(SortedFile::open(path)?) } else { None };
        Ok(Book { path: path.to_owned(), file, learned })
    }

    /// Returns the file of the book.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of positions that were learned or changed since the file was written.
    pub fn len_of_log(&self) -> usize {
        self.learned.len()
    }

    /// Returns all entries: first those with the fewest empties.
    pub fn entries(&self) -> impl Iterator<Item = Result<Entry, BookError>> + '_ {
        let mut learned: Vec<(Board, Option<Entry>)> =
            self.learned.iter().map(|(board, entry)| (*board, *entry)).collect();
        learned.sort_unstable_by_key(|(board, _)| record::sort_key(board));
        let file = self.file.iter().flat_map(SortedFile::entries);
        Overlaid { file: file.peekable(), learned: learned.into_iter().peekable() }
    }

    /// Returns how many positions were learned or changed on a day, by the number of discs that were placed
    /// since the start of the game. This reads the whole book.
    ///
    /// # Errors
    /// A file may be damaged.
    pub fn learned_on(&self, day: u16) -> Result<[u64; 61], BookError> {
        let mut by_ply = [0; 61];
        for entry in self.entries() {
            let entry = entry?;
            if entry.origin.day == NonZeroU16::new(day) {
                by_ply[60_usize.saturating_sub(entry.board.n_empties() as usize)] += 1;
            }
        }
        Ok(by_ply)
    }

    /// Tests every page and every entry of the file.
    ///
    /// # Errors
    /// The first damage.
    pub fn check_file(&self) -> Result<(), BookError> {
        let Some(file) = &self.file else { return Ok(()) };
        file.entries().try_for_each(|entry| entry.map(|_| ()))?;
        file.check_order()
    }

    /// Takes in what a writer has kept.
    pub(crate) fn learn(&mut self, board: Board, entry: Option<Entry>) {
        self.learned.insert(board, entry);
    }
}

impl Lookup for Book {
    fn entry(&self, position: BookPosition) -> Result<Option<Entry>, BookError> {
        if let Some(entry) = self.learned.get(&position.board()) {
            return Ok(*entry);
        }
        match &self.file {
            Some(file) => file.find(&position.board()),
            None => Ok(None),
        }
    }
}

/// The entries of a file with those of a log in their places.
struct Overlaid<F, L>
where
    F: Iterator<Item = Result<Entry, BookError>>,
    L: Iterator<Item = (Board, Option<Entry>)>,
{
    file: Peekable<F>,
    learned: Peekable<L>,
}

impl<F, L> Iterator for Overlaid<F, L>
where
    F: Iterator<Item = Result<Entry, BookError>>,
    L: Iterator<Item = (Board, Option<Entry>)>,
{
    type Item = Result<Entry, BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let of_file: Option<SortKey> = match self.file.peek() {
                Some(Err(_)) => return self.file.next(),
                Some(Ok(entry)) => Some(record::sort_key(&entry.board)),
                None => None,
            };
            let of_log = self.learned.peek().map(|(board, _)| record::sort_key(board));
            match (of_file, of_log) {
                (_, None) => return self.file.next(),
                (Some(file), Some(log)) if file < log => return self.file.next(),
                (file, log) => {
                    if file == log {
                        self.file.next();
                    }
                    if let (_, Some(entry)) = self.learned.next()? {
                        return Some(Ok(entry));
                    }
                }
            }
        }
    }
}
