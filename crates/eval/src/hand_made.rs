//! An evaluation from the features that the old programs named.

use willow_board::{Bitboard, Board, Square};

use crate::{Evaluator, Score};

/// Mobility, potential mobility and corners.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

impl Evaluator for HandMade {
    type State = ();

    fn init(&self, _board: &Board) {}

    fn update(&self, (): &(), _square: Square, _flips: Bitboard) {}

    fn pass(&self, (): &()) {}

    fn evaluate(&self, (): &(), board: &Board) -> Score {
        let other = board.pass();
        let difference = |own: u32, theirs: u32| own as i32 - theirs as i32;
        let mobility = difference(board.legal_moves().count(), other.legal_moves().count());
        let corners = difference(
            (board.player() & Bitboard::CORNERS).count(),
            (board.opponent() & Bitboard::CORNERS).count(),
        );
        Score::from_units(mobility * 100 + corners * 1000)
    }
}
