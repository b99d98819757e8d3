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

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use willow_board::{Board, Square};

use crate::hash::hash;

/// What is known about a board. Scores are in units of [`Score`](willow_eval::Score), for the side to
/// move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The score is at least this.
    pub(crate) lower: i16,
    /// The score is at most this.
    pub(crate) upper: i16,
    /// The plies searched.
    pub(crate) depth: u8,
    /// How selective the search was; 0 is not at all. The most reliable entries are the lowest.
    pub(crate) selectivity: u8,
    /// The best move, and the one before it.
    pub(crate) best: [Option<Square>; 2],
}

/// Entries fill half a cache line.
#[repr(C, align(32))]
struct Slot {
    /// The epoch in the upper half; in the lower a version that is odd while a writer is at work.
    sequence: AtomicU64,
    player: AtomicU64,
    opponent: AtomicU64,
    /// An [`Entry`] and the generation it was stored in, packed.
    data: AtomicU64,
}

const SLOTS_PER_BUCKET: usize = 2;

#[repr(C, align(64))]
struct Bucket([Slot; SLOTS_PER_BUCKET]);

const _: () = assert!(size_of::<Bucket>() == 64, "a bucket is a cache line");

/// The table. Its size is fixed at the start.
pub(crate) struct TranspositionTable {
    /// The allocation that holds the buckets, and its layout.
    memory: NonNull<u8>,
    layout: Layout,
    buckets: NonNull<Bucket>,
    n_buckets: usize,
    generation: u8,
    /// Begins at 1, so that zeroed memory holds no entry.
    epoch: u32,
}

// SAFETY: the buckets consist of atomics only, are owned by the table and live as long as it does.
unsafe impl Send for TranspositionTable {}
// SAFETY: as above; every access through a shared reference is atomic.
unsafe impl Sync for TranspositionTable {}

impl TranspositionTable {
    /// Returns an empty table of at most `bytes` bytes, but at least one bucket.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let n_buckets = (bytes / size_of::<Bucket>()).max(1);
        // An allocator asked for more than its usual alignment writes all the zeroes itself; asked
        // for the usual, it takes fresh pages from the system, zeroed when they are first touched.
        // So the buckets are aligned here, with one bucket to spare.
        let layout = Layout::array::<u64>((n_buckets + 1) * size_of::<Bucket>() / 8)
            .expect("a table is smaller than the address space");
        // SAFETY: the layout is not empty, as there is at least one bucket.
        let memory = unsafe { alloc_zeroed(layout) };
        let Some(memory) = NonNull::new(memory) else { handle_alloc_error(layout) };
        let padding = memory.align_offset(align_of::<Bucket>());
        // SAFETY: the padding is smaller than the spare bucket.
        let buckets = unsafe { memory.add(padding) }.cast::<Bucket>();
        TranspositionTable { memory, layout, buckets, n_buckets, generation: 1, epoch: 1 }
    }

    fn buckets(&self) -> &[Bucket] {
        // SAFETY: `new` allocated and aligned so many buckets, and zeroes are valid values of atomic
        // integers.
        unsafe { std::slice::from_raw_parts(self.buckets.as_ptr(), self.n_buckets) }
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        let index = (u128::from(hash) * self.n_buckets as u128) >> 64;
        &self.buckets()[index as usize]
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.generation = 1;
        if let Some(next) = self.epoch.checked_add(1) {
            self.epoch = next;
            return;
        }
        self.epoch = 1;
        for slot in self.buckets().iter().flat_map(|bucket| &bucket.0) {
            slot.sequence.store(0, Ordering::Relaxed);
        }
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
        self.bucket(hash(board)).0.iter().find_map(|slot| slot.read(board, self.epoch))
    }

    /// Stores what is known about a board, in place of the least valuable entry of its bucket.
    pub(crate) fn store(&self, board: &Board, entry: Entry) {
        let bucket = self.bucket(hash(board));
        let own = bucket.0.iter().find(|slot| slot.read(board, self.epoch).is_some());
        let slot = own.unwrap_or_else(|| {
            let worth = |slot: &&Slot| slot.worth(self.generation, self.epoch);
            bucket.0.iter().min_by_key(worth).expect("a bucket has slots")
        });
        slot.write(board, pack(entry, self.generation), self.epoch);
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

impl Drop for TranspositionTable {
    fn drop(&mut self) {
        // SAFETY: `new` allocated the buckets with this layout, and nothing refers to them any more.
        unsafe { dealloc(self.memory.as_ptr(), self.layout) };
    }
}

impl Slot {
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
        fence(Ordering::Acquire);
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
        let (acquire, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        if self.sequence.compare_exchange(before, writing, acquire, relaxed).is_err() {
            return;
        }
        // The odd version must be visible before any of the new words.
        fence(Ordering::Release);
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

/// Generations are 1 to this.
const MAX_GENERATION: u8 = 127;

/// The square number that means no square.
const NO_SQUARE: u64 = 64;

/// Packs an entry: lower (16 bits), upper (16), moves (7 each), depth (6), selectivity (3, saturated),
/// generation (7), from the lowest bit on.
fn pack(entry: Entry, generation: u8) -> u64 {
    let square = |best: Option<Square>| best.map_or(NO_SQUARE, |square| square.index() as u64);
    u64::from(entry.lower as u16)
        | u64::from(entry.upper as u16) << 16
        | square(entry.best[0]) << 32
        | square(entry.best[1]) << 39
        | u64::from(entry.depth & 63) << 46
        | u64::from(entry.selectivity.min(7)) << 52
        | u64::from(generation) << 55
}

fn unpack(data: u64) -> (Entry, u8) {
    let square = |shift: u32| Square::from_index((data >> shift & 127) as u32);
    let entry = Entry {
        lower: data as u16 as i16,
        upper: (data >> 16) as u16 as i16,
        best: [square(32), square(39)],
        depth: (data >> 46 & 63) as u8,
        selectivity: (data >> 52 & 7) as u8,
    };
    (entry, (data >> 55 & 127) as u8)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use willow_board::Bitboard;

    fn board(player: u64) -> Board {
        Board::new(Bitboard::from_bits(player), Bitboard::from_bits(!player >> 1 & !player))
            .expect("the sets are disjoint")
    }

    fn entry(seed: u64) -> Entry {
        Entry {
            lower: (seed % 4000) as i16 - 2000,
            upper: (seed % 7919) as i16,
            depth: (seed % 61) as u8,
            selectivity: (seed % 6) as u8,
            best: [Square::from_index((seed % 65) as u32), Square::from_index((seed % 70) as u32)],
        }
    }

    #[test]
    fn entries_survive_packing() {
        for seed in 0..10_000 {
            let generation = (seed % 127 + 1) as u8;
            assert_eq!(unpack(pack(entry(seed), generation)), (entry(seed), generation));
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
