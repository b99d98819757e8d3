//! Building a sorted file from entries in any order, in bounded memory: an external merge sort.
//!
//! Entries gather in a buffer. A full buffer is sorted and written to a temporary file, a *run*. At the end
//! all runs are merged. Entries of the same position become one, by [`combine`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use willow_files::Overwrite;

use crate::combine::combine;
use crate::entry::Entry;
use crate::error::BookError;
use crate::fix::Negamax;
use crate::record::{self, Decoded, RECORD_BYTES, Record, SortKey};
use crate::sorted_writer::SortedWriter;

/// As many runs are merged at once. Each has a buffer of [`RUN_BUFFER_BYTES`].
const MOST_RUNS: usize = 128;
const RUN_BUFFER_BYTES: usize = 1 << 16;

/// The memory for the buffer of entries, in bytes, unless told otherwise.
pub const BUILDER_BYTES: usize = 64 << 20;

/// Builds a book file from entries in any order. The values of the file are computed from leaves and links.
///
/// It needs the memory that it is told, about 8 MiB for the runs, and room on the disk for twice the book.
pub struct BookBuilder {
    path: PathBuf,
    buffer: Vec<Record>,
    capacity: usize,
    runs: Vec<File>,
}

impl BookBuilder {
    /// Returns a builder of the book at `path`, with a buffer of so many bytes. Temporary files are in the
    /// same folder; they have no name, and vanish with the program.
    #[must_use]
    pub fn new(path: &Path, memory_bytes: usize) -> BookBuilder {
        let capacity = (memory_bytes / RECORD_BYTES).max(16);
        BookBuilder { path: path.to_owned(), buffer: Vec::new(), capacity, runs: Vec::new() }
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn push(&mut self, entry: &Entry) -> Result<(), BookError> {
        self.buffer.push(record::encode(entry));
        if self.buffer.len() < self.capacity {
            return Ok(());
        }
        self.end_run().map_err(|source| BookError::io("write", &self.path, source))
    }

    /// Writes the book and returns the number of positions.
    ///
    /// # Errors
    /// The disk may be full, or the file may exist.
    pub fn finish(mut self, overwrite: Overwrite) -> Result<u64, BookError> {
        self.sort_buffer();
        let BookBuilder { path, buffer, runs, .. } = self;
        let written = willow_files::write_streamed(&path, overwrite, |file| {
            let mut writer = SortedWriter::new(file)?;
            let mut negamax = Negamax::default();
            merge(buffer, runs, &mut |record| {
                let Some(Decoded::Entry(entry)) = record::decode(record) else {
                    return Err(io::ErrorKind::InvalidData.into());
                };
                writer.push(&record::encode(&negamax.fixed(entry)))
            })?;
            writer.finish()
        });
        written.map_err(|source| BookError::io("write", &path, source))
    }

    /// Sorts the buffer; of equal positions one remains.
    fn sort_buffer(&mut self) {
        self.buffer.sort_unstable_by_key(key_of);
        self.buffer.dedup_by(|next, kept| {
            let is_same = next[..16] == kept[..16];
            if is_same {
                *kept = combined(kept, next);
            }
            is_same
        });
    }

    fn end_run(&mut self) -> io::Result<()> {
        self.sort_buffer();
        if self.buffer.len() < self.capacity / 2 {
            // Most entries were of equal positions: there is room again.
            return Ok(());
        }
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        let records = std::mem::take(&mut self.buffer);
        self.runs.push(write_run(&folder, |write| records.iter().try_for_each(write))?);
        if self.runs.len() == MOST_RUNS {
            let runs = std::mem::take(&mut self.runs);
            self.runs.push(write_run(&folder, |write| merge(Vec::new(), runs, write))?);
        }
        Ok(())
    }
}

/// Writes a temporary file of records, and returns to its beginning.
fn write_run(
    folder: &Path,
    write_all: impl FnOnce(&mut dyn FnMut(&Record) -> io::Result<()>) -> io::Result<()>,
) -> io::Result<File> {
    let mut out = BufWriter::with_capacity(RUN_BUFFER_BYTES, tempfile::tempfile_in(folder)?);
    write_all(&mut |record| out.write_all(record))?;
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// Writes the records of sorted runs and of a sorted buffer in order; equal positions become one.
fn merge(
    buffer: Vec<Record>,
    runs: Vec<File>,
    write: &mut dyn FnMut(&Record) -> io::Result<()>,
) -> io::Result<()> {
    let mut sources: Vec<Source> = runs.into_iter().map(Source::of_run).collect();
    sources.push(Source::Buffer(buffer.into_iter()));
    let mut next = BinaryHeap::new();
    for (index, source) in sources.iter_mut().enumerate() {
        next.extend(source.next()?.map(|record| Reverse((key_of(&record), index, record))));
    }
    let mut kept: Option<Record> = None;
    while let Some(Reverse((_, index, record))) = next.pop() {
        next.extend(sources[index].next()?.map(|record| Reverse((key_of(&record), index, record))));
        kept = match kept {
            Some(last) if last[..16] == record[..16] => Some(combined(&last, &record)),
            Some(last) => {
                write(&last)?;
                Some(record)
            }
            None => Some(record),
        };
    }
    kept.iter().try_for_each(write)
}

/// Where records come from, in ascending order.
enum Source {
    Run(BufReader<File>),
    Buffer(std::vec::IntoIter<Record>),
}

impl Source {
    fn of_run(file: File) -> Source {
        Source::Run(BufReader::with_capacity(RUN_BUFFER_BYTES, file))
    }

    fn next(&mut self) -> io::Result<Option<Record>> {
        match self {
            Source::Buffer(records) => Ok(records.next()),
            Source::Run(reader) => {
                let mut record = [0; RECORD_BYTES];
                match reader.read_exact(&mut record) {
                    Ok(()) => Ok(Some(record)),
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                    Err(error) => Err(error),
                }
            }
        }
    }
}

fn key_of(record: &Record) -> SortKey {
    record::sort_key(&record::board_of(record).expect("records of entries have boards"))
}

fn combined(a: &Record, b: &Record) -> Record {
    match (record::decode(a), record::decode(b)) {
        (Some(Decoded::Entry(a)), Some(Decoded::Entry(b))) => record::encode(&combine(&a, &b)),
        _ => *a,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::Book;
    use crate::test_support::entry_of_game;

    /// A builder with a tiny buffer makes many runs, merges runs of runs, and writes the same file as one
    /// with room for everything.
    #[test]
    fn the_order_of_entries_and_the_memory_do_not_matter() {
        let folder = tempfile::tempdir().unwrap();
        let (small, large) = (folder.path().join("small"), folder.path().join("large"));
        let entries: Vec<Entry> = (0..9000).map(entry_of_game).collect();
        let build = |path: &Path, bytes, entries: &mut dyn Iterator<Item = &Entry>| {
            let mut builder = BookBuilder::new(path, bytes);
            entries.for_each(|entry| builder.push(entry).unwrap());
            builder.finish(Overwrite::Never).unwrap()
        };
        let n_small = build(&small, 16 * RECORD_BYTES, &mut entries.iter());
        let n_large = build(&large, 1 << 20, &mut entries.iter().rev());
        assert_eq!(n_small, n_large);
        assert!(std::fs::read(&small).unwrap() == std::fs::read(&large).unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");
        let expected: BTreeMap<SortKey, Entry> =
            entries.iter().fold(BTreeMap::new(), |mut map, it| {
                let key = record::sort_key(&it.board);
                let kept = map.get(&key).map_or(*it, |kept| combine(kept, it));
                map.insert(key, kept);
                map
            });
        let book = Book::open(&small).unwrap();
        let found: Vec<Entry> = book.entries().map(Result::unwrap).collect();
        assert_eq!(found.len() as u64, n_small);
        for (entry, expected) in found.iter().zip(expected.values()) {
            assert_eq!((entry.board, entry.results), (expected.board, expected.results));
            assert!(entry.leaf == expected.leaf || entry.leaf.is_none());
        }
    }
}
