//! A sorted file of entries, looked up in place.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use willow_board::Board;

use crate::entry::Entry;
use crate::error::{BookError, FileProblem};
use crate::file::layout::{self, N_SECTIONS, PAGE_BYTES, RECORDS_PER_PAGE, Section};
use crate::file::memory_map::FileBytes;
use crate::file::record::{self, Decoded, RECORD_BYTES, Record, SortKey};

/// A book file that is open for reading.
///
/// Each page is tested by its checksum when it is first used.
#[derive(Debug)]
pub(crate) struct SortedFile {
    path: PathBuf,
    bytes: FileBytes,
    sections: [Section; N_SECTIONS],
    /// One bit for each page that was tested.
    tested: Vec<AtomicU64>,
}

impl SortedFile {
    /// Opens a file.
    ///
    /// # Errors
    /// It must be a whole book of this version; pages are tested later.
    pub(crate) fn open(path: &Path) -> Result<SortedFile, BookError> {
        let io = |source| BookError::io("read", path, source);
        let file = File::open(path).map_err(io)?;
        let metadata = file.metadata().map_err(io)?;
        if metadata.len() == 0 || metadata.is_dir() {
            return Err(BookError::file(path, FileProblem::OtherFile));
        }
        let bytes = FileBytes::of(&file).map_err(io)?;
        let sections =
            layout::read_header(&bytes).map_err(|problem| BookError::file(path, problem))?;
        let n_words = (bytes.len() / PAGE_BYTES).div_ceil(64);
        let tested = std::iter::repeat_with(AtomicU64::default).take(n_words).collect();
        Ok(SortedFile { path: path.to_owned(), bytes, sections, tested })
    }

    /// Returns the entry of a canonical board.
    pub(crate) fn find(&self, board: &Board) -> Result<Option<Entry>, BookError> {
        let Some(&section) = self.sections.get(board.n_empties() as usize) else { return Ok(None) };
        let (mut from, mut to) = (section.first_page, section.first_page + section.n_pages());
        // Finds the last page whose first board is not greater.
        while from + 1 < to {
            let middle = from.midpoint(to);
            if self.board_at(middle, 0)? <= *board { from = middle } else { to = middle }
        }
        if from == to {
            return Ok(None);
        }
        let (mut low, mut high) = (0, section.records_on(from));
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.board_at(from, middle)? < *board { low = middle + 1 } else { high = middle }
        }
        if low == section.records_on(from) || self.board_at(from, low)? != *board {
            return Ok(None);
        }
        self.entry_at(from, low).map(Some)
    }

    /// Returns all entries in the order of the file.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Result<Entry, BookError>> + '_ {
        (0..N_SECTIONS as u32).flat_map(|n_empties| self.section(n_empties))
    }

    /// Returns the entries with a number of empties, in ascending order.
    pub(crate) fn section(
        &self,
        n_empties: u32,
    ) -> impl Iterator<Item = Result<Entry, BookError>> + '_ {
        let section = self.sections[n_empties as usize];
        (0..section.count).map(move |number| {
            let page = section.first_page + number / RECORDS_PER_PAGE as u64;
            let index = (number % RECORDS_PER_PAGE as u64) as usize;
            let entry = self.entry_at(page, index)?;
            let is_ordered = entry.board.n_empties() == n_empties
                && (index == 0 || self.board_at(page, index - 1)? < entry.board);
            if is_ordered { Ok(entry) } else { Err(self.bad_contents(page)) }
        })
    }

    /// Tests the order of the first records of all pages: inside a page [`section`](Self::section) does.
    pub(crate) fn check_order(&self) -> Result<(), BookError> {
        for section in self.sections {
            let mut last: Option<SortKey> = None;
            for page in section.first_page..section.first_page + section.n_pages() {
                let first = record::sort_key(&self.board_at(page, 0)?);
                if last.is_some_and(|last| first <= last) {
                    return Err(self.bad_contents(page));
                }
                let end = section.records_on(page) - 1;
                last = Some(record::sort_key(&self.board_at(page, end)?));
            }
        }
        Ok(())
    }

    fn entry_at(&self, page: u64, index: usize) -> Result<Entry, BookError> {
        match record::decode(self.record_at(page, index)?) {
            Some(Decoded::Entry(entry)) => Ok(entry),
            _ => Err(self.bad_contents(page)),
        }
    }

    fn board_at(&self, page: u64, index: usize) -> Result<Board, BookError> {
        record::board_of(self.record_at(page, index)?).ok_or_else(|| self.bad_contents(page))
    }

    fn record_at(&self, page: u64, index: usize) -> Result<&Record, BookError> {
        let at = RECORD_BYTES * index;
        let bytes = &self.page(page)?[at..at + RECORD_BYTES];
        Ok(bytes.try_into().expect("the size of a record"))
    }

    /// Returns a page, tested.
    fn page(&self, number: u64) -> Result<&[u8], BookError> {
        let from = number * PAGE_BYTES as u64;
        let page = &self.bytes[from as usize..][..PAGE_BYTES];
        let (word, bit) = (&self.tested[(number / 64) as usize], 1 << (number % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            if !layout::is_whole(page) {
                let to = from + PAGE_BYTES as u64 - 1;
                let problem = FileProblem::Page { page: number, from, to };
                return Err(BookError::file(&self.path, problem));
            }
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(page)
    }

    fn bad_contents(&self, page: u64) -> BookError {
        BookError::file(&self.path, FileProblem::Contents { page })
    }
}
