//! The errors of shallow searches, measured for ProbCut.
//!
//! Positions of games are searched to every depth without selectivity. For every pair of depths of
//! equal parity, the differences between the deep and the shallow score have a mean and a standard
//! deviation. The same is measured against exact scores. Two models are fitted by least squares.
//! The mean error against exact scores is linear in the shallow depth, with a part whose sign
//! depends on the parity of the empties. The logarithm of the standard deviation is linear in
//! the depths and quadratic in the empties. The models smooth the table and extend it to
//! depths that cannot be measured.
//!
//! The means between two midgame searches are printed but used as zero. They are small, and using
//! them made more nodes without better results (docs/engine-log.md, 22 November 2026, night).

use std::f64::consts::PI;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use willow_board::Board;
use willow_engine::{
    Engine, EngineOptions, Goal, SearchControl, SearchLimits, SearchResult, Selectivity, StopFlag,
};
use willow_eval::patterns::{PatternEvaluator, PatternNetwork};
use willow_eval::{N_SHALLOW_DEPTHS, ProbCutModel, ProbCutTable};

use crate::labels::samples;

/// Which searches are compared.
#[derive(Args, Clone, Copy, Debug)]
pub struct ProbCutOptions {
    /// Search N positions of each number of empties, and solve four times as many
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub positions: usize,
    /// Search to this depth
    #[arg(long, value_name = "D", default_value_t = 10, value_parser = clap::value_parser!(u32).range(4..=20))]
    pub depth: u32,
    /// Compare with exact scores up to N empties
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u32).range(12..=26))]
    pub solve_from: u32,
}

/// The numbers of empties at which midgame searches are compared.
const MIDGAME_EMPTIES: std::ops::RangeInclusive<u32> = 16..=52;
/// The distance of two such numbers.
const MIDGAME_STEP: usize = 4;
/// The minimum number of empties at which searches are compared with exact scores.
const MIN_SOLVE_EMPTIES: u32 = 11;
/// The number of solved positions for each midgame position. Solving is cheaper, and the means are
/// small against the deviations, so that they need more positions.
const SOLVED_FOR_EACH: usize = 4;
/// Depths from here on are left out of the comparison with exact scores.
const MAX_DEPTH_BEFORE_END: u32 = 8;

/// The differences between the scores of two depths over many positions.
#[derive(Clone, Debug, PartialEq)]
struct Comparison {
    n_empties: u32,
    /// The depth of the shallower search.
    shallow: u32,
    /// The depth of the deeper search, or the number of empties for exact scores.
    deep: u32,
    /// The deep score less the shallow one of each position, in discs.
    differences: Vec<f64>,
}

impl Comparison {
    fn mean(&self) -> f64 {
        self.differences.iter().sum::<f64>() / self.differences.len().max(1) as f64
    }

    /// Returns the standard deviation around `mean`, estimated from the mean absolute distance,
    /// which outliers influence less than the mean square.
    fn deviation_from(&self, mean: f64) -> f64 {
        let distances = self.differences.iter().map(|difference| (difference - mean).abs());
        let count = self.differences.len().max(1) as f64;
        distances.sum::<f64>() / count * (PI / 2.0).sqrt()
    }
}

/// Measures the errors of searches, fits the models, and returns the network with their table.
///
/// `on_progress` gets lines of text with the measurements.
///
/// # Errors
/// The files of samples must be readable and have positions of all stages of the game.
pub fn with_measured_errors(
    files: &[PathBuf],
    network: PatternNetwork,
    options: ProbCutOptions,
    on_progress: &mut dyn FnMut(&str),
) -> Result<PatternNetwork> {
    let boards = boards_by_empties(files, SOLVED_FOR_EACH * options.positions)?;
    let evaluator = PatternEvaluator::new(&network);
    let mut engine = Engine::new(&evaluator, EngineOptions { threads: 1, hash_bytes: 32 << 20 })?;
    let mut midgame = Vec::new();
    for n_empties in MIDGAME_EMPTIES.step_by(MIDGAME_STEP) {
        let depth = options.depth.min(n_empties - 1);
        let lines = boards[n_empties as usize]
            .iter()
            .take(options.positions)
            .map(|board| scores_by_depth(&evaluator, &mut engine, board, depth))
            .collect::<Vec<_>>();
        midgame.extend(compare(n_empties, &lines));
        on_progress(&format!(
            "{n_empties} empty squares: {} positions to depth {depth}",
            lines.len()
        ));
    }
    let mut endgame = Vec::new();
    for n_empties in MIN_SOLVE_EMPTIES..=options.solve_from {
        let depth = MAX_DEPTH_BEFORE_END.min(n_empties - 1);
        let lines = boards[n_empties as usize]
            .iter()
            .map(|board| {
                (scores_by_depth(&evaluator, &mut engine, board, depth), solve(&mut engine, board))
            })
            .collect::<Vec<_>>();
        endgame.extend(compare_with_exact(n_empties, &lines));
        on_progress(&format!("{n_empties} empty squares: {} positions solved", lines.len()));
    }
    ensure!(!midgame.is_empty() && !endgame.is_empty(), "there is nothing to measure");
    let (of_midgame, of_endgame) =
        (fit(&midgame, ReferenceScores::Midgame), fit(&endgame, ReferenceScores::Exact));
    let provenance = format!("{options:?}\n{of_midgame:?}\n{of_endgame:?}\n");
    on_progress(
        &(provenance.clone() + &listing(&midgame, &of_midgame) + &listing(&endgame, &of_endgame)),
    );
    Ok(network.with_probcut_table(ProbCutTable::from_models(&of_midgame, &of_endgame), &provenance))
}

/// Returns boards by their number of empties, at most `count` of each, sampled at random.
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

/// Returns the scores of searches without selectivity to every depth from 0 to `depth`, in discs.
fn scores_by_depth(
    evaluator: &PatternEvaluator,
    engine: &mut Engine<'_>,
    board: &Board,
    depth: u32,
) -> Vec<f64> {
    let limits = SearchLimits {
        selectivity: Selectivity::NONE,
        exact_from: 0,
        selective_from: 0,
        ..SearchLimits::depth(depth)
    };
    let mut scores = vec![static_score(evaluator, board)];
    let mut note = |result: &SearchResult| scores.push(result.score.discs());
    search(engine, board, &limits, &mut note);
    scores
}

fn static_score(evaluator: &PatternEvaluator, board: &Board) -> f64 {
    use willow_eval::Evaluator;
    evaluator.evaluate(&evaluator.init(board), board).discs()
}

fn solve(engine: &mut Engine<'_>, board: &Board) -> f64 {
    search(engine, board, &SearchLimits::solve(Goal::Exact), &mut |_| ()).score.discs()
}

fn search(
    engine: &mut Engine<'_>,
    board: &Board,
    limits: &SearchLimits,
    on_progress: &mut dyn FnMut(&SearchResult),
) -> SearchResult {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    engine.search(board, limits, &mut SearchControl { stop: &stop, now: &now, on_progress })
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

/// The scores that shallow scores are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReferenceScores {
    /// Deeper midgame searches.
    Midgame,
    /// Exact scores.
    Exact,
}

/// Fits a model: reference exact scores the means, then the logarithms of the standard deviations.
/// Only the deviations from midgame scores depend on the deep depth.
fn fit(compared: &[Comparison], reference: ReferenceScores) -> ProbCutModel {
    let model = match reference {
        ReferenceScores::Midgame => ProbCutModel::with_constant_sigma(0.0),
        ReferenceScores::Exact => fit_mean(compared),
    };
    let of_deviation = least_squares(compared.iter().map(|of| {
        let tens = f64::from(of.n_empties) / 10.0;
        let deep =
            if reference == ReferenceScores::Midgame { f64::from(of.deep) / 10.0 } else { 0.0 };
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

/// Returns a model of the mean alone.
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

/// Returns the coefficients of the columns with the least squared error.
pub(crate) fn least_squares<const N: usize>(
    rows: impl Iterator<Item = ([f64; N], f64)>,
) -> [f64; N] {
    // Normal equations, with a small ridge term for columns of zeros.
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

/// Solves linear equations by elimination. The matrix is positive definite.
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

/// Returns the measurements beside the values of the model, one a line.
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
        for (model, reference) in
            [(midgame, ReferenceScores::Midgame), (exact, ReferenceScores::Exact)]
        {
            let depths = [(0, 4), (2, 4), (2, 8), (4, 8), (1, 5), (3, 9)];
            let compared = differences(&model, &depths);
            let fitted = fit(&compared, reference);
            for of in &compared {
                let mean = fitted.mean_discs(of.n_empties, of.shallow.into());
                let deviation = fitted.sigma_discs(of.n_empties, of.shallow.into(), of.deep.into());
                assert!((mean - of.mean()).abs() < 1e-3, "{of:?} {mean}");
                assert!((deviation - of.deviation_from(mean)).abs() < 1e-3, "{of:?} {deviation}");
            }
        }
    }

    #[test]
    fn samples_become_a_table_with_provenance() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games.samples");
        samples::write(&games, &crate::labels::label::samples_of_random_games(3)).unwrap();
        let network = willow_eval::weights::weights().clone();
        let options = ProbCutOptions { positions: 2, depth: 4, solve_from: 12 };
        let measured =
            with_measured_errors(&[games], network.clone(), options, &mut |_| ()).unwrap();
        assert_ne!(measured.probcut_table(), network.probcut_table());
        assert!(measured.provenance().contains("depth: 4"), "{}", measured.provenance());
        assert_eq!(measured.hidden_weights(), network.hidden_weights());
    }

    /// The mean absolute value of a normal distribution is its deviation times the root of two over
    /// pi.
    #[test]
    fn deviations_come_from_mean_distances() {
        let of =
            Comparison { n_empties: 20, shallow: 0, deep: 4, differences: vec![2.0, -2.0, 6.0] };
        assert!((of.mean() - 2.0).abs() < 1e-12);
        let expected = (PI / 2.0).sqrt() * 8.0 / 3.0;
        assert!((of.deviation_from(2.0) - expected).abs() < 1e-12);
    }
}
