//! The transposition table: the results of earlier searches, by board.
//!
//! All threads share one table without locks (a sequence lock for each entry). A writer makes the
//! entry's sequence number odd while it writes, and two higher afterwards. A reader that finds the
//! number odd, or changed after reading, treats the entry as missing. So a probe returns only an
//! entry that was stored for exactly that board. A writer that finds another writer in the same
//! entry drops its result.
//!
//! The upper half of the sequence number is the epoch of the entry. Clearing the table begins a new
//! epoch, in which the entries of earlier epochs count as empty. So the time to clear does not
//! depend on the size of the table.

use willow_board::Board;

use crate::hash::hash;
use crate::prefetch::prefetch;

mod bucket;
mod entry;
#[allow(unsafe_code, reason = "a slice of buckets over mapped memory")]
mod memory;

use bucket::Bucket;
use entry::MAX_GENERATION;
pub(crate) use entry::TranspositionEntry;
use memory::BucketMemory;

/// The transposition table. Its size is fixed at the start.
pub(crate) struct TranspositionTable {
    memory: BucketMemory,
    /// The number of the current search, 1 to [`MAX_GENERATION`] and around again.
    generation: u8,
    /// The epoch of the current game. It begins at 1, so that zeroed memory holds no entry.
    epoch: u32,
}

impl TranspositionTable {
    /// Returns an empty table of at most `bytes` bytes, but at least one bucket; `None` if there is no
    /// memory for it.
    pub(crate) fn new(bytes: usize) -> Option<TranspositionTable> {
        let n_buckets = (bytes / size_of::<Bucket>()).max(1);
        let memory = BucketMemory::new(n_buckets)?;
        Some(TranspositionTable { memory, generation: 1, epoch: 1 })
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        let buckets = self.memory.buckets();
        let index = (u128::from(hash) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.generation = 1;
        if let Some(next) = self.epoch.checked_add(1) {
            self.epoch = next;
            return;
        }
        self.epoch = 1;
        self.memory.buckets().iter().for_each(Bucket::reset);
    }

    /// Begins a new generation: entries of older searches are replaced before newer ones.
    pub(crate) fn new_search(&mut self) {
        self.generation = if self.generation == MAX_GENERATION { 1 } else { self.generation + 1 };
    }

    /// Prefetches the bucket of a board.
    #[inline]
    pub(crate) fn prefetch(&self, board: &Board) {
        prefetch::<Bucket>(self.bucket(hash(board)));
    }

    /// Returns the entry of a board.
    #[inline]
    pub(crate) fn probe(&self, board: &Board) -> Option<TranspositionEntry> {
        self.bucket(hash(board)).probe(board, self.epoch)
    }

    /// Stores the entry of a board in place of the board's old entry, or else of the least valuable
    /// entry of the bucket.
    pub(crate) fn store(&self, board: &Board, entry: TranspositionEntry) {
        self.bucket(hash(board)).store(board, entry, self.generation, self.epoch);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::thread;

    use super::*;
    use willow_board::{Bitboard, Square};
    use willow_eval::Score;

    pub(super) fn board(player: u64) -> Board {
        Board::new(Bitboard::from_bits(player), Bitboard::from_bits(!player >> 1 & !player))
            .expect("the sets are disjoint")
    }

    pub(super) fn entry(seed: u64) -> TranspositionEntry {
        TranspositionEntry {
            lower: Score::from_units((seed % 4000) as i32 - 2000),
            upper: Score::from_units((seed % 7919) as i32),
            depth: (seed % 61) as u8,
            selectivity: (seed % 6) as u8,
            best: [Square::from_index((seed % 65) as u32), Square::from_index((seed % 70) as u32)],
        }
    }

    #[test]
    fn a_stored_entry_is_found_until_the_table_is_cleared() {
        let mut table = TranspositionTable::new(1 << 20).unwrap();
        assert_eq!(table.probe(&board(5)), None);
        table.store(&board(5), entry(5));
        table.store(&board(5), entry(6));
        assert_eq!(table.probe(&board(5)), Some(entry(6)));
        assert_eq!(table.probe(&board(7)), None);
        table.clear();
        assert_eq!(table.probe(&board(5)), None);
    }

    /// Returns a table of one bucket, so that all boards share its two entries.
    fn table_of_one_bucket() -> TranspositionTable {
        TranspositionTable::new(1).unwrap()
    }

    fn entry_of_depth(depth: u8) -> TranspositionEntry {
        TranspositionEntry { depth, ..entry(1) }
    }

    /// Returns the depths of the entries of the boards 1 to 5 that are in the table.
    fn depths(table: &TranspositionTable) -> Vec<u8> {
        (1..=5).filter_map(|seed| table.probe(&board(seed))).map(|entry| entry.depth).collect()
    }

    #[test]
    fn a_full_bucket_keeps_the_deeper_entry() {
        let table = table_of_one_bucket();
        table.store(&board(1), entry_of_depth(20));
        table.store(&board(2), entry_of_depth(4));
        table.store(&board(3), entry_of_depth(3));
        assert_eq!(depths(&table), [20, 3], "the last result is stored even if it is shallower");
        table.store(&board(4), entry_of_depth(30));
        assert_eq!(depths(&table), [20, 30]);
        table.store(&board(5), entry_of_depth(1));
        assert_eq!(depths(&table), [30, 1]);
    }

    #[test]
    fn an_entry_is_worth_eight_plies_less_after_each_search() {
        for (n_searches, expected) in [(0, [20, 2]), (2, [20, 2]), (3, [3, 2]), (20, [3, 2])] {
            let mut table = table_of_one_bucket();
            table.store(&board(1), entry_of_depth(20));
            (0..n_searches).for_each(|_| table.new_search());
            table.store(&board(2), entry_of_depth(3));
            table.store(&board(3), entry_of_depth(2));
            assert_eq!(depths(&table), expected, "after {n_searches} searches");
        }
    }

    #[test]
    fn the_age_of_an_entry_is_right_when_the_generations_begin_again() {
        let mut table = table_of_one_bucket();
        (1..MAX_GENERATION).for_each(|_| table.new_search());
        table.store(&board(1), entry_of_depth(20));
        table.new_search();
        assert_eq!(table.generation, 1);
        table.store(&board(2), entry_of_depth(3));
        table.store(&board(3), entry_of_depth(2));
        assert_eq!(depths(&table), [20, 2], "the deep entry is one search old");
    }

    #[test]
    fn a_board_has_one_entry_the_newest() {
        let table = table_of_one_bucket();
        table.store(&board(1), entry_of_depth(20));
        table.store(&board(2), entry_of_depth(10));
        table.store(&board(1), entry_of_depth(2));
        assert_eq!(depths(&table), [2, 10], "neither the deeper entry nor the other board's stays");
    }

    #[test]
    fn entries_from_before_a_clear_are_replaced_first() {
        let mut table = table_of_one_bucket();
        table.store(&board(1), entry_of_depth(60));
        table.store(&board(2), entry_of_depth(60));
        table.clear();
        table.store(&board(3), entry_of_depth(1));
        table.store(&board(4), entry_of_depth(1));
        assert_eq!(depths(&table), [1, 1]);
    }

    /// A bucket that overflows replaces its own entries only.
    #[test]
    fn an_overflow_does_not_touch_other_buckets() {
        let table = TranspositionTable::new(64 * size_of::<Bucket>()).unwrap();
        let boards: Vec<Board> = (0..1000).map(board).collect();
        let mut expected: HashMap<*const Bucket, Vec<Board>> = HashMap::new();
        for board in &boards {
            table.store(board, entry_of_depth(1));
            expected.entry(table.bucket(hash(board))).or_default().push(*board);
        }
        assert_eq!(expected.len(), 64, "every bucket is used");
        let is_stored = |board: &&Board| table.probe(board).is_some();
        for boards in expected.values() {
            assert_eq!(boards.iter().filter(is_stored).count(), boards.len().min(2));
            assert!(boards.last().is_some_and(|last| table.probe(last).is_some()));
        }
    }

    /// Every probe returns an entry that was once stored for exactly that board.
    #[test]
    fn threads_never_read_mixed_entries() {
        let table = TranspositionTable::new(64).unwrap();
        let worker = |salt: u64| {
            for round in 0..200_000 {
                let seed = round * 7 + salt;
                let board = board(seed % 5);
                // The depth of the entry identifies its board.
                let stored = TranspositionEntry { depth: (seed % 5) as u8, ..entry(seed) };
                table.store(&board, stored);
                if let Some(found) = table.probe(&board) {
                    assert_eq!(found.depth, (seed % 5) as u8);
                }
            }
        };
        thread::scope(|scope| {
            scope.spawn(|| worker(1));
            scope.spawn(|| worker(2));
        });
    }
}
