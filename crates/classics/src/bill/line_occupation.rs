//! Occupied squares along one line: penalties for sequences, and weighted squares (section 3.2.2.3).
//!
//! As for mobility, the numbers are among [`BillConstant`].

use std::ops::Range;

use willow_board::Square;

use super::constants::{BillConstant, BillConstants};
use super::square_kind::SquareKind;

/// The shortest sequence that is penalized.
const SHORTEST_SEQUENCE: usize = 3;

/// Returns what the discs on a line are worth to the side whose discs are 1.
pub(super) fn occupation(squares: &[Square], discs: &[i8], constants: &BillConstants) -> f64 {
    rows(discs).map(|row| row_worth(squares, discs, row, constants)).sum()
}

/// Returns the rows of neighbouring own discs.
fn rows(discs: &[i8]) -> impl Iterator<Item = Range<usize>> {
    let is_first = |place: usize| discs[place] == 1 && (place == 0 || discs[place - 1] != 1);
    let end = |first: usize| {
        let end = (first..discs.len()).find(|&place| discs[place] != 1);
        end.unwrap_or(discs.len())
    };
    (0..discs.len()).filter(move |&place| is_first(place)).map(move |first| first..end(first))
}

fn row_worth(
    squares: &[Square],
    discs: &[i8],
    row: Range<usize>,
    constants: &BillConstants,
) -> f64 {
    let len = row.len() as f64;
    let worth = |&square: &Square| constants.place_worth(SquareKind::of(square));
    let places: f64 = squares[row.clone()].iter().map(worth).sum();
    let sides = [side(discs, (0..row.start).rev()), side(discs, row.end..discs.len())];
    let company = match sides {
        [Side::Wall, Side::Wall] => -constants.of(BillConstant::Idle),
        [Side::Opponent { can_move: one }, Side::Opponent { can_move: other }] => {
            let real = constants.of(BillConstant::BetweenWithMove);
            constants.of(BillConstant::Between) + if one || other { real } else { 0.0 }
        }
        _ => 0.0,
    };
    places + len * company - sequence_penalty(squares, row, constants)
}

fn sequence_penalty(squares: &[Square], row: Range<usize>, constants: &BillConstants) -> f64 {
    let Some(beyond) = row.len().checked_sub(SHORTEST_SEQUENCE) else { return 0.0 };
    let is_central = squares[row].iter().all(|&s| SquareKind::of(s) == SquareKind::Central);
    let place = if is_central { constants.of(BillConstant::CentralSequence) } else { 1.0 };
    (beyond + 1) as f64 * constants.of(BillConstant::Sequence) * place
}

/// What stands beside a row of own discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// An empty square or the end of the board.
    Wall,
    /// Opposing discs, behind which there may be an empty square to move to.
    Opponent { can_move: bool },
}

fn side(discs: &[i8], mut way: impl Iterator<Item = usize>) -> Side {
    match way.next() {
        Some(place) if discs[place] == -1 => {
            let behind = way.find(|&place| discs[place] != -1);
            Side::Opponent { can_move: behind.is_some_and(|place| discs[place] == 0) }
        }
        _ => Side::Wall,
    }
}

#[cfg(test)]
mod tests {
    use super::super::edge_line::read;
    use super::super::lines::LINES;
    use super::*;

    fn is_close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    fn row_4(text: &str) -> f64 {
        occupation(LINES[12].squares(), &read(text), &BillConstants::FIRST)
    }

    #[test]
    fn worked_by_hand() {
        assert!(is_close(row_4("--------"), 0.0));
        // A central disc for itself is idle.
        assert!(is_close(row_4("---X----"), 8.0 - 6.0));
        // Beside an opposing disc it is not.
        assert!(is_close(row_4("---XO---"), 8.0));
        // Between two, with moves behind them, and without.
        assert!(is_close(row_4("--OXO---"), 8.0 + 8.0 + 4.0));
        assert!(is_close(row_4("XOOXOOOO"), 0.0 + 8.0 + 8.0));
        // Three in the centre, idle: 3 x (8 - 6) - 13 x 0.7.
        assert!(is_close(row_4("--XXX---"), 6.0 - 9.1));
        // Five beside an opponent: b 2, c to f 8 each; 3 x 13 for the sequence.
        assert!(is_close(row_4("OXXXXX--"), 2.0 + 4.0 * 8.0 - 39.0));
    }
}
