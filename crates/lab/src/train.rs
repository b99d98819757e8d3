//! Training the pattern network, by stochastic gradient descent on the squared error.
//!
//! All phases are trained together: they share the rows of the patterns and differ in their readouts
//! only, so that a pattern seen in one phase is known in the others. The step is normalised by what it
//! changes (58 rows add up, times the readout's factors), and larger for rows that were seen seldom. Errors beyond `LARGEST_ERROR` count as that: they are accidents that no pattern explains.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use willow_board::Board;
use willow_eval::Score;
use willow_eval::patterns::{
    FeatureSet, N_FEATURES, N_HIDDEN, N_PHASES, PatternNetwork, Readout, Row, phase_of,
};

use crate::samples::{self, Sample};

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions {
    /// How often every sample is seen.
    pub epochs: u32,
    /// The part of an error that one sample corrects, at the beginning.
    pub first_step: f64,
    /// The same at the end; between them it falls geometrically.
    pub last_step: f64,
    /// The greatest number of samples of each file, held-out ones included.
    pub samples_per_file: usize,
    /// The seed of the first weights and of the order in which samples are seen.
    pub seed: u64,
}

impl Default for TrainOptions {
    fn default() -> TrainOptions {
        TrainOptions {
            epochs: 16,
            first_step: 0.25,
            last_step: 0.003,
            samples_per_file: usize::MAX,
            seed: 1,
        }
    }
}

/// The largest error in discs that is corrected as such.
const LARGEST_ERROR: f32 = 20.0;

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
    let mut trainer = Trainer::new(&features, &mut random);
    let decay = options.last_step / options.first_step;
    for epoch in 0..options.epochs {
        training.shuffle(&mut random);
        let part = f64::from(epoch) / f64::from(options.epochs.max(2) - 1);
        let step = (options.first_step * decay.powf(part)) as f32;
        for sample in &training {
            trainer.learn(sample, step);
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

/// A network in training. Rows belong to the canonical places of patterns; the unit of scores is the
/// disc.
struct Trainer<'a> {
    features: &'a FeatureSet,
    rows: Vec<Units>,
    /// How often every row was seen.
    seen: Vec<f32>,
    hidden_bias: Units,
    factors: [Units; N_PHASES],
    bias: [f32; N_PHASES],
}

/// What a network makes of a board.
struct Activation {
    places: [u32; N_FEATURES],
    phase: usize,
    /// The sums of rows, before negative ones become zero.
    sums: Units,
    value: f32,
}

impl<'a> Trainer<'a> {
    fn new(features: &'a FeatureSet, random: &mut ChaCha8Rng) -> Trainer<'a> {
        let mut row = |_| std::array::from_fn(|_| random.random_range(-0.05..0.05));
        let factor = |unit| if unit % 2 == 0 { FIRST_FACTOR } else { -FIRST_FACTOR };
        Trainer {
            features,
            rows: (0..features.n_weights()).map(&mut row).collect(),
            seen: vec![0.0; features.n_weights()],
            hidden_bias: [0.5; N_HIDDEN],
            factors: [std::array::from_fn(factor); N_PHASES],
            bias: [0.0; N_PHASES],
        }
    }

    fn activate(&self, board: &Board) -> Activation {
        let canonical = self.features.canonical();
        let places = self.features.places(board).map(|place| canonical[place as usize]);
        let mut sums = self.hidden_bias;
        for &place in &places {
            let row = &self.rows[place as usize];
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        let phase = phase_of(board.n_empties());
        let products = sums.iter().zip(&self.factors[phase]).map(|(sum, f)| sum.max(0.0) * f);
        Activation { places, phase, sums, value: self.bias[phase] + products.sum::<f32>() }
    }

    /// Moves the weights that a board uses towards its label.
    fn learn(&mut self, sample: &Sample, step: f32) {
        /// What keeps steps finite where hardly any unit is active.
        const FLOOR: f32 = 8.0;
        /// Readouts change for all boards of a phase at once: in smaller steps.
        const READOUT_STEP: f32 = 0.002;
        const BIAS_STEP: f32 = 0.0005;
        let Activation { places, phase, sums, value } = self.activate(&sample.board);
        let error = (f32::from(sample.label) - value).clamp(-LARGEST_ERROR, LARGEST_ERROR);
        let factors = &mut self.factors[phase];
        let active = |sum: f32| f32::from(u8::from(0.0 < sum));
        let reach: f32 = sums.iter().zip(&*factors).map(|(&sum, f)| active(sum) * f * f).sum();
        let boosts = places.map(|place| {
            let seen = &mut self.seen[place as usize];
            *seen += 1.0;
            rare_boost(*seen)
        });
        let row_step = step * error / (total_boost(&places, &boosts) * (reach + FLOOR));
        let change: Units =
            std::array::from_fn(|unit| active(sums[unit]) * factors[unit] * row_step);
        for (place, boost) in places.into_iter().zip(boosts) {
            let row = &mut self.rows[place as usize];
            row.iter_mut().zip(change).for_each(|(value, c)| *value += c * boost);
        }
        let strength: f32 = sums.iter().map(|sum| sum.max(0.0).powi(2)).sum();
        let readout_step = READOUT_STEP * step * error / (strength + FLOOR / 2.0);
        for unit in 0..N_HIDDEN {
            factors[unit] += readout_step * sums[unit].max(0.0);
            self.hidden_bias[unit] += change[unit];
        }
        self.bias[phase] += BIAS_STEP * step * error;
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
        let rows = self.features.canonical().iter().map(|&c| row(&self.rows[c as usize])).collect();
        let per_disc = Score::PER_DISC as f32;
        let factor = per_disc * Readout::SCALE as f32 / UNIT_SCALE;
        let readouts = std::array::from_fn(|phase| Readout {
            factors: self.factors[phase].map(|value| integer(value * factor)),
            bias: integer(self.bias[phase] * per_disc),
        });
        Ok(PatternNetwork::new(record, rows, row(&self.hidden_bias), readouts)?)
    }
}

/// Returns how much larger the step of a row is that was seen so often.
fn rare_boost(seen: f32) -> f32 {
    1.0 + 3.0 / (1.0 + 0.02 * seen)
}

/// Returns by how much more a step changes the sum of rows than it changes one row that is not boosted:
/// a pattern that occurs twice on a board is moved twice and counts twice.
fn total_boost(places: &[u32; N_FEATURES], boosts: &[f32; N_FEATURES]) -> f32 {
    /// Features of one shape, which alone can have equal places, lie so close together.
    const MOST_OCCURRENCES: usize = 8;
    let mut total: f32 = boosts.iter().sum();
    for distance in 1..MOST_OCCURRENCES {
        for feature in distance..N_FEATURES {
            if places[feature] == places[feature - distance] {
                total += boosts[feature] + boosts[feature - distance];
            }
        }
    }
    total
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
        let options = TrainOptions { epochs: 300, last_step: 0.3, ..TrainOptions::default() };
        let network = train(&[path], options, &mut |_| ()).unwrap();
        let evaluator = willow_eval::patterns::PatternEvaluator::new(&network);
        for sample in few {
            let value = evaluator.evaluate(&evaluator.init(&sample.board), &sample.board);
            assert!((value.discs() - f64::from(sample.label)).abs() < 2.0, "{value} {sample:?}");
        }
    }
}
