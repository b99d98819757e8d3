//! The layout of a book file: pages of 4096 bytes.
//!
//! Page 0 is the header. Then come the records ([`crate::file::record`]), in the order of
//! [`sort_key`](crate::file::record::sort_key): first the positions with the fewest empties. Positions with the same
//! number of empties are a *section*, which begins on a page of its own. Each page ends with its checksum, so that
//! damage is found when a page is first used, and not only by reading the whole file.
//!
//! | bytes of the header | contents |
//! | --- | --- |
//! | 0-7 | `WILLOWBK` |
//! | 8-11 | the version, 1 |
//! | 16-503 | the number of positions with 0, 1, ... 60 empties, 8 bytes each |
//! | 4092-4095 | the checksum (CRC-32) of all other bytes of the page |

use crate::error::FileProblem;
use crate::file::record::RECORD_BYTES;

/// The size of a page in bytes.
pub(crate) const PAGE_BYTES: usize = 4096;

/// The number of records on a full page.
pub(crate) const RECORDS_PER_PAGE: usize = (PAGE_BYTES - CHECKSUM_BYTES) / RECORD_BYTES;

/// The number of sections: 0 to 60 empties.
pub(crate) const N_SECTIONS: usize = 61;

/// The size of the CRC-32 at the end of each page, in bytes.
const CHECKSUM_BYTES: usize = 4;
/// The first bytes of a book.
const MAGIC: &[u8; 8] = b"WILLOWBK";
/// The version of the layout; a book of another one is refused.
const VERSION: u32 = 1;
/// Where the header has the numbers of records of the sections: each 8 bytes, little-endian.
const COUNTS_FROM: usize = 16;

/// A page of a file.
pub(crate) type Page = [u8; PAGE_BYTES];

/// The records with one number of empties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) first_page: u64,
    /// The number of records.
    pub(crate) count: u64,
}

impl Section {
    /// Returns the number of pages.
    pub(crate) const fn n_pages(self) -> u64 {
        self.count.div_ceil(RECORDS_PER_PAGE as u64)
    }

    /// Returns the number of records on a page of the section.
    pub(crate) fn records_on(self, page: u64) -> usize {
        let before = (page - self.first_page) * RECORDS_PER_PAGE as u64;
        (self.count - before).min(RECORDS_PER_PAGE as u64) as usize
    }
}

/// Returns the sections with these numbers of records, in order, and the number of all pages.
pub(crate) fn sections(counts: &[u64; N_SECTIONS]) -> ([Section; N_SECTIONS], u64) {
    let mut next = 1;
    let sections = counts.map(|count| {
        let section = Section { first_page: next, count };
        next += section.n_pages();
        section
    });
    (sections, next)
}

/// Writes the checksum of a page into its last bytes.
pub(crate) fn seal(page: &mut Page) {
    let end = PAGE_BYTES - CHECKSUM_BYTES;
    let checksum = crc32fast::hash(&page[..end]);
    page[end..].copy_from_slice(&checksum.to_le_bytes());
}

/// Returns whether the checksum of a page is right.
pub(crate) fn is_whole(page: &[u8]) -> bool {
    let (contents, checksum) = page.split_at(page.len().saturating_sub(CHECKSUM_BYTES));
    crc32fast::hash(contents).to_le_bytes() == checksum
}

/// Returns the header of a book with these sections.
pub(crate) fn header(counts: &[u64; N_SECTIONS]) -> Page {
    let mut page = [0; PAGE_BYTES];
    page[..8].copy_from_slice(MAGIC);
    page[8..12].copy_from_slice(&VERSION.to_le_bytes());
    for (index, count) in counts.iter().enumerate() {
        let at = COUNTS_FROM + 8 * index;
        page[at..at + 8].copy_from_slice(&count.to_le_bytes());
    }
    seal(&mut page);
    page
}

/// Reads a header and compares it with the length of the file.
///
/// # Errors
/// The bytes must begin a whole book of this version.
pub(crate) fn read_header(bytes: &[u8]) -> Result<[Section; N_SECTIONS], FileProblem> {
    if !bytes.starts_with(MAGIC) {
        return Err(FileProblem::OtherFile);
    }
    let found = bytes.len() as u64;
    let too_short = FileProblem::Length { expected: PAGE_BYTES as u64, found };
    let page = bytes.get(..PAGE_BYTES).ok_or(too_short)?;
    let version = u32::from_le_bytes([page[8], page[9], page[10], page[11]]);
    if VERSION < version {
        return Err(FileProblem::Newer { version, known: VERSION });
    }
    if !is_whole(page) {
        return Err(FileProblem::Header);
    }
    let mut counts = [0; N_SECTIONS];
    for (index, count) in counts.iter_mut().enumerate() {
        let at = COUNTS_FROM + 8 * index;
        *count = u64::from_le_bytes(page[at..at + 8].try_into().expect("the slice has 8 bytes"));
        // No file has so many: the numbers below cannot overflow.
        if 1 << 50 < *count {
            return Err(FileProblem::Header);
        }
    }
    let (sections, n_pages) = sections(&counts);
    let expected = n_pages * PAGE_BYTES as u64;
    if expected == found { Ok(sections) } else { Err(FileProblem::Length { expected, found }) }
}
