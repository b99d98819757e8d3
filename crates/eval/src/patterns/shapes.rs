//! The shapes of the patterns, each by the squares of one occurrence.

use super::mobility::{self, N_MOBILITY};

/// A shape by its name and the squares of one occurrence, in the order in which they are read.
pub(crate) struct Shape {
    /// What the field calls it.
    pub(crate) name: &'static str,
    /// Names of squares, separated by blanks.
    pub(crate) squares: &'static str,
    /// In how many places on the board it occurs.
    pub(crate) occurrences: usize,
}

impl Shape {
    /// Returns how many values the shape's squares can spell.
    const fn n_values(&self) -> usize {
        // Two characters a square and a blank between them.
        3usize.pow((self.squares.len() as u32).div_ceil(3))
    }
}

const fn shape(name: &'static str, squares: &'static str, occurrences: usize) -> Shape {
    Shape { name, squares, occurrences }
}

/// The shapes. Lines, corners and edges as Logistello introduced them (Buro 1997), and the larger
/// corner and edge groups that later engines added.
pub(crate) const SHAPES: [Shape; 14] = [
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
    shape("rim of the centre", "c3 d3 e3 f3 c4 d4 e4 f4", 4),
];

/// The number of occurrences of all shapes together.
pub(crate) const N_PATTERNS: usize = {
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        count += SHAPES[shape].occurrences;
        shape += 1;
    }
    count
};

/// The number of features: the occurrences of patterns, and those of where the sides can move.
pub const N_FEATURES: usize = N_PATTERNS + N_MOBILITY;

/// The number of weights: the values of all shapes, and those of the other features.
pub const N_WEIGHTS: usize = {
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        count += SHAPES[shape].n_values();
        shape += 1;
    }
    let mut feature = 0;
    while feature < N_MOBILITY {
        count += mobility::n_values(feature);
        feature += 1;
    }
    count
};

/// Where the weights of each feature begin. Occurrences of one shape share theirs.
pub(crate) const FEATURE_OFFSETS: [u32; N_FEATURES] = {
    let mut offsets = [0; N_FEATURES];
    let (mut feature, mut offset) = (0, 0);
    let mut shape = 0;
    while shape < SHAPES.len() {
        let end = feature + SHAPES[shape].occurrences;
        while feature < end {
            offsets[feature] = offset;
            feature += 1;
        }
        offset += SHAPES[shape].n_values() as u32;
        shape += 1;
    }
    while feature < N_FEATURES {
        offsets[feature] = offset;
        offset += mobility::n_values(feature - N_PATTERNS) as u32;
        feature += 1;
    }
    offsets
};
