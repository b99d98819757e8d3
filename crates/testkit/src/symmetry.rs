//! The eight symmetries of the board, written from what they mean.

/// A symmetry of the board.
#[derive(Clone, Copy, Debug)]
pub struct NaiveSymmetry {
    /// The name that `board` gives it.
    pub name: &'static str,
    /// Returns where a square goes: column and row, both from 0, to column and row.
    image: fn(u32, u32) -> (u32, u32),
}

/// All symmetries, in the order in which `board` lists them. Rotations are clockwise.
pub const SYMMETRIES: [NaiveSymmetry; 8] = [
    NaiveSymmetry { name: "Identity", image: |column, row| (column, row) },
    NaiveSymmetry { name: "Rotate90", image: |column, row| (7 - row, column) },
    NaiveSymmetry { name: "Rotate180", image: |column, row| (7 - column, 7 - row) },
    NaiveSymmetry { name: "Rotate270", image: |column, row| (row, 7 - column) },
    NaiveSymmetry { name: "MirrorColumns", image: |column, row| (7 - column, row) },
    NaiveSymmetry { name: "MirrorRows", image: |column, row| (column, 7 - row) },
    NaiveSymmetry { name: "Transpose", image: |column, row| (row, column) },
    NaiveSymmetry { name: "AntiTranspose", image: |column, row| (7 - row, 7 - column) },
];

impl NaiveSymmetry {
    /// Returns where a square goes.
    pub fn square(&self, square: u32) -> u32 {
        let (column, row) = (self.image)(square % 8, square / 8);
        8 * row + column
    }

    /// Returns where a set of squares goes.
    pub fn squares(&self, squares: u64) -> u64 {
        let members = (0..64).filter(|square| squares >> square & 1 != 0);
        members.map(|square| 1 << self.square(square)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Discs, random_boards};

    #[test]
    fn the_images_of_a_lopsided_set_all_differ() {
        // a1, b1 and c2.
        let images = SYMMETRIES.map(|symmetry| symmetry.squares(0b0100_0000_0011));
        for (index, image) in images.iter().enumerate() {
            assert_eq!(image.count_ones(), 3);
            assert!(!images[..index].contains(image), "{}", SYMMETRIES[index].name);
        }
    }

    #[test]
    fn a_quarter_turn_takes_a1_to_h1() {
        assert_eq!(SYMMETRIES[1].square(0), 7);
        assert_eq!(SYMMETRIES[3].square(0), 56);
    }

    #[test]
    fn the_rules_know_no_direction() {
        for discs in random_boards(1) {
            for symmetry in SYMMETRIES {
                let turned = Discs {
                    player: symmetry.squares(discs.player),
                    opponent: symmetry.squares(discs.opponent),
                };
                assert_eq!(turned.legal_moves(), symmetry.squares(discs.legal_moves()));
            }
        }
    }
}
