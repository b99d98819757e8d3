//! The evaluation: a linear combination of table look-ups, with coefficients that change slowly
//! (section 3.2).

use willow_board::{Board, Square};

use super::lines::{LINES, LineIndices, N_EDGES, N_LINES};
use super::tables::{Halves, Tables};
use crate::EvaluationTerm;

/// The value of a wipe-out, and beyond all other values: the report's infinity.
pub(super) const INFINITY: i32 = 100_000_000;

/// The application coefficients of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coefficients {
    /// Of the four edges' mean: EC.
    edge: i32,
    /// Of mobility and potential mobility: MC.
    mobility: i32,
    /// Of occupied squares: SC.
    occupied: i32,
}

impl Coefficients {
    /// Returns the coefficients by the number of discs on the board.
    #[inline]
    pub(super) const fn of(discs: u32) -> Coefficients {
        let discs = discs as i32;
        let occupied = match discs {
            ..10 => 200 - discs,
            10..20 => 190 - 2 * (discs - 10),
            20..40 => 170 - 5 * (discs - 20),
            40..50 => 70 - 7 * (discs - 40),
            _ => 0,
        };
        Coefficients { edge: 500, mobility: 350 - 2 * discs, occupied }
    }

    /// Returns the coefficients, each multiplied by a part in hundredths.
    #[inline]
    pub(super) const fn scaled(self, percent: BillPercent) -> Coefficients {
        Coefficients {
            // A multiple of the four edges, whose mean it multiplies.
            edge: self.edge * percent.edge / 100 / N_EDGES as i32 * N_EDGES as i32,
            mobility: self.mobility * percent.mobility / 100,
            occupied: self.occupied * percent.occupied / 100,
        }
    }

    /// Returns the value of a position with this sum of its four edges and these internal sums.
    ///
    /// The edge advantage is the mean of the four edges, so that it lies within -1000 and 1000. Four
    /// divides the coefficient, and nothing is rounded.
    #[inline]
    pub(super) const fn value(self, edges: i32, internal: Halves) -> i32 {
        self.edge / N_EDGES as i32 * edges
            + self.mobility * internal.mobility
            + self.occupied * internal.occupied
    }
}

/// Parts of the application coefficients, in hundredths of the report's: for matches between sets of
/// them, by which its authors found theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BillPercent {
    /// Of EC, up to 1000.
    pub edge: i32,
    /// Of MC, up to 1000.
    pub mobility: i32,
    /// Of SC, up to 1000.
    pub occupied: i32,
}

impl BillPercent {
    /// The report's coefficients.
    pub const REPORT: BillPercent = BillPercent { edge: 100, mobility: 100, occupied: 100 };
}

/// Returns the value of a board without discs of one side: the worst for that side.
#[inline]
pub(super) fn wipe_out(board: &Board) -> Option<i32> {
    match (board.player().is_empty(), board.opponent().is_empty()) {
        (true, false) => Some(-INFINITY),
        (false, true) => Some(INFINITY),
        _ => None,
    }
}

/// Returns the static value of a board, whose lines are `indices`, for its player.
#[inline]
pub(super) fn evaluate(
    tables: &Tables,
    percent: BillPercent,
    board: &Board,
    indices: &LineIndices,
) -> i32 {
    wipe_out(board).unwrap_or_else(|| {
        let coefficients = Coefficients::of(board.occupied().count()).scaled(percent);
        coefficients.value(tables.edges(indices), tables.internal(indices))
    })
}

/// BILL's static judgement of a board, in its own units, for the board's player.
#[derive(Clone, Debug, PartialEq)]
pub struct BillJudgement {
    /// The value.
    pub value: i32,
    /// The parts that the value is the sum of; none if one side is wiped out.
    pub terms: Vec<EvaluationTerm>,
    /// What the tables say of each line, edges first.
    pub lines: Vec<BillLine>,
}

/// What BILL's tables say of a line, for the board's player less the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BillLine {
    /// The squares of the line in order; an edge begins and ends with its X-squares.
    pub squares: &'static [Square],
    /// The entry of its table.
    pub entry: BillEntry,
}

/// An entry of one of BILL's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BillEntry {
    /// An edge's value, about -1000 to 1000.
    Edge(i32),
    /// The two halves of an internal line's entry.
    Internal {
        /// Weighted mobility and potential mobility.
        mobility: i32,
        /// Sequences and weighted squares.
        occupied: i32,
    },
}

/// Explains BILL's static value of a board for its player.
#[must_use]
pub fn bill_judgement(board: &Board) -> BillJudgement {
    let tables = Tables::bill();
    let indices = LineIndices::of(board);
    let lines = (0..N_LINES).map(|line| BillLine {
        squares: LINES[line].squares(),
        entry: if line < N_EDGES {
            BillEntry::Edge(tables.edge(&indices, line))
        } else {
            let Halves { mobility, occupied } = tables.entry(&indices, line).halves();
            BillEntry::Internal { mobility, occupied }
        },
    });
    BillJudgement {
        value: evaluate(tables, BillPercent::REPORT, board, &indices),
        terms: if wipe_out(board).is_some() { Vec::new() } else { terms(tables, board, &indices) },
        lines: lines.collect(),
    }
}

fn terms(tables: &Tables, board: &Board, indices: &LineIndices) -> Vec<EvaluationTerm> {
    let Coefficients { edge, mobility, occupied } = Coefficients::of(board.occupied().count());
    let internal = tables.internal(indices);
    let edges = f64::from(tables.edges(indices)) / N_EDGES as f64;
    let term = |name, value: f64, weight: i32| {
        let weight = f64::from(weight);
        EvaluationTerm { name, value, weight, contribution: value * weight }
    };
    vec![
        term("edge-advantage", edges, edge),
        term("mobility-advantage", internal.mobility.into(), mobility),
        term("occupied-square-advantage", internal.occupied.into(), occupied),
    ]
}

#[cfg(test)]
mod tests {
    use willow_board::{Bitboard, Symmetry};

    use super::*;

    #[test]
    fn coefficients_are_the_reports() {
        let of = |discs| {
            let Coefficients { edge, mobility, occupied } = Coefficients::of(discs);
            (edge, mobility, occupied)
        };
        assert_eq!(of(4), (500, 342, 196));
        assert_eq!(of(9), (500, 332, 191));
        assert_eq!(of(10), (500, 330, 190));
        assert_eq!(of(19), (500, 312, 172));
        assert_eq!(of(20), (500, 310, 170));
        assert_eq!(of(39), (500, 272, 75));
        assert_eq!(of(40), (500, 270, 70));
        assert_eq!(of(49), (500, 252, 7));
        assert_eq!(of(50), (500, 250, 0));
    }

    #[test]
    fn wiping_out_comes_first() {
        let some = Square::D4.bitboard();
        let lost = Board::new(Bitboard::EMPTY, some).unwrap();
        assert_eq!(bill_judgement(&lost).value, -INFINITY);
        assert_eq!(bill_judgement(&lost.pass()).value, INFINITY);
        assert!(bill_judgement(&lost).terms.is_empty());
    }

    #[test]
    fn judgements_add_up_and_do_not_depend_on_how_the_board_lies() {
        let mut board = Board::START;
        for square in "f5d6c3d3c4f4f6f3e6e7d7g6d8c8c7c5".as_bytes().chunks(2) {
            board = board.play(std::str::from_utf8(square).unwrap().parse().unwrap()).unwrap();
            let judgement = bill_judgement(&board);
            let sum: f64 = judgement.terms.iter().map(|term| term.contribution).sum();
            assert!((sum - f64::from(judgement.value)).abs() < 1e-6);
            let mut sums = [0; 3];
            for line in &judgement.lines {
                match line.entry {
                    BillEntry::Edge(value) => sums[0] += value,
                    BillEntry::Internal { mobility, occupied } => {
                        sums[1] += mobility;
                        sums[2] += occupied;
                    }
                }
            }
            let values: Vec<f64> = judgement.terms.iter().map(|term| term.value).collect();
            assert_eq!(values, [f64::from(sums[0]) / 4.0, sums[1].into(), sums[2].into()]);
            for symmetry in Symmetry::ALL {
                assert_eq!(bill_judgement(&board.transformed(symmetry)).value, judgement.value);
            }
        }
    }
}
