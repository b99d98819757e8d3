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
    /// Returns an empty table of at most `bytes` bytes, but at least one bucket.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let n_buckets = (bytes / size_of::<Bucket>()).max(1);
        TranspositionTable { memory: BucketMemory::new(n_buckets), generation: 1, epoch: 1 }
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
    use std::thread;

    use super::*;
    use willow_board::{Bitboard, Square};

    pub(super) fn board(player: u64) -> Board {
        Board::new(Bitboard::from_bits(player), Bitboard::from_bits(!player >> 1 & !player))
            .expect("the sets are disjoint")
    }

    pub(super) fn entry(seed: u64) -> TranspositionEntry {
        TranspositionEntry {
            lower: (seed % 4000) as i16 - 2000,
            upper: (seed % 7919) as i16,
            depth: (seed % 61) as u8,
            selectivity: (seed % 6) as u8,
            best: [Square::from_index((seed % 65) as u32), Square::from_index((seed % 70) as u32)],
        }
    }

    #[test]
    fn a_stored_entry_is_found_until_the_table_is_cleared() {
        let mut table = TranspositionTable::new(1 << 20);
        assert_eq!(table.probe(&board(5)), None);
        table.store(&board(5), entry(5));
        table.store(&board(5), entry(6));
        assert_eq!(table.probe(&board(5)), Some(entry(6)));
        assert_eq!(table.probe(&board(7)), None);
        table.clear();
        assert_eq!(table.probe(&board(5)), None);
    }

    #[test]
    fn a_full_bucket_keeps_deeper_and_newer_entries() {
        let mut table = TranspositionTable::new(1);
        let deep = TranspositionEntry { depth: 20, ..entry(1) };
        let shallow = TranspositionEntry { depth: 3, ..entry(2) };
        table.store(&board(1), deep);
        table.store(&board(2), shallow);
        table.store(&board(3), shallow);
        assert_eq!(table.probe(&board(1)), Some(deep));
        assert_eq!(table.probe(&board(2)), None);
        for _ in 0..3 {
            table.new_search();
        }
        table.store(&board(4), shallow);
        table.store(&board(5), shallow);
        assert_eq!(table.probe(&board(1)), None, "three searches old");
        assert_eq!(table.probe(&board(4)), Some(shallow));
    }

    /// Every probe returns an entry that was once stored for exactly that board.
    #[test]
    fn threads_never_read_mixed_entries() {
        let table = TranspositionTable::new(64);
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
