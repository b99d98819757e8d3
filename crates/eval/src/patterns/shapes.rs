//! The pattern shapes, each given by the squares of one occurrence.

use super::mobility::{self, N_MOBILITY_FEATURES};

/// A pattern shape: its name and the squares of one occurrence, from the highest base-three digit
/// to the lowest.
pub(crate) struct PatternShape {
    /// The usual name.
    pub(crate) name: &'static str,
    /// Names of squares, separated by blanks.
    pub(crate) squares: &'static str,
    /// The number of occurrences on the board.
    pub(crate) n_occurrences: usize,
}

impl PatternShape {
    /// Returns the number of pattern indices: 3 to the power of the number of squares.
    const fn n_indices(&self) -> usize {
        // Each square takes two characters, and a blank separates two squares.
        3usize.pow((self.squares.len() as u32).div_ceil(3))
    }
}

const fn shape(name: &'static str, squares: &'static str, n_occurrences: usize) -> PatternShape {
    PatternShape { name, squares, n_occurrences }
}

/// The pattern shapes: lines, corners and edges as in Logistello (Buro 1997), and the larger corner
/// and edge shapes of later engines.
pub(crate) const SHAPES: [PatternShape; 14] = [
    shape("corner", "a1 b1 c1 a2 b2 c2 a3 b3 c3", 4),
    shape("corner two by five", "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", 8),
    shape("edge and X-squares", "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2", 4),
    shape("corners and block", "a1 c1 d1 c2 d2 e2 f2 e1 f1 h1", 4),
    shape("triangle", "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4", 4),
    shape("second row", "a2 b2 c2 d2 e2 f2 g2 h2", 4),
    shape("third row", "a3 b3 c3 d3 e3 f3 g3 h3", 4),
    shape("fourth row", "a4 b4 c4 d4 e4 f4 g4 h4", 4),
    shape("long diagonal", "a1 b2 c3 d4 e5 f6 g7 h8", 2),
    shape("diagonal of seven", "a2 b3 c4 d5 e6 f7 g8", 4),
    shape("diagonal of six", "a3 b4 c5 d6 e7 f8", 4),
    shape("diagonal of five", "a4 b5 c6 d7 e8", 4),
    shape("diagonal of four", "a5 b6 c7 d8", 4),
    shape("centre two by four", "c3 d3 e3 f3 c4 d4 e4 f4", 4),
];

/// The number of pattern features: the occurrences of all shapes together.
pub(crate) const N_PATTERN_FEATURES: usize = {
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        count += SHAPES[shape].n_occurrences;
        shape += 1;
    }
    count
};

/// The number of pattern indices that a board keeps: the pattern features, padded to two 512-bit
/// registers.
pub(crate) const N_PADDED_PATTERNS: usize = 64;

const _: () =
    assert!(N_PATTERN_FEATURES <= N_PADDED_PATTERNS, "every pattern feature has an index");

/// The number of features: the pattern features, then the mobility features.
pub const N_FEATURES: usize = N_PATTERN_FEATURES + N_MOBILITY_FEATURES;

/// The number of weight indices: the indices of all shapes, and those of the mobility features.
pub const N_WEIGHTS: usize = {
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        count += SHAPES[shape].n_indices();
        shape += 1;
    }
    let mut feature = 0;
    while feature < N_MOBILITY_FEATURES {
        count += mobility::n_indices(feature);
        feature += 1;
    }
    count
};

/// The first weight index of each feature. The occurrences of one shape share their weights.
pub(crate) const FEATURE_OFFSETS: [u32; N_FEATURES] = {
    let mut offsets = [0; N_FEATURES];
    let (mut feature, mut offset) = (0, 0);
    let mut shape = 0;
    while shape < SHAPES.len() {
        let end = feature + SHAPES[shape].n_occurrences;
        while feature < end {
            offsets[feature] = offset;
            feature += 1;
        }
        offset += SHAPES[shape].n_indices() as u32;
        shape += 1;
    }
    while feature < N_FEATURES {
        offsets[feature] = offset;
        offset += mobility::n_indices(feature - N_PATTERN_FEATURES) as u32;
        feature += 1;
    }
    offsets
};
