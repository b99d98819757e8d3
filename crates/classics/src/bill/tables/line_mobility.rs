//! Weighted mobility and potential mobility along one line (sections 3.2.2.1 and 3.2.2.2).
//!
//! The report says which is worth more and prints no numbers; ours are among
//! [`Constant`].

use willow_board::Square;

use crate::bill::constants::{Constant, Constants};
use crate::bill::square_kind::SquareKind;

/// Returns the mobility along a line of the side whose discs are 1: the value of its moves there,
/// less what its frontier gives the other side.
pub(crate) fn mobility(squares: &[Square], discs: &[i8], constants: &Constants) -> f64 {
    let current = constants.of(Constant::Move) * current(squares, discs, constants);
    current - potential(squares, discs, constants)
}

/// Returns the second part alone: what its frontier gives the other side.
pub(crate) fn potential(squares: &[Square], discs: &[i8], constants: &Constants) -> f64 {
    constants.of(Constant::PotentialMove) * frontier(squares, discs, constants)
}

/// Sums up the worths of a side's moves along the line.
fn current(squares: &[Square], discs: &[i8], constants: &Constants) -> f64 {
    let empty = (0..discs.len()).filter(|&index| discs[index] == 0);
    empty
        .map(|index| {
            let right: Vec<usize> = (index + 1..discs.len()).collect();
            let left: Vec<usize> = (0..index).rev().collect();
            let turned = [enclosed(discs, &right), enclosed(discs, &left)].concat();
            move_worth(squares, index, &turned, constants)
        })
        .sum()
}

fn move_worth(squares: &[Square], index: usize, turned: &[usize], constants: &Constants) -> f64 {
    if turned.is_empty() {
        return 0.0;
    }
    let is_x = |&index: &usize| SquareKind::of(squares[index]) == SquareKind::XSquare;
    let flipped = constants.of(Constant::FlippedXSquare);
    let x_squares = if turned.iter().any(is_x) { flipped } else { 1.0 };
    let desirability = constants.desirability(SquareKind::of(squares[index]));
    desirability * constants.by_flips(turned.len()) * x_squares
}

/// Returns the indices of the opponent's discs that begin a direction and end at an own disc.
fn enclosed(discs: &[i8], line: &[usize]) -> Vec<usize> {
    let n = line.iter().take_while(|&&index| discs[index] == -1).count();
    let is_closed = line.get(n).is_some_and(|&index| discs[index] == 1);
    if is_closed { line[..n].to_vec() } else { Vec::new() }
}

/// Counts the frontier of a side: each empty square beside one of its discs, and each of its discs beside
/// an empty square, by how desirable the other side's move there would be. Discs on the edge of the board
/// do not count.
fn frontier(squares: &[Square], discs: &[i8], constants: &Constants) -> f64 {
    let offers = |index: usize| discs[index] == 1 && !is_on_edge(squares[index]);
    let offered = |disc: usize, empty: usize| {
        let is_x = SquareKind::of(squares[disc]) == SquareKind::XSquare;
        let flipped = if is_x { constants.of(Constant::FlippedXSquare) } else { 1.0 };
        constants.desirability(SquareKind::of(squares[empty])).min(1.0) * flipped
    };
    let by_empty = (0..discs.len()).filter(|&index| discs[index] == 0).map(|empty| {
        let discs = beside(empty, discs.len()).filter(|&disc| offers(disc));
        discs.map(|disc| offered(disc, empty)).fold(0.0, f64::max)
    });
    let by_disc = (0..discs.len()).filter(|&index| offers(index)).map(|disc| {
        let empty = beside(disc, discs.len()).filter(|&index| discs[index] == 0);
        empty.map(|empty| offered(disc, empty)).fold(0.0, f64::max)
    });
    by_empty.chain(by_disc).sum()
}

fn is_on_edge(square: Square) -> bool {
    willow_board::Bitboard::EDGES.contains(square)
}

/// Returns the indices beside one.
fn beside(index: usize, len: usize) -> impl Iterator<Item = usize> {
    [index.wrapping_sub(1), index + 1].into_iter().filter(move |&index| index < len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bill::tables::edge_line::read;
    use crate::bill::tables::lines::LINES;

    fn is_close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    /// On row 4: a and h are B-squares, b and g on the second line, c to f central.
    fn row_4(text: &str) -> (f64, f64) {
        let squares = LINES[12].squares();
        assert_eq!(squares[0], Square::A4);
        (
            current(squares, &read(text), &Constants::TUNED),
            frontier(squares, &read(text), &Constants::TUNED),
        )
    }

    #[test]
    fn moves_are_weighed_by_place_and_flips() {
        assert!(is_close(row_4("--OX----").0, 0.6));
        assert!(is_close(row_4("---OX---").0, 1.0));
        // Two discs turned over, from the rim.
        assert!(is_close(row_4("-OOX----").0, 0.9 * 0.8));
        // One move in both directions turns over three.
        assert!(is_close(row_4("XO-OOX--").0, 0.6));
        assert!(is_close(row_4("XOOOOOO-").0, 0.9 * 0.25));
        assert!(is_close(row_4("XXXOOO--").0, 0.6 * 0.6));
    }

    #[test]
    fn x_squares_are_no_places_to_go_to_or_over() {
        let squares = LINES[4].squares();
        assert_eq!(squares[1], Square::B2);
        assert!(is_close(current(squares, &read("--OX----"), &Constants::TUNED), 0.1));
        // From a2, a C-square, over b2.
        assert!(is_close(current(squares, &read("-OX-----"), &Constants::TUNED), 0.3 * 0.4));
        // The long diagonal: the corner over the X-square.
        let squares = LINES[16].squares();
        assert!(is_close(current(squares, &read("-OX-----"), &Constants::TUNED), 2.0 * 0.4));
    }

    #[test]
    fn the_frontier_is_counted_from_both_sides() {
        // c has an empty square on each side: b (0.6), d (1.0); the disc itself counts once (1.0).
        assert!(is_close(row_4("--X-----").1, 0.6 + 1.0 + 1.0));
        // Two empties, c and f; two discs, d and e.
        assert!(is_close(row_4("---XX---").1, 4.0));
        // Discs on the rim do not count, opposing ones neither.
        assert!(is_close(row_4("X------O").1, 0.0));
        assert!(is_close(row_4("--OXO---").1, 0.0));
    }
}
