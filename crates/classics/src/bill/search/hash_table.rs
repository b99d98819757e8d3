//! The hash table: the best move that was found for a position (section 3.1.5.1).

use willow_board::{Board, Color, Square};

/// The number of entries that BILL had: a key has 15 bits.
pub(crate) const BILLS_ENTRIES: usize = 1 << 15;

/// What is kept of a position: four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HashEntry {
    /// Sixteen more bits of the position's hash.
    lock: u16,
    /// The number of discs and whose move it is.
    tag: u8,
    best: Option<Square>,
}

const _: () = assert!(size_of::<HashEntry>() == 4);

/// A table of best moves, by key. A new best move replaces whatever is in its place.
#[derive(Clone, Debug)]
pub(crate) struct HashTable {
    /// As many as a power of two, or none.
    entries: Vec<HashEntry>,
}

impl HashTable {
    /// The number of bytes that an entry takes.
    pub(crate) const ENTRY_BYTES: usize = size_of::<HashEntry>();

    /// Makes a table with at most this number of entries, rounded down to a power of two. A table without
    /// entries remembers nothing.
    pub(crate) fn new(entries: usize) -> HashTable {
        let entries = entries.checked_ilog2().map_or(0, |bits| 1 << bits);
        HashTable { entries: vec![HashEntry { lock: 0, tag: 0, best: None }; entries] }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(HashEntry { lock: 0, tag: 0, best: None });
    }

    /// Returns the move that was best. Different positions may share key, lock, colour and discs: the
    /// move may be illegal.
    #[inline]
    pub(crate) fn best(&self, board: &Board, color: Color) -> Option<Square> {
        let (key, lock) = self.key_and_lock(board)?;
        let entry = self.entries[key];
        (entry.lock == lock && entry.tag == tag(board, color)).then_some(entry.best).flatten()
    }

    /// Remembers the best move.
    #[inline]
    pub(crate) fn store(&mut self, board: &Board, color: Color, best: Square) {
        if let Some((key, lock)) = self.key_and_lock(board) {
            self.entries[key] = HashEntry { lock, tag: tag(board, color), best: Some(best) };
        }
    }

    #[inline]
    fn key_and_lock(&self, board: &Board) -> Option<(usize, u16)> {
        let mask = self.entries.len().checked_sub(1)?;
        let hash = hash(board);
        Some((hash as usize & mask, (hash >> 48) as u16))
    }
}

#[inline]
fn tag(board: &Board, color: Color) -> u8 {
    board.occupied().count() as u8 | (color.index() as u8) << 7
}

/// Multiplies, as Fibonacci hashing does (Knuth, The Art of Computer Programming, 6.4), and folds.
#[inline]
fn hash(board: &Board) -> u64 {
    /// 2^64 divided by the golden ratio, as an odd number.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let player = board.player().bits().wrapping_mul(FACTOR);
    let both = (player ^ player >> 32).wrapping_add(board.opponent().bits()).wrapping_mul(FACTOR);
    both ^ both >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_again_by_board_and_colour() {
        let mut table = HashTable::new(BILLS_ENTRIES);
        let board = Board::START;
        assert_eq!(table.best(&board, Color::Black), None);
        table.store(&board, Color::Black, Square::E6);
        assert_eq!(table.best(&board, Color::Black), Some(Square::E6));
        assert_eq!(table.best(&board, Color::White), None);
        assert_eq!(table.best(&board.pass(), Color::Black), None);
        table.store(&board, Color::Black, Square::D3);
        assert_eq!(table.best(&board, Color::Black), Some(Square::D3));
        table.clear();
        assert_eq!(table.best(&board, Color::Black), None);
    }

    #[test]
    fn sizes_are_powers_of_two_or_nothing() {
        assert_eq!(HashTable::new(BILLS_ENTRIES).entries.len(), 32_768);
        assert_eq!(HashTable::new(1000).entries.len(), 512);
        let mut none = HashTable::new(0);
        none.store(&Board::START, Color::Black, Square::E6);
        assert_eq!(none.best(&Board::START, Color::Black), None);
    }
}
