//! What the squares are worth.

use willow_board::Bitboard;

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
pub(super) const WEIGHT_CLASSES: [WeightClass; 8] = [
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
pub(super) struct WeightClass {
    pub(super) name: &'static str,
    pub(super) weight: i32,
    pub(super) squares: Bitboard,
}

impl WeightClass {
    const fn new(name: &'static str, weight: i32, squares: u64) -> WeightClass {
        WeightClass { name, weight, squares: Bitboard::from_bits(squares) }
    }
}

/// What the squares beside a taken corner count instead of their weights.
pub(super) const BESIDE_TAKEN_CORNER: i32 = 5;

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    #[test]
    fn the_classes_are_the_table() {
        let quarter = [[120, -20, 20, 5], [-20, -40, -5, -5], [20, -5, 15, 3], [5, -5, 3, 3]];
        for square in Square::ALL {
            let mirrored = |place: u32| place.min(7 - place) as usize;
            let expected = quarter[mirrored(square.row())][mirrored(square.column())];
            let holds = |class: &&WeightClass| class.squares.contains(square);
            let classes: Vec<_> = WEIGHT_CLASSES.iter().filter(holds).collect();
            assert_eq!(classes.len(), 1, "{square}");
            assert_eq!(classes[0].weight, expected, "{square}");
        }
        assert!(WEIGHT_CLASSES.is_sorted_by(|a, b| b.weight < a.weight));
    }
}
