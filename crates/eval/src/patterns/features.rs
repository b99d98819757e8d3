//! The features of a board and how moves change the patterns among them.

use willow_board::{Bitboard, Board, Square, Symmetry};

use super::mobility;
use super::shapes::{FEATURE_OFFSETS, N_FEATURES, N_PATTERNS, N_WEIGHTS, SHAPES};
use crate::simd::{Additions, Slots};

/// The number of places for the values of patterns: the patterns, and unused places up to two registers
/// of the widest kind.
pub const N_SLOTS: usize = 64;

const _: () = assert!(N_PATTERNS <= N_SLOTS, "every pattern has a place");

/// What the shapes come to on the board.
pub struct FeatureSet {
    /// What discs add: the weight of their digit.
    additions: Additions,
    /// The values of the empty board.
    empty: Slots,
    /// The shape and the squares of every feature.
    occurrences: Vec<(&'static str, Vec<Square>)>,
    /// For every weight the one that stands for it and its mirror images, which mean the same.
    canonical: Vec<u32>,
}

/// No feature has a value.
const NONE: Slots = Slots([0; N_SLOTS]);

impl Default for FeatureSet {
    fn default() -> FeatureSet {
        FeatureSet::new()
    }
}

impl FeatureSet {
    /// Returns the features of all shapes.
    #[must_use]
    pub fn new() -> FeatureSet {
        let mut set = FeatureSet {
            additions: Additions { placed: Box::new([NONE; 64]), largest: NONE },
            empty: NONE,
            occurrences: Vec::new(),
            canonical: Vec::new(),
        };
        let mut feature = 0;
        for shape in &SHAPES {
            let occurrences = occurrences(&squares_of(shape.squares));
            debug_assert_eq!(occurrences.len(), shape.occurrences, "{}", shape.name);
            let offset = set.canonical.len() as u32;
            for squares in &occurrences {
                debug_assert_eq!(FEATURE_OFFSETS[feature], offset);
                set.add_feature(feature, squares);
                set.occurrences.push((shape.name, squares.clone()));
                feature += 1;
            }
            set.canonical.extend(canonical_places(&occurrences[0]).iter().map(|p| offset + p));
        }
        set.canonical.extend(mobility::canonical_places(set.canonical.len() as u32));
        set.occurrences.extend((0..mobility::N_MOBILITY).map(mobility::describe));
        set
    }

    fn add_feature(&mut self, feature: usize, squares: &[Square]) {
        let mut power = 1;
        for square in squares.iter().rev() {
            self.additions.placed[square.index()].0[feature] = power;
            self.empty.0[feature] += power;
            self.additions.largest.0[feature] += 2 * power;
            power *= 3;
        }
    }

    /// Returns the number of weights.
    #[must_use]
    pub fn n_weights(&self) -> usize {
        N_WEIGHTS
    }

    /// Returns, for every weight, the one that stands for it and its mirror images.
    #[must_use]
    pub fn canonical(&self) -> &[u32] {
        &self.canonical
    }

    /// Returns the name of every feature and its squares, in the order in which they are read; none
    /// means all.
    #[must_use]
    pub fn occurrences(&self) -> &[(&'static str, Vec<Square>)] {
        &self.occurrences
    }

    /// Returns the places of a board's features among the weights.
    #[must_use]
    pub fn places(&self, board: &Board) -> [u32; N_FEATURES] {
        let values = self.values(board);
        std::array::from_fn(|feature| FEATURE_OFFSETS[feature] + u32::from(values[feature]))
    }

    /// Returns the values of a board's features, seen from its side to move.
    pub(crate) fn values(&self, board: &Board) -> [u16; N_FEATURES] {
        let slots = self.slots(board);
        let moves = mobility::values(board.legal_moves(), board.pass().legal_moves());
        std::array::from_fn(|feature| match feature.checked_sub(N_PATTERNS) {
            None => slots.0[feature],
            Some(of_moves) => moves[of_moves],
        })
    }

    /// Returns the values of the patterns on a board, seen from its side to move.
    pub(crate) fn slots(&self, board: &Board) -> Slots {
        let mut slots = self.empty;
        for square in board.player().squares() {
            let placed = &self.additions.placed[square.index()];
            slots.0.iter_mut().zip(placed.0).for_each(|(slot, power)| *slot += power);
        }
        for square in board.opponent().squares() {
            let placed = &self.additions.placed[square.index()];
            slots.0.iter_mut().zip(placed.0).for_each(|(slot, power)| *slot -= power);
        }
        slots
    }

    /// Returns the values after the side to move placed a disc and turned over others, seen from the
    /// other side.
    #[inline]
    pub(crate) fn after(&self, slots: &Slots, square: Square, flips: Bitboard) -> Slots {
        self.additions.after(slots, square, flips)
    }

    /// Returns the values as the other side sees them.
    #[inline]
    pub(crate) fn seen_from_other_side(&self, slots: &Slots) -> Slots {
        let largest = &self.additions.largest.0;
        Slots(std::array::from_fn(|slot| largest[slot] - slots.0[slot]))
    }
}

fn squares_of(names: &str) -> Vec<Square> {
    names.split(' ').map(|name| name.parse().expect("shapes consist of squares")).collect()
}

/// Returns the squares of every occurrence of a shape, the given one first: its images under the
/// symmetries, one for each set of squares.
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

/// Returns for every value of a shape the smallest of the values that spell the same pattern: if a
/// symmetry maps the shape's squares onto themselves, reading them in the mapped order.
fn canonical_places(squares: &[Square]) -> Vec<u32> {
    let own: Bitboard = squares.iter().copied().collect();
    let orders: Vec<Vec<usize>> = Symmetry::ALL
        .into_iter()
        .filter(|symmetry| own.transformed(*symmetry) == own)
        .map(|symmetry| {
            let place = |square| squares.iter().position(|&own| own == symmetry.square(square));
            squares
                .iter()
                .map(|&square| place(square).expect("the set is mapped to itself"))
                .collect()
        })
        .collect();
    let n_values = 3u32.pow(squares.len() as u32);
    (0..n_values)
        .map(|value| {
            let digits = digits(value, squares.len());
            let read = |order: &Vec<usize>| order.iter().fold(0, |sum, &i| 3 * sum + digits[i]);
            orders.iter().map(read).min().expect("the identity is an order")
        })
        .collect()
}

/// Returns the base-three digits of a value, the highest first.
fn digits(mut value: u32, n_digits: usize) -> Vec<u32> {
    let mut digits = vec![0; n_digits];
    for digit in digits.iter_mut().rev() {
        *digit = value % 3;
        value /= 3;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_game(seed: u64, mut visit: impl FnMut(&Board, Option<(Square, Bitboard)>)) {
        let (mut board, mut state) = (Board::START, seed);
        while !board.is_game_over() {
            let moves: Vec<Square> = board.legal_moves().squares().collect();
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let choice = moves.get((state >> 33) as usize % moves.len().max(1));
            let mv = choice.map(|&square| (square, board.flips(square)));
            visit(&board, mv);
            board = mv.map_or(board.pass(), |(square, flips)| board.after(square, flips));
        }
    }

    #[test]
    fn shapes_occur_as_often_as_they_say() {
        for shape in &SHAPES {
            let occurrences = occurrences(&squares_of(shape.squares));
            assert_eq!(occurrences.len(), shape.occurrences, "{}", shape.name);
        }
    }

    #[test]
    fn values_kept_along_a_game_are_those_from_scratch() {
        let set = FeatureSet::new();
        for seed in 0..20 {
            let mut kept = set.slots(&Board::START);
            random_game(seed, |board, mv| {
                assert_eq!(kept, set.slots(board));
                kept = match mv {
                    Some((square, flips)) => set.after(&kept, square, flips),
                    None => set.seen_from_other_side(&kept),
                };
            });
        }
    }

    /// Turning the board changes which feature has which value, not the weights that are looked up.
    #[test]
    fn turned_boards_use_the_same_weights() {
        let set = FeatureSet::new();
        let weights_of = |board: &Board| {
            let mut places = set.places(board).map(|place| set.canonical()[place as usize]);
            places.sort_unstable();
            places
        };
        random_game(3, |board, _| {
            for symmetry in Symmetry::ALL {
                assert_eq!(weights_of(&board.transformed(symmetry)), weights_of(board));
            }
        });
    }
}
