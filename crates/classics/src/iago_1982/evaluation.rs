//! The evaluation of 1982: four factors between -1000 and 1000, weighted by the number of the move.

use willow_board::{Bitboard, Board};

use crate::EvaluationTerm;
use crate::iago::{EvaluationFactor, divide_to_even, edge_stability};
use crate::paip::{self, Othello, Side, Value, move_number};

/// IAGO's evaluation for searches from a root with this number of the move.
///
/// The coefficients are published: 312 + 6.24 n for the edges, 36 for internal stability, 50 + 2 n and
/// from move 25 on 75 + n for current mobility, 99 for potential mobility. How its factors are counted is
/// documented where they are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Evaluation {
    /// The number of the move to be played at the root, from 1; that all positions of a search are
    /// weighted by it is ours, as in Norvig's program.
    pub move_number: i32,
    /// Which coefficients it has.
    pub weights: Weights,
}

/// The coefficients of IAGO's evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Weights {
    /// Those of 1982.
    #[default]
    Published,
    /// What `willow lab tune --hill-climb` made of them: see `docs/benchmarks/classics.md`.
    Tuned,
}

impl Weights {
    /// Returns thousandths of the published coefficients, in the order of the factors.
    const fn thousandths(self) -> [i64; 4] {
        match self {
            Weights::Published => [1000; 4],
            Weights::Tuned => [985, 4000, 451, 1820],
        }
    }
}

/// What a coefficient of 1 is written as.
const COEFFICIENT_UNIT: i64 = 100_000;

/// All factors are brought to this range.
const RANGE: i64 = 1000;

/// The four edges of a board with every disc on them stable and own sum up to about 1000 times this.
const EDGE_SCALE: i64 = 32;

/// The squares that are not on an edge.
const INNER: Bitboard = Bitboard::from_bits(0x007e_7e7e_7e7e_7e00);

impl Evaluation {
    /// The name in SPECs and of `--by`.
    pub const NAME: &'static str = "iago-1982";

    /// The name of the one with tuned weights for `--by`.
    pub const TUNED: &'static str = "iago-1982-tuned";

    /// Returns the published evaluation for a search from this board.
    pub const fn of_root(root: &Board) -> Evaluation {
        Evaluation::weighed(root, Weights::Published)
    }

    /// Returns the evaluation with these weights for a search from this board.
    pub const fn weighed(root: &Board, weights: Weights) -> Evaluation {
        Evaluation { move_number: move_number(root), weights }
    }

    /// Returns the value of a board for its player: less than a million either way.
    pub fn value(self, board: &Board) -> i32 {
        self.factors(board).into_iter().map(EvaluationFactor::contribution).sum::<i64>() as i32
    }

    /// Returns the parts of the value of a board for its player.
    pub fn explain(self, board: &Board) -> Vec<EvaluationTerm> {
        self.factors(board).map(EvaluationFactor::term).to_vec()
    }

    fn factors(self, board: &Board) -> [EvaluationFactor; 4] {
        let number = i64::from(self.move_number);
        let current = if number < 25 { 5_000 + 200 * number } else { 7_500 + 100 * number };
        let [edge, internal, mobility, potential] = self.weights.thousandths();
        // The factors are from -1000 to 1000.
        let factor = |name, coefficient, numerator| EvaluationFactor {
            name,
            coefficient,
            numerator,
            denominator: COEFFICIENT_UNIT,
        };
        [
            factor("edge-stability", edge * (31_200 + 624 * number), edges(board)),
            factor("internal-stability", internal * 3_600, internal_stability(board)),
            factor("current-mobility", mobility * current, current_mobility(board)),
            factor("potential-mobility", potential * 9_900, potential_mobility(board)),
        ]
    }
}

impl paip::Evaluation<Othello> for Evaluation {
    fn evaluate(&self, board: &Board, side: Side) -> Value {
        Value::from_units(match side {
            Side::ToMove => self.value(board),
            Side::Waiting => self.value(&board.pass()),
        })
    }
}

fn edges(board: &Board) -> i64 {
    divide_to_even(i64::from(edge_stability(board)), EDGE_SCALE)
}

/// Counts discs inside that cannot be turned over any more, as parts of the 36 inner squares. That it is so
/// normalised is ours.
fn internal_stability(board: &Board) -> i64 {
    let inner = |board: &Board| i64::from((board.stable_discs() & INNER).count());
    divide_to_even(RANGE * (inner(board) - inner(&board.pass())), i64::from(INNER.count()))
}

/// Counts moves. One that the other side has as well, which may go away at any time, counts half of one that
/// it has not: a method "similar to" counting moves, as the report on BILL says, and at times more accurate.
fn current_mobility(board: &Board) -> i64 {
    let (own, other) = (board.legal_moves(), board.pass().legal_moves());
    let access = |moves: Bitboard| i64::from(moves.count() + (moves & !(own & other)).count());
    quotient(access(own), access(other))
}

/// Measures potential mobility by the sum of three counts: discs of the opponent that touch an
/// empty square, empties that touch one of its discs, and the pairs of both.
fn potential_mobility(board: &Board) -> i64 {
    let chances = |board: &Board| {
        let (front, empty) = (board.pass().frontier(), board.potential_moves());
        i64::from(front.count() + empty.count() + contacts(front, empty))
    };
    quotient(chances(board), chances(&board.pass()))
}

/// Returns how much more one count is than another, from -1000 to 1000.
fn quotient(own: i64, other: i64) -> i64 {
    // Two more, so that the denominator is not zero.
    divide_to_even(RANGE * (own - other), own + other + 2)
}

/// Counts the pairs of neighbours of which one is in each set.
fn contacts(one: Bitboard, other: Bitboard) -> u32 {
    /// All squares but file a.
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    /// All squares but file h.
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (one, other) = (one.bits(), other.bits());
    let steps = [(8, u64::MAX, u64::MAX), (1, NOT_A, NOT_H), (9, NOT_A, NOT_H), (7, NOT_H, NOT_A)];
    let both_ways = steps.map(|(step, left, right)| {
        let pairs = |moved: u64| (moved & other).count_ones();
        pairs((one << step) & left) + pairs((one >> step) & right)
    });
    both_ways.iter().sum()
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;
    use crate::test_support::set;

    /// After f5 White is to move: its discs d4; Black's d5 e4 e5 f5.
    #[test]
    fn worked_by_hand() {
        let board = Board::START.play(Square::F5).unwrap();
        let terms = Evaluation::of_root(&board).explain(&board);
        let values: Vec<f64> = terms.iter().map(|term| term.value).collect();
        // White's moves are d6, f4 and f6, Black's c3, c4 and d3: none is shared, 6 against 6.
        // White sees 4 discs that all touch empties, 13 empties beside them and 19 pairs: d5
        // touches c4 c5 c6 d6 e6, e4 d3 e3 f3 f4, e5 d6 e6 f6 f4 without d4's, f5 e6 f6 g6 g5 g4 f4.
        // Black sees d4 alone, 5 empties (c3 c4 c5 d3 e3) and 5 pairs.
        // 1000 x (36 - 11) / (36 + 11 + 2) = 510.2.
        assert_eq!(values, [0.0, 0.0, 0.0, 510.0]);
        // Move 2: 312 + 12.48, 36, 50 + 4, 99.
        let weights: Vec<f64> = terms.iter().map(|term| term.weight).collect();
        assert_eq!(weights, [324.48, 36.0, 54.0, 99.0]);
        assert_eq!(Evaluation::of_root(&board).value(&board), 50_490);
    }

    #[test]
    fn shared_moves_count_half() {
        // X O O - O O X: the player has d1 from both sides, the opponent h1 over g1.
        let board = Board::new(set("a1 g1"), set("b1 c1 e1 f1")).unwrap();
        assert_eq!(board.legal_moves(), set("d1"));
        assert_eq!(current_mobility(&board), 0);
        // X O - X O: the player has c1 (over b1) and f1 (over e1), the opponent c1 too (over d1).
        let board = Board::new(set("a1 d1"), set("b1 e1")).unwrap();
        assert_eq!(board.legal_moves(), set("c1 f1"));
        assert_eq!(board.pass().legal_moves(), set("c1"));
        assert_eq!(current_mobility(&board), 1000 * (3 - 1) / (3 + 1 + 2));
    }

    #[test]
    fn the_coefficient_of_mobility_changes_its_slope_at_move_25() {
        let weight = |move_number| {
            let weights = Weights::Published;
            let terms = Evaluation { move_number, weights }.explain(&Board::START);
            (terms[0].weight, terms[2].weight)
        };
        assert_eq!(weight(1), (318.24, 52.0));
        assert_eq!(weight(24), (461.76, 98.0));
        assert_eq!(weight(25), (468.0, 100.0));
        assert_eq!(weight(60), (686.4, 135.0));
    }

    /// The potential mobility of `worked_by_hand`, times 99 x 1.82.
    #[test]
    fn tuned_coefficients_are_parts_of_the_published_ones() {
        let board = Board::START.play(Square::F5).unwrap();
        let weights = Weights::Tuned;
        let tuned = Evaluation { weights, ..Evaluation::of_root(&board) };
        assert_eq!(tuned.value(&board), 91_892);
        let internal = &tuned.explain(&board)[1];
        assert!((internal.weight - 144.0).abs() < 1e-9, "{internal:?}");
    }

    #[test]
    fn contacts_do_not_wrap_around() {
        assert_eq!(contacts(set("h1"), set("a2 a1 g2 h2 g1")), 3);
        assert_eq!(contacts(set("d4 d5"), set("e4 c3 d6")), 4);
        assert_eq!(contacts(Bitboard::ALL, Bitboard::ALL), 420);
    }

    #[test]
    fn inner_discs_are_stable_when_they_lean_on_stable_ones() {
        let board = Board::new(set("a1 a2 a3 b1 b2 c1"), set("h8")).unwrap();
        assert_eq!(board.stable_discs() & INNER, set("b2"));
        assert_eq!(internal_stability(&board), 28);
    }

    /// The edges are not: whose turn it is matters to them, as to Norvig's.
    #[test]
    fn all_factors_but_the_edges_are_antisymmetric_and_in_range() {
        let mut board = Board::START;
        while !board.is_game_over() {
            for factor in [internal_stability, current_mobility, potential_mobility] {
                assert_eq!(factor(&board), -factor(&board.pass()), "{board:?}");
            }
            let factors = Evaluation::of_root(&board).factors(&board);
            assert!(factors.iter().all(|factor| factor.numerator.abs() <= RANGE), "{factors:?}");
            let square = board.legal_moves().squares().last();
            board = square.map_or(board.pass(), |square| board.play(square).unwrap());
        }
    }
}
