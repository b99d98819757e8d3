//! The law of a book's own file: what is read is written and read back as it was, and damage is one error.

use std::fs;
use std::path::Path;

use willow_book::{Book, BookBuilder, BookError, Entry, Lookup as _};
use willow_files::Overwrite;

const PAGE_BYTES: usize = 4096;
const RECORD_BYTES: usize = 50;
const RECORDS_PER_PAGE: usize = 81;
const MAGIC: &[u8] = b"WILLOWBK";

/// Checks a file, or the file that has the records of the input and right checksums, which a fuzzer does not find.
pub(crate) fn files(input: &[u8]) {
    let file = if input.starts_with(MAGIC) { input.to_vec() } else { file_of(input) };
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("read.book");
    let Ok(entries) = read(&path, &file) else { return };
    check_lookups(&path, &entries);
    let written = folder.path().join("written.book");
    let again = folder.path().join("again.book");
    let kept = write(&written, &entries);
    // Values are computed anew, and a leaf that is in the book is none.
    for (kept, entry) in kept.iter().zip(&entries) {
        assert_eq!((kept.board, kept.origin), (entry.board, entry.origin));
        assert_eq!((kept.lines, kept.results), (entry.lines, entry.results));
        assert!(kept.leaf.is_none() || kept.leaf == entry.leaf);
    }
    assert_eq!(kept.len(), entries.len());
    assert_eq!(write(&again, &kept), kept);
    check_damage(&path, &file);
}

/// Reads a whole book.
fn read(path: &Path, file: &[u8]) -> Result<Vec<Entry>, BookError> {
    fs::write(path, file).expect("room for a file");
    let book = Book::open(path)?;
    let checked = book.check_file();
    let entries: Result<Vec<Entry>, BookError> = book.entries().collect();
    checked.and(entries)
}

/// Writes a book and returns its entries.
fn write(path: &Path, entries: &[Entry]) -> Vec<Entry> {
    let mut builder = BookBuilder::new(path);
    for entry in entries {
        builder.push(entry);
    }
    builder.finish(Overwrite::Never).expect("room for a file");
    let file = fs::read(path).expect("the file that was written");
    read(path, &file).expect("a whole book")
}

fn check_lookups(path: &Path, entries: &[Entry]) {
    let book = Book::open(path).expect("it was opened before");
    let place = |entry: &Entry| (entry.board.n_empties(), entry.board);
    assert!(entries.is_sorted_by(|a, b| place(a) < place(b)));
    for entry in entries {
        assert_eq!(book.entry_at(&entry.board).expect("a whole book"), Some(*entry));
    }
}

/// Checks that a changed byte and a missing end are found; the file itself says where.
fn check_damage(path: &Path, file: &[u8]) {
    let hash = crc32fast::hash(file) as usize;
    let at = hash % file.len();
    let mut damaged = file.to_vec();
    damaged[at] ^= 1 << (hash % 8);
    assert!(read(path, &damaged).is_err(), "byte {at}");
    assert!(read(path, &file[..at]).is_err(), "{at} bytes");
}

/// Returns the file that has these records in their order, whatever they say.
fn file_of(records: &[u8]) -> Vec<u8> {
    let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let boards = |record: &[u8]| [number(&record[..8]), number(&record[8..16])];
    let n_empties = |record: &[u8]| {
        let [player, opponent] = boards(record);
        (player | opponent).count_zeros().min(60) as usize
    };
    let mut sorted: Vec<&[u8]> = records.chunks_exact(RECORD_BYTES).collect();
    sorted.sort_by_key(|record| (n_empties(record), boards(record)));
    let mut header = vec![0; PAGE_BYTES];
    header[..8].copy_from_slice(MAGIC);
    header[8] = 1;
    let mut pages = vec![header];
    for section in sorted.chunk_by(|a, b| n_empties(a) == n_empties(b)) {
        let at = 16 + 8 * n_empties(section[0]);
        pages[0][at..at + 8].copy_from_slice(&(section.len() as u64).to_le_bytes());
        for records in section.chunks(RECORDS_PER_PAGE) {
            let mut page = records.concat();
            page.resize(PAGE_BYTES, 0);
            pages.push(page);
        }
    }
    for page in &mut pages {
        let (contents, checksum) = page.split_at_mut(PAGE_BYTES - 4);
        checksum.copy_from_slice(&crc32fast::hash(contents).to_le_bytes());
    }
    pages.concat()
}
