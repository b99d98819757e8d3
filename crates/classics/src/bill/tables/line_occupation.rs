//! Occupied squares along one line: penalties for sequences, and weighted squares (section 3.2.2.3).
//!
//! As for mobility, the numbers are among [`Constant`].

use std::ops::Range;

use willow_board::Square;

use crate::bill::constants::{Constant, Constants};
use crate::bill::square_kind::SquareKind;

/// The shortest sequence that is penalized.
const SHORTEST_SEQUENCE: usize = 3;

/// Returns the value of the discs on a line for the side whose discs are 1.
pub(crate) fn occupation(squares: &[Square], discs: &[i8], constants: &Constants) -> f64 {
    runs(discs).map(|run| run_worth(squares, discs, run, constants)).sum()
}

/// Returns the runs of neighbouring own discs.
fn runs(discs: &[i8]) -> impl Iterator<Item = Range<usize>> {
    let is_first = |index: usize| discs[index] == 1 && (index == 0 || discs[index - 1] != 1);
    let end = |first: usize| {
        let end = (first..discs.len()).find(|&index| discs[index] != 1);
        end.unwrap_or(discs.len())
    };
    (0..discs.len()).filter(move |&index| is_first(index)).map(move |first| first..end(first))
}

fn run_worth(squares: &[Square], discs: &[i8], run: Range<usize>, constants: &Constants) -> f64 {
    let len = run.len() as f64;
    let worth = |&square: &Square| constants.square_worth(SquareKind::of(square));
    let by_squares: f64 = squares[run.clone()].iter().map(worth).sum();
    let neighbours =
        [neighbour(discs, (0..run.start).rev()), neighbour(discs, run.end..discs.len())];
    let by_neighbours = match neighbours {
        [Neighbour::Wall, Neighbour::Wall] => -constants.of(Constant::Idle),
        [Neighbour::Opponent { can_move: one }, Neighbour::Opponent { can_move: other }] => {
            let real = constants.of(Constant::BetweenWithMove);
            constants.of(Constant::Between) + if one || other { real } else { 0.0 }
        }
        _ => 0.0,
    };
    by_squares + len * by_neighbours - sequence_penalty(squares, run, constants)
}

fn sequence_penalty(squares: &[Square], run: Range<usize>, constants: &Constants) -> f64 {
    let Some(beyond) = run.len().checked_sub(SHORTEST_SEQUENCE) else { return 0.0 };
    let is_central = squares[run].iter().all(|&s| SquareKind::of(s) == SquareKind::Central);
    let index = if is_central { constants.of(Constant::CentralSequence) } else { 1.0 };
    (beyond + 1) as f64 * constants.of(Constant::Sequence) * index
}

/// What is next to a run of own discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Neighbour {
    /// An empty square or the end of the board.
    Wall,
    /// Opposing discs, behind which there may be an empty square to move to.
    Opponent { can_move: bool },
}

fn neighbour(discs: &[i8], mut line: impl Iterator<Item = usize>) -> Neighbour {
    match line.next() {
        Some(index) if discs[index] == -1 => {
            let behind = line.find(|&index| discs[index] != -1);
            Neighbour::Opponent { can_move: behind.is_some_and(|index| discs[index] == 0) }
        }
        _ => Neighbour::Wall,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bill::tables::edge_line::read;
    use crate::bill::tables::lines::LINES;

    fn is_close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    fn row_4(text: &str) -> f64 {
        occupation(LINES[12].squares(), &read(text), &Constants::FIRST)
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
