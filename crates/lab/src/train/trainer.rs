//! The network in training, and a step of Adam.

use std::{array, mem};

use anyhow::Result;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use willow_board::Board;
use willow_eval::Score;
use willow_eval::patterns::{
    FeatureSet, HiddenVector, N_EMPTIES, N_FEATURES, N_HIDDEN, N_PHASES, OutputLayer,
    PatternNetwork, phase_of,
};

use super::errors::MeanErrors;
use crate::samples::Sample;

/// The largest error in discs that is corrected as such.
const LARGEST_ERROR: f32 = 20.0;

/// What makes a gradient of an error in discs: the scale on which steps have a floor.
const GRADIENT_SCALE: f32 = 1.0 / 16.0;

/// How many numbers in a row make one of the trainer's.
const UNIT_SCALE: f32 = 256.0;

/// What a factor of a readout is at first, in discs: positive for one half of the hidden units.
const FIRST_FACTOR: f32 = 4.0;

type Units = [f32; N_HIDDEN];

/// A network in training. Rows belong to the canonical places of features; the unit of scores is the
/// disc.
pub(super) struct Trainer<'a> {
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
    pub(super) fn new(
        features: &'a FeatureSet,
        decay: f32,
        random: &mut ChaCha8Rng,
    ) -> Trainer<'a> {
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

    /// Returns all numbers that training has changed, always in the same order.
    pub(super) fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let of_units = [&mut self.rows, &mut self.hidden_biases, &mut self.factors];
        let of_units = of_units.into_iter().flatten().flat_map(Weights::numbers);
        of_units.chain(self.biases.iter_mut().flat_map(Weights::numbers))
    }

    fn activate(&self, board: &Board) -> Activation {
        let canonical = self.features.canonical_weight_indices();
        let places = self.features.weight_indices(board).map(|place| canonical[place as usize]);
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
    pub(super) fn learn(&mut self, batch: &[Sample], step: f32) {
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

    pub(super) fn mean_errors(&self, samples: &[Sample]) -> MeanErrors {
        let mut errors = MeanErrors::default();
        for sample in samples {
            let Activation { n_empties, value, .. } = self.activate(&sample.board);
            errors.add(n_empties, value.clamp(-64.0, 64.0) - f32::from(sample.label));
        }
        errors
    }

    /// Returns the network in integers, each canonical row in all its places. What belongs to a number of
    /// empty squares or to a phase that hardly any of the samples had (the start is in none) is that of
    /// the nearest one.
    pub(super) fn network(&self, record: String, samples: &[Sample]) -> Result<PatternNetwork> {
        let (mut of_empties, mut of_phases) = ([0; N_EMPTIES], [0; N_PHASES]);
        for sample in samples {
            let n_empties = sample.board.n_empties();
            of_empties[n_empties as usize] += 1;
            of_phases[phase_of(n_empties)] += 1;
        }
        let integer = |value: f32| value.round().clamp(-32_000.0, 32_000.0) as i16;
        let row = |values: &Units| HiddenVector(values.map(|value| integer(value * UNIT_SCALE)));
        let canonical = self.features.canonical_weight_indices();
        let rows = canonical.iter().map(|&c| row(&self.rows[c as usize].learned())).collect();
        let hidden_biases =
            array::from_fn(|n| row(&self.hidden_biases[nearest(&of_empties, n)].values));
        let per_disc = Score::PER_DISC as f32;
        let factor = per_disc * OutputLayer::SCALE as f32 / UNIT_SCALE;
        let output_layers = array::from_fn(|phase| {
            let phase = nearest(&of_phases, phase);
            OutputLayer {
                weights: self.factors[phase].values.map(|value| integer(value * factor)),
                bias: integer(self.biases[phase].values[0] * per_disc),
            }
        });
        Ok(PatternNetwork::new(record, rows, hidden_biases, output_layers)?)
    }
}

/// Returns the index nearest to `index` with enough samples; without any, `index` itself.
fn nearest(n_samples: &[usize], index: usize) -> usize {
    /// With fewer, weights stay near those that training begins with.
    const ENOUGH: usize = 100;
    let learned = (0..n_samples.len()).filter(|&other| ENOUGH <= n_samples[other]);
    learned.min_by_key(|other| other.abs_diff(index)).unwrap_or(index)
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

    /// Returns the values, or zeroes if there never was a gradient: then they are what chance began
    /// with.
    fn learned(&self) -> [f32; N] {
        if self.square.iter().any(|&square| 0.0 < square) { self.values } else { [0.0; N] }
    }

    fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        self.values.iter_mut().chain(&mut self.mean).chain(&mut self.square)
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
