//! The number under which a position and its images are kept.

use willow_board::{Board, Color, Move, Position, Square, Symmetry};

/// Stands for a pass where the number of a square would stand.
const PASS: u8 = 64;

/// Stands for the end of a record.
const END: u8 = 65;

/// A position in the orientation that it shares with its images. Colours are as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Canonical {
    /// The number. It is written to disks: how it is made can never change.
    pub(super) key: i64,
    /// The symmetries that lead to this orientation, one bit each: several, if the position is its
    /// own image.
    symmetries: u8,
}

impl Canonical {
    pub(super) fn of(position: &Position) -> Canonical {
        let images = Symmetry::ALL.map(|symmetry| position.board().transformed(symmetry));
        let smallest = images.into_iter().min().expect("there are eight images");
        let symmetries =
            (0..8).filter(|&bit| images[bit] == smallest).fold(0, |set, bit| set | 1 << bit);
        Canonical { key: hash(&smallest, position.side_to_move()), symmetries }
    }

    fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL
            .into_iter()
            .zip(0..)
            .filter(move |&(_, bit)| self.symmetries >> bit & 1 == 1)
            .map(|(symmetry, _)| symmetry)
    }

    /// Returns the number of a move from this position: the same for moves that are each other's
    /// images.
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

    /// Returns the move that a number stands for, as it looks from this position; `None` for the end
    /// of a record. Of several the rightmost square is taken, f5 of the first four.
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

    /// What is on disks was written with these keys.
    #[test]
    fn keys_never_change() {
        let after_f5 = Position::START.play(Move::Place(Square::F5)).unwrap();
        let keys = [Position::START, after_f5].map(|position| Canonical::of(&position).key);
        assert_eq!(keys, [6600120151368367521, -8500459294442361619]);
    }

    #[test]
    fn images_share_the_key_and_the_numbers_of_their_moves() {
        let mut game = Game::new();
        for (square, plies) in ["f5", "d6", "c3", "d3", "c4", "f4"].into_iter().zip(1..) {
            game.place(square.parse().unwrap()).unwrap();
            let position = game.position_at(plies).unwrap();
            let canonical = Canonical::of(position);
            for symmetry in Symmetry::ALL {
                let image = Canonical::of(&position.transformed(symmetry));
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
    fn the_four_first_moves_are_one_and_it_is_f5() {
        let start = Canonical::of(&Position::START);
        let moves = Position::START.legal_moves().into_iter();
        let codes: HashSet<u8> = moves.map(|square| start.code(Some(square.into()))).collect();
        let code = codes.iter().next().copied().unwrap();
        assert_eq!((codes.len(), start.decode(code)), (1, Some(Square::F5.into())));
        assert_eq!(start.decode(start.code(None)), None);
    }

    #[test]
    fn the_side_to_move_makes_another_position() {
        let passed = Position::new(Position::START.board().pass(), Color::White);
        assert_ne!(Canonical::of(&Position::START).key, Canonical::of(&passed).key);
    }
}
