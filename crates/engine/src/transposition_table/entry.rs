//! Entries of the transposition table, and their packing into 64 bits.

use willow_board::Square;
use willow_eval::Score;

/// The result of a search of a board. Scores are for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TranspositionEntry {
    /// The lower bound of the score.
    pub(crate) lower: Score,
    /// The upper bound of the score.
    pub(crate) upper: Score,
    /// The depth of the search in plies.
    pub(crate) depth: u8,
    /// The level of [`Selectivity`](crate::Selectivity): 0 for no pruning, higher is more selective.
    pub(crate) selectivity: u8,
    /// The best move, and the best move of an earlier search.
    pub(crate) best: [Option<Square>; 2],
}

/// The greatest generation; the least is 1.
pub(super) const MAX_GENERATION: u8 = 127;

/// The square number that stands for no square.
const NO_SQUARE: u64 = 64;

/// Packs an entry: lower (16 bits), upper (16), moves (7 each), depth (6), selectivity (3, saturated),
/// generation (7), from the lowest bit on.
pub(super) fn pack(entry: TranspositionEntry, generation: u8) -> u64 {
    let square = |best: Option<Square>| best.map_or(NO_SQUARE, |square| square.index() as u64);
    u64::from(entry.lower.compact() as u16)
        | u64::from(entry.upper.compact() as u16) << 16
        | square(entry.best[0]) << 32
        | square(entry.best[1]) << 39
        | u64::from(entry.depth & 63) << 46
        | u64::from(entry.selectivity.min(7)) << 52
        | u64::from(generation) << 55
}

/// Returns the entry and its generation.
pub(super) fn unpack(data: u64) -> (TranspositionEntry, u8) {
    let square = |shift: u32| Square::from_index((data >> shift & 127) as u32);
    let entry = TranspositionEntry {
        lower: Score::from_compact(data as i16),
        upper: Score::from_compact((data >> 16) as i16),
        best: [square(32), square(39)],
        depth: (data >> 46 & 63) as u8,
        selectivity: (data >> 52 & 7) as u8,
    };
    (entry, (data >> 55 & 127) as u8)
}

#[cfg(test)]
mod tests {
    use super::super::tests::entry;
    use super::*;

    #[test]
    fn packing_is_reversible() {
        for seed in 0..10_000 {
            let generation = (seed % 127 + 1) as u8;
            assert_eq!(unpack(pack(entry(seed), generation)), (entry(seed), generation));
        }
    }
}
