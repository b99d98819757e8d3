//! Measuring how far shallow searches err, for ProbCut.
//!
//! Positions of games are searched ply by ply without leaving anything out. For every pair of depths of
//! equal parity the differences of the two scores have a mean and a standard deviation; against exact scores
//! likewise. A model of the mean from exact scores is fitted by least squares, linear in the shallow depth and
//! with a part that changes its sign with the parity of the empty squares; then one of the deviations from
//! that mean, whose logarithm is linear in the depths and quadratic in the empty squares. Models smooth the
//! table and continue it to depths that nobody can measure.
//!
//! Between two midgame searches the means are shown, but taken as nothing: they are near it, and to use them
//! made more nodes for no better results (docs/engine-log.md, 22 November 2026, night).

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
use willow_eval::{N_SHALLOW_DEPTHS, ProbCutModel, ProbCutTable};

use crate::samples;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct ProbCutOptions {
    /// The number of positions for each number of empty squares in the midgame; four times as many are
    /// solved.
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
/// How many positions are solved for each that is searched in the midgame: solves are cheaper, and their
/// means are small beside the deviations.
const SOLVED_FOR_EACH: usize = 4;
/// Depths from here on are left out of the comparison with exact scores.
const MAX_DEPTH_BEFORE_END: u32 = 8;

/// How the scores of many positions differ between two depths.
#[derive(Clone, Debug, PartialEq)]
struct Comparison {
    n_empties: u32,
    /// The depth of the shallower search.
    shallow: u32,
    /// The depth of the deeper one; for exact scores the number of empty squares.
    deep: u32,
    /// By how much each deep score exceeds the shallow one, in discs.
    differences: Vec<f64>,
}

impl Comparison {
    fn mean(&self) -> f64 {
        self.differences.iter().sum::<f64>() / self.differences.len().max(1) as f64
    }

    /// Returns the standard deviation from a mean, by the mean distance from it, which outliers weigh
    /// less on than on the mean square.
    fn deviation_from(&self, mean: f64) -> f64 {
        let distances = self.differences.iter().map(|difference| (difference - mean).abs());
        let count = self.differences.len().max(1) as f64;
        distances.sum::<f64>() / count * (PI / 2.0).sqrt()
    }
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
    let boards = boards_by_empties(files, SOLVED_FOR_EACH * options.positions)?;
    let evaluator = PatternEvaluator::new(&network);
    let mut engine = Engine::new(&evaluator, EngineOptions { threads: 1, hash_bytes: 32 << 20 });
    let mut midgame = Vec::new();
    for n_empties in MIDGAME_EMPTIES.step_by(MIDGAME_STEP) {
        let depth = options.depth.min(n_empties - 1);
        let lines = boards[n_empties as usize]
            .iter()
            .take(options.positions)
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
    let (of_midgame, of_endgame) = (fit(&midgame, Against::Midgame), fit(&endgame, Against::Exact));
    let record = format!("{options:?}\n{of_midgame:?}\n{of_endgame:?}\n");
    progress(&(record.clone() + &listing(&midgame, &of_midgame) + &listing(&endgame, &of_endgame)));
    Ok(network.with_probcut_table(ProbCutTable::from_models(&of_midgame, &of_endgame), &record))
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
    engine.search(
        board,
        limits,
        &mut SearchControl { stop: &stop, now: &now, on_progress: progress },
    )
}

fn compare(n_empties: u32, lines: &[Vec<f64>]) -> Vec<Comparison> {
    let depth = lines.iter().map(Vec::len).min().unwrap_or_default();
    let mut compared = Vec::new();
    for deep in 3..depth {
        for shallow in (0..deep.min(N_SHALLOW_DEPTHS)).filter(|shallow| (deep - shallow) % 2 == 0) {
            let differences = lines.iter().map(|line| line[deep] - line[shallow]).collect();
            let (shallow, deep) = (shallow as u32, deep as u32);
            compared.push(Comparison { n_empties, shallow, deep, differences });
        }
    }
    compared
}

fn compare_with_exact(n_empties: u32, lines: &[(Vec<f64>, f64)]) -> Vec<Comparison> {
    let depth = lines.iter().map(|(scores, _)| scores.len()).min().unwrap_or_default() as u32;
    (0..depth)
        .filter(|shallow| (n_empties - shallow).is_multiple_of(2))
        .map(|shallow| {
            let differences = lines.iter().map(|(scores, exact)| exact - scores[shallow as usize]);
            Comparison { n_empties, shallow, deep: n_empties, differences: differences.collect() }
        })
        .collect()
}

/// What shallow scores are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Against {
    /// Deeper midgame searches.
    Midgame,
    /// Exact scores.
    Exact,
}

/// Fits the model: against exact scores the means first, then the logarithms of the deviations from
/// them, of which only those from midgame searches have a slope by deep depth.
fn fit(compared: &[Comparison], against: Against) -> ProbCutModel {
    let model = match against {
        Against::Midgame => ProbCutModel::with_constant_sigma(0.0),
        Against::Exact => fit_mean(compared),
    };
    let of_deviation = least_squares(compared.iter().map(|of| {
        let tens = f64::from(of.n_empties) / 10.0;
        let deep = if against == Against::Midgame { f64::from(of.deep) / 10.0 } else { 0.0 };
        let mean = model.mean_discs(of.n_empties, of.shallow.into());
        let logarithm = of.deviation_from(mean).max(0.05).ln();
        ([1.0, f64::from(of.shallow), deep, tens, tens * tens], logarithm)
    }));
    let [
        log_sigma,
        log_sigma_by_shallow,
        log_sigma_by_deep,
        log_sigma_by_empties,
        log_sigma_by_empties_squared,
    ] = of_deviation;
    ProbCutModel {
        log_sigma,
        log_sigma_by_shallow,
        log_sigma_by_deep,
        log_sigma_by_empties,
        log_sigma_by_empties_squared,
        ..model
    }
}

/// Returns a model that has a mean only.
fn fit_mean(compared: &[Comparison]) -> ProbCutModel {
    let of_mean = least_squares(compared.iter().map(|of| {
        let sign = if of.n_empties.is_multiple_of(2) { 1.0 } else { -1.0 };
        let shallow = f64::from(of.shallow);
        ([sign, sign * shallow, 1.0, shallow], of.mean())
    }));
    let [mean_by_parity, mean_by_parity_and_shallow, mean, mean_by_shallow] = of_mean;
    ProbCutModel {
        mean_by_parity,
        mean_by_parity_and_shallow,
        mean,
        mean_by_shallow,
        ..ProbCutModel::with_constant_sigma(0.0)
    }
}

/// Returns the factors of the columns that come nearest to the values.
fn least_squares<const N: usize>(rows: impl Iterator<Item = ([f64; N], f64)>) -> [f64; N] {
    // Normal equations, a little ridge on the diagonal for a column that may be empty.
    let mut matrix = [[0.0; N]; N];
    let mut values = [0.0; N];
    for (row, value) in rows {
        for i in 0..N {
            (0..N).for_each(|j| matrix[i][j] += row[i] * row[j]);
            values[i] += row[i] * value;
        }
    }
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += 1e-6;
    }
    solve_linear(matrix, values)
}

/// Solves linear equations by elimination; the matrix is positive definite.
fn solve_linear<const N: usize>(mut matrix: [[f64; N]; N], mut values: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        let (pivot_row, pivot_value) = (matrix[pivot], values[pivot]);
        for i in (0..N).filter(|&i| i != pivot) {
            let factor = matrix[i][pivot] / pivot_row[pivot];
            matrix[i].iter_mut().zip(pivot_row).for_each(|(cell, above)| *cell -= factor * above);
            values[i] -= factor * pivot_value;
        }
    }
    std::array::from_fn(|i| values[i] / matrix[i][i])
}

/// Returns the measurements beside what the model says, one a line.
fn listing(compared: &[Comparison], model: &ProbCutModel) -> String {
    let mut text =
        String::from("empties shallow deep  mean (model)  deviation from it (model), discs\n");
    for of in compared {
        let mean = model.mean_discs(of.n_empties, of.shallow.into());
        let deviation = model.sigma_discs(of.n_empties, of.shallow.into(), of.deep.into());
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:7} {:7} {:4} {:5.2} ({mean:5.2}) {:10.2} ({deviation:.2})",
            of.n_empties,
            of.shallow,
            of.deep,
            of.mean(),
            of.deviation_from(mean),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Differences that lie evenly at both sides of the mean have the model's mean and deviation.
    fn differences(model: &ProbCutModel, depths: &[(u32, u32)]) -> Vec<Comparison> {
        let mut compared = Vec::new();
        for n_empties in (16..52).step_by(3) {
            for &(shallow, deep) in depths {
                let mean = model.mean_discs(n_empties, shallow.into());
                let deviation = model.sigma_discs(n_empties, shallow.into(), deep.into());
                let distance = deviation / (PI / 2.0).sqrt();
                let differences = vec![mean - distance, mean + distance];
                compared.push(Comparison { n_empties, shallow, deep, differences });
            }
        }
        compared
    }

    #[test]
    fn models_are_recovered_from_their_own_values() {
        let midgame = ProbCutModel {
            log_sigma_by_shallow: -0.1,
            log_sigma_by_deep: 0.4,
            log_sigma_by_empties: 0.3,
            log_sigma_by_empties_squared: -0.05,
            ..ProbCutModel::with_constant_sigma(0.7)
        };
        let exact = ProbCutModel {
            mean_by_parity: -0.9,
            mean_by_parity_and_shallow: 0.1,
            mean: 0.3,
            mean_by_shallow: -0.05,
            log_sigma_by_deep: 0.0,
            ..midgame
        };
        for (model, against) in [(midgame, Against::Midgame), (exact, Against::Exact)] {
            let depths = [(0, 4), (2, 4), (2, 8), (4, 8), (1, 5), (3, 9)];
            let compared = differences(&model, &depths);
            let fitted = fit(&compared, against);
            for of in &compared {
                let mean = fitted.mean_discs(of.n_empties, of.shallow.into());
                let deviation = fitted.sigma_discs(of.n_empties, of.shallow.into(), of.deep.into());
                assert!((mean - of.mean()).abs() < 1e-3, "{of:?} {mean}");
                assert!((deviation - of.deviation_from(mean)).abs() < 1e-3, "{of:?} {deviation}");
            }
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
        assert_ne!(measured.probcut_table(), network.probcut_table());
        assert!(measured.provenance().contains("depth: 4"), "{}", measured.provenance());
        assert_eq!(measured.hidden_weights(), network.hidden_weights());
    }

    /// The mean absolute value of a normal distribution is its deviation times the root of two over pi.
    #[test]
    fn deviations_come_from_mean_distances() {
        let of =
            Comparison { n_empties: 20, shallow: 0, deep: 4, differences: vec![2.0, -2.0, 6.0] };
        assert!((of.mean() - 2.0).abs() < 1e-12);
        let expected = (PI / 2.0).sqrt() * 8.0 / 3.0;
        assert!((of.deviation_from(2.0) - expected).abs() < 1e-12);
    }
}
