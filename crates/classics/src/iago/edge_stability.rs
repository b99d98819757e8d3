//! The static value of an edge position, before any moves are considered.

use super::edge::{EdgeBits, N_SQUARES};
use crate::{EdgeDisc, StaticRow};

/// How likely a disc on the edge is to be turned over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stability {
    /// Never.
    Stable,
    /// Perhaps.
    SemiStable,
    /// By the next move.
    Unstable,
}

/// The values of a disc on a square: stable, semi-stable and unstable.
type DiscValues = [i32; 3];

/// The values of discs on the squares of an edge: the book's `*static-edge-table*`. X-squares are
/// never stable and corners always are; what cannot be is 0.
const DISC_VALUES: [DiscValues; N_SQUARES] = [
    X_SQUARE, CORNER, C_SQUARE, A_SQUARE, B_SQUARE, B_SQUARE, A_SQUARE, C_SQUARE, CORNER, X_SQUARE,
];
const X_SQUARE: DiscValues = [0, 0, -2000];
const CORNER: DiscValues = [700, 0, 0];
const C_SQUARE: DiscValues = [1200, 200, -25];
const A_SQUARE: DiscValues = [1000, 200, 75];
const B_SQUARE: DiscValues = [1000, 200, 50];

/// The place of the first corner in the ten squares of an edge, after an X-square.
const FIRST_CORNER: usize = 1;
/// The place of the second corner, before the other X-square.
const LAST_CORNER: usize = 8;

/// Returns the static value of an edge position for the player: `static-edge-stability`.
pub(crate) fn static_value(player: EdgeBits, opponent: EdgeBits) -> i32 {
    sum_of_values(player, opponent) - sum_of_values(opponent, player)
}

fn sum_of_values(own: EdgeBits, other: EdgeBits) -> i32 {
    let squares = (0..N_SQUARES).filter(|&square| contains(own, square));
    squares.map(|square| disc_value(own, other, square)).sum()
}

fn disc_value(own: EdgeBits, other: EdgeBits, square: usize) -> i32 {
    DISC_VALUES[square][stability(own, other, square) as usize]
}

/// Returns the discs of an edge with their stability and value.
pub(crate) fn discs(player: EdgeBits, opponent: EdgeBits) -> Vec<EdgeDisc> {
    let disc = |place: usize| {
        let is_own = contains(player, place);
        let (own, other) = if is_own { (player, opponent) } else { (opponent, player) };
        let value = disc_value(own, other, place);
        let stability = NAMES[stability(own, other, place) as usize];
        EdgeDisc { place, stability, value: if is_own { value } else { -value } }
    };
    (0..N_SQUARES).filter(|&place| contains(player | opponent, place)).map(disc).collect()
}

/// The names of the stabilities, in their order.
const NAMES: [&str; 3] = ["stable", "semi-stable", "unstable"];

/// Returns the book's `*static-edge-table*`. What it has an asterisk for is `None`.
pub fn static_values() -> Vec<StaticRow> {
    let row = |stability: usize| {
        let kinds = [X_SQUARE, CORNER, C_SQUARE, A_SQUARE, B_SQUARE];
        let values = std::array::from_fn(|kind| {
            let is_printed = match kind {
                0 => stability != 0,
                1 => stability == 0,
                _ => true,
            };
            is_printed.then_some(kinds[kind][stability])
        });
        (NAMES[stability], values)
    };
    (0..NAMES.len()).map(row).collect()
}

/// Returns how stable the own disc on a square is: `piece-stability`.
fn stability(own: EdgeBits, other: EdgeBits, square: usize) -> Stability {
    let occupied = own | other;
    let beside_x = |corner| {
        if contains(occupied, corner) { Stability::SemiStable } else { Stability::Unstable }
    };
    match square {
        0 => beside_x(FIRST_CORNER),
        9 => beside_x(LAST_CORNER),
        FIRST_CORNER | LAST_CORNER => Stability::Stable,
        _ => line_stability(own, other, square),
    }
}

/// Returns how stable a disc between the corners is, by what bounds its own row of discs on both sides.
fn line_stability(own: EdgeBits, other: EdgeBits, square: usize) -> Stability {
    let end = |square: usize| {
        if contains(other, square) { RowEnd::Opponent } else { RowEnd::Empty }
    };
    let mut right = square + 1..=LAST_CORNER;
    let mut left = (FIRST_CORNER..square).rev();
    let right = right.find(|&square| !contains(own, square)).map(end);
    let left = left.find(|&square| !contains(own, square)).map(end);
    let n_on_line = (FIRST_CORNER..=LAST_CORNER).filter(|&p| contains(own | other, p)).count();
    match (left, right) {
        (Some(RowEnd::Empty), Some(RowEnd::Opponent))
        | (Some(RowEnd::Opponent), Some(RowEnd::Empty)) => Stability::Unstable,
        (Some(RowEnd::Opponent), Some(RowEnd::Opponent)) if n_on_line < 8 => Stability::SemiStable,
        (Some(RowEnd::Empty), Some(RowEnd::Empty)) => Stability::SemiStable,
        _ => Stability::Stable,
    }
}

/// What ends a row of discs before the corner does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowEnd {
    Empty,
    Opponent,
}

pub(crate) const fn contains(bits: EdgeBits, square: usize) -> bool {
    bits >> square & 1 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads an edge with its X-squares at both ends: `X` is the player, `O` the opponent.
    fn value(edge: &str) -> i32 {
        let set = |side| {
            let squares = edge.chars().enumerate();
            squares.fold(0, |set, (square, c)| set | usize::from(c == side) << square)
        };
        static_value(set('X'), set('O'))
    }

    #[test]
    fn worked_by_hand() {
        assert_eq!(value("----------"), 0);
        // A corner, and an X-square beside an empty one.
        assert_eq!(value("-X--------"), 700);
        assert_eq!(value("X---------"), -2000);
        assert_eq!(value("XX--------"), 700);
        // C, A and B joined to the corner cannot be lost.
        assert_eq!(value("-XXXX-----"), 700 + 1200 + 1000 + 1000);
        // Between empties a disc is semi-stable; beside an opposing disc one of both falls.
        assert_eq!(value("---X------"), 200);
        assert_eq!(value("---XO-----"), 75 - 50);
        // Between opposing discs: semi-stable, and stable if the line is full.
        assert_eq!(value("--OXO-----"), 200 - -25 - 50);
        assert_eq!(value("-OOXOOOOO-"), 1000 - (700 + 1200 + 1000 + 1000 + 1000 + 1200 + 700));
    }
}
