//! A non-linear evaluation by pattern classification, as chapter 5 of the report hopes for and its authors
//! did later ("A pattern classification approach to evaluation function learning", Artificial
//! Intelligence 36, 1988; PAIP, section 18.14, names it too).
//!
//! The features are the three that the tables have: edges, mobility and occupied squares. At each stage
//! of the game the positions that were won and those that were lost are modelled as two normal
//! distributions, and the value is the logarithm of the odds that a position belongs to the first: a
//! polynomial of degree 2 in the features.

use std::fmt::Write as _;
use std::sync::LazyLock;

use thiserror::Error;
use willow_board::Board;

use crate::EvaluationTerm;
use crate::bill::tables::lines::LineIndices;
use crate::bill::tables::{EntryHalves, Tables};

/// The number of features.
const N_FEATURES: usize = 3;

/// What the features are divided by, so that they are about 1.
const SCALES: [f64; N_FEATURES] = [1000.0, 300.0, 300.0];

/// The coefficients of a stage: a constant, the features, and their products in the order 11, 12, 13, 22,
/// 23, 33.
const N_COEFFICIENTS: usize = 10;

/// The discs that a stage lasts. Ours.
const DISCS_PER_STAGE: u32 = 4;

/// The number of stages.
const N_STAGES: usize = 15;

/// The units of the evaluation for odds of e to 1.
const UNITS: f64 = 50_000.0;

/// The greatest value of a position, so that a won game is worth more than every position.
const MAX: f64 = 20_000_000.0;

/// A stage is fitted if at least this number of positions of each kind was added. Ours.
const MIN_POSITIONS: u32 = 200;

type Features = [f64; N_FEATURES];
type Coefficients = [f64; N_COEFFICIENTS];

/// The evaluation: coefficients for each stage of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct BayesClassifier([Coefficients; N_STAGES]);

/// A text is no such evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BayesError {
    /// A line is not ten numbers.
    #[error("line {0} is not {N_COEFFICIENTS} numbers")]
    Line(usize),
    /// There are too many or too few lines.
    #[error("there are not {N_STAGES} lines of numbers")]
    Length,
}

/// Positions that were won and lost, on the way to an evaluation.
#[derive(Clone, Debug, Default)]
pub struct BayesFit {
    /// By stage and [`BayesClass`].
    classes: [[Moments; 2]; N_STAGES],
}

/// What became of a position's game, for the board's player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BayesClass {
    /// It was won.
    Won,
    /// It was lost.
    Lost,
}

/// Sums over the positions of a class.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    n: u32,
    sums: Features,
    products: [Features; N_FEATURES],
}

/// Returns the stage of the game.
fn stage(board: &Board) -> usize {
    let played = board.occupied().count().saturating_sub(4);
    ((played / DISCS_PER_STAGE) as usize).min(N_STAGES - 1)
}

fn features(tables: &Tables, indices: &LineIndices) -> Features {
    let EntryHalves { mobility, occupied } = tables.internal(indices);
    let features = [tables.edges(indices), mobility, occupied];
    std::array::from_fn(|index| f64::from(features[index]) / SCALES[index])
}

impl BayesClassifier {
    /// Returns the evaluation that comes with the program, made by the command in its first line.
    pub fn shipped() -> &'static BayesClassifier {
        static SHIPPED: LazyLock<BayesClassifier> = LazyLock::new(|| {
            BayesClassifier::read(include_str!("bayes.txt"))
                .expect("the file was written by `write`")
        });
        &SHIPPED
    }

    /// Reads an evaluation: a line for each stage, and remarks behind `#`.
    ///
    /// # Errors
    /// What is wrong with the text, and in which line.
    pub fn read(text: &str) -> Result<BayesClassifier, BayesError> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        let stages = lines.map(|(number, line)| {
            let numbers: Vec<f64> = line
                .split_whitespace()
                .map(|word| word.parse().ok().filter(|number: &f64| number.is_finite()))
                .collect::<Option<_>>()
                .ok_or(BayesError::Line(number))?;
            numbers.try_into().map_err(|_| BayesError::Line(number))
        });
        let stages = stages.collect::<Result<Vec<Coefficients>, _>>()?;
        stages.try_into().map(BayesClassifier).map_err(|_| BayesError::Length)
    }

    /// Writes the evaluation as [`read`](BayesClassifier::read) reads it.
    pub fn write(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, stage| {
            let numbers: Vec<String> = stage.iter().map(ToString::to_string).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", numbers.join(" "));
            text
        })
    }

    /// Returns the value of a board for its player, in units of the evaluation.
    pub(crate) fn value(&self, tables: &Tables, board: &Board, indices: &LineIndices) -> i32 {
        let odds = polynomial(&self.0[stage(board)], &features(tables, indices));
        (UNITS * odds).clamp(-MAX, MAX).round() as i32
    }

    /// Returns the parts whose sum is the value, before it is rounded and kept within its bounds.
    pub(crate) fn terms(
        &self,
        tables: &Tables,
        board: &Board,
        indices: &LineIndices,
    ) -> Vec<EvaluationTerm> {
        let values = monomials(&features(tables, indices));
        let parts = MONOMIALS.into_iter().zip(values).zip(self.0[stage(board)]);
        let term = |((name, value), coefficient): ((&'static str, f64), f64)| {
            EvaluationTerm::new(name, value, UNITS * coefficient)
        };
        parts.map(term).collect()
    }
}

/// The names of what a stage's coefficients multiply, in their order.
const MONOMIALS: [&str; N_COEFFICIENTS] = [
    "constant",
    "edges",
    "mobility",
    "occupied",
    "edges^2",
    "edges*mobility",
    "edges*occupied",
    "mobility^2",
    "mobility*occupied",
    "occupied^2",
];

/// Returns what a stage's coefficients multiply.
fn monomials(&[e, m, o]: &Features) -> Coefficients {
    [1.0, e, m, o, e * e, e * m, e * o, m * m, m * o, o * o]
}

fn polynomial(c: &Coefficients, x: &Features) -> f64 {
    let [edges, mobility, occupied] = *x;
    c[0] + edges * (c[1] + c[4] * edges + c[5] * mobility + c[6] * occupied)
        + mobility * (c[2] + c[7] * mobility + c[8] * occupied)
        + occupied * (c[3] + c[9] * occupied)
}

impl BayesFit {
    /// Adds a position.
    pub fn add(&mut self, board: &Board, class: BayesClass) {
        let moments = &mut self.classes[stage(board)][class as usize];
        moments.add(features(Tables::first_guess(), &LineIndices::of(board)));
    }

    /// Returns the evaluation that tells the two kinds of positions apart; `None` if there are too few.
    /// A stage with too few positions takes the coefficients of the nearest later stage that has enough,
    /// or else of the nearest earlier one.
    pub fn fitted(&self) -> Option<BayesClassifier> {
        let stages: Vec<Option<Coefficients>> = self.classes.iter().map(fitted_stage).collect();
        let nearest = |stage: usize| {
            let later = stages[stage..].iter().flatten().next();
            later.or_else(|| stages[..stage].iter().flatten().next_back()).copied()
        };
        let all: Option<Vec<Coefficients>> = (0..N_STAGES).map(nearest).collect();
        all?.try_into().ok().map(BayesClassifier)
    }
}

/// Returns the difference of the logarithms of two normal densities, and of how frequent they are.
fn fitted_stage([won, lost]: &[Moments; 2]) -> Option<Coefficients> {
    if won.n.min(lost.n) < MIN_POSITIONS {
        return None;
    }
    let (won, lost) = (won.log_density()?, lost.log_density()?);
    // Thousandths are as much as these numbers are worth.
    Some(std::array::from_fn(|index| (1000.0 * (won[index] - lost[index])).round() / 1000.0))
}

impl Moments {
    fn add(&mut self, features: Features) {
        self.n += 1;
        for (row, one) in features.iter().enumerate() {
            self.sums[row] += one;
            for (column, other) in features.iter().enumerate() {
                self.products[row][column] += one * other;
            }
        }
    }

    /// Returns the logarithm of the density, times the number of positions and but for a constant.
    fn log_density(&self) -> Option<Coefficients> {
        let n = f64::from(self.n);
        let mean = self.sums.map(|sum| sum / n);
        let covariance: [Features; N_FEATURES] = std::array::from_fn(|row| {
            std::array::from_fn(|column| self.products[row][column] / n - mean[row] * mean[column])
        });
        let (inverse, determinant) = inverted(&covariance)?;
        let pulled: Features = std::array::from_fn(|row| {
            (0..N_FEATURES).map(|column| inverse[row][column] * mean[column]).sum()
        });
        let centre: f64 = (0..N_FEATURES).map(|row| pulled[row] * mean[row]).sum();
        let constant = n.ln() - 0.5 * determinant.ln() - 0.5 * centre;
        let [a, b, c] = inverse;
        Some([
            constant,
            pulled[0],
            pulled[1],
            pulled[2],
            -0.5 * a[0],
            -a[1],
            -a[2],
            -0.5 * b[1],
            -b[2],
            -0.5 * c[2],
        ])
    }
}

/// Returns the inverse of a symmetric matrix and its determinant; `None` if that is not positive.
fn inverted(m: &[Features; N_FEATURES]) -> Option<([Features; N_FEATURES], f64)> {
    let cofactor = |row: usize, column: usize| {
        let (r, s) = ((row + 1) % 3, (row + 2) % 3);
        let (c, d) = ((column + 1) % 3, (column + 2) % 3);
        m[r][c] * m[s][d] - m[r][d] * m[s][c]
    };
    let determinant: f64 = (0..3).map(|column| m[0][column] * cofactor(0, column)).sum();
    (0.0 < determinant).then(|| {
        let inverse = std::array::from_fn(|row| {
            std::array::from_fn(|column| cofactor(column, row) / determinant)
        });
        (inverse, determinant)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{GAME, board_after, set};

    #[test]
    fn inverses_are_inverses() {
        let matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]];
        let (inverse, determinant) = inverted(&matrix).unwrap();
        // 4 x (6 - 0.0625) - 1 x (2 - 0.125) + 0.5 x (0.25 - 1.5)
        assert!((determinant - 21.25).abs() < 1e-9);
        for (number, row) in matrix.iter().enumerate() {
            for column in 0..3 {
                let sum: f64 =
                    row.iter().zip(&inverse).map(|(one, other)| one * other[column]).sum();
                assert!((sum - f64::from(u8::from(number == column))).abs() < 1e-9);
            }
        }
        assert_eq!(inverted(&[[0.0; 3]; 3]), None);
    }

    /// One feature at a time, with unit variances and means of 1 and -1, has the log odds 2x: (x + 1)^2 / 2
    /// less (x - 1)^2 / 2.
    #[test]
    fn two_normal_classes_have_linear_odds() {
        let class = |mean: f64| {
            let mut moments = Moments::default();
            for number in 0..800_u32 {
                let sign = |bit: u32| if number & bit == 0 { 1.0 } else { -1.0 };
                moments.add([mean + sign(1), sign(2), sign(4)]);
            }
            moments
        };
        let fitted = fitted_stage(&[class(1.0), class(-1.0)]).unwrap();
        for (index, coefficient) in fitted.into_iter().enumerate() {
            let expected = if index == 1 { 2.0 } else { 0.0 };
            assert!((coefficient - expected).abs() < 1e-9, "{fitted:?}");
        }
    }

    #[test]
    fn evaluations_are_read_as_they_were_written() {
        let shipped = BayesClassifier::shipped();
        assert_eq!(BayesClassifier::read(&shipped.write()).as_ref(), Ok(shipped));
        assert_eq!(BayesClassifier::read("# nothing"), Err(BayesError::Length));
        assert_eq!(BayesClassifier::read("1 2 3"), Err(BayesError::Line(1)));
        assert_eq!(BayesClassifier::read("# x\n1 2 3 4 5 6 7 8 9 x"), Err(BayesError::Line(2)));
    }

    #[test]
    fn corners_and_moves_are_good_for_their_owner() {
        // White, to move, has given up a corner with the edge beside it.
        let board = board_after(GAME);
        let value = |board: &Board| {
            let indices = LineIndices::of(board);
            BayesClassifier::shipped().value(Tables::first_guess(), board, &indices)
        };
        let better = Board::new(board.player() | set("a1 b1"), board.opponent()).unwrap();
        assert!(value(&board) < value(&better));
    }
}
