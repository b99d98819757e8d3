//! The value of every edge position, with the moves on the edge considered.

use std::cmp::Reverse;
use std::sync::OnceLock;

use arrayvec::ArrayVec;
use willow_board::Board;

use super::edge::{self, EDGE_POSITIONS, EdgeBits, N_SQUARES};
use super::edge_moves::{EdgeMove, edge_moves};
use super::edge_stability::{discs, static_value};
use crate::{EdgeDiscs, EdgeMoveView, EdgeStep, EdgeView};

/// How often the values are improved by looking one move ahead.
const N_ROUNDS: usize = 5;

/// Returns the values of all edge positions for the player whose turn it is, by their indices: the
/// book's `*edge-table*`.
///
/// An index is a number of ten digits in base 3: the X-square, the eight squares from corner to
/// corner and the other X-square, each 0 if empty, 1 if the player's and 2 if the opponent's. The
/// table is computed at the first call.
pub fn edge_table() -> &'static [i32] {
    static TABLE: OnceLock<Vec<i32>> = OnceLock::new();
    TABLE.get_or_init(|| build(&mut |_| ()))
}

/// Returns the values of all edge positions before the moves are considered and after each of the five passes.
pub fn edge_table_passes() -> &'static [Vec<i32>] {
    static PASSES: OnceLock<Vec<Vec<i32>>> = OnceLock::new();
    PASSES.get_or_init(|| {
        let mut passes = Vec::new();
        build(&mut |values| passes.push(values.to_vec()));
        passes
    })
}

/// Looks at an edge as the book's code did in its last pass.
pub fn view_edge(edge: EdgeDiscs) -> EdgeView {
    let bits = |side: i8| {
        edge.0
            .iter()
            .enumerate()
            .fold(0, |bits, (place, &disc)| bits | usize::from(disc == side) << place)
    };
    let (player, opponent, index) = (bits(1), bits(-1), edge.index());
    let passes = edge_table_passes();
    let values = &passes[N_ROUNDS];
    let found: EdgeMoves = edge_moves(player, opponent).collect();
    let options = options(passes[N_ROUNDS - 1][index], values, &found);
    let n_discs = (player | opponent).count_ones() as usize;
    let is_searched = (1..N_SQUARES).contains(&n_discs);
    let steps = options.iter().zip(left_for(&options)).map(|(option, left)| EdgeStep {
        place: option.place,
        left: left.into(),
        probability: option.probability.into(),
        value: option.value.into(),
    });
    EdgeView {
        static_value: static_value(player, opponent),
        discs: discs(player, opponent),
        steps: if is_searched { steps.collect() } else { Vec::new() },
        moves: moves_of(edge, &options, &found),
        passes: passes.iter().map(|values| values[index].into()).collect(),
        value: values[index],
    }
}

/// Returns the options of an edge in the order of the squares, none last.
fn moves_of(edge: EdgeDiscs, options: &[EdgeOption], found: &EdgeMoves) -> Vec<EdgeMoveView> {
    let view = |option: &EdgeOption| EdgeMoveView {
        place: option.place,
        is_legal: 1.0 <= option.probability,
        probability: option.probability.into(),
        after: found
            .iter()
            .find(|mv| Some(mv.place) == option.place)
            .map_or(edge, |mv| EdgeDiscs::of_index(mv.next).reversed()),
        value: option.value.into(),
    };
    let mut views: Vec<EdgeMoveView> = options.iter().map(view).collect();
    views.sort_by_key(|view| view.place.unwrap_or(N_SQUARES));
    views
}

/// Returns the values of a board's upper, lower, left and right edge for its player, in the units of the
/// table.
pub fn edge_values(board: &Board) -> [i32; 4] {
    let table = edge_table();
    edge::indices(board).map(|index| table[index])
}

/// Returns the sum of the values of a board's four edges for its player: `edge-stability`.
pub(crate) fn edge_stability(board: &Board) -> i32 {
    edge_values(board).iter().sum()
}

#[derive(Clone, Copy, Debug)]
struct EdgePosition {
    player: EdgeBits,
    opponent: EdgeBits,
    index: usize,
}

/// Computes the table: the book's `init-edge-table`. `on_pass` gets the values at first and after each pass.
fn build(on_pass: &mut dyn FnMut(&[i32])) -> Vec<i32> {
    let mut positions = positions();
    let mut values = vec![0; EDGE_POSITIONS];
    for position in &positions {
        values[position.index] = static_value(position.player, position.opponent);
    }
    // Full edges have no moves, and the empty one keeps its static value as well.
    positions.retain(|position| (1..N_SQUARES).contains(&position.n_discs()));
    // Looked up once and used in every round.
    let moves_of =
        |position: &EdgePosition| edge_moves(position.player, position.opponent).collect();
    let moves: Vec<EdgeMoves> = positions.iter().map(moves_of).collect();
    on_pass(&values);
    for _ in 0..N_ROUNDS {
        for (position, moves) in positions.iter().zip(&moves) {
            values[position.index] = combined(&options(values[position.index], &values, moves));
        }
        on_pass(&values);
    }
    values
}

/// Lists all edge positions, those with most discs first. A position leads only to ones with more.
fn positions() -> Vec<EdgePosition> {
    let sets = 0..1_usize << N_SQUARES;
    let pairs =
        sets.clone().flat_map(|player| sets.clone().map(move |opponent| (player, opponent)));
    let mut positions: Vec<_> = pairs
        .filter(|(player, opponent)| player & opponent == 0)
        .map(|(player, opponent)| EdgePosition {
            player,
            opponent,
            index: edge::index(player, opponent),
        })
        .collect();
    positions.sort_by_key(|position| Reverse(position.n_discs()));
    positions
}

impl EdgePosition {
    fn n_discs(&self) -> usize {
        (self.player | self.opponent).count_ones() as usize
    }
}

/// The moves on an edge, in the order of the squares.
type EdgeMoves = ArrayVec<EdgeMove, N_SQUARES>;

/// A move of a position, or none.
#[derive(Clone, Copy, Debug)]
struct EdgeOption {
    place: Option<usize>,
    probability: f32,
    value: i32,
}

/// Returns what may be done in a position of this value, the best first: `possible-edge-moves-value`.
///
/// Not moving on the edge is always possible and keeps the value. The player takes the best move
/// that turns out to be possible.
fn options(
    value: i32,
    values: &[i32],
    moves: &[EdgeMove],
) -> ArrayVec<EdgeOption, { N_SQUARES + 1 }> {
    let none = EdgeOption { place: None, probability: 1.0, value };
    let moves = moves.iter().map(|&EdgeMove { place, probability, next }| EdgeOption {
        place: Some(place),
        probability,
        value: -values[next],
    });
    let mut options: ArrayVec<EdgeOption, { N_SQUARES + 1 }> =
        [none].into_iter().chain(moves).collect();
    options.sort_by_key(|option| Reverse(option.value));
    options
}

/// Returns for each option the probability that none before it is possible: `combine-edge-moves`, in its
/// single precision.
fn left_for(options: &[EdgeOption]) -> impl Iterator<Item = f32> {
    let left = options.iter().scan(1.0_f32, |left, option| {
        let before = *left;
        *left -= *left * option.probability;
        Some(before)
    });
    left.take_while(|left| 0.0 <= *left)
}

/// Adds up the options.
fn combined(options: &[EdgeOption]) -> i32 {
    let values = options.iter().zip(left_for(options));
    let sum = values
        .fold(0.0_f32, |sum, (option, left)| sum + left * option.probability * option.value as f32);
    sum.round_ties_even() as i32
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use sha2::{Digest, Sha256};

    use super::*;

    /// Of the table that the book's own code computes (under SBCL), one integer a line.
    const SHA256: &str = "1dfe26601f3a296e2786430476e647566b6851f0fb877b202ca315a73178b5de";

    #[test]
    fn the_table_is_the_books_entry_for_entry() {
        let mut text = String::new();
        for value in edge_table() {
            writeln!(text, "{value}").unwrap();
        }
        let digest = Sha256::digest(text).iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").unwrap();
            hex
        });
        assert_eq!(digest, SHA256);
    }

    #[test]
    fn some_edges() {
        // From the X-square over the eight squares between the corners to the other X-square.
        let entries = [
            ("..........", 0),
            (".X........", 1160),
            ("X.........", -1688),
            ("OX........", 1160),
            (".XXXXXXXX.", 7800),
            (".XOXOXOXO.", 0),
            ("X..XXXX..O", 885),
            (".O.XXXXX..", 1992),
        ];
        for (edge, value) in entries {
            let digits = edge.replace('.', "0").replace('X', "1").replace('O', "2");
            let index = usize::from_str_radix(&digits, 3).unwrap();
            assert_eq!(edge_table()[index], value, "{edge}");
        }
    }

    #[test]
    fn options_combine_as_worked_by_hand() {
        // 0.9 x 700 + 0.1 x 0.5 x 200 + 0.05 x 1 x (-300) = 630 + 10 - 15
        let combined = |options: &[(f32, i32)]| {
            let option = |&(probability, value)| EdgeOption { place: None, probability, value };
            combined(&options.iter().map(option).collect::<Vec<_>>())
        };
        assert_eq!(combined(&[(0.9, 700), (0.5, 200), (1.0, -300)]), 625);
        assert_eq!(combined(&[(1.0, 5), (0.5, -1000)]), 5);
        // A half goes to the even neighbour.
        assert_eq!(combined(&[(0.5, 5), (1.0, 0)]), 2);
        assert_eq!(combined(&[(0.5, 7), (1.0, 0)]), 4);
    }
}
