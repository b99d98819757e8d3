//! The key of a position and its images under the symmetries of the board.

use willow_board::{Board, Color, Move, Position, Square, Symmetry};

/// The code of a pass.
const PASS: u8 = 64;

/// The code of the end of a record.
const END: u8 = 65;

/// A position in canonical orientation. Colours are not exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CanonicalPosition {
    /// The key. It is stored in databases, so that its computation can never change.
    pub(super) key: i64,
    /// The symmetries that lead to the canonical orientation, one bit each. A symmetric position has
    /// several.
    symmetries: u8,
}

impl CanonicalPosition {
    pub(super) fn of(position: &Position) -> CanonicalPosition {
        let images = Symmetry::ALL.map(|symmetry| position.board().transformed(symmetry));
        let smallest = images.into_iter().min().expect("there are eight images");
        let symmetries =
            (0..8).filter(|&bit| images[bit] == smallest).fold(0, |set, bit| set | 1 << bit);
        CanonicalPosition { key: hash(&smallest, position.side_to_move()), symmetries }
    }

    fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL
            .into_iter()
            .zip(0..)
            .filter(move |&(_, bit)| self.symmetries >> bit & 1 == 1)
            .map(|(symmetry, _)| symmetry)
    }

    /// Returns the code of a move: the same for moves that are images of each other.
    pub(super) fn code(self, mv: Option<Move>) -> u8 {
        match mv {
            None => END,
            Some(Move::Pass) => PASS,
            Some(Move::Place(square)) => {
                let images = self.symmetries().map(|symmetry| square.transformed(symmetry).index());
                images.min().expect("some symmetry leads here") as u8
            }
        }
    }

    /// Returns the move of a code, in the orientation of this position; `None` for the end of a
    /// record. Of several images it is the rightmost square: f5 for the first move.
    pub(super) fn decode(self, code: u8) -> Option<Move> {
        if code == PASS {
            return Some(Move::Pass);
        }
        let square = Square::from_index(u32::from(code))?;
        let images = self.symmetries().map(|symmetry| square.transformed(symmetry.inverse()));
        images.max_by_key(|square| (square.column(), square.row())).map(Move::Place)
    }
}

/// Mixes the bits of a number so that each of them changes about half of the others (the finisher
/// of `SplitMix64`: Steele, Lea and Flood 2014, with the constants of Stafford's mix 13).
const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

const fn hash(board: &Board, side: Color) -> i64 {
    let side = match side {
        Color::Black => 0x9e37_79b9_7f4a_7c15,
        Color::White => 0xd1b5_4a32_d192_ed03,
    };
    mix(mix(board.player().bits().wrapping_add(side)) ^ board.opponent().bits()) as i64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use willow_board::Game;

    use super::*;

    /// Databases contain these keys.
    #[test]
    fn keys_never_change() {
        let after_f5 = Position::START.play(Move::Place(Square::F5)).unwrap();
        let keys = [Position::START, after_f5].map(|position| CanonicalPosition::of(&position).key);
        assert_eq!(keys, [6600120151368367521, -8500459294442361619]);
    }

    #[test]
    fn images_share_the_key_and_the_codes_of_their_moves() {
        let mut game = Game::new();
        for (square, plies) in ["f5", "d6", "c3", "d3", "c4", "f4"].into_iter().zip(1..) {
            game.place(square.parse().unwrap()).unwrap();
            let position = game.position_at(plies).unwrap();
            let canonical = CanonicalPosition::of(position);
            for symmetry in Symmetry::ALL {
                let image = CanonicalPosition::of(&position.transformed(symmetry));
                assert_eq!(image.key, canonical.key);
                for square in position.legal_moves() {
                    let code = canonical.code(Some(square.into()));
                    assert_eq!(image.code(Some(square.transformed(symmetry).into())), code);
                    assert_eq!(canonical.code(canonical.decode(code)), code);
                }
            }
        }
    }

    #[test]
    fn the_four_first_moves_share_a_code_and_decode_to_f5() {
        let start = CanonicalPosition::of(&Position::START);
        let moves = Position::START.legal_moves().into_iter();
        let codes: HashSet<u8> = moves.map(|square| start.code(Some(square.into()))).collect();
        let code = codes.iter().next().copied().unwrap();
        assert_eq!((codes.len(), start.decode(code)), (1, Some(Square::F5.into())));
        assert_eq!(start.decode(start.code(None)), None);
    }

    #[test]
    fn the_side_to_move_is_a_part_of_the_key() {
        let passed = Position::new(Position::START.board().pass(), Color::White);
        assert_ne!(CanonicalPosition::of(&Position::START).key, CanonicalPosition::of(&passed).key);
    }
}
