//! The transposition table: what is known about boards that were searched before.
//!
//! All threads share one table without locks. An entry is written under a sequence number: odd while
//! a writer is at work, two higher afterwards. A reader that finds it odd, or changed when it has
//! read, treats the entry as missing, so a probe returns only what was once stored for exactly that
//! board. A writer that finds another at work on the entry drops what it wanted to store.
//!
//! The upper half of the sequence number is the epoch in which the entry was written. Clearing the
//! table begins a new epoch, in which the entries of earlier ones count as empty: a new game costs
//! nothing, however large the table is.

use willow_board::Board;

use crate::hash::hash;

#[forbid(unsafe_code)]
mod bucket;
#[forbid(unsafe_code)]
mod entry;
mod memory;

use bucket::Bucket;
pub(crate) use entry::Entry;
use entry::MAX_GENERATION;
use memory::Memory;

/// The table. Its size is fixed at the start.
pub(crate) struct TranspositionTable {
    memory: Memory,
    generation: u8,
    /// Begins at 1, so that zeroed memory holds no entry.
    epoch: u32,
}

impl TranspositionTable {
    /// Returns an empty table of at most `bytes` bytes, but at least one bucket.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let n_buckets = (bytes / size_of::<Bucket>()).max(1);
        TranspositionTable { memory: Memory::new(n_buckets), generation: 1, epoch: 1 }
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        let buckets = self.memory.buckets();
        let index = (u128::from(hash) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.generation = 1;
        if let Some(next) = self.epoch.checked_add(1) {
            self.epoch = next;
            return;
        }
        self.epoch = 1;
        self.memory.buckets().iter().for_each(Bucket::reset);
    }

    /// Makes all entries older by one search: they are replaced before newer ones.
    pub(crate) fn age(&mut self) {
        self.generation = if self.generation == MAX_GENERATION { 1 } else { self.generation + 1 };
    }

    /// Asks the processor to fetch the bucket of a board ahead of its use.
    #[inline]
    pub(crate) fn prefetch(&self, board: &Board) {
        prefetch::<Bucket>(self.bucket(hash(board)));
    }

    /// Returns what is known about a board.
    #[inline]
    pub(crate) fn probe(&self, board: &Board) -> Option<Entry> {
        self.bucket(hash(board)).probe(board, self.epoch)
    }

    /// Stores what is known about a board, in place of the least valuable entry of its bucket.
    pub(crate) fn store(&self, board: &Board, entry: Entry) {
        self.bucket(hash(board)).store(board, entry, self.generation, self.epoch);
    }
}

/// Asks the processor to fetch what lies at this address ahead of its use.
#[inline]
pub(crate) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
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

    pub(super) fn entry(seed: u64) -> Entry {
        Entry {
            lower: (seed % 4000) as i16 - 2000,
            upper: (seed % 7919) as i16,
            depth: (seed % 61) as u8,
            selectivity: (seed % 6) as u8,
            best: [Square::from_index((seed % 65) as u32), Square::from_index((seed % 70) as u32)],
        }
    }

    #[test]
    fn what_is_stored_is_found_until_it_is_cleared() {
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
    fn a_full_bucket_keeps_the_deeper_and_the_newer() {
        let mut table = TranspositionTable::new(1);
        let deep = Entry { depth: 20, ..entry(1) };
        let shallow = Entry { depth: 3, ..entry(2) };
        table.store(&board(1), deep);
        table.store(&board(2), shallow);
        table.store(&board(3), shallow);
        assert_eq!(table.probe(&board(1)), Some(deep));
        assert_eq!(table.probe(&board(2)), None);
        for _ in 0..3 {
            table.age();
        }
        table.store(&board(4), shallow);
        table.store(&board(5), shallow);
        assert_eq!(table.probe(&board(1)), None, "three searches old");
        assert_eq!(table.probe(&board(4)), Some(shallow));
    }

    /// Every probe returns an entry that was once stored for exactly that board.
    #[test]
    fn threads_never_see_a_mixture() {
        let table = TranspositionTable::new(64);
        let worker = |salt: u64| {
            for round in 0..200_000 {
                let seed = round * 7 + salt;
                let board = board(seed % 5);
                // The entry names its board: the depth is what the board asks for.
                let stored = Entry { depth: (seed % 5) as u8, ..entry(seed) };
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
