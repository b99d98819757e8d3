//! The evaluation of the leaves of a search: BILL's tables, or one of the evaluations that the report
//! compares with them.

use std::sync::Arc;

use willow_board::{Bitboard, Board};

use super::bayes::BayesClassifier;
use super::coefficients::{CoefficientPercent, evaluate, wipe_out};
use crate::bill::constants::{Constant, Constants};
use crate::bill::square_kind::SquareKind;
use crate::bill::tables::Tables;
use crate::bill::tables::lines::LineIndices;
use crate::{WeightedPart, difference};

/// An evaluation of leaves.
#[derive(Clone)]
pub(crate) enum LeafEvaluation {
    /// BILL's tables, with parts of its coefficients.
    Tables(Arc<Tables>, CoefficientPercent),
    /// BILL's tables with moves counted in place of their mobility.
    CountedMobility(&'static Tables, CoefficientPercent),
    /// BILL's tables, joined by pattern classification.
    Bayesian(&'static Tables, &'static BayesClassifier),
    /// The first BILL, by six high school students: moves counted, and simple tables.
    Schoolchildren(&'static Tables),
    /// As few discs as possible.
    MinimumDisc,
    /// Edges first, and no way to them for the other side.
    EdgeGreedy,
}

impl LeafEvaluation {
    /// Returns the value of a board for its player.
    #[inline]
    pub(crate) fn value(&self, board: &Board, indices: &LineIndices) -> i32 {
        match self {
            LeafEvaluation::Tables(tables, percent) => {
                evaluate(tables, *percent, board, indices, || 0)
            }
            LeafEvaluation::CountedMobility(tables, percent) => {
                evaluate(tables, *percent, board, indices, || counted_moves(board))
            }
            LeafEvaluation::Bayesian(tables, bayes) => {
                wipe_out(board).unwrap_or_else(|| bayes.value(tables, board, indices))
            }
            LeafEvaluation::Schoolchildren(tables) => {
                sum(schoolchildrens_parts(tables, board, indices))
            }
            LeafEvaluation::MinimumDisc => sum(minimum_disc_parts(board)),
            LeafEvaluation::EdgeGreedy => sum(edge_greedy_parts(board)),
        }
    }
}

/// The factor of a move's value by the number of directions in which it flips discs. Ours: the report has
/// only the idea of counted mobility.
const BY_DIRECTIONS: [f64; 4] = [1.0, 0.8, 0.6, 0.5];

/// Returns what the moves of a board's player are worth, less the opponent's.
pub(crate) fn counted_moves(board: &Board) -> i32 {
    let counted = moves_worth(board) - moves_worth(&board.pass());
    (Constants::TUNED.of(Constant::Move) * counted).round() as i32
}

/// Sums up what the moves of a board's player are worth.
fn moves_worth(board: &Board) -> f64 {
    let constants = Constants::TUNED;
    let flipped = constants.of(Constant::FlippedXSquare);
    let worth = |square: willow_board::Square| {
        let flips = board.flips(square);
        // Each direction begins beside the square.
        let directions = (square.bitboard().dilated() & flips).count() as usize;
        let crosses_x = flips.intersects(Bitboard::X_SQUARES);
        constants.desirability(SquareKind::of(square))
            * constants.by_flips(flips.count() as usize)
            * BY_DIRECTIONS[(directions - 1).min(BY_DIRECTIONS.len() - 1)]
            * if crosses_x { flipped } else { 1.0 }
    };
    board.legal_moves().squares().map(worth).sum()
}

/// What a move more is worth to the first BILL, in units of its edge table, where a corner is 100.
const PER_MOVE: i32 = 12;

/// What a disc in a corner and, while that is empty, on the X- and C-squares there is worth to it.
const CORNER_TABLE: [i32; 3] = [100, -60, -20];

/// The report names its parts: "move-counting and simple edge and corner tables". The edges are the
/// static values of table 3-3; the numbers of the other parts are ours.
#[inline]
pub(crate) fn schoolchildrens_parts(
    tables: &Tables,
    board: &Board,
    indices: &LineIndices,
) -> [WeightedPart; 5] {
    let moves = board.legal_moves().count() as i32 - board.pass().legal_moves().count() as i32;
    let open = (Bitboard::CORNERS - board.occupied()).dilated();
    let [corner, x_square, c_square] = CORNER_TABLE;
    [
        WeightedPart("moves", moves, PER_MOVE),
        WeightedPart("corners", difference(board, Bitboard::CORNERS), corner),
        WeightedPart("x-squares", difference(board, open & Bitboard::X_SQUARES), x_square),
        WeightedPart("c-squares", difference(board, open & Bitboard::C_SQUARES), c_square),
        WeightedPart("edges", tables.edges(indices), 1),
    ]
}

/// An edge disc, a corner, and a disc that offers a way to the edge.
const EDGE_GREED: [i32; 3] = [10, 20, -5];

/// Plays to the edges and not out of the central sixteen squares (section 2.2.2). The weights are ours.
#[inline]
pub(crate) fn edge_greedy_parts(board: &Board) -> [WeightedPart; 3] {
    const CENTRE: Bitboard = Bitboard::from_bits(0x0000_3c3c_3c3c_0000);
    let outside = Bitboard::ALL - CENTRE - Bitboard::EDGES;
    let [edge, corner, way] = EDGE_GREED;
    [
        WeightedPart("edges", difference(board, Bitboard::EDGES), edge),
        WeightedPart("corners", difference(board, Bitboard::CORNERS), corner),
        WeightedPart("ways-to-edges", difference(board, outside), way),
    ]
}

/// Returns what playing for few discs looks at.
#[inline]
pub(crate) fn minimum_disc_parts(board: &Board) -> [WeightedPart; 1] {
    [WeightedPart("discs", difference(board, Bitboard::ALL), -1)]
}

fn sum<const N: usize>(parts: [WeightedPart; N]) -> i32 {
    parts.into_iter().map(WeightedPart::product).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bill::evaluation::Version;
    use crate::test_support::{board_after, set};

    fn by(version: Version, percent: CoefficientPercent) -> LeafEvaluation {
        version.evaluation(percent, &Constants::TUNED)
    }

    fn value(evaluation: &LeafEvaluation, transcript: &str) -> i32 {
        let board = board_after(transcript);
        evaluation.value(&board, &LineIndices::of(&board))
    }

    #[test]
    fn the_simple_strategies_count_what_they_say() {
        // White, to move, has one disc against four.
        assert_eq!(value(&LeafEvaluation::MinimumDisc, "f5"), 3);
        // g5 is outside the centre and not on the edge: 5 for the other side.
        assert_eq!(value(&LeafEvaluation::EdgeGreedy, "f5f6e6f4g5"), 5);
        assert_eq!(value(&LeafEvaluation::EdgeGreedy, "f5f6e6f4"), 0);
    }

    #[test]
    fn the_first_bill_counts_moves() {
        // After f5 both sides have three moves, and no disc is near an edge.
        let empty_edges = value(&by(Version::Schoolchildren, CoefficientPercent::REPORT), "f5");
        assert_eq!(empty_edges, 0);
        // After f5f6 Black has e6, f7 and so on: five moves against White's; counted here.
        let board = Board::START;
        let board = board.play("f5".parse().unwrap()).unwrap().play("f6".parse().unwrap()).unwrap();
        let moves = board.legal_moves().count() as i32 - board.pass().legal_moves().count() as i32;
        assert_eq!(
            value(&by(Version::Schoolchildren, CoefficientPercent::REPORT), "f5f6"),
            PER_MOVE * moves
        );
    }

    #[test]
    fn counted_mobility_has_coefficients_too() {
        let with = |percent| {
            value(&by(Version::CountedMobility, percent), "f5d6c3d3c4f4f6f3e6e7d7g6d8c8c7c5")
        };
        let report = CoefficientPercent::REPORT;
        let nothing = CoefficientPercent { edge: 0, mobility: 0, occupied: 0 };
        assert_eq!(with(nothing), 0);
        let edge = with(CoefficientPercent { edge: 100, ..nothing });
        let mobility = with(CoefficientPercent { mobility: 100, ..nothing });
        let occupied = with(CoefficientPercent { occupied: 100, ..nothing });
        assert_eq!(with(report), edge + mobility + occupied);
        assert_ne!((edge, mobility, occupied), (0, 0, 0));
    }

    #[test]
    fn counted_moves_in_many_directions_are_worth_less() {
        // d4 turns over one disc in each of the eight directions; no other move is there.
        let d4 = willow_board::Square::D4;
        let opponent = d4.bitboard().dilated().without(d4);
        let player = set("b2 d2 f2 b4 f4 b6 d6 f6");
        let board = Board::new(player, opponent).expect("no square has two discs");
        assert_eq!(board.legal_moves(), d4.bitboard());
        assert!((moves_worth(&board) - 0.25 * 0.5).abs() < 1e-9);
    }
}
