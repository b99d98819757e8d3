//! Training the pattern network: Adam (Kingma and Ba 2015) on the squared error, over small batches.
//!
//! All phases are trained together: they share the rows of the features and differ in their readouts
//! only, so that a pattern seen in one phase is known in the others. A batch changes only the rows that
//! its boards use, and only their moments: a rare row makes steps as large as
//! a frequent one. Every change also shrinks the row a little, which
//! held-out samples reward. Errors beyond `LARGEST_ERROR` count as that: they are accidents that no pattern
//! explains.

use std::f64::consts::PI;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{array, mem};

use anyhow::{Result, ensure};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use willow_board::Board;
use willow_eval::Score;
use willow_eval::patterns::{
    FeatureSet, N_EMPTIES, N_FEATURES, N_HIDDEN, N_PHASES, PatternNetwork, Readout, Row, phase_of,
};

use crate::samples::{self, Sample};

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions {
    /// How often every sample is seen.
    pub epochs: u32,
    /// The step of Adam at the beginning; it falls to zero along a cosine.
    pub step: f64,
    /// The part of a row, times the step, by which every change shrinks it.
    pub decay: f64,
    /// The greatest number of samples of each file, held-out ones included.
    pub samples_per_file: usize,
    /// The seed of the first weights and of the order in which samples are seen.
    pub seed: u64,
}

impl Default for TrainOptions {
    fn default() -> TrainOptions {
        TrainOptions { epochs: 8, step: 0.001, decay: 0.1, samples_per_file: usize::MAX, seed: 1 }
    }
}

/// The number of samples whose gradients are added up before weights change.
const BATCH: usize = 512;

/// The largest error in discs that is corrected as such.
const LARGEST_ERROR: f32 = 20.0;

/// What makes a gradient of an error in discs: the scale on which steps have a floor.
const GRADIENT_SCALE: f32 = 1.0 / 16.0;

/// How many numbers in a row make one of the trainer's.
const UNIT_SCALE: f32 = 256.0;

/// What a factor of a readout is at first, in discs: positive for one half of the hidden units.
const FIRST_FACTOR: f32 = 4.0;

/// Trains a network on files of samples. `progress` is told the errors, in discs, on trained and
/// held-out samples.
///
/// # Errors
/// The files must be readable and hold samples.
pub fn train(
    files: &[PathBuf],
    options: TrainOptions,
    progress: &mut dyn FnMut(&str),
) -> Result<PatternNetwork> {
    let mut all = Vec::new();
    for file in files {
        all.extend(samples::read(file)?.into_iter().take(options.samples_per_file));
    }
    let (held_out, mut training): (Vec<Sample>, Vec<Sample>) =
        all.into_iter().partition(|sample| sample.held_out);
    ensure!(!training.is_empty(), "there is nothing to train on");
    progress(&format!("{} positions to train on, {} held out", training.len(), held_out.len()));
    let features = FeatureSet::new();
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let mut trainer = Trainer::new(&features, options.decay as f32, &mut random);
    let n_batches = training.len().div_ceil(BATCH) * options.epochs as usize;
    let mut n_done = 0;
    for epoch in 0..options.epochs {
        training.shuffle(&mut random);
        for batch in training.chunks(BATCH) {
            let part = n_done as f64 / n_batches as f64;
            let step = options.step * f64::midpoint(1.0, (PI * part).cos());
            trainer.learn(batch, step as f32);
            n_done += 1;
        }
        let errors = trainer.mean_errors(&held_out);
        progress(&format!("epoch {}: mean error {:.3} discs held out", epoch + 1, errors.of_all()));
    }
    let (trained, held_out) = (trainer.mean_errors(&training), trainer.mean_errors(&held_out));
    let mut report = format!("{} positions\n{options:?}\n", training.len());
    writeln!(
        report,
        "mean error {:.3} trained, {:.3} held out",
        trained.of_all(),
        held_out.of_all()
    )?;
    for phase in 0..N_PHASES {
        let (trained, held_out) = (trained.of_phase(phase), held_out.of_phase(phase));
        writeln!(report, "phase {phase:2}: {trained:.3} discs trained, {held_out:.3} held out")?;
    }
    progress(&report);
    trainer.network(report)
}

/// Returns the bytes of a weights file, compressed by Zstandard.
#[must_use]
pub fn compressed(network: &PatternNetwork) -> Vec<u8> {
    compress_to_vec(network.to_bytes().as_slice(), CompressionLevel::Fastest)
}

type Units = [f32; N_HIDDEN];

/// A network in training. Rows belong to the canonical places of features; the unit of scores is the
/// disc.
struct Trainer<'a> {
    features: &'a FeatureSet,
    rows: Vec<Weights<N_HIDDEN>>,
    hidden_biases: Vec<Weights<N_HIDDEN>>,
    factors: Vec<Weights<N_HIDDEN>>,
    biases: Vec<Weights<1>>,
    /// What a row loses at every change, as a part of it and of the step.
    decay: f32,
    gradients: Gradients,
}

/// What a network makes of a board.
struct Activation {
    /// The canonical places of the features.
    places: [u32; N_FEATURES],
    n_empties: usize,
    phase: usize,
    /// The sums of rows, before negative ones become zero.
    sums: Units,
    value: f32,
}

impl<'a> Trainer<'a> {
    fn new(features: &'a FeatureSet, decay: f32, random: &mut ChaCha8Rng) -> Trainer<'a> {
        let mut row = |_| Weights::new(array::from_fn(|_| random.random_range(-0.05..0.05)));
        let factor = |unit| if unit % 2 == 0 { FIRST_FACTOR } else { -FIRST_FACTOR };
        Trainer {
            features,
            rows: (0..features.n_weights()).map(&mut row).collect(),
            hidden_biases: vec![Weights::new([0.5; N_HIDDEN]); N_EMPTIES],
            factors: vec![Weights::new(array::from_fn(factor)); N_PHASES],
            biases: vec![Weights::new([0.0]); N_PHASES],
            decay,
            gradients: Gradients::new(features.n_weights()),
        }
    }

    fn activate(&self, board: &Board) -> Activation {
        let canonical = self.features.canonical();
        let places = self.features.places(board).map(|place| canonical[place as usize]);
        let n_empties = board.n_empties() as usize;
        let phase = phase_of(board.n_empties());
        let mut sums = self.hidden_biases[n_empties].values;
        for &place in &places {
            add(&mut sums, &self.rows[place as usize].values);
        }
        let factors = &self.factors[phase].values;
        let products = sums.iter().zip(factors).map(|(sum, factor)| sum.max(0.0) * factor);
        let value = self.biases[phase].values[0] + products.sum::<f32>();
        Activation { places, n_empties, phase, sums, value }
    }

    /// Moves the weights that the boards of a batch use towards their labels.
    fn learn(&mut self, batch: &[Sample], step: f32) {
        let mut gradients = mem::take(&mut self.gradients);
        gradients.clear();
        for sample in batch {
            let activation = self.activate(&sample.board);
            let error = activation.value - f32::from(sample.label);
            let error = error.clamp(-LARGEST_ERROR, LARGEST_ERROR) * GRADIENT_SCALE;
            gradients.add(&activation, &self.factors[activation.phase].values, error);
        }
        for (&place, gradient) in gradients.places.iter().zip(&gradients.rows) {
            self.rows[place as usize].step(gradient, step, self.decay);
        }
        let whole = |of: &mut [Weights<N_HIDDEN>], gradients: &[Units]| {
            of.iter_mut().zip(gradients).for_each(|(weights, g)| weights.step(g, step, 0.0));
        };
        whole(&mut self.hidden_biases, &gradients.hidden_biases);
        whole(&mut self.factors, &gradients.factors);
        for (bias, gradient) in self.biases.iter_mut().zip(&gradients.biases) {
            bias.step(&[*gradient], step, 0.0);
        }
        self.gradients = gradients;
    }

    fn mean_errors(&self, samples: &[Sample]) -> MeanErrors {
        let mut errors = MeanErrors::default();
        for sample in samples {
            let Activation { phase, value, .. } = self.activate(&sample.board);
            let error = (value.clamp(-64.0, 64.0) - f32::from(sample.label)).abs();
            errors.sums[phase].0 += f64::from(error);
            errors.sums[phase].1 += 1.0;
        }
        errors
    }

    /// Returns the network in integers, each canonical row in all its places.
    fn network(&self, record: String) -> Result<PatternNetwork> {
        let integer = |value: f32| value.round().clamp(-32_000.0, 32_000.0) as i16;
        let row = |values: &Units| Row(values.map(|value| integer(value * UNIT_SCALE)));
        let canonical = self.features.canonical();
        let rows = canonical.iter().map(|&c| row(&self.rows[c as usize].values)).collect();
        let hidden_biases = array::from_fn(|n| row(&self.hidden_biases[n].values));
        let per_disc = Score::PER_DISC as f32;
        let factor = per_disc * Readout::SCALE as f32 / UNIT_SCALE;
        let readouts = array::from_fn(|phase| Readout {
            factors: self.factors[phase].values.map(|value| integer(value * factor)),
            bias: integer(self.biases[phase].values[0] * per_disc),
        });
        Ok(PatternNetwork::new(record, rows, hidden_biases, readouts)?)
    }
}

fn add(sums: &mut Units, values: &Units) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}

/// Weights with the moments of their gradients.
#[derive(Clone)]
#[repr(align(64))]
struct Weights<const N: usize> {
    values: [f32; N],
    /// The decaying mean of the gradients.
    mean: [f32; N],
    /// The decaying mean of their squares.
    square: [f32; N],
}

impl<const N: usize> Weights<N> {
    fn new(values: [f32; N]) -> Weights<N> {
        Weights { values, mean: [0.0; N], square: [0.0; N] }
    }

    /// Makes a step against a gradient; one of zeroes throughout is none. The moments are not corrected
    /// for their beginning at zero: the first steps are about three times as large for it, which rows that
    /// are seen a few times only need.
    fn step(&mut self, gradient: &[f32; N], step: f32, decay: f32) {
        /// How much of the means stays.
        const KEEP_MEAN: f32 = 0.9;
        const KEEP_SQUARE: f32 = 0.999;
        /// What keeps steps along tiny gradients small.
        const FLOOR: f32 = 0.001;
        if gradient.iter().all(|&g| g == 0.0) {
            return;
        }
        for (i, &g) in gradient.iter().enumerate() {
            self.mean[i] = KEEP_MEAN * self.mean[i] + (1.0 - KEEP_MEAN) * g;
            self.square[i] = KEEP_SQUARE * self.square[i] + (1.0 - KEEP_SQUARE) * g * g;
            let direction = self.mean[i] / (self.square[i].sqrt() + FLOOR);
            self.values[i] -= step * (direction + decay * self.values[i]);
        }
    }
}

/// The gradients of a batch: of the rows that it uses, and of all other weights.
#[derive(Default)]
struct Gradients {
    /// The places of the rows that were used.
    places: Vec<u32>,
    /// Their gradients.
    rows: Vec<Units>,
    /// Where in `rows` the gradient of a place is; stale if `places` says otherwise.
    index: Vec<u32>,
    hidden_biases: Vec<Units>,
    factors: Vec<Units>,
    biases: Vec<f32>,
}

impl Gradients {
    fn new(n_rows: usize) -> Gradients {
        Gradients {
            index: vec![0; n_rows],
            hidden_biases: vec![[0.0; N_HIDDEN]; N_EMPTIES],
            factors: vec![[0.0; N_HIDDEN]; N_PHASES],
            biases: vec![0.0; N_PHASES],
            ..Gradients::default()
        }
    }

    fn clear(&mut self) {
        self.places.clear();
        self.rows.clear();
        self.hidden_biases.fill([0.0; N_HIDDEN]);
        self.factors.fill([0.0; N_HIDDEN]);
        self.biases.fill(0.0);
    }

    /// Adds those of a board whose value is too large by `error`, in the gradients' unit.
    fn add(&mut self, activation: &Activation, factors: &Units, error: f32) {
        let sums = &activation.sums;
        let of_sums: Units = array::from_fn(|unit| match sums[unit] {
            sum if 0.0 < sum => error * factors[unit],
            _ => 0.0,
        });
        for &place in &activation.places {
            add(self.row(place), &of_sums);
        }
        add(&mut self.hidden_biases[activation.n_empties], &of_sums);
        let of_factors = sums.map(|sum| error * sum.max(0.0));
        add(&mut self.factors[activation.phase], &of_factors);
        self.biases[activation.phase] += error;
    }

    fn row(&mut self, place: u32) -> &mut Units {
        let index = &mut self.index[place as usize];
        if self.places.get(*index as usize) != Some(&place) {
            *index = self.places.len() as u32;
            self.places.push(place);
            self.rows.push([0.0; N_HIDDEN]);
        }
        &mut self.rows[*index as usize]
    }
}

/// Sums of absolute errors and numbers of samples, by phase.
#[derive(Default)]
struct MeanErrors {
    sums: [(f64, f64); N_PHASES],
}

impl MeanErrors {
    fn of_phase(&self, phase: usize) -> f64 {
        let (sum, count) = self.sums[phase];
        sum / count.max(1.0)
    }

    fn of_all(&self) -> f64 {
        let (sums, counts): (Vec<f64>, Vec<f64>) = self.sums.iter().copied().unzip();
        sums.iter().sum::<f64>() / counts.iter().sum::<f64>().max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Square;
    use willow_eval::Evaluator;

    use super::*;

    /// On a handful of positions the error falls far below what it was.
    #[test]
    fn it_learns() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.samples");
        let after = |square: Square| Board::START.play(square).unwrap();
        let sample = |board, label| Sample { board, label, held_out: false };
        let few = [sample(Board::START, 10), sample(after(Square::F5), -20)];
        samples::write(&path, &few).unwrap();
        let options = TrainOptions { epochs: 2000, step: 0.002, ..TrainOptions::default() };
        let network = train(&[path], options, &mut |_| ()).unwrap();
        let evaluator = willow_eval::patterns::PatternEvaluator::new(&network);
        for sample in few {
            let value = evaluator.evaluate(&evaluator.init(&sample.board), &sample.board);
            assert!((value.discs() - f64::from(sample.label)).abs() < 2.0, "{value} {sample:?}");
        }
    }
}
