//! Buckets of the transposition table, and the protocol by which threads share them without locks.
//!
//! The code is generic over the atomic integer, so that a test runs the same code under loom (`--cfg loom`),
//! which tries the orders in which the accesses of two threads can happen.

use std::sync::atomic::{AtomicU64, Ordering, fence};

use willow_board::Board;

use super::entry::{MAX_GENERATION, TranspositionEntry, pack, unpack};

/// An atomic 64-bit integer, with the operations of the standard library's.
pub(super) trait AtomicWord {
    fn load(&self, ordering: Ordering) -> u64;
    fn store(&self, value: u64, ordering: Ordering);
    /// Replaces `current` by `new`, and returns whether the value was `current`.
    fn compare_exchange_acquire(&self, current: u64, new: u64) -> bool;
    fn fence(ordering: Ordering);
}

impl AtomicWord for AtomicU64 {
    #[inline]
    fn load(&self, ordering: Ordering) -> u64 {
        self.load(ordering)
    }

    #[inline]
    fn store(&self, value: u64, ordering: Ordering) {
        self.store(value, ordering);
    }

    #[inline]
    fn compare_exchange_acquire(&self, current: u64, new: u64) -> bool {
        self.compare_exchange(current, new, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    #[inline]
    fn fence(ordering: Ordering) {
        fence(ordering);
    }
}

/// The entries among which the entry of a board is found.
#[derive(Default)]
#[repr(C, align(64))]
pub(super) struct Bucket<A = AtomicU64>([BucketSlot<A>; SLOTS_PER_BUCKET]);

const _: () = assert!(size_of::<Bucket>() == 64, "a bucket is a cache line");

/// One entry of a bucket with its board. It fills half a cache line.
#[derive(Default)]
#[repr(C, align(32))]
struct BucketSlot<A> {
    /// The epoch in the upper half; in the lower half a version, which is odd during a write.
    sequence: A,
    player: A,
    opponent: A,
    /// An [`TranspositionEntry`] and the generation of its search, packed.
    data: A,
}

/// The number of entries of a bucket.
const SLOTS_PER_BUCKET: usize = 2;

impl<A: AtomicWord> Bucket<A> {
    /// Returns the entry that was stored for exactly this board in this epoch.
    #[inline]
    pub(super) fn probe(&self, board: &Board, epoch: u32) -> Option<TranspositionEntry> {
        self.0.iter().find_map(|slot| slot.read(board, epoch))
    }

    /// Stores an entry in place of the board's old entry, or else of the least valuable entry.
    pub(super) fn store(
        &self,
        board: &Board,
        entry: TranspositionEntry,
        generation: u8,
        epoch: u32,
    ) {
        let old = self.0.iter().find(|slot| slot.read(board, epoch).is_some());
        let slot = old.unwrap_or_else(|| {
            let value = |slot: &&BucketSlot<A>| slot.replacement_value(generation, epoch);
            self.0.iter().min_by_key(value).expect("a bucket has slots")
        });
        slot.write(board, pack(entry, generation), epoch);
    }

    /// Empties the bucket for all epochs.
    pub(super) fn reset(&self) {
        for slot in &self.0 {
            slot.sequence.store(0, Ordering::Relaxed);
        }
    }
}

impl<A: AtomicWord> BucketSlot<A> {
    /// Returns the entry if it belongs to this board and epoch and no write was in progress.
    #[inline]
    fn read(&self, board: &Board, epoch: u32) -> Option<TranspositionEntry> {
        let before = self.sequence.load(Ordering::Acquire);
        if self.player.load(Ordering::Relaxed) != board.player().bits()
            || self.opponent.load(Ordering::Relaxed) != board.opponent().bits()
        {
            return None;
        }
        let data = self.data.load(Ordering::Relaxed);
        A::fence(Ordering::Acquire);
        let unchanged = self.sequence.load(Ordering::Relaxed) == before;
        (unchanged && is_not_being_written(before) && epoch_of(before) == epoch)
            .then(|| unpack(data).0)
    }

    fn write(&self, board: &Board, data: u64, epoch: u32) {
        let before = self.sequence.load(Ordering::Relaxed);
        if !is_not_being_written(before) {
            return;
        }
        let version = before as u32;
        let writing = sequence(epoch, version.wrapping_add(1));
        if !self.sequence.compare_exchange_acquire(before, writing) {
            return;
        }
        // Readers must see the odd version before any of the new values.
        A::fence(Ordering::Release);
        self.player.store(board.player().bits(), Ordering::Relaxed);
        self.opponent.store(board.opponent().bits(), Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
        self.sequence.store(sequence(epoch, version.wrapping_add(2)), Ordering::Release);
    }

    /// Returns the value of keeping this slot's entry: higher for deeper searches, lower for older
    /// generations, and lowest for other epochs.
    fn replacement_value(&self, generation: u8, epoch: u32) -> i32 {
        if epoch_of(self.sequence.load(Ordering::Relaxed)) != epoch {
            return i32::MIN;
        }
        let (entry, entry_generation) = unpack(self.data.load(Ordering::Relaxed));
        let age =
            (i32::from(generation) - i32::from(entry_generation)).rem_euclid(MAX_GENERATION.into());
        i32::from(entry.depth) - 8 * age
    }
}

const fn sequence(epoch: u32, version: u32) -> u64 {
    (epoch as u64) << 32 | version as u64
}

const fn epoch_of(sequence: u64) -> u32 {
    (sequence >> 32) as u32
}

/// Returns whether no writer is writing the slot.
const fn is_not_being_written(sequence: u64) -> bool {
    sequence.is_multiple_of(2)
}

#[cfg(all(test, loom))]
mod tests {
    use loom::sync::Arc;
    use loom::sync::atomic as modelled;

    use super::super::tests::{board, entry};
    use super::*;

    impl AtomicWord for modelled::AtomicU64 {
        fn load(&self, ordering: Ordering) -> u64 {
            self.load(ordering)
        }

        fn store(&self, value: u64, ordering: Ordering) {
            self.store(value, ordering);
        }

        fn compare_exchange_acquire(&self, current: u64, new: u64) -> bool {
            self.compare_exchange(current, new, Ordering::Acquire, Ordering::Relaxed).is_ok()
        }

        fn fence(ordering: Ordering) {
            modelled::fence(ordering);
        }
    }

    /// Returns the entry that the tests store for a board. Its depth identifies the board.
    fn entry_of(seed: u64) -> TranspositionEntry {
        TranspositionEntry { depth: seed as u8, ..entry(seed) }
    }

    /// Runs two threads on one bucket, in every order with at most two preemptions. Each thread
    /// stores its boards one after the other, then probes `sought`. Without either fence, the
    /// second load of the sequence number or the compare-and-exchange, some order fails.
    fn check_threads(boards: [&'static [u64]; 2], sought: u64) {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(2);
        model.check(move || {
            let bucket = Arc::new(Bucket::<modelled::AtomicU64>::default());
            let work = move |bucket: &Bucket<modelled::AtomicU64>, seeds: &[u64]| {
                for &seed in seeds {
                    bucket.store(&board(seed), entry_of(seed), 1, 1);
                }
                let found = bucket.probe(&board(sought), 1);
                assert!(found.is_none_or(|found| found == entry_of(sought)), "{found:?}");
            };
            let other = Arc::clone(&bucket);
            let thread = loom::thread::spawn(move || work(&other, boards[1]));
            work(&bucket, boards[0]);
            thread.join().expect("no thread panics");
        });
    }

    #[test]
    fn two_writers_never_mix_their_entries() {
        check_threads([&[1, 2], &[3]], 3);
        check_threads([&[1], &[1]], 1);
    }
}
