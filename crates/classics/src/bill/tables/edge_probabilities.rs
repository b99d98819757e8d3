//! How likely a move on an edge is to be legal if it flips no edge discs: by the squares near it.
//!
//! The report's probabilities are fabricated, and not printed. It wanted better ones: "estimated
//! probabilities from a large number of random games would improve the edge table" (chapter 5). Both
//! are here.

use willow_board::Board;

use super::edge_line::{Edge, LEN, fixed, play};
use super::lines::{LINES, MAX_SQUARES, N_EDGES};
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
pub struct EdgeProbabilities([f64; N_SITUATIONS]);

/// How often moves in each situation were legal.
#[derive(Clone, Debug)]
pub struct EdgeCounts {
    /// The moves that were legal, and all.
    counts: [[u64; 2]; N_SITUATIONS],
}

// The fabricated probabilities begin with those of Norvig's Iago (PAIP, `edge-move-probability`), and
// follow the example of figure 3-8: 0.92 and 0.02 for corners, 0.80 for an X-square.

/// An X-square.
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
    pub const FABRICATED: EdgeProbabilities = {
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

    /// Those of 20,000 random games, as `willow lab reproduce z11` estimates them.
    pub const ESTIMATED: EdgeProbabilities =
        EdgeProbabilities(crate::bill::tables::estimated_edges::VALUES);

    /// Returns the probability that a move to this empty square, which flips no edge discs, is legal.
    pub(crate) fn of(&self, edge: &Edge, square_index: usize) -> f64 {
        self.0[situation(edge, square_index)]
    }

    /// Returns the probabilities with what each is of.
    #[must_use]
    pub fn described(&self) -> Vec<(String, f64)> {
        (0..N_SITUATIONS).map(|index| (describe(index), self.0[index])).collect()
    }
}

impl EdgeCounts {
    /// Returns empty counts.
    #[must_use]
    pub const fn new() -> EdgeCounts {
        EdgeCounts { counts: [[0; 2]; N_SITUATIONS] }
    }

    /// Looks at the empty squares of a board's edges and at the X-squares, for the board's player.
    pub fn add(&mut self, board: &Board) {
        let legal = board.legal_moves();
        for line in &LINES[..N_EDGES] {
            let squares = line.squares();
            let disc = |square| {
                i8::from(board.player().contains(square))
                    - i8::from(board.opponent().contains(square))
            };
            let edge: Edge = std::array::from_fn(|square_index| disc(squares[square_index]));
            for square_index in (0..MAX_SQUARES).filter(|&square_index| edge[square_index] == 0) {
                if !turns_edge_discs(&edge, square_index) {
                    let counts = &mut self.counts[situation(&edge, square_index)];
                    counts[0] += u64::from(legal.contains(squares[square_index]));
                    counts[1] += 1;
                }
            }
        }
    }

    /// Returns the parts that were legal, in thousandths: one half for a situation that never occurred.
    #[must_use]
    pub fn probabilities(&self) -> EdgeProbabilities {
        let part = |[legal, all]: [u64; 2]| (legal as f64 + 0.5) / (all as f64 + 1.0);
        EdgeProbabilities(self.counts.map(|counts| (1000.0 * part(counts)).round() / 1000.0))
    }
}

impl Default for EdgeCounts {
    fn default() -> EdgeCounts {
        EdgeCounts::new()
    }
}

fn turns_edge_discs(edge: &Edge, square_index: usize) -> bool {
    (1..=LEN).contains(&square_index) && play(fixed(&edge[1..=LEN]), square_index - 1, 1).1 != 0
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

fn describe(index: usize) -> String {
    match index {
        0 => "an X-square".to_owned(),
        1 => "a corner, its X-square empty".to_owned(),
        2 => "a corner, its X-square the opponent's".to_owned(),
        3 => "a corner, its X-square one's own".to_owned(),
        _ => {
            let number = index - 1 - N_CORNERS;
            let [own, opposing] = BESIDE[number / N_DISC_COUNTS];
            let n_discs = number % N_DISC_COUNTS;
            format!(
                "beside {own} own discs and {opposing} opposing ones, {n_discs} discs on the edge"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bill::tables::edge_line::read;

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
        let figures = EdgeProbabilities::fabricated(&Constants::OF_FIGURES).0;
        assert!((figures[0] - 0.8).abs() < 1e-12 && (figures[1] - 0.02).abs() < 1e-12);
        let most = Constants::FIRST.with(Constant::EdgeMove, 300).unwrap();
        let most = EdgeProbabilities::fabricated(&most).0;
        assert!((most[4] - 3.0 * first[4]).abs() < 1e-12);
        assert!(most.iter().all(|&probability| probability <= MOST_LIKELY));
    }

    #[test]
    fn situations_are_told_apart_and_named() {
        let index =
            |text: &str, square_index| situation(&read(text).try_into().unwrap(), square_index);
        assert_eq!(describe(index("----------", 9)), "an X-square");
        assert_eq!(describe(index("O---------", 1)), "a corner, its X-square the opponent's");
        assert_eq!(describe(index("---------X", 8)), "a corner, its X-square one's own");
        assert_eq!(describe(index("----------", 8)), "a corner, its X-square empty");
        let name = describe(index("--XO-X-X--", 6));
        assert_eq!(name, "beside 2 own discs and 0 opposing ones, 4 discs on the edge");
        let all = EdgeProbabilities::FABRICATED.described();
        assert_eq!(all.len(), N_SITUATIONS);
    }

    #[test]
    fn moves_are_counted_that_turn_no_edge_disc_over() {
        // White on c2 and c3 between Black's c4 and the empty c1; the edge is empty.
        let square = |name: &str| name.parse::<willow_board::Square>().unwrap().bitboard();
        let board = Board::new(square("c4"), square("c2") | square("c3")).unwrap();
        let mut counts = EdgeCounts::new();
        counts.add(&board);
        let sum = |which: usize| counts.counts.iter().map(|counts| counts[which]).sum::<u64>();
        // Each of four edges has ten squares, all empty; c1 is the only legal move among them.
        assert_eq!((sum(0), sum(1)), (1, 40));
        let estimated = counts.probabilities();
        // 24 squares without discs beside them, one of them legal: 1.5 / 25.
        let inner = estimated.of(&[0; MAX_SQUARES], 4);
        assert!((inner - 0.06).abs() < 1e-9, "{inner}");
    }
}
