//! The table of evaluated positions: the paper's "dynamic programming".

use serde::{Deserialize, Serialize};
use willow_board::{Bitboard, Board};

use super::evaluation::Evaluation;

/// The number of entries, a power of two: 24 MiB in all.
const N_ENTRIES: usize = 1 << 20;

/// How much the table was of use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableUse {
    /// How often the search requested the value of a position.
    #[serde(rename = "table_requests")]
    pub requests: u64,
    /// How often it had the value: the paper reports "as many as 25%" of the requests.
    #[serde(rename = "table_hits")]
    pub hits: u64,
}

impl TableUse {
    /// Returns how often a position was evaluated because the table did not have it.
    pub const fn evaluations(&self) -> u64 {
        self.requests - self.hits
    }
}

/// The static values of positions that were evaluated, for their players. A new position replaces an
/// old one.
#[derive(Clone, Debug)]
pub(crate) struct EvaluationTable {
    entries: Box<[TableEntry]>,
}

/// A position with its value.
#[derive(Clone, Copy, Debug)]
struct TableEntry {
    board: Board,
    value: i32,
}

impl EvaluationTable {
    /// Returns a table without entries; [`prepare`](EvaluationTable::prepare) makes them.
    pub(crate) fn new() -> EvaluationTable {
        EvaluationTable { entries: Box::default() }
    }

    /// Makes the entries if there are none, so that a program that does not search needs no memory.
    pub(crate) fn prepare(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![TableEntry::EMPTY; N_ENTRIES].into();
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = EvaluationTable::new();
    }

    /// Returns the value of a board from the table, or evaluates the board if the table does not have it,
    /// and counts the request. A table that was not [prepared](EvaluationTable::prepare) has no value.
    #[inline]
    pub(crate) fn value(
        &mut self,
        board: &Board,
        table_use: &mut TableUse,
        evaluate: impl FnOnce() -> i32,
    ) -> i32 {
        table_use.requests += 1;
        if self.entries.is_empty() {
            return evaluate();
        }
        let entry = &mut self.entries[index(board)];
        if entry.board == *board {
            table_use.hits += 1;
        } else {
            *entry = TableEntry { board: *board, value: evaluate() };
        }
        entry.value
    }
}

impl TableEntry {
    /// The first content of an entry: a full board of one colour, whose value is known.
    const EMPTY: TableEntry = {
        let Ok(board) = Board::new(Bitboard::ALL, Bitboard::EMPTY) else {
            panic!("nothing overlaps the empty set")
        };
        TableEntry { board, value: Evaluation::leaf_units(&board) }
    };
}

/// Returns the index of a board's entry, from the upper bits of a product (Knuth, "The Art of Computer
/// Programming" 3, section 6.4, with the golden ratio in 64 bits).
#[inline]
fn index(board: &Board) -> usize {
    /// 2^64 divided by the golden ratio, as an odd number.
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = board.player().bits().wrapping_mul(GOLDEN) ^ board.opponent().bits();
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(GOLDEN);
    (mixed >> (64 - N_ENTRIES.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_evaluated_once() {
        let mut table = EvaluationTable::new();
        table.prepare();
        let mut counts = TableUse::default();
        assert_eq!(table.value(&Board::START, &mut counts, || 7), 7);
        assert_eq!(table.value(&Board::START, &mut counts, || panic!("it is there")), 7);
        assert_eq!(table.value(&Board::START.pass(), &mut counts, || 8), 8);
        assert_eq!((counts.requests, counts.hits), (3, 1));
        table.clear();
        table.prepare();
        assert_eq!(table.value(&Board::START, &mut counts, || 9), 9);
    }
}
