//! The weights of the squares.

use willow_board::{Bitboard, Board};

use crate::{WeightedPart, difference};

/// The weights of the squares from a1 to h8, row by row: the book's `*weights*`.
///
/// ```text
/// 120 -20  20   5   5  20 -20 120
/// -20 -40  -5  -5  -5  -5 -40 -20
///  20  -5  15   3   3  15  -5  20
///   5  -5   3   3   3   3  -5   5
///   5  -5   3   3   3   3  -5   5
///  20  -5  15   3   3  15  -5  20
/// -20 -40  -5  -5  -5  -5 -40 -20
/// 120 -20  20   5   5  20 -20 120
/// ```
pub(crate) const WEIGHT_CLASSES: [WeightClass; 8] = [
    WeightClass::new("corners", 120, 0x8100_0000_0000_0081),
    WeightClass::new("a-squares", 20, 0x2400_8100_0081_0024),
    WeightClass::new("inner-corners", 15, 0x0000_2400_0024_0000),
    WeightClass::new("b-squares", 5, 0x1800_0081_8100_0018),
    WeightClass::new("centre", 3, 0x0000_183c_3c18_0000),
    WeightClass::new("beside-edges", -5, 0x003c_4242_4242_3c00),
    WeightClass::new("c-squares", -20, 0x4281_0000_0000_8142),
    WeightClass::new("x-squares", -40, 0x0042_0000_0000_4200),
];

/// The squares of one weight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeightClass {
    pub(crate) name: &'static str,
    pub(crate) weight: i32,
    pub(crate) squares: Bitboard,
}

impl WeightClass {
    const fn new(name: &'static str, weight: i32, squares: u64) -> WeightClass {
        WeightClass { name, weight, squares: Bitboard::from_bits(squares) }
    }
}

/// The weight of the squares beside a taken corner, in place of their own.
const BESIDE_TAKEN_CORNER: i32 = 5;

/// Returns the discs on each class of squares, with the weights times these factors.
pub(crate) fn weighted_squares(
    board: &Board,
    factors: &[i32; WEIGHT_CLASSES.len()],
) -> impl Iterator<Item = WeightedPart> {
    WEIGHT_CLASSES.iter().zip(factors).map(|(class, factor)| {
        WeightedPart(class.name, difference(board, class.squares), class.weight * factor)
    })
}

/// Returns the corrections for the discs beside taken corners, times these factors. It does not matter whose
/// the corner is.
pub(crate) fn corner_corrections(board: &Board, factors: [i32; 2]) -> [WeightedPart; 2] {
    let beside_taken = (board.occupied() & Bitboard::CORNERS).dilated();
    let correction = |name, kind: Bitboard, weight: i32, factor| {
        let discs = difference(board, beside_taken & kind);
        WeightedPart(name, discs, (BESIDE_TAKEN_CORNER - weight) * factor)
    };
    [
        correction("c-squares-at-taken-corner", Bitboard::C_SQUARES, -20, factors[0]),
        correction("x-squares-at-taken-corner", Bitboard::X_SQUARES, -40, factors[1]),
    ]
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    #[test]
    fn the_classes_are_the_table() {
        let quadrant = [[120, -20, 20, 5], [-20, -40, -5, -5], [20, -5, 15, 3], [5, -5, 3, 3]];
        for square in Square::ALL {
            let mirrored = |line: u32| line.min(7 - line) as usize;
            let expected = quadrant[mirrored(square.row())][mirrored(square.column())];
            let holds = |class: &&WeightClass| class.squares.contains(square);
            let classes: Vec<_> = WEIGHT_CLASSES.iter().filter(holds).collect();
            assert_eq!(classes.len(), 1, "{square}");
            assert_eq!(classes[0].weight, expected, "{square}");
        }
        assert!(WEIGHT_CLASSES.is_sorted_by(|a, b| b.weight < a.weight));
    }
}
