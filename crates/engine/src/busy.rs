//! Which moves other threads are searching at this moment.
//!
//! All threads search the same tree with one table. A thread that comes to a move which another is
//! busy with leaves it for later and takes the next, so that the threads spread over the tree without
//! being told where to go (simplified ABDADA, after Kerrigan).

use std::sync::atomic::{AtomicU64, Ordering};

use willow_board::Board;

use crate::hash::hash;

const N_PLACES: usize = 1 << 12;

/// The boards being searched, by hash. A lost or foreign entry costs time, never correctness.
pub(crate) struct BusyBoards(Box<[AtomicU64]>);

impl BusyBoards {
    /// Returns a set in which nobody is busy.
    pub(crate) fn new() -> BusyBoards {
        BusyBoards((0..N_PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, board: &Board, depth: u32) -> (&AtomicU64, u64) {
        let key = hash(board) ^ u64::from(depth) << 57;
        (&self.0[key as usize % N_PLACES], key)
    }

    /// Returns whether a thread is searching this board to this depth.
    pub(crate) fn contains(&self, board: &Board, depth: u32) -> bool {
        let (place, key) = self.place(board, depth);
        place.load(Ordering::Relaxed) == key
    }

    /// Tells the other threads that this one searches the board.
    pub(crate) fn enter(&self, board: &Board, depth: u32) {
        let (place, key) = self.place(board, depth);
        place.store(key, Ordering::Relaxed);
    }

    /// Tells the other threads that this one is done with the board.
    pub(crate) fn leave(&self, board: &Board, depth: u32) {
        let (place, key) = self.place(board, depth);
        // Somebody else's entry stays.
        let _ = place.compare_exchange(key, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
