//! The bias of labels by search, measured against deeper searches and taken out.
//!
//! The label of a search has the bias of the evaluation at its leaves, and an evaluation that is trained
//! on such labels has the bias of the labels. A deeper search alone does not show this bias: its
//! leaves have it as well. So it is measured from the end of the game backwards. With few empties the
//! game is solved. With more of them the leaves of a search have fewer empties than its root, and there
//! the bias of the evaluation is known and taken out.
//!
//! The mean of the two last depths counts. Their last moves are by different sides, and a search
//! flatters the side that chooses last among values with errors.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use willow_board::{Bitboard, Board, Square};
use willow_engine::{
    Engine, EngineOptions, SearchControl, SearchLimits, SearchResult, Selectivity, StopFlag,
};
use willow_eval::patterns::{N_EMPTIES, PatternEvaluator, PatternState};
use willow_eval::{Evaluator, ProbCutTable, Score};

use crate::labels::fingerprint;
use crate::labels::samples::{self, Sample};
use crate::step_log::StepLog;
use crate::values;
use crate::worker_pool::process_in_order;

/// How the bias is measured.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DebiasOptions {
    /// Measure with at most N positions for each number of empties
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub positions: usize,
    /// Search D plies deep
    #[arg(long, value_name = "D", default_value_t = 14, value_parser = clap::value_parser!(u32).range(2..=20))]
    pub depth: u32,
    /// Solve positions with at most N empties
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=24))]
    pub solve_from: u32,
    /// Search positions with at most N empties to the end, selectively
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub selective_from: u32,
    /// Search with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub threads: usize,
}

/// The minimum number of empties at which a bias is measured. With fewer, every search sees the end.
const FIRST_EMPTIES: usize = 8;

/// The name of the file of the measured biases, in the folder of the corrected samples.
const BIAS_FILE: &str = "bias.tsv";

/// What was measured with one number of empties: means in discs, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bias {
    positions: usize,
    /// The deeper searches less the labels.
    labels: f64,
    /// The deeper searches less the evaluation.
    evaluation: f64,
    /// The standard error of `labels`.
    error: f64,
}

/// The biases by number of empties.
type Biases = BTreeMap<usize, Bias>;

/// Measures the bias of the labels in files of samples with each number of empties, and
/// writes corrected files of the same names into `folder`, and the biases into `bias.tsv` there.
///
/// `evaluator` is searched with. Finished numbers of empties are kept in `bias.tsv`, so that an
/// interrupted run can be continued. Corrected files are written again, whatever was there.
/// `on_progress` gets a line for each number of empties.
///
/// # Errors
/// The files must be readable, of different names, and not in `folder`, which must be writable. A
/// `bias.tsv` that exists must have been made with the same options, weights and samples.
pub fn debias(
    files: &[PathBuf],
    folder: &Path,
    evaluator: &PatternEvaluator,
    options: DebiasOptions,
    on_progress: &mut dyn FnMut(&str),
) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let outputs = outputs(files, folder)?;
    let path = folder.join(BIAS_FILE);
    let sampled = sampled_by_empties(files, options.positions)?;
    let heading = heading(options, fingerprint::of_samples(sampled.iter().flatten(), evaluator));
    let mut log = StepLog::open(&path, &heading, read_bias)?;
    let mut biases: Biases = log.steps().iter().copied().collect();
    for (empties, samples) in sampled.iter().enumerate().skip(FIRST_EMPTIES) {
        if samples.is_empty() || biases.contains_key(&empties) {
            continue;
        }
        let corrected = CorrectedEvaluator::new(evaluator, &biases);
        let line = measure(samples, &corrected, options)?.write(empties);
        // Rounded as in the file, so that a run that is continued has the same numbers.
        let step = read_bias(&line)?;
        biases.insert(step.0, step.1);
        log.add(step, &line)?;
        on_progress(&line);
    }
    outputs.iter().try_for_each(|(from, to)| write_corrected(from, to, &biases))
}

/// Writes corrected files of samples as [`debias`] does, by the biases that it wrote into the file
/// `measured` for other samples. Labels by searches of the same depth and weights have the same biases.
///
/// # Errors
/// The files must be readable, of different names, and not in `folder`, which must be writable.
pub fn correct(files: &[PathBuf], folder: &Path, measured: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let outputs = outputs(files, folder)?;
    let name = measured.display();
    let text = fs::read_to_string(measured).with_context(|| format!("cannot read {name}"))?;
    let rows = text.lines().skip(1).map(read_bias);
    let biases: Biases = rows.collect::<Result<_>>().with_context(|| name.to_string())?;
    ensure!(!biases.is_empty(), "{name}: no bias is in it");
    outputs.iter().try_for_each(|(from, to)| write_corrected(from, to, &biases))
}

/// Returns each file with the one that is written for it.
fn outputs<'a>(files: &'a [PathBuf], folder: &Path) -> Result<Vec<(&'a Path, PathBuf)>> {
    let with_output = |(file, name): (&'a Path, &OsStr)| {
        let to = folder.join(name);
        ensure!(
            !is_same_file(file, &to),
            "{} would replace itself: name another folder",
            to.display()
        );
        Ok((file, to))
    };
    samples::with_names(files)?.into_iter().map(with_output).collect()
}

/// Says whether two paths lead to the same file, which exists.
fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Returns at most `count` samples of each number of empties, sampled at random.
fn sampled_by_empties(files: &[PathBuf], count: usize) -> Result<Vec<Vec<Sample>>> {
    let mut by_empties = vec![Vec::new(); N_EMPTIES];
    for file in files {
        for sample in samples::read(file)? {
            if let Some(samples) = by_empties.get_mut(sample.board.n_empties() as usize) {
                samples.push(sample);
            }
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for samples in &mut by_empties {
        let (sampled, _) = samples.partial_shuffle(&mut random, count);
        *samples = sampled.to_vec();
    }
    Ok(by_empties)
}

/// Searches the boards of samples and compares.
fn measure(
    samples: &[Sample],
    evaluator: &CorrectedEvaluator<'_>,
    options: DebiasOptions,
) -> Result<Bias> {
    let engine_options = EngineOptions { threads: 1, hash_bytes: 8 << 20 };
    let new_engine = || Engine::with_evaluator(evaluator, engine_options);
    let mut differences = Vec::with_capacity(samples.len());
    process_in_order(
        samples.iter(),
        options.threads,
        new_engine,
        |engine, sample| {
            // A value must not depend on which thread searched which position before.
            engine.clear();
            let deep = deep_value(engine, &sample.board, options);
            let value = evaluator.inner.evaluate(&evaluator.init(&sample.board), &sample.board);
            (deep - sample.label.discs(), deep - value.discs())
        },
        |pair| {
            differences.push(pair);
            Ok(())
        },
    )?;
    Ok(Bias::of(&differences))
}

impl Bias {
    /// Returns the bias of differences to labels and to the evaluation.
    fn of(differences: &[(f64, f64)]) -> Bias {
        let count = differences.len() as f64;
        let labels = differences.iter().map(|pair| pair.0).sum::<f64>() / count;
        let evaluation = differences.iter().map(|pair| pair.1).sum::<f64>() / count;
        let squares: f64 = differences.iter().map(|pair| (pair.0 - labels).powi(2)).sum();
        Bias { positions: differences.len(), labels, evaluation, error: squares.sqrt() / count }
    }

    /// Returns the line of the file.
    fn write(&self, empties: usize) -> String {
        let Bias { positions, labels, evaluation, error } = self;
        format!("{empties}\t{positions}\t{labels:.4}\t{evaluation:.4}\t{error:.4}")
    }
}

/// Reads a line of the file.
fn read_bias(line: &str) -> Result<(usize, Bias)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [empties, positions, labels, evaluation, error] = fields[..] else {
        anyhow::bail!("a line has five fields");
    };
    let bias = Bias {
        positions: positions.parse()?,
        labels: labels.parse()?,
        evaluation: evaluation.parse()?,
        error: error.parse()?,
    };
    Ok((empties.parse()?, bias))
}

/// Returns the mean of the values of the two last depths, in discs; the last value if the search saw the
/// end of the game.
fn deep_value(engine: &mut Engine<'_>, board: &Board, options: DebiasOptions) -> f64 {
    let limits = SearchLimits {
        exact_from: options.solve_from,
        selective_from: options.selective_from,
        endgame_selectivity: Selectivity::ENDGAME,
        ..SearchLimits::depth(options.depth)
    };
    let end_from = options.solve_from.max(options.selective_from);
    let mut before = None;
    let mut note = |result: &SearchResult| {
        if result.depth + 1 == options.depth {
            before = Some(result.score.discs());
        }
    };
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut note };
    let last = engine.search(board, &limits, &mut control).score.discs();
    match before {
        Some(before) if end_from < board.n_empties() => f64::midpoint(last, before),
        _ => last,
    }
}

/// An evaluation with its bias taken out.
struct CorrectedEvaluator<'a> {
    inner: &'a PatternEvaluator,
    /// What is added, by number of empties.
    corrections: [Score; N_EMPTIES],
}

impl<'a> CorrectedEvaluator<'a> {
    fn new(inner: &'a PatternEvaluator, biases: &Biases) -> CorrectedEvaluator<'a> {
        let correction =
            |empties| biases.get(&empties).map_or(Score::DRAW, |b| score(b.evaluation));
        CorrectedEvaluator { inner, corrections: std::array::from_fn(correction) }
    }
}

impl Evaluator for CorrectedEvaluator<'_> {
    type State = PatternState;

    fn init(&self, board: &Board) -> PatternState {
        self.inner.init(board)
    }

    fn update(&self, state: &PatternState, square: Square, flips: Bitboard) -> PatternState {
        self.inner.update(state, square, flips)
    }

    fn pass(&self, state: &PatternState) -> PatternState {
        self.inner.pass(state)
    }

    fn evaluate(&self, state: &PatternState, board: &Board) -> Score {
        let correction = self.corrections[(board.n_empties() as usize).min(N_EMPTIES - 1)];
        let value = self.inner.evaluate(state, board) + correction;
        Score::from_units(value.units())
    }

    fn probcut_table(&self) -> &ProbCutTable {
        self.inner.probcut_table()
    }
}

/// Returns the score of a number of discs.
fn score(discs: f64) -> Score {
    Score::from_units((discs * f64::from(Score::PER_DISC)).round() as i32)
}

/// Writes a file of samples with corrected labels. Labels stay within 64 discs.
fn write_corrected(from: &Path, to: &Path, biases: &Biases) -> Result<()> {
    let mut samples = samples::read(from)?;
    for sample in &mut samples {
        if let Some(bias) = biases.get(&(sample.board.n_empties() as usize)) {
            sample.label = Score::from_units((sample.label + score(bias.labels)).units());
        }
    }
    samples::write(to, &samples)
}

/// Returns the first line of the file of biases: what must be equal for an interrupted run to be continued, and the
/// columns.
fn heading(options: DebiasOptions, fingerprint: u64) -> String {
    let DebiasOptions { positions, depth, solve_from, selective_from, .. } = options;
    format!(
        "# {positions} positions, {depth} plies, solved from {solve_from}, selectively from {selective_from}, \
         samples and weights {fingerprint:016x}; columns: empties, positions, bias of labels and of the evaluation, \
         error"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::label::samples_of_random_games;
    use crate::untimed::untimed;

    const OPTIONS: DebiasOptions =
        DebiasOptions { positions: 3, depth: 2, solve_from: 12, selective_from: 12, threads: 1 };

    fn corrected(samples: &[Sample], folder: &Path) -> Vec<Sample> {
        let file = folder.join("a.samples");
        samples::write(&file, samples).unwrap();
        let (out, evaluator) = (folder.join("out"), willow_eval::weights::evaluator());
        debias(&[file], &out, evaluator, OPTIONS, &mut |_| ()).unwrap();
        samples::read(&out.join("a.samples")).unwrap()
    }

    /// Labels that are wrong by the same number of discs are right afterwards.
    #[test]
    fn a_constant_bias_is_taken_out_of_solved_labels() {
        let folder = tempfile::tempdir().unwrap();
        let late = |sample: &Sample| (8..=10).contains(&sample.board.n_empties());
        let mut exact: Vec<Sample> = samples_of_random_games(2).into_iter().filter(late).collect();
        let mut engine =
            Engine::new(willow_eval::weights::evaluator(), EngineOptions::default()).unwrap();
        for sample in &mut exact {
            let limits = SearchLimits::depth(sample.board.n_empties());
            let solved = untimed(|control| engine.search(&sample.board, &limits, control));
            sample.label = solved.score;
        }
        exact.retain(|sample| sample.label.discs().abs() < 60.0);
        let biased = |sample: &Sample| Sample { label: sample.label + Score::DISC * 3, ..*sample };
        let biased: Vec<Sample> = exact.iter().map(biased).collect();
        assert!(!exact.is_empty());
        assert_eq!(corrected(&biased, folder.path()), exact);
    }

    #[test]
    fn an_interrupted_measurement_goes_on_and_other_options_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let early = |sample: &Sample| 20 < sample.board.n_empties();
        let samples: Vec<Sample> = samples_of_random_games(1).into_iter().filter(early).collect();
        let whole = corrected(&samples, folder.path());
        let out = folder.path().join("out");
        let table = fs::read_to_string(out.join(BIAS_FILE)).unwrap();
        let half: Vec<&str> = table.lines().take(table.lines().count() / 2).collect();
        fs::write(out.join(BIAS_FILE), half.join("\n")).unwrap();
        let files = [folder.path().join("a.samples")];
        let evaluator = willow_eval::weights::evaluator();
        let run = |options| debias(&files, &out, evaluator, options, &mut |_| ());
        let error = format!("{:#}", run(DebiasOptions { depth: 3, ..OPTIONS }).unwrap_err());
        assert!(error.contains("other options"), "{error}");
        let other_labels = samples.iter().map(|sample| Sample { label: -sample.label, ..*sample });
        samples::write(&files[0], &other_labels.collect::<Vec<_>>()).unwrap();
        let error = format!("{:#}", run(OPTIONS).unwrap_err());
        assert!(error.contains("other options"), "{error}");
        samples::write(&files[0], &samples).unwrap();
        // A file that is there may be of another run.
        samples::write(&out.join("a.samples"), &samples[..1]).unwrap();
        run(OPTIONS).unwrap();
        assert_eq!(samples::read(&out.join("a.samples")).unwrap(), whole);
        assert_eq!(fs::read_to_string(out.join(BIAS_FILE)).unwrap(), table);
        let other = folder.path().join("other");
        correct(&files, &other, &out.join(BIAS_FILE)).unwrap();
        assert_eq!(samples::read(&other.join("a.samples")).unwrap(), whole);
        let error = correct(&files, &other, &files[0]).unwrap_err().to_string();
        assert!(error.contains("a.samples"), "{error}");
        let itself = debias(&files, folder.path(), evaluator, OPTIONS, &mut |_| ()).unwrap_err();
        assert!(itself.to_string().contains("would replace itself"), "{itself}");
    }
}
