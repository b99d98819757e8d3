//! The values of the positions with one number of empty squares, in ascending order: in memory while they
//! are few, else in a temporary file that is mapped.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use willow_board::{Bitboard, Board, DiscDiff};
use willow_eval::Score;

use crate::entry::{BookValue, Bounds};
use crate::memory_map::FileBytes;

/// The size of a value with its board in a file, in bytes.
const VALUE_BYTES: usize = 22;

/// So many values stay in memory: 24 MiB.
pub(crate) const MOST_IN_MEMORY: usize = 1 << 20;

/// So many neighbours in a file make a block. The first board of each block stays in memory: a search in the
/// whole file would wait for the memory at every step, which took nine tenths of a large import.
const BLOCK: usize = 128;

/// Gathers values that come in ascending order.
#[derive(Debug)]
pub(crate) struct Gatherer {
    folder: PathBuf,
    most_in_memory: usize,
    recent: Vec<(Board, BookValue)>,
    file: Option<BufWriter<File>>,
    /// The first boards of the file's blocks.
    firsts: Vec<Board>,
    n_in_file: usize,
}

/// Values to look up.
#[derive(Debug)]
pub(crate) enum SectionValues {
    Memory(Vec<(Board, BookValue)>),
    File { bytes: FileBytes, firsts: Vec<Board> },
}

impl Gatherer {
    /// Returns a gatherer whose temporary files, without a name, are in a folder.
    pub(crate) fn new(folder: PathBuf, most_in_memory: usize) -> Gatherer {
        Gatherer {
            folder,
            most_in_memory,
            recent: Vec::new(),
            file: None,
            firsts: Vec::new(),
            n_in_file: 0,
        }
    }

    /// Adds the next value.
    pub(crate) fn push(&mut self, board: Board, value: BookValue) -> io::Result<()> {
        self.recent.push((board, value));
        if self.recent.len() < self.most_in_memory { Ok(()) } else { self.spill() }
    }

    /// Returns the values that were gathered, and begins anew.
    pub(crate) fn take(&mut self) -> io::Result<SectionValues> {
        if self.file.is_none() {
            return Ok(SectionValues::Memory(std::mem::take(&mut self.recent)));
        }
        self.spill()?;
        let file = self.file.take().expect("spilling has made it");
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let firsts = std::mem::take(&mut self.firsts);
        self.n_in_file = 0;
        Ok(SectionValues::File { bytes: FileBytes::of(&file)?, firsts })
    }

    fn spill(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(BufWriter::new(tempfile::tempfile_in(&self.folder)?)),
        };
        for (board, value) in self.recent.drain(..) {
            if self.n_in_file.is_multiple_of(BLOCK) {
                self.firsts.push(board);
            }
            self.n_in_file += 1;
            file.write_all(&encode(&board, value))?;
        }
        Ok(())
    }
}

impl SectionValues {
    /// Returns the value of a board.
    pub(crate) fn find(&self, board: &Board) -> Option<BookValue> {
        match self {
            SectionValues::Memory(values) => {
                let found = values.binary_search_by_key(board, |(board, _)| *board);
                found.ok().map(|index| values[index].1)
            }
            SectionValues::File { bytes, firsts } => {
                let (values, _) = bytes.as_chunks::<VALUE_BYTES>();
                let block = firsts.partition_point(|first| first <= board).checked_sub(1)?;
                let values = values.chunks(BLOCK).nth(block)?;
                let found = values.binary_search_by_key(board, board_of);
                found.ok().map(|index| value_of(&values[index]))
            }
        }
    }
}

impl Default for SectionValues {
    fn default() -> SectionValues {
        SectionValues::Memory(Vec::new())
    }
}

fn encode(board: &Board, value: BookValue) -> [u8; VALUE_BYTES] {
    let BookValue { score, bounds, level, depth } = value;
    let mut bytes = [0; VALUE_BYTES];
    bytes[..8].copy_from_slice(&board.player().bits().to_le_bytes());
    bytes[8..16].copy_from_slice(&board.opponent().bits().to_le_bytes());
    bytes[16..18].copy_from_slice(&score.compact().to_le_bytes());
    let [lower, upper] = [bounds.lower, bounds.upper].map(|bound| bound.value() as u8);
    bytes[18..].copy_from_slice(&[lower, upper, level, depth]);
    bytes
}

fn board_of(bytes: &[u8; VALUE_BYTES]) -> Board {
    let bits = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
    let [player, opponent] = [bits(0), bits(8)].map(Bitboard::from_bits);
    Board::new(player, opponent).expect("this program has written the file")
}

fn value_of(bytes: &[u8; VALUE_BYTES]) -> BookValue {
    let [lower, upper] =
        [bytes[18], bytes[19]].map(|bound| DiscDiff::clamped((bound as i8).into()));
    BookValue {
        score: Score::from_compact(i16::from_le_bytes([bytes[16], bytes[17]])),
        bounds: Bounds { lower, upper },
        level: bytes[20],
        depth: bytes[21],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::test_support::entry_of_game;

    #[test]
    fn a_file_has_the_values_of_the_memory() {
        let entries = (0..500).map(entry_of_game);
        let values: BTreeMap<Board, BookValue> =
            entries.map(|entry| (entry.board, entry.value)).collect();
        let (known, unknown): (Vec<_>, Vec<_>) =
            values.iter().enumerate().partition(|(index, _)| index % 3 != 0);
        let folder = tempfile::tempdir().unwrap();
        for most_in_memory in [1, 7, 1000] {
            let mut gatherer = Gatherer::new(folder.path().to_owned(), most_in_memory);
            for (_, (board, value)) in &known {
                gatherer.push(**board, **value).unwrap();
            }
            let found = gatherer.take().unwrap();
            assert_eq!(matches!(found, SectionValues::File { .. }), most_in_memory < 1000);
            assert!(known.iter().all(|(_, (board, value))| found.find(board) == Some(**value)));
            assert!(unknown.iter().all(|(_, (board, _))| found.find(board).is_none()));
            assert!(gatherer.take().unwrap().find(known[0].1.0).is_none(), "it begins anew");
        }
    }
}
