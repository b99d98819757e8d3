//! The layout of a packed program: the program, the other builds, and a table of them at the end of the file.
//!
//! ```text
//! program | build | ... | entry | ... | number of entries, u64 | MAGIC
//! entry: number of the level (3 for v3), u64 | offset, u64 | bytes, u64      all little-endian
//! ```

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

use crate::Level;

const MAGIC: [u8; 8] = *b"WILLOW\0\x01";

const WORD: usize = size_of::<u64>();

/// The bytes of an entry.
const ENTRY: usize = 3 * WORD;

/// The bytes behind the entries.
const TAIL: usize = WORD + MAGIC.len();

/// A build inside a packed program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// The processors that it is for.
    pub level: Level,
    /// Its bytes in the file.
    pub bytes: Range<u64>,
}

/// The builds behind a program, lowest level first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Builds(pub Vec<Build>);

impl Builds {
    /// Reads the table of a program's file; it is empty if nothing is behind the program.
    ///
    /// # Errors
    /// The file cannot be read, or its table is damaged.
    pub fn read(file: &mut (impl Read + Seek)) -> io::Result<Builds> {
        let length = file.seek(SeekFrom::End(0))?;
        let Some(tail_at) = length.checked_sub(TAIL as u64) else { return Ok(Builds::default()) };
        let mut tail = [0; TAIL];
        file.seek(SeekFrom::Start(tail_at))?;
        file.read_exact(&mut tail)?;
        let (n_entries, magic) = tail.split_at(WORD);
        if magic != MAGIC {
            return Ok(Builds::default());
        }
        let damaged =
            || io::Error::new(io::ErrorKind::InvalidData, "the table of builds is damaged");
        let n_entries = word(n_entries) as usize;
        if Level::ALL.len() < n_entries {
            return Err(damaged());
        }
        let table_at = tail_at.checked_sub((n_entries * ENTRY) as u64).ok_or_else(damaged)?;
        let mut table = vec![0; n_entries * ENTRY];
        file.seek(SeekFrom::Start(table_at))?;
        file.read_exact(&mut table)?;
        let build = |entry: &[u8]| {
            let [level, offset, length] = [0, 1, 2].map(|at| word(&entry[at * WORD..]));
            let level = Level::ALL.into_iter().find(|known| number(*known) == level)?;
            let end = offset.checked_add(length).filter(|&end| end <= table_at)?;
            Some(Build { level, bytes: offset..end })
        };
        table.chunks(ENTRY).map(build).collect::<Option<_>>().map(Builds).ok_or_else(damaged)
    }

    /// Returns the build for a level.
    pub fn find(&self, level: Level) -> Option<&Build> {
        self.0.iter().find(|build| build.level == level)
    }

    /// Returns the best build for a processor.
    pub fn best_for(&self, processor: Level) -> Option<&Build> {
        self.0.iter().filter(|build| build.level <= processor).max_by_key(|build| build.level)
    }
}

/// Returns a program with other builds of it behind it.
pub fn pack(program: &[u8], builds: &[(Level, Vec<u8>)]) -> Vec<u8> {
    let mut file = program.to_vec();
    let mut table = Vec::new();
    for (level, build) in builds {
        for value in [number(*level), file.len() as u64, build.len() as u64] {
            table.extend(value.to_le_bytes());
        }
        file.extend(build);
    }
    file.extend(table);
    file.extend((builds.len() as u64).to_le_bytes());
    file.extend(MAGIC);
    file
}

const fn number(level: Level) -> u64 {
    match level {
        Level::V2 => 2,
        Level::V3 => 3,
        Level::V4 => 4,
    }
}

/// Reads the first word of some bytes, which have one.
fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().expect("the slices above have whole words"))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn what_was_packed_is_found() {
        let file = pack(b"two", &[(Level::V3, b"three".to_vec()), (Level::V4, b"four".to_vec())]);
        assert!(file.starts_with(b"two"));
        let builds = Builds::read(&mut Cursor::new(&file)).unwrap();
        let bytes = |level| {
            builds
                .find(level)
                .map(|build| &file[build.bytes.start as usize..build.bytes.end as usize])
        };
        assert_eq!(bytes(Level::V2), None);
        assert_eq!(bytes(Level::V3), Some(&b"three"[..]));
        assert_eq!(bytes(Level::V4), Some(&b"four"[..]));
        let best = |processor| builds.best_for(processor).map(|build| build.level);
        let best = Level::ALL.map(best);
        assert_eq!(best, [None, Some(Level::V3), Some(Level::V4)]);
    }

    #[test]
    fn a_program_with_nothing_behind_it_has_no_builds() {
        for file in [&b""[..], b"short", b"a program that is longer than a table"] {
            assert_eq!(Builds::read(&mut Cursor::new(file)).unwrap(), Builds::default());
        }
    }

    #[test]
    fn a_damaged_table_is_an_error_or_names_bytes_of_the_file() {
        let file = pack(b"two", &[(Level::V3, b"three".to_vec())]);
        for at in 8..file.len() {
            for bit in 0..8 {
                let mut damaged = file.clone();
                damaged[at] ^= 1 << bit;
                if let Ok(builds) = Builds::read(&mut Cursor::new(&damaged)) {
                    let fits = |build: &Build| build.bytes.end <= damaged.len() as u64;
                    assert!(builds.0.iter().all(fits), "bit {bit} of byte {at}");
                }
            }
        }
    }
}
