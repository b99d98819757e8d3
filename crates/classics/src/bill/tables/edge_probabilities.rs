//! How likely a move on an edge is to be legal if it flips no edge discs: by the squares near it.
//!
//! The report's probabilities are fabricated, and not printed. It wanted better ones: "estimated
//! probabilities from a large number of random games would improve the edge table" (chapter 5). Both
//! are here.

use super::edge_line::{Edge, LEN};
use crate::bill::constants::{Constant, Constants};

/// The number of situations of a corner, by the X-square beside it.
const N_CORNERS: usize = 3;

/// The kinds of other squares: the discs beside them, own ones and opposing ones.
const BESIDE: [[usize; 2]; 6] = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0]];

/// The numbers of discs that an edge with an empty square may have between its X-squares.
const N_DISC_COUNTS: usize = LEN;

/// The number of situations: an X-square, the corners, and other squares by what is beside them and the
/// number of discs on the edge.
const N_SITUATIONS: usize = 1 + N_CORNERS + BESIDE.len() * N_DISC_COUNTS;

/// How likely a *possible* move on an edge is to be legal, in each situation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EdgeProbabilities([f64; N_SITUATIONS]);

// The fabricated probabilities begin with those of Norvig's Iago (PAIP, `edge-move-probability`), and
// follow the example of figure 3-8: 0.92 and 0.02 for corners, 0.80 for an X-square.

/// A possible move to an X-square.
const X_SQUARE: f64 = 0.6;

/// A corner beside an empty X-square, one of the opponent and an own one.
const CORNERS: [f64; N_CORNERS] = [0.1, 0.92, 0.02];

/// Other squares, by what is beside them.
const BY_NEIGHBOURS: [f64; BESIDE.len()] = [0.1, 0.4, 0.7, 0.05, 0.3, 0.01];

/// What the probabilities of other squares are multiplied by for each disc between the corners, from
/// [`ON_EMPTY_EDGE`] on: moves are more likely on an edge with more discs.
const PER_DISC: f64 = 0.08;

/// What they are multiplied by on an edge without discs.
const ON_EMPTY_EDGE: f64 = 0.8;

/// No move that turns no edge discs over is likelier than this.
const MOST_LIKELY: f64 = 0.95;

impl EdgeProbabilities {
    /// The fabricated ones as they were first guessed.
    pub(crate) const FABRICATED: EdgeProbabilities = {
        let mut all = [X_SQUARE; N_SITUATIONS];
        let mut corner = 0;
        while corner < N_CORNERS {
            all[1 + corner] = CORNERS[corner];
            corner += 1;
        }
        let mut number = 0;
        while number < BESIDE.len() * N_DISC_COUNTS {
            let by_discs = ON_EMPTY_EDGE + PER_DISC * (number % N_DISC_COUNTS) as f64;
            all[1 + N_CORNERS + number] =
                (BY_NEIGHBOURS[number / N_DISC_COUNTS] * by_discs).min(MOST_LIKELY);
            number += 1;
        }
        EdgeProbabilities(all)
    };

    /// The fabricated ones with some of the constants: those that BILL plays by.
    pub(crate) fn fabricated(constants: &Constants) -> EdgeProbabilities {
        let mut all = EdgeProbabilities::FABRICATED.0;
        all[0] = constants.of(Constant::EdgeXSquareMove).min(1.0);
        all[1] = constants.of(Constant::EdgeCornerMove).min(1.0);
        for probability in &mut all[1 + N_CORNERS..] {
            *probability = (*probability * constants.of(Constant::EdgeMove)).min(MOST_LIKELY);
        }
        EdgeProbabilities(all)
    }

    /// Those of 20,000 random games: the parts of the moves that were legal.
    pub(crate) const ESTIMATED: EdgeProbabilities =
        EdgeProbabilities(crate::bill::tables::estimated_edges::VALUES);

    /// Returns the probability that a move to this empty square, which flips no edge discs, is legal.
    pub(crate) fn of(&self, edge: &Edge, square_index: usize) -> f64 {
        self.0[situation(edge, square_index)]
    }
}

/// Returns the number of the situation of an empty square.
fn situation(edge: &Edge, square_index: usize) -> usize {
    let corner = |x_square: i8| match x_square {
        0 => 1,
        -1 => 2,
        _ => 3,
    };
    match square_index {
        0 | 9 => 0,
        1 => corner(edge[0]),
        8 => corner(edge[9]),
        _ => {
            let beside = [edge[square_index - 1], edge[square_index + 1]];
            let n = |side: i8| beside.iter().filter(|&&disc| disc == side).count();
            let kind = BESIDE.iter().position(|kind| *kind == [n(1), n(-1)]);
            let n_discs = edge[1..=LEN].iter().filter(|&&disc| disc != 0).count();
            1 + N_CORNERS + kind.expect("two squares are beside it") * N_DISC_COUNTS + n_discs
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;
    use willow_board::{Bitboard, Board, Move, Position};

    use super::*;
    use crate::bill::tables::edge_line::{fixed, play, read};
    use crate::bill::tables::lines::{LINES, MAX_SQUARES, N_EDGES};

    fn fabricated(text: &str, square_index: usize) -> f64 {
        EdgeProbabilities::FABRICATED.of(&read(text).try_into().unwrap(), square_index)
    }

    /// The factors of section 3.2.1.2, item 3.
    #[test]
    fn neighbours_and_numbers_of_discs_count() {
        assert!(fabricated("----------", 4) < fabricated("---O------", 4));
        assert!(fabricated("---X------", 4) < fabricated("----------", 4));
        assert!(fabricated("---O------", 4) < fabricated("---O--O---", 4));
        // 0.4 x (0.8 + 2 x 0.08)
        assert!((fabricated("---O--O---", 4) - 0.384).abs() < 1e-9);
    }

    #[test]
    fn constants_change_the_probabilities() {
        let first = EdgeProbabilities::fabricated(&Constants::FIRST).0;
        for (one, other) in first.iter().zip(EdgeProbabilities::FABRICATED.0) {
            assert!((one - other).abs() < 1e-12, "{one} {other}");
        }
        // Figure 3-8: an X-square .80, a corner beside an empty one .02.
        let figures = EdgeProbabilities::fabricated(&Constants::HISTORICAL).0;
        assert!((figures[0] - 0.8).abs() < 1e-12 && (figures[1] - 0.02).abs() < 1e-12);
        let most = Constants::FIRST.with(Constant::EdgeMove, 300).unwrap();
        let most = EdgeProbabilities::fabricated(&most).0;
        assert!((most[4] - 3.0 * first[4]).abs() < 1e-12);
        assert!(most.iter().all(|&probability| probability <= MOST_LIKELY));
    }

    #[test]
    fn situations_are_told_apart() {
        let index =
            |text: &str, square_index| situation(&read(text).try_into().unwrap(), square_index);
        assert_eq!(index("----------", 9), 0, "an X-square");
        assert_eq!(index("----------", 8), 1, "a corner, its X-square empty");
        assert_eq!(index("O---------", 1), 2, "its X-square the opponent's");
        assert_eq!(index("---------X", 8), 3, "its X-square one's own");
        let beside_two = 1 + N_CORNERS + 5 * N_DISC_COUNTS;
        assert_eq!(index("--XO-X-X--", 6), beside_two + 4, "two own discs, four on the edge");
    }

    /// Counts the legal moves and all empties of a situation that turn no edge discs over.
    fn count(board: &Board, counts: &mut [[u64; 2]; N_SITUATIONS]) {
        let legal = board.legal_moves();
        for line in &LINES[..N_EDGES] {
            let squares = line.squares();
            let disc = |set: Bitboard, square| i8::from(set.contains(square));
            let edge: Edge = std::array::from_fn(|index| {
                disc(board.player(), squares[index]) - disc(board.opponent(), squares[index])
            });
            for index in (0..MAX_SQUARES).filter(|&index| edge[index] == 0) {
                let is_between = (1..=LEN).contains(&index);
                if !is_between || play(fixed(&edge[1..=LEN]), index - 1, 1).1 == 0 {
                    let [n_legal, n] = &mut counts[situation(&edge, index)];
                    *n_legal += u64::from(legal.contains(squares[index]));
                    *n += 1;
                }
            }
        }
    }

    /// In thousandths; one half for a situation that never occurred.
    #[test]
    fn the_estimated_probabilities_are_those_of_random_games() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut counts = [[0; 2]; N_SITUATIONS];
        for _ in 0..20_000 {
            let mut position = Position::START;
            while !position.is_game_over() {
                count(position.board(), &mut counts);
                let moves = position.legal_moves();
                let mv = if moves.is_empty() {
                    Move::Pass
                } else {
                    let choice = random.random_range(0..moves.count() as usize);
                    Move::Place(moves.squares().nth(choice).unwrap())
                };
                position = position.play(mv).unwrap();
            }
        }
        let part = |[legal, all]: [u64; 2]| (legal as f64 + 0.5) / (all as f64 + 1.0);
        let estimated = counts.map(|counts| (1000.0 * part(counts)).round() / 1000.0);
        assert_eq!(EdgeProbabilities(estimated), EdgeProbabilities::ESTIMATED);
    }
}
