//! Detects damage in a write-ahead log. `SQLite` itself reports none: it treats the first invalid frame as the end.
//! <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>
//!
//! The checksum of each frame continues that of the previous one. So a changed byte is found wherever it is, and
//! later transactions are counted by the commit marks in their last frames. Not detected: a log that was cut off
//! after a whole transaction, or whose last frame lost its marks.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// The magic number of the header; the lowest bit is set if checksums are of big-endian words.
const MAGIC: u32 = 0x377f_0682;

/// The size of the header of the log in bytes.
const LOG_HEADER: usize = 32;
/// The size of the header of a frame in bytes.
const FRAME_HEADER: usize = 24;

/// The sizes of a page that `SQLite` allows, in bytes.
const PAGES: std::ops::RangeInclusive<usize> = 512..=65_536;

/// What `SQLite` will not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WalDamage {
    /// The header is wrong, and with it all that follows.
    Header,
    /// A frame is wrong.
    Frame {
        /// Where the frame begins, in bytes.
        at: u64,
        /// The transactions that end with this frame or later.
        transactions: usize,
    },
}

/// Looks for damage in a log. None is found in one that ends in the middle of a transaction, as after a crash.
pub(super) fn find_damage(log: &Path) -> io::Result<Option<WalDamage>> {
    let file = match File::open(log) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let length = file.metadata()?.len();
    if length <= LOG_HEADER as u64 {
        return Ok(None);
    }
    let mut reader = BufReader::new(file);
    let mut header = [0; LOG_HEADER];
    reader.read_exact(&mut header)?;
    let page = word(&header, 8) as usize;
    let mut checksum = Checksum { is_big_endian: word(&header, 0) & 1 == 1, sums: [0; 2] };
    checksum.add(&header[..24]);
    let is_page = PAGES.contains(&page) && page.is_power_of_two();
    if word(&header, 0) | 1 != MAGIC | 1 || !is_page || !checksum.is_at(&header, 24) {
        return Ok(Some(WalDamage::Header));
    }
    let mut frame = vec![0; FRAME_HEADER + page];
    let (mut first_wrong, mut transactions) = (None, 0);
    let frames = (length - LOG_HEADER as u64) / frame.len() as u64;
    for number in 0..frames {
        reader.read_exact(&mut frame)?;
        let is_of_log = frame[8..16] == header[16..24];
        if first_wrong.is_none() {
            checksum.add(&frame[..8]);
            checksum.add(&frame[FRAME_HEADER..]);
            if !(is_of_log && checksum.is_at(&frame, 16)) {
                first_wrong = Some(LOG_HEADER as u64 + number * frame.len() as u64);
            }
        }
        // The last frame of a transaction has the size of the database.
        transactions += usize::from(first_wrong.is_some() && is_of_log && word(&frame, 4) > 0);
    }
    let first_wrong = first_wrong.filter(|_| transactions > 0);
    Ok(first_wrong.map(|at| WalDamage::Frame { at, transactions }))
}

/// Returns the salt of a log, which `SQLite` changes whenever it begins the log again.
pub(super) fn salt(log: &Path) -> io::Result<u64> {
    let mut header = [0; LOG_HEADER];
    File::open(log)?.read_exact(&mut header)?;
    Ok(u64::from(word(&header, 16)) << 32 | u64::from(word(&header, 20)))
}

/// The running checksum of a log.
struct Checksum {
    is_big_endian: bool,
    sums: [u32; 2],
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        let [mut one, mut two] = self.sums;
        for pair in bytes.chunks_exact(8) {
            let words = [word(pair, 0), word(pair, 4)];
            let words = if self.is_big_endian { words } else { words.map(u32::swap_bytes) };
            one = one.wrapping_add(words[0]).wrapping_add(two);
            two = two.wrapping_add(words[1]).wrapping_add(one);
        }
        self.sums = [one, two];
    }

    /// Returns whether a place has this checksum.
    fn is_at(&self, bytes: &[u8], at: usize) -> bool {
        self.sums == [word(bytes, at), word(bytes, at + 4)]
    }
}

/// Reads a big-endian number.
fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[cfg(test)]
mod tests {
    use willow_protocol::Role;

    use super::*;
    use crate::store::test_support::{TestStore, user};

    /// Returns a log of some transactions and where each begins.
    fn log() -> (Vec<u8>, Vec<usize>) {
        let mut store = TestStore::sqlite();
        store.runtime.block_on(store.writer.db.database.empty_log()).unwrap();
        let path = store.folder.path().join("willow.db-wal");
        let mut begins = vec![LOG_HEADER];
        for number in 1..=5 {
            store.commit(vec![user(number, &format!("user-{number}"), Role::Player, 1)]);
            begins.push(std::fs::metadata(&path).unwrap().len() as usize);
        }
        (std::fs::read(path).unwrap(), begins)
    }

    fn damage(log: &[u8]) -> Option<WalDamage> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), log).unwrap();
        find_damage(file.path()).unwrap()
    }

    #[test]
    fn every_changed_byte_is_found_with_all_that_it_makes_unreadable() {
        let (log, begins) = log();
        let frame = FRAME_HEADER + word(&log, 8) as usize;
        assert_eq!(damage(&log), None);
        for (number, &begin) in begins[..5].iter().enumerate() {
            // The number of the page, the checksum, and the page.
            for byte in [0, 16, FRAME_HEADER, frame - 1] {
                let mut changed = log.clone();
                changed[begin + byte] ^= 1;
                let found = WalDamage::Frame { at: begin as u64, transactions: 5 - number };
                assert_eq!(damage(&changed), Some(found), "transaction {number}, byte {byte}");
            }
        }
        for byte in [0, 9, 16, 24] {
            let mut changed = log.clone();
            changed[byte] ^= 1;
            assert_eq!(damage(&changed), Some(WalDamage::Header), "byte {byte}");
        }
    }

    #[test]
    fn a_log_that_ends_early_or_has_frames_of_an_earlier_one_is_whole() {
        let (log, begins) = log();
        for end in [0, 7, LOG_HEADER, begins[1], begins[1] + 5, begins[5] - 1] {
            assert_eq!(damage(&log[..end]), None, "{end}");
        }
        let mut begun_again = log.clone();
        // Other marks: those of an earlier log.
        for frame in begun_again[begins[2]..].chunks_mut(FRAME_HEADER + word(&log, 8) as usize) {
            frame[11] ^= 1;
        }
        assert_eq!(damage(&begun_again), None);
    }
}
