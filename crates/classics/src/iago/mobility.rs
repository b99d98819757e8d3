//! Current and potential mobility.

use willow_board::Board;

/// The moves of the side to move of a board: the book's `mobility` of section 18.12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mobility {
    /// The number of legal moves.
    pub(crate) current: i32,
    /// The number of empties beside an opposing disc, legal moves included.
    pub(crate) potential: i32,
}

impl Mobility {
    pub(crate) fn of(board: &Board) -> Mobility {
        Mobility {
            current: board.legal_moves().count() as i32,
            potential: board.potential_moves().count() as i32,
        }
    }
}
