//! Weighted mobility and potential mobility along one line (sections 3.2.2.1 and 3.2.2.2).
//!
//! The report says what is worth more and what less, and prints no number; all numbers here are ours,
//! tuned in play.

use willow_board::Square;

use super::square_kind::SquareKind;

/// What the two kinds of mobility are worth along a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MobilityWeights {
    /// A move to a central square that turns over one disc on the line.
    pub(super) current: f64,
    /// An empty square beside a disc of the other side, and again each such disc.
    pub(super) potential: f64,
}

impl MobilityWeights {
    /// BILL's own: current mobility dominates.
    pub(super) const BILL: MobilityWeights = MobilityWeights { current: 26.0, potential: 2.6 };
}

/// How desirable a move is by where it goes, as a part of one to a central square.
pub(super) const fn desirability(square: Square) -> f64 {
    match SquareKind::of(square) {
        SquareKind::Corner => 2.0,
        SquareKind::CSquare => 0.3,
        SquareKind::ASquare | SquareKind::Central => 1.0,
        SquareKind::BSquare => 0.9,
        SquareKind::XSquare => 0.1,
        SquareKind::SecondLine => 0.6,
    }
}

/// What is left of a move's worth when it turns an X-square over: the way to the corner is open.
pub(super) const FLIPS_X_SQUARE: f64 = 0.4;

/// What is left of a move's worth by the number of discs that it turns over, one at least.
pub(super) const BY_FLIPS: [f64; 6] = [1.0, 0.8, 0.6, 0.45, 0.35, 0.25];

/// Returns the mobility along a line of the side whose discs are 1: what its moves there are worth,
/// less what its frontier offers the other side.
pub(super) fn mobility(squares: &[Square], discs: &[i8], weights: MobilityWeights) -> f64 {
    weights.current * current(squares, discs) - weights.potential * frontier(squares, discs)
}

/// Sums up the worths of a side's moves along the line.
fn current(squares: &[Square], discs: &[i8]) -> f64 {
    let empty = (0..discs.len()).filter(|&place| discs[place] == 0);
    empty
        .map(|place| {
            let right: Vec<usize> = (place + 1..discs.len()).collect();
            let left: Vec<usize> = (0..place).rev().collect();
            let turned = [enclosed(discs, &right), enclosed(discs, &left)].concat();
            move_worth(squares, place, &turned)
        })
        .sum()
}

fn move_worth(squares: &[Square], place: usize, turned: &[usize]) -> f64 {
    let Some(last) = turned.len().checked_sub(1) else { return 0.0 };
    let is_x = |&place: &usize| SquareKind::of(squares[place]) == SquareKind::XSquare;
    let x_squares = if turned.iter().any(is_x) { FLIPS_X_SQUARE } else { 1.0 };
    desirability(squares[place]) * BY_FLIPS[last.min(BY_FLIPS.len() - 1)] * x_squares
}

/// Returns the places of the opposing discs that begin a way and end at an own disc.
fn enclosed(discs: &[i8], way: &[usize]) -> Vec<usize> {
    let n = way.iter().take_while(|&&place| discs[place] == -1).count();
    let is_closed = way.get(n).is_some_and(|&place| discs[place] == 1);
    if is_closed { way[..n].to_vec() } else { Vec::new() }
}

/// Counts what a side's discs offer the other side: each empty square beside one of them and each of
/// them beside an empty square, by how desirable the other's move there would be. Discs on the rim
/// of the board offer nothing.
fn frontier(squares: &[Square], discs: &[i8]) -> f64 {
    let offers = |place: usize| discs[place] == 1 && !is_on_rim(squares[place]);
    let offered = |disc: usize, empty: usize| {
        let is_x = SquareKind::of(squares[disc]) == SquareKind::XSquare;
        desirability(squares[empty]).min(1.0) * if is_x { FLIPS_X_SQUARE } else { 1.0 }
    };
    let by_empty = (0..discs.len()).filter(|&place| discs[place] == 0).map(|empty| {
        let discs = beside(empty, discs.len()).filter(|&disc| offers(disc));
        discs.map(|disc| offered(disc, empty)).fold(0.0, f64::max)
    });
    let by_disc = (0..discs.len()).filter(|&place| offers(place)).map(|disc| {
        let empty = beside(disc, discs.len()).filter(|&place| discs[place] == 0);
        empty.map(|empty| offered(disc, empty)).fold(0.0, f64::max)
    });
    by_empty.chain(by_disc).sum()
}

fn is_on_rim(square: Square) -> bool {
    willow_board::Bitboard::EDGES.contains(square)
}

/// Returns the places beside one.
fn beside(place: usize, len: usize) -> impl Iterator<Item = usize> {
    [place.wrapping_sub(1), place + 1].into_iter().filter(move |&place| place < len)
}

#[cfg(test)]
mod tests {
    use super::super::edge_line::read;
    use super::super::lines::LINES;
    use super::*;

    fn is_close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    /// On row 4: a and h are B-squares, b and g on the second line, c to f central.
    fn row_4(text: &str) -> (f64, f64) {
        let squares = LINES[12].squares();
        assert_eq!(squares[0], Square::A4);
        (current(squares, &read(text)), frontier(squares, &read(text)))
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
        assert!(is_close(current(squares, &read("--OX----")), 0.1));
        // From a2, a C-square, over b2.
        assert!(is_close(current(squares, &read("-OX-----")), 0.3 * 0.4));
        // The long diagonal: the corner over the X-square.
        let squares = LINES[16].squares();
        assert!(is_close(current(squares, &read("-OX-----")), 2.0 * 0.4));
    }

    #[test]
    fn the_frontier_is_counted_from_both_sides() {
        // c has an empty square on each side: b (0.6), d (1.0); the disc itself counts once (1.0).
        assert!(is_close(row_4("--X-----").1, 0.6 + 1.0 + 1.0));
        // Two empty squares, c and f; two discs, d and e.
        assert!(is_close(row_4("---XX---").1, 4.0));
        // Discs on the rim do not count, opposing ones neither.
        assert!(is_close(row_4("X------O").1, 0.0));
        assert!(is_close(row_4("--OXO---").1, 0.0));
    }
}
