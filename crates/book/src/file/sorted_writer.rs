//! Writing a sorted file of entries.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, SeekFrom, Write as _};

use crate::file::layout::{self, N_SECTIONS, PAGE_BYTES, Page};
use crate::file::record::{self, RECORD_BYTES, Record};

/// Writes records that come in the order of [`record::sort_key`].
pub(crate) struct SortedWriter<'a> {
    out: BufWriter<&'a mut File>,
    page: Page,
    /// The bytes of the page that are written.
    filled: usize,
    /// The number of empties of the records on the page.
    section: usize,
    counts: [u64; N_SECTIONS],
}

impl<'a> SortedWriter<'a> {
    /// Begins a book in an empty file.
    pub(crate) fn new(file: &'a mut File) -> io::Result<SortedWriter<'a>> {
        let mut out = BufWriter::with_capacity(1 << 18, file);
        out.write_all(&[0; PAGE_BYTES])?;
        let page = [0; PAGE_BYTES];
        Ok(SortedWriter { out, page, filled: 0, section: 0, counts: [0; N_SECTIONS] })
    }

    /// Adds the next record.
    pub(crate) fn push(&mut self, record: &Record) -> io::Result<()> {
        let board = record::board_of(record).expect("records were written from boards");
        let section = board.n_empties() as usize;
        let is_full = layout::RECORDS_PER_PAGE * RECORD_BYTES == self.filled;
        if is_full || section != self.section {
            self.end_page()?;
            self.section = section;
        }
        self.page[self.filled..self.filled + RECORD_BYTES].copy_from_slice(record);
        self.filled += RECORD_BYTES;
        self.counts[section] += 1;
        Ok(())
    }

    /// Writes the last page and the header. Returns the number of records.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.end_page()?;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&layout::header(&self.counts))?;
        self.out.flush()?;
        Ok(self.counts.iter().sum())
    }

    fn end_page(&mut self) -> io::Result<()> {
        if self.filled == 0 {
            return Ok(());
        }
        self.page[self.filled..].fill(0);
        layout::seal(&mut self.page);
        self.filled = 0;
        self.out.write_all(&self.page)
    }
}
