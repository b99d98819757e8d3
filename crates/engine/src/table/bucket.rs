//! The protocol by which threads share a bucket without locks.
//!
//! It is written over any kind of atomic word, so that the tests can run the very same code under
//! loom, which tries the orders in which two threads can come together.

use std::sync::atomic::{AtomicU64, Ordering, fence};

use willow_board::Board;

use super::entry::{Entry, MAX_GENERATION, pack, unpack};

/// An atomic 64-bit integer, with the operations of the standard library's.
pub(super) trait Word {
    fn load(&self, ordering: Ordering) -> u64;
    fn store(&self, value: u64, ordering: Ordering);
    /// Replaces `current` by `new` and returns whether it was there.
    fn replace(&self, current: u64, new: u64) -> bool;
    fn fence(ordering: Ordering);
}

impl Word for AtomicU64 {
    #[inline]
    fn load(&self, ordering: Ordering) -> u64 {
        self.load(ordering)
    }

    #[inline]
    fn store(&self, value: u64, ordering: Ordering) {
        self.store(value, ordering);
    }

    #[inline]
    fn replace(&self, current: u64, new: u64) -> bool {
        self.compare_exchange(current, new, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    #[inline]
    fn fence(ordering: Ordering) {
        fence(ordering);
    }
}

/// Entries fill half a cache line.
#[derive(Default)]
#[repr(C, align(32))]
struct Slot<A> {
    /// The epoch in the upper half; in the lower a version that is odd while a writer is at work.
    sequence: A,
    player: A,
    opponent: A,
    /// An [`Entry`] and the generation it was stored in, packed.
    data: A,
}

const SLOTS_PER_BUCKET: usize = 2;

/// The entries among which a board's is found.
#[derive(Default)]
#[repr(C, align(64))]
pub(super) struct Bucket<A = AtomicU64>([Slot<A>; SLOTS_PER_BUCKET]);

const _: () = assert!(size_of::<Bucket>() == 64, "a bucket is a cache line");

impl<A: Word> Bucket<A> {
    /// Returns what was stored for exactly this board in this epoch.
    #[inline]
    pub(super) fn probe(&self, board: &Board, epoch: u32) -> Option<Entry> {
        self.0.iter().find_map(|slot| slot.read(board, epoch))
    }

    /// Stores an entry in place of the board's own or of the least valuable one.
    pub(super) fn store(&self, board: &Board, entry: Entry, generation: u8, epoch: u32) {
        let own = self.0.iter().find(|slot| slot.read(board, epoch).is_some());
        let slot = own.unwrap_or_else(|| {
            let worth = |slot: &&Slot<A>| slot.worth(generation, epoch);
            self.0.iter().min_by_key(worth).expect("a bucket has slots")
        });
        slot.write(board, pack(entry, generation), epoch);
    }

    /// Takes the bucket back to the time before all epochs.
    pub(super) fn reset(&self) {
        for slot in &self.0 {
            slot.sequence.store(0, Ordering::Relaxed);
        }
    }
}

impl<A: Word> Slot<A> {
    /// Returns the entry if it belongs to this board and epoch and was not being written.
    #[inline]
    fn read(&self, board: &Board, epoch: u32) -> Option<Entry> {
        let before = self.sequence.load(Ordering::Acquire);
        if self.player.load(Ordering::Relaxed) != board.player().bits()
            || self.opponent.load(Ordering::Relaxed) != board.opponent().bits()
        {
            return None;
        }
        let data = self.data.load(Ordering::Relaxed);
        A::fence(Ordering::Acquire);
        let unchanged = self.sequence.load(Ordering::Relaxed) == before;
        (unchanged && is_settled(before) && epoch_of(before) == epoch).then(|| unpack(data).0)
    }

    fn write(&self, board: &Board, data: u64, epoch: u32) {
        let before = self.sequence.load(Ordering::Relaxed);
        if !is_settled(before) {
            return;
        }
        let version = before as u32;
        let writing = sequence(epoch, version.wrapping_add(1));
        if !self.sequence.replace(before, writing) {
            return;
        }
        // The odd version must be visible before any of the new words.
        A::fence(Ordering::Release);
        self.player.store(board.player().bits(), Ordering::Relaxed);
        self.opponent.store(board.opponent().bits(), Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
        self.sequence.store(sequence(epoch, version.wrapping_add(2)), Ordering::Release);
    }

    /// Returns how much would be lost with this slot's entry: deep searches are worth keeping, unless
    /// they belong to earlier moves of the game.
    fn worth(&self, generation: u8, epoch: u32) -> i32 {
        if epoch_of(self.sequence.load(Ordering::Relaxed)) != epoch {
            return i32::MIN;
        }
        let (entry, stored_in) = unpack(self.data.load(Ordering::Relaxed));
        let age = (i32::from(generation) - i32::from(stored_in)).rem_euclid(MAX_GENERATION.into());
        i32::from(entry.depth) - 8 * age
    }
}

const fn sequence(epoch: u32, version: u32) -> u64 {
    (epoch as u64) << 32 | version as u64
}

const fn epoch_of(sequence: u64) -> u32 {
    (sequence >> 32) as u32
}

/// Returns whether no writer is at work.
const fn is_settled(sequence: u64) -> bool {
    sequence.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use loom::sync::Arc;
    use loom::sync::atomic as modelled;

    use super::super::tests::{board, entry};
    use super::*;

    impl Word for modelled::AtomicU64 {
        fn load(&self, ordering: Ordering) -> u64 {
            self.load(ordering)
        }

        fn store(&self, value: u64, ordering: Ordering) {
            self.store(value, ordering);
        }

        fn replace(&self, current: u64, new: u64) -> bool {
            self.compare_exchange(current, new, Ordering::Acquire, Ordering::Relaxed).is_ok()
        }

        fn fence(ordering: Ordering) {
            modelled::fence(ordering);
        }
    }

    /// The entry that is stored for a board, which it names.
    fn entry_of(seed: u64) -> Entry {
        Entry { depth: seed as u8, ..entry(seed) }
    }

    /// Runs two threads on one bucket, in every order with at most two interruptions: each stores its
    /// boards one after the other, and looks for `sought` in the end. Without any one of the fences,
    /// the second look at the sequence number or the exchange on it, some order fails.
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
    fn two_writers_leave_whole_entries() {
        check_threads([&[1, 2], &[3]], 3);
        check_threads([&[1], &[1]], 1);
    }
}
