//! The table of evaluated positions: the paper's "dynamic programming".

use willow_board::{Bitboard, Board};

use super::{MliaCounts, MliaEvaluation};

/// The number of places, a power of two: 24 MiB in all.
const N_PLACES: usize = 1 << 20;

/// The static values of positions that were evaluated, for their players. A new position takes the
/// place of an old one.
#[derive(Clone, Debug)]
pub(super) struct EvaluationTable {
    places: Box<[Place]>,
}

/// A position with its value.
#[derive(Clone, Copy, Debug)]
struct Place {
    board: Board,
    value: i32,
}

impl EvaluationTable {
    /// Returns a table without places, which [`prepare`](EvaluationTable::prepare) gives it.
    pub(super) fn new() -> EvaluationTable {
        EvaluationTable { places: Box::default() }
    }

    /// Makes the places if there are none. A player that is only described needs no memory.
    pub(super) fn prepare(&mut self) {
        if self.places.is_empty() {
            self.places = vec![Place::EMPTY; N_PLACES].into();
        }
    }

    pub(super) fn clear(&mut self) {
        *self = EvaluationTable::new();
    }

    /// Returns the value of a board in a table that is prepared, which is asked for now if the table does not have it, and counts
    /// which of the two it was.
    #[inline]
    pub(super) fn value(
        &mut self,
        board: &Board,
        counts: &mut MliaCounts,
        evaluate: impl FnOnce() -> i32,
    ) -> i32 {
        counts.requests += 1;
        let place = &mut self.places[index(board)];
        if place.board == *board {
            counts.hits += 1;
        } else {
            *place = Place { board: *board, value: evaluate() };
        }
        place.value
    }
}

impl Place {
    /// A full board of one colour, whose value is known: what a place holds at first.
    const EMPTY: Place = {
        let Ok(board) = Board::new(Bitboard::ALL, Bitboard::EMPTY) else {
            panic!("nothing overlaps the empty set")
        };
        Place { board, value: MliaEvaluation::leaf_units(&board) }
    };
}

/// Returns a board's place, from the upper bits of a product (Knuth, "The Art of Computer
/// Programming" 3, section 6.4, with the golden ratio in 64 bits).
#[inline]
fn index(board: &Board) -> usize {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = board.player().bits().wrapping_mul(GOLDEN) ^ board.opponent().bits();
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(GOLDEN);
    (mixed >> (64 - N_PLACES.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_evaluated_once() {
        let mut table = EvaluationTable::new();
        table.prepare();
        let mut counts = MliaCounts::default();
        assert_eq!(table.value(&Board::START, &mut counts, || 7), 7);
        assert_eq!(table.value(&Board::START, &mut counts, || panic!("it is there")), 7);
        assert_eq!(table.value(&Board::START.pass(), &mut counts, || 8), 8);
        assert_eq!((counts.requests, counts.hits), (3, 1));
        table.clear();
        table.prepare();
        assert_eq!(table.value(&Board::START, &mut counts, || 9), 9);
    }
}
