//! Training: from samples to weights, by stochastic gradient descent on the squared error.
//!
//! Each phase is trained on its own samples and those of its neighbours' nearest disc counts, so that
//! phases differ smoothly. A weight moves less the more often its pattern was seen, and rare patterns
//! stay near the weights of the phase after, with which training begins: the later phase knows more.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use willow_board::Board;
use willow_eval::Score;
use willow_eval::patterns::{FeatureSet, N_PHASES, PatternWeights};

use crate::samples::{self, Sample};

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions {
    /// How often every sample is seen.
    pub epochs: u32,
    /// The step at the beginning: the part of an error that one sample corrects, over all features.
    pub first_step: f64,
    /// The step at the end; between them it falls geometrically.
    pub last_step: f64,
    /// The seed of the order in which samples are seen.
    pub seed: u64,
}

impl Default for TrainOptions {
    fn default() -> TrainOptions {
        TrainOptions { epochs: 12, first_step: 0.25, last_step: 0.01, seed: 1 }
    }
}

/// How far beyond its phase, in discs, samples still count.
const OVERLAP: u32 = 2;

/// The weights that 16 bits hold without any sum of features leaving 32.
const LARGEST_WEIGHT: f64 = 32_000.0;

/// Positions with the mean of their labels.
type Set = Vec<(Board, f32)>;

/// Reads samples, joins equal positions under the symmetries, trains, and returns the weights.
/// `progress` is told the errors, in discs, on trained and held-out samples.
///
/// # Errors
/// The files must be readable and hold samples.
pub fn train(
    files: &[PathBuf],
    options: TrainOptions,
    progress: &mut dyn FnMut(&str),
) -> Result<PatternWeights> {
    let (training, validation) = load(files)?;
    ensure!(!training.is_empty(), "there is nothing to train on");
    progress(&format!("{} positions to train on, {} held out", training.len(), validation.len()));
    let features = FeatureSet::new();
    let mut weights = vec![0.0f32; features.n_weights()];
    let mut phases = vec![Vec::new(); N_PHASES];
    let mut report = String::new();
    for phase in (0..N_PHASES).rev() {
        let mut trainer = Trainer::new(&features, &mut weights);
        trainer.train_phase(&near(&training, phase, OVERLAP), options);
        let own = |set| trainer.mean_error(&near(set, phase, 0));
        let line = format!(
            "phase {phase:2}: mean error {:.3} discs trained, {:.3} held out",
            own(&training),
            own(&validation)
        );
        progress(&line);
        writeln!(report, "{line}")?;
        phases[phase] = trainer.units();
    }
    let record = format!("{} positions\n{options:?}\n{report}", training.len());
    Ok(PatternWeights::new(record, phases.concat())?)
}

/// Returns the bytes of a weights file, compressed by Zstandard.
#[must_use]
pub fn compressed(weights: &PatternWeights) -> Vec<u8> {
    compress_to_vec(weights.to_bytes().as_slice(), CompressionLevel::Fastest)
}

/// Returns the training set and the held-out set. A position that occurs in both is trained on.
fn load(files: &[PathBuf]) -> Result<(Set, Set)> {
    let mut sums: HashMap<Board, (i32, u32, bool)> = HashMap::new();
    for file in files {
        for Sample { board, label, held_out } in samples::read(file)? {
            let sum = sums.entry(board.canonical()).or_insert((0, 0, true));
            *sum = (sum.0 + i32::from(label), sum.1 + 1, sum.2 && held_out);
        }
    }
    let mut all: Vec<_> = sums.into_iter().collect();
    // The order of a hash map differs from run to run.
    all.sort_unstable_by_key(|&(board, _)| board);
    let mean =
        |&(board, (sum, count, _)): &(Board, (i32, u32, bool))| (board, sum as f32 / count as f32);
    let (held_out, training): (Vec<_>, Vec<_>) = all.iter().partition(|(_, sum)| sum.2);
    Ok((training.iter().map(mean).collect(), held_out.iter().map(mean).collect()))
}

/// Returns the positions whose disc count is in the phase or so many discs beside it.
fn near(set: &[(Board, f32)], phase: usize, overlap: u32) -> Set {
    let first = 4 * phase as u32;
    let range = first.saturating_sub(overlap)..first + 4 + overlap;
    let played = |board: &Board| 60u32.saturating_sub(board.n_empties());
    set.iter().filter(|(board, _)| range.contains(&played(board))).copied().collect()
}

/// The weights of a phase in training, in discs.
pub(crate) struct Trainer<'a> {
    features: &'a FeatureSet,
    weights: &'a mut [f32],
}

impl<'a> Trainer<'a> {
    /// Returns a trainer that begins with these weights, in discs.
    pub(crate) fn new(features: &'a FeatureSet, weights: &'a mut [f32]) -> Trainer<'a> {
        Trainer { features, weights }
    }

    /// Sees the positions so often as the options say, in a random order.
    pub(crate) fn train_phase(&mut self, set: &[(Board, f32)], options: TrainOptions) {
        let mut order: Vec<u32> = (0..set.len() as u32).collect();
        let mut random = ChaCha8Rng::seed_from_u64(options.seed);
        let n_features = willow_eval::patterns::N_FEATURES as f64;
        let decay = options.last_step / options.first_step;
        for epoch in 0..options.epochs {
            order.shuffle(&mut random);
            let progress = f64::from(epoch) / f64::from(options.epochs.max(2) - 1);
            let step = (options.first_step * decay.powf(progress) / n_features) as f32;
            for &index in &order {
                let (board, label) = &set[index as usize];
                self.learn(board, *label, step);
            }
        }
    }

    /// Moves the weights of a board's patterns towards its label.
    fn learn(&mut self, board: &Board, label: f32, step: f32) {
        let canonical = self.features.canonical();
        let places = self.features.places(board).map(|place| canonical[place as usize] as usize);
        let value: f32 = places.iter().map(|&place| self.weights[place]).sum();
        let change = step * (label - value);
        for place in places {
            self.weights[place] += change;
        }
    }

    /// Returns the mean absolute error in discs.
    pub(crate) fn mean_error(&self, set: &[(Board, f32)]) -> f64 {
        let canonical = self.features.canonical();
        let error = |(board, label): &(Board, f32)| {
            let places = self.features.places(board);
            let value: f32 =
                places.iter().map(|&p| self.weights[canonical[p as usize] as usize]).sum();
            f64::from((value.clamp(-64.0, 64.0) - label).abs())
        };
        set.iter().map(error).sum::<f64>() / set.len().max(1) as f64
    }

    /// Returns the weights in score units, each canonical one in all its places.
    pub(crate) fn units(&self) -> Vec<i16> {
        let unit = |&place: &u32| {
            let units = f64::from(self.weights[place as usize]) * f64::from(Score::PER_DISC);
            units.round().clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT) as i16
        };
        self.features.canonical().iter().map(unit).collect()
    }
}
