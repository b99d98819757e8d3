//! Measuring how far shallow searches err, for ProbCut.
//!
//! Positions of games are searched ply by ply without leaving anything out. For every pair of depths of
//! equal parity the mean distance of the two scores gives a standard deviation; against exact scores
//! likewise. A model whose logarithm is linear in the depths and quadratic in the empty squares is fitted
//! to them by least squares, which smooths the table and continues it to depths that nobody can measure.

use std::f64::consts::PI;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use willow_board::Board;
use willow_engine::{
    Engine, EngineOptions, Goal, SearchControl, SearchLimits, SearchResult, Selectivity, StopFlag,
};
use willow_eval::patterns::{PatternEvaluator, PatternNetwork};
use willow_eval::{ErrorModel, ErrorTable, N_SHALLOW};

use crate::samples;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct ProbCutOptions {
    /// The number of positions for each number of empty squares.
    pub positions: usize,
    /// The deepest search.
    pub depth: u32,
    /// The largest number of empty squares that is solved.
    pub solve_from: u32,
}

/// The numbers of empty squares at which midgame searches are compared.
const MIDGAME_EMPTIES: std::ops::RangeInclusive<u32> = 16..=52;
const MIDGAME_STEP: usize = 4;
/// The least number of empty squares at which searches are compared with exact scores.
const MIN_SOLVE_EMPTIES: u32 = 11;
/// Depths from here on are left out of the comparison with exact scores.
const MAX_DEPTH_BEFORE_END: u32 = 8;

/// A standard deviation that was measured, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// The number of empty squares.
    pub n_empties: u32,
    /// The depth of the shallower search.
    pub shallow: u32,
    /// The depth of the deeper one; for exact scores the number of empty squares.
    pub deep: u32,
    /// The standard deviation of the difference, from its mean absolute value.
    pub discs: f64,
}

/// Measures and fits. Returns the network with its errors; `progress` is told the measurements.
///
/// # Errors
/// The files of samples must be readable and hold positions of all stages.
pub fn with_measured_errors(
    files: &[PathBuf],
    network: PatternNetwork,
    options: ProbCutOptions,
    progress: &mut dyn FnMut(&str),
) -> Result<PatternNetwork> {
    let boards = boards_by_empties(files, options.positions)?;
    let evaluator = PatternEvaluator::new(&network);
    let mut engine = Engine::new(&evaluator, EngineOptions { threads: 1, hash_bytes: 32 << 20 });
    let mut midgame = Vec::new();
    for n_empties in MIDGAME_EMPTIES.step_by(MIDGAME_STEP) {
        let depth = options.depth.min(n_empties - 1);
        let lines = boards[n_empties as usize]
            .iter()
            .map(|board| scores_by_depth(&mut engine, board, depth))
            .collect::<Vec<_>>();
        midgame.extend(compare(n_empties, &lines));
        progress(&format!("{n_empties} empty squares: {} positions to depth {depth}", lines.len()));
    }
    let mut endgame = Vec::new();
    for n_empties in MIN_SOLVE_EMPTIES..=options.solve_from {
        let depth = MAX_DEPTH_BEFORE_END.min(n_empties - 1);
        let lines = boards[n_empties as usize]
            .iter()
            .map(|board| (scores_by_depth(&mut engine, board, depth), solve(&mut engine, board)))
            .collect::<Vec<_>>();
        endgame.extend(compare_with_exact(n_empties, &lines));
        progress(&format!("{n_empties} empty squares: {} positions solved", lines.len()));
    }
    ensure!(!midgame.is_empty() && !endgame.is_empty(), "there is nothing to measure");
    let (of_midgame, of_endgame) = (fit(&midgame, true), fit(&endgame, false));
    let record = format!("{options:?}\n{of_midgame:?}\n{of_endgame:?}\n");
    progress(&(record.clone() + &listing(&midgame, &of_midgame) + &listing(&endgame, &of_endgame)));
    Ok(network.with_errors(ErrorTable::from_models(&of_midgame, &of_endgame), &record))
}

/// Returns positions by their number of empty squares, drawn at random, so many of each.
fn boards_by_empties(files: &[PathBuf], count: usize) -> Result<Vec<Vec<Board>>> {
    let mut boards = vec![Vec::new(); 65];
    for file in files {
        for sample in samples::read(file)? {
            boards[sample.board.n_empties() as usize].push(sample.board);
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for boards in &mut boards {
        boards.sort_unstable();
        boards.dedup();
        boards.shuffle(&mut random);
        boards.truncate(count);
    }
    Ok(boards)
}

type PatternEngine<'a> = Engine<&'a PatternEvaluator>;

/// Returns the scores of full searches to every depth from 0 on, in discs.
fn scores_by_depth(engine: &mut PatternEngine<'_>, board: &Board, depth: u32) -> Vec<f64> {
    let limits = SearchLimits {
        selectivity: Selectivity::NONE,
        exact_from: 0,
        selective_from: 0,
        ..SearchLimits::depth(depth)
    };
    let mut scores = vec![static_score(engine, board)];
    let mut note = |result: &SearchResult| scores.push(result.score.discs());
    search(engine, board, &limits, &mut note);
    scores
}

fn static_score(engine: &PatternEngine<'_>, board: &Board) -> f64 {
    use willow_eval::Evaluator;
    let evaluator = engine.evaluator();
    evaluator.evaluate(&evaluator.init(board), board).discs()
}

fn solve(engine: &mut PatternEngine<'_>, board: &Board) -> f64 {
    search(engine, board, &SearchLimits::solve(Goal::Exact), &mut |_| ()).score.discs()
}

fn search(
    engine: &mut PatternEngine<'_>,
    board: &Board,
    limits: &SearchLimits,
    progress: &mut dyn FnMut(&SearchResult),
) -> SearchResult {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    engine.search(board, limits, &mut SearchControl { stop: &stop, now: &now, progress })
}

/// Returns the standard deviation of a normal distribution with this mean absolute value.
fn deviation(differences: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = differences.len().max(1) as f64;
    differences.map(f64::abs).sum::<f64>() / count * (PI / 2.0).sqrt()
}

fn compare(n_empties: u32, lines: &[Vec<f64>]) -> Vec<Measurement> {
    let depth = lines.iter().map(Vec::len).min().unwrap_or_default();
    let mut measured = Vec::new();
    for deep in 3..depth {
        for shallow in (0..deep.min(N_SHALLOW)).filter(|shallow| (deep - shallow) % 2 == 0) {
            let discs = deviation(lines.iter().map(|line| line[deep] - line[shallow]));
            let (shallow, deep) = (shallow as u32, deep as u32);
            measured.push(Measurement { n_empties, shallow, deep, discs });
        }
    }
    measured
}

fn compare_with_exact(n_empties: u32, lines: &[(Vec<f64>, f64)]) -> Vec<Measurement> {
    let depth = lines.iter().map(|(scores, _)| scores.len()).min().unwrap_or_default() as u32;
    (0..depth)
        .filter(|shallow| (n_empties - shallow).is_multiple_of(2))
        .map(|shallow| {
            let differences = lines.iter().map(|(scores, exact)| exact - scores[shallow as usize]);
            Measurement { n_empties, shallow, deep: n_empties, discs: deviation(differences) }
        })
        .collect()
}

/// Fits the model by least squares on the logarithms; without a slope by deep depth if that is not
/// wanted.
fn fit(measured: &[Measurement], by_deep: bool) -> ErrorModel {
    let row = |m: &Measurement| {
        let tens = f64::from(m.n_empties) / 10.0;
        let deep = if by_deep { f64::from(m.deep) / 10.0 } else { 0.0 };
        [1.0, f64::from(m.shallow), deep, tens, tens * tens]
    };
    // Normal equations, a little ridge on the diagonal for a column that may be empty.
    let mut matrix = [[0.0; 6]; 5];
    for measurement in measured {
        let (row, value) = (row(measurement), measurement.discs.max(0.05).ln());
        for i in 0..5 {
            for j in 0..5 {
                matrix[i][j] += row[i] * row[j];
            }
            matrix[i][5] += row[i] * value;
        }
    }
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += 1e-6;
    }
    let [constant, shallow, deep, empties, empties_squared] = solve_linear(matrix);
    ErrorModel { constant, shallow, deep, empties, empties_squared }
}

/// Solves five linear equations by elimination; the matrix is positive definite.
fn solve_linear(mut matrix: [[f64; 6]; 5]) -> [f64; 5] {
    for pivot in 0..5 {
        let pivot_row = matrix[pivot];
        for (_, row) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != pivot) {
            let factor = row[pivot] / pivot_row[pivot];
            row.iter_mut().zip(pivot_row).for_each(|(cell, above)| *cell -= factor * above);
        }
    }
    std::array::from_fn(|i| matrix[i][5] / matrix[i][i])
}

/// Returns the measurements beside what the model says, one a line.
fn listing(measured: &[Measurement], model: &ErrorModel) -> String {
    let mut text = String::from("empties shallow deep  measured  model\n");
    for m in measured {
        let by_model = model.discs(m.n_empties.into(), m.shallow.into(), m.deep.into());
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:7} {:7} {:4} {:9.2} {by_model:6.2}",
            m.n_empties, m.shallow, m.deep, m.discs
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_recovered_from_its_own_values() {
        let model = ErrorModel {
            constant: 0.7,
            shallow: -0.1,
            deep: 0.4,
            empties: 0.3,
            empties_squared: -0.05,
        };
        let mut measured = Vec::new();
        for n_empties in (16..52).step_by(4) {
            for (shallow, deep) in [(0, 4), (2, 4), (2, 8), (4, 8), (1, 5), (3, 9)] {
                let discs = model.discs(n_empties.into(), shallow.into(), deep.into());
                measured.push(Measurement { n_empties, shallow, deep, discs });
            }
        }
        let fitted = fit(&measured, true);
        for m in &measured {
            let by_model = fitted.discs(m.n_empties.into(), m.shallow.into(), m.deep.into());
            assert!((by_model - m.discs).abs() < 1e-3, "{m:?} {by_model}");
        }
    }

    /// From samples to a network whose table is the one in its record, and differs from the default.
    #[test]
    fn positions_become_a_table() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.samples");
        samples::write(&games, &crate::label::samples_of_random_games(3)).unwrap();
        let network = willow_weights::weights().clone();
        let options = ProbCutOptions { positions: 2, depth: 4, solve_from: 12 };
        let measured =
            with_measured_errors(&[games], network.clone(), options, &mut |_| ()).unwrap();
        assert_ne!(measured.errors(), network.errors());
        assert!(measured.record().contains("depth: 4"), "{}", measured.record());
        assert_eq!(measured.rows(), network.rows());
    }

    /// The mean absolute value of a normal distribution is its deviation times the root of two over pi.
    #[test]
    fn deviations_come_from_mean_distances() {
        let expected = (PI / 2.0).sqrt() * 2.0;
        assert!((deviation([1.0, -3.0].into_iter()) - expected).abs() < 1e-12);
    }
}
