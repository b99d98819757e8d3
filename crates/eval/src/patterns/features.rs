//! The features of a board, and how moves change their pattern indices.

use willow_board::{Bitboard, Board, Square, Symmetry};

use super::mobility;
use super::shapes::{
    FEATURE_OFFSETS, N_FEATURES, N_PADDED_PATTERNS, N_PATTERN_FEATURES, N_WEIGHTS, SHAPES,
};
use super::simd::{IndexDeltas, PatternIndices};

/// The features of all pattern shapes and of mobility.
pub struct FeatureSet {
    /// How discs change the pattern indices.
    deltas: IndexDeltas,
    /// The pattern indices of the empty board.
    empty: PatternIndices,
    /// The shape and the squares of every feature.
    occurrences: Vec<(&'static str, Vec<Square>)>,
    /// For every weight index the canonical one: the smallest among its mirror images.
    canonical: Vec<u32>,
}

/// All indices zero.
const ZERO: PatternIndices = PatternIndices([0; N_PADDED_PATTERNS]);

impl Default for FeatureSet {
    fn default() -> FeatureSet {
        FeatureSet::new()
    }
}

impl FeatureSet {
    /// Returns the features of all shapes.
    pub fn new() -> FeatureSet {
        let mut set = FeatureSet {
            deltas: IndexDeltas { placed: Box::new([ZERO; 65]), max: ZERO },
            empty: ZERO,
            occurrences: Vec::new(),
            canonical: Vec::new(),
        };
        let mut feature = 0;
        for shape in &SHAPES {
            let occurrences = occurrences(&squares_of(shape.squares));
            debug_assert_eq!(occurrences.len(), shape.n_occurrences, "{}", shape.name);
            let offset = set.canonical.len() as u32;
            for squares in &occurrences {
                debug_assert_eq!(FEATURE_OFFSETS[feature], offset);
                set.add_feature(feature, squares);
                set.occurrences.push((shape.name, squares.clone()));
                feature += 1;
            }
            set.canonical.extend(canonical_indices(&occurrences[0]).iter().map(|i| offset + i));
        }
        set.canonical.extend(mobility::canonical_weight_indices(set.canonical.len() as u32));
        set.occurrences.extend((0..mobility::N_MOBILITY_FEATURES).map(mobility::describe));
        set
    }

    fn add_feature(&mut self, feature: usize, squares: &[Square]) {
        let mut power = 1;
        for square in squares.iter().rev() {
            self.deltas.placed[square.index()].0[feature] = power;
            self.empty.0[feature] += power;
            self.deltas.max.0[feature] += 2 * power;
            power *= 3;
        }
    }

    /// Returns the number of weight indices.
    pub fn n_weights(&self) -> usize {
        N_WEIGHTS
    }

    /// Returns, for every weight index, the canonical one: the smallest among its mirror images.
    /// Mirror images share their weights.
    pub fn canonical_weight_indices(&self) -> &[u32] {
        &self.canonical
    }

    /// Returns the shape's name and the squares of every feature, in the order of the base-three
    /// digits. A count over the whole board has no squares.
    pub fn occurrences(&self) -> &[(&'static str, Vec<Square>)] {
        &self.occurrences
    }

    /// Returns the weight index of every feature of a board, for its side to move.
    pub fn weight_indices(&self, board: &Board) -> [u32; N_FEATURES] {
        let indices = self.feature_indices(board);
        std::array::from_fn(|feature| FEATURE_OFFSETS[feature] + u32::from(indices[feature]))
    }

    /// Returns the index of every feature of a board, for its side to move: the pattern indices,
    /// then those of mobility.
    pub(crate) fn feature_indices(&self, board: &Board) -> [u16; N_FEATURES] {
        let indices = self.pattern_indices(board);
        let mobility = mobility::indices(board.legal_moves(), board.pass().legal_moves());
        std::array::from_fn(|feature| match feature.checked_sub(N_PATTERN_FEATURES) {
            None => indices.0[feature],
            Some(feature) => mobility[feature],
        })
    }

    /// Returns the pattern indices of a board, for its side to move.
    pub(crate) fn pattern_indices(&self, board: &Board) -> PatternIndices {
        let mut indices = self.empty;
        for square in board.player().squares() {
            let placed = &self.deltas.placed[square.index()];
            indices.0.iter_mut().zip(placed.0).for_each(|(index, power)| *index += power);
        }
        for square in board.opponent().squares() {
            let placed = &self.deltas.placed[square.index()];
            indices.0.iter_mut().zip(placed.0).for_each(|(index, power)| *index -= power);
        }
        indices
    }

    /// Returns the pattern indices after the side to move placed a disc on `square` and flipped
    /// `flips`, for the other side.
    #[inline]
    pub(crate) fn after(
        &self,
        indices: &PatternIndices,
        square: Square,
        flips: Bitboard,
    ) -> PatternIndices {
        self.deltas.after(indices, square, flips)
    }

    /// Returns the pattern indices of the same board for the other side.
    #[inline]
    pub(crate) fn for_other_side(&self, indices: &PatternIndices) -> PatternIndices {
        let max = &self.deltas.max.0;
        PatternIndices(std::array::from_fn(|feature| max[feature] - indices.0[feature]))
    }
}

fn squares_of(names: &str) -> Vec<Square> {
    names.split(' ').map(|name| name.parse().expect("shapes consist of squares")).collect()
}

/// Returns the squares of every occurrence of a shape: the images of `squares` under the
/// symmetries, one for each set of squares. The first one is `squares` itself.
fn occurrences(squares: &[Square]) -> Vec<Vec<Square>> {
    let mut found: Vec<Vec<Square>> = Vec::new();
    for symmetry in Symmetry::ALL {
        let image: Vec<Square> = squares.iter().map(|&square| symmetry.square(square)).collect();
        let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
        if found.iter().all(|other| set(other) != set(&image)) {
            found.push(image);
        }
    }
    found
}

/// Returns, for every pattern index of a shape, the smallest index that stands for the same
/// pattern. Two indices do if a symmetry maps the shape's squares onto themselves and one index
/// onto the other.
fn canonical_indices(squares: &[Square]) -> Vec<u32> {
    let own: Bitboard = squares.iter().copied().collect();
    let orders: Vec<Vec<usize>> = Symmetry::ALL
        .into_iter()
        .filter(|symmetry| own.transformed(*symmetry) == own)
        .map(|symmetry| {
            let image_of = |square| squares.iter().position(|&own| own == symmetry.square(square));
            squares
                .iter()
                .map(|&square| image_of(square).expect("the set is mapped to itself"))
                .collect()
        })
        .collect();
    let n_indices = 3u32.pow(squares.len() as u32);
    (0..n_indices)
        .map(|index| {
            let digits = digits(index, squares.len());
            let read = |order: &Vec<usize>| order.iter().fold(0, |sum, &i| 3 * sum + digits[i]);
            orders.iter().map(read).min().expect("the identity is an order")
        })
        .collect()
}

/// Returns the base-three digits of a pattern index, the highest first.
fn digits(mut index: u32, n_digits: usize) -> Vec<u32> {
    let mut digits = vec![0; n_digits];
    for digit in digits.iter_mut().rev() {
        *digit = index % 3;
        index /= 3;
    }
    digits
}

#[cfg(test)]
mod tests {
    use willow_testkit::{Ply, random_game};

    use super::*;

    /// Plays a random game and hands out every board with the move that comes next, `None` for a pass.
    fn each_ply(seed: u64, mut visit: impl FnMut(&Board, Option<(Square, Bitboard)>)) {
        for Ply { before, square } in random_game(seed) {
            let (player, opponent) = (before.player, before.opponent);
            let board = Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent));
            let board = board.expect("no square has two discs");
            let square = square.and_then(Square::from_index);
            visit(&board, square.map(|square| (square, board.flips(square))));
        }
    }

    #[test]
    fn shapes_have_their_number_of_occurrences() {
        for shape in &SHAPES {
            let occurrences = occurrences(&squares_of(shape.squares));
            assert_eq!(occurrences.len(), shape.n_occurrences, "{}", shape.name);
        }
    }

    #[test]
    fn updated_indices_equal_those_from_scratch() {
        let set = FeatureSet::new();
        for seed in 0..20 {
            let mut updated = set.pattern_indices(&Board::START);
            each_ply(seed, |board, mv| {
                assert_eq!(updated, set.pattern_indices(board));
                updated = match mv {
                    Some((square, flips)) => set.after(&updated, square, flips),
                    None => set.for_other_side(&updated),
                };
            });
        }
    }

    /// A symmetry exchanges the indices of features, but not the weights that are looked up.
    #[test]
    fn symmetric_boards_use_the_same_weights() {
        let set = FeatureSet::new();
        let weights_of = |board: &Board| {
            let canonical = set.canonical_weight_indices();
            let mut indices = set.weight_indices(board).map(|index| canonical[index as usize]);
            indices.sort_unstable();
            indices
        };
        each_ply(3, |board, _| {
            for symmetry in Symmetry::ALL {
                assert_eq!(weights_of(&board.transformed(symmetry)), weights_of(board));
            }
        });
    }
}
