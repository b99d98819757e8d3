//! The network in training, with the optimizer Adam.

use std::{array, mem};

use anyhow::Result;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use willow_board::Board;
use willow_eval::Score;
use willow_eval::patterns::{
    FeatureSet, HiddenSums, HiddenWeights, MAX_SUM, N_BANKS, N_EMPTIES, N_FEATURES, N_HIDDEN,
    N_PHASES, OutputLayer, PatternNetwork, bank_of, phase_of,
};

use super::errors::MeanErrors;
use crate::labels::samples::Sample;

/// Larger errors, in discs, are clipped to this.
const LARGEST_ERROR: f32 = 20.0;

/// The factor from an error in discs to a gradient. Adam's epsilon is relative to this scale.
const GRADIENT_SCALE: f32 = 1.0 / 16.0;

/// The factor from a hidden weight of the trainer to an integer weight of the network.
const UNIT_SCALE: f32 = 90.0;

/// The largest absolute hidden weight: the largest byte.
const LARGEST_WEIGHT: f32 = i8::MAX as f32 / UNIT_SCALE;

/// The initial absolute weight of the output layer, in discs: positive for one half of the hidden
/// units.
const INITIAL_OUTPUT_WEIGHT: f32 = 4.0;

/// The factor from an output weight of the trainer to an integer weight of the network.
const OUTPUT_FACTOR: f32 =
    Score::PER_DISC as f32 * OutputLayer::SCALE as f32 / (UNIT_SCALE * UNIT_SCALE);

/// The largest sum of a hidden unit that counts.
const LARGEST_SUM: f32 = MAX_SUM as f32 / UNIT_SCALE;

type Units = [f32; N_HIDDEN];

/// A network in training. The unit of scores is the disc.
pub(super) struct Trainer<'a> {
    features: &'a FeatureSet,
    /// By bank and canonical weight index.
    hidden_weights: Vec<Weights<N_HIDDEN>>,
    /// By number of empties.
    hidden_biases: Vec<Weights<N_HIDDEN>>,
    /// By phase.
    output_weights: Vec<Weights<N_HIDDEN>>,
    /// By phase.
    output_biases: Vec<Weights<1>>,
    /// The weight decay of hidden weights, a part of the learning rate.
    decay: f32,
    /// Whether the first bank of hidden weights serves the whole game.
    banks_are_shared: bool,
    /// Whether the initial hidden weights are random. Those without a gradient are zero in the end then.
    begins_at_random: bool,
    gradients: Gradients,
}

/// The activations of the network for a board.
struct Activation {
    /// The places of the features' weights in `hidden_weights`.
    indices: [u32; N_FEATURES],
    n_empties: usize,
    phase: usize,
    /// The sums of the hidden weights, before they are clipped and squared.
    sums: Units,
    value: f32,
}

impl<'a> Trainer<'a> {
    pub(super) fn new(
        features: &'a FeatureSet,
        decay: f32,
        random: &mut ChaCha8Rng,
    ) -> Trainer<'a> {
        let mut initial = |_| Weights::new(array::from_fn(|_| random.random_range(-0.05..0.05)));
        let output_weight =
            |unit| if unit % 2 == 0 { INITIAL_OUTPUT_WEIGHT } else { -INITIAL_OUTPUT_WEIGHT };
        Trainer {
            features,
            hidden_weights: (0..N_BANKS * features.n_weights()).map(&mut initial).collect(),
            hidden_biases: vec![Weights::new([0.5; N_HIDDEN]); N_EMPTIES],
            output_weights: vec![Weights::new(array::from_fn(output_weight)); N_PHASES],
            output_biases: vec![Weights::new([0.0]); N_PHASES],
            decay,
            banks_are_shared: false,
            begins_at_random: true,
            gradients: Gradients::new(N_BANKS * features.n_weights()),
        }
    }

    /// Begins with the weights of a network.
    pub(super) fn begin_with(&mut self, network: &PatternNetwork) {
        let canonical = self.features.canonical_weight_indices();
        for (bank, vectors) in network.hidden_weights().iter().enumerate() {
            for (vector, &canonical) in vectors.iter().zip(canonical) {
                let index = self.first_weight(bank) + canonical as usize;
                self.hidden_weights[index] =
                    Weights::new(vector.0.map(|weight| f32::from(weight) / UNIT_SCALE));
            }
        }
        for (weights, bias) in self.hidden_biases.iter_mut().zip(network.hidden_biases()) {
            *weights = Weights::new(bias.0.map(|sum| f32::from(sum) / UNIT_SCALE));
        }
        for (phase, layer) in network.output_layers().iter().enumerate() {
            let values = layer.weights.map(|weight| f32::from(weight) / OUTPUT_FACTOR);
            self.output_weights[phase] = Weights::new(values);
            let bias = f32::from(layer.bias) / Score::PER_DISC as f32;
            self.output_biases[phase] = Weights::new([bias]);
        }
        self.begins_at_random = false;
    }

    /// Uses the first bank of hidden weights for the whole game, until the banks are separated.
    pub(super) fn share_banks(&mut self) {
        self.banks_are_shared = true;
    }

    /// Gives every bank the hidden weights of the first one, with their moments, to learn on from there.
    pub(super) fn separate_banks(&mut self) {
        self.banks_are_shared = false;
        let (first, others) = self.hidden_weights.split_at_mut(self.features.n_weights());
        others.chunks_exact_mut(first.len()).for_each(|bank| bank.clone_from_slice(first));
    }

    /// Returns the bank that serves a number of empties.
    fn bank(&self, n_empties: u32) -> usize {
        if self.banks_are_shared { 0 } else { bank_of(n_empties) }
    }

    /// Returns the place of a bank's first weights in `hidden_weights`.
    fn first_weight(&self, bank: usize) -> usize {
        bank * self.features.n_weights()
    }

    /// Returns all parameters and their moments, always in the same order.
    pub(super) fn parameters(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let of_units =
            [&mut self.hidden_weights, &mut self.hidden_biases, &mut self.output_weights];
        let of_units = of_units.into_iter().flatten().flat_map(Weights::parameters);
        of_units.chain(self.output_biases.iter_mut().flat_map(Weights::parameters))
    }

    fn activate(&self, board: &Board) -> Activation {
        let canonical = self.features.canonical_weight_indices();
        let first = self.first_weight(self.bank(board.n_empties())) as u32;
        let indices =
            self.features.weight_indices(board).map(|index| first + canonical[index as usize]);
        let n_empties = board.n_empties() as usize;
        let phase = phase_of(board.n_empties());
        let mut sums = self.hidden_biases[n_empties].values;
        for &index in &indices {
            add(&mut sums, &self.hidden_weights[index as usize].values.map(rounded));
        }
        let weights = &self.output_weights[phase].values;
        let products = sums.iter().zip(weights).map(|(&sum, weight)| activated(sum) * weight);
        let value = self.output_biases[phase].values[0] + products.sum::<f32>();
        Activation { indices, n_empties, phase, sums, value }
    }

    /// Changes the weights by one step of Adam on a batch.
    pub(super) fn learn(&mut self, batch: &[Sample], step: f32) {
        let mut gradients = mem::take(&mut self.gradients);
        gradients.clear();
        for sample in batch {
            let activation = self.activate(&sample.board);
            let error = activation.value - sample.label.discs() as f32;
            let error = error.clamp(-LARGEST_ERROR, LARGEST_ERROR) * GRADIENT_SCALE;
            gradients.add(&activation, &self.output_weights[activation.phase].values, error);
        }
        for (&index, gradient) in gradients.used_indices.iter().zip(&gradients.hidden_weights) {
            let weights = &mut self.hidden_weights[index as usize];
            weights.step(gradient, step, self.decay);
            weights.values = weights.values.map(|w| w.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT));
        }
        let step_all = |of: &mut [Weights<N_HIDDEN>], gradients: &[Units]| {
            of.iter_mut().zip(gradients).for_each(|(weights, g)| weights.step(g, step, 0.0));
        };
        step_all(&mut self.hidden_biases, &gradients.hidden_biases);
        step_all(&mut self.output_weights, &gradients.output_weights);
        for (bias, gradient) in self.output_biases.iter_mut().zip(&gradients.output_biases) {
            bias.step(&[*gradient], step, 0.0);
        }
        self.gradients = gradients;
    }

    pub(super) fn mean_errors(&self, samples: &[Sample]) -> MeanErrors {
        let mut errors = MeanErrors::default();
        for sample in samples {
            let Activation { n_empties, value, .. } = self.activate(&sample.board);
            errors.add(n_empties, value.clamp(-64.0, 64.0) - sample.label.discs() as f32);
        }
        errors
    }

    /// Returns the network with integer weights. Each weight index gets the weights of its
    /// canonical one.
    ///
    /// After random initial weights, a number of empties or a phase with hardly any samples gets the
    /// weights of the nearest one with enough samples. The start, for example, is in no sample.
    pub(super) fn network(&self, provenance: String, samples: &[Sample]) -> Result<PatternNetwork> {
        let (mut of_empties, mut of_phases) = ([0; N_EMPTIES], [0; N_PHASES]);
        for sample in samples {
            let n_empties = sample.board.n_empties();
            of_empties[n_empties as usize] += 1;
            of_phases[phase_of(n_empties)] += 1;
        }
        let trained = |n_samples: &[usize], index| {
            if self.begins_at_random { nearest(n_samples, index) } else { index }
        };
        let integer = |value: f32| value.round().clamp(-32_000.0, 32_000.0) as i16;
        let hidden_weights = array::from_fn(|bank| {
            let first = self.first_weight(if self.banks_are_shared { 0 } else { bank });
            let hidden_weight = |&index: &u32| {
                let weights = &self.hidden_weights[first + index as usize];
                let values = if self.begins_at_random { weights.learned() } else { weights.values };
                HiddenWeights(values.map(|value| (value * UNIT_SCALE).round_ties_even() as i8))
            };
            self.features.canonical_weight_indices().iter().map(hidden_weight).collect()
        });
        let hidden_biases = array::from_fn(|n| {
            let values = self.hidden_biases[trained(&of_empties, n)].values;
            HiddenSums(values.map(|value| integer(value * UNIT_SCALE)))
        });
        let per_disc = Score::PER_DISC as f32;
        let output_layers = array::from_fn(|phase| {
            let phase = trained(&of_phases, phase);
            OutputLayer {
                weights: self.output_weights[phase]
                    .values
                    .map(|value| integer(value * OUTPUT_FACTOR)),
                bias: integer(self.output_biases[phase].values[0] * per_disc),
            }
        });
        Ok(PatternNetwork::new(provenance, hidden_weights, hidden_biases, output_layers)?)
    }
}

/// Returns the index nearest to `index` with enough samples; without any, `index` itself.
fn nearest(n_samples: &[usize], index: usize) -> usize {
    /// With fewer samples, weights stay near their initial values.
    const ENOUGH: usize = 100;
    let learned = (0..n_samples.len()).filter(|&other| ENOUGH <= n_samples[other]);
    learned.min_by_key(|other| other.abs_diff(index)).unwrap_or(index)
}

/// Returns the activation of a hidden unit: the square of its sum, which is clipped before.
fn activated(sum: f32) -> f32 {
    let clipped = sum.clamp(0.0, LARGEST_SUM);
    clipped * clipped
}

/// Returns a hidden weight as the network will have it. Training with rounded weights makes the others fit
/// the errors of rounding; the gradient is that of the exact weight (the straight-through estimator of Bengio,
/// Léonard and Courville, 2013).
fn rounded(weight: f32) -> f32 {
    (weight * UNIT_SCALE).round_ties_even() / UNIT_SCALE
}

fn add(sums: &mut Units, values: &Units) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}

/// Weights with the moments of their gradients.
#[derive(Clone)]
#[repr(align(64))]
struct Weights<const N: usize> {
    values: [f32; N],
    /// The first moment: the decaying mean of the gradients.
    mean: [f32; N],
    /// The second moment: the decaying mean of their squares.
    square: [f32; N],
}

impl<const N: usize> Weights<N> {
    fn new(values: [f32; N]) -> Weights<N> {
        Weights { values, mean: [0.0; N], square: [0.0; N] }
    }

    /// Returns the values, or zeros if there never was a gradient and the values are the random
    /// initial ones.
    fn learned(&self) -> [f32; N] {
        if self.square.iter().any(|&square| 0.0 < square) { self.values } else { [0.0; N] }
    }

    fn parameters(&mut self) -> [&mut [f32]; 3] {
        [&mut self.values, &mut self.mean, &mut self.square]
    }

    /// Changes the weights by one step against a gradient, unless all of it is zero.
    ///
    /// The moments have no bias correction. So the first steps are about three times as large,
    /// which helps weights that are seen a few times only.
    fn step(&mut self, gradient: &[f32; N], step: f32, decay: f32) {
        /// The decay rate of the first moment: Adam's usual one.
        const BETA_1: f32 = 0.9;
        /// The decay rate of the second moment: Adam's usual one.
        const BETA_2: f32 = 0.999;
        /// Limits the steps along tiny gradients.
        const EPSILON: f32 = 0.001;
        if gradient.iter().all(|&g| g == 0.0) {
            return;
        }
        for (i, &g) in gradient.iter().enumerate() {
            self.mean[i] = BETA_1 * self.mean[i] + (1.0 - BETA_1) * g;
            self.square[i] = BETA_2 * self.square[i] + (1.0 - BETA_2) * g * g;
            let direction = self.mean[i] / (self.square[i].sqrt() + EPSILON);
            self.values[i] -= step * (direction + decay * self.values[i]);
        }
    }
}

/// The gradients of a batch: of the hidden weights that the batch uses, and of all other weights.
#[derive(Default)]
struct Gradients {
    /// The weight indices that the batch uses.
    used_indices: Vec<u32>,
    /// The gradients of their hidden weights.
    hidden_weights: Vec<Units>,
    /// For each weight index, its place in `used_indices`. Valid only if that index is there.
    gradient_indices: Vec<u32>,
    hidden_biases: Vec<Units>,
    output_weights: Vec<Units>,
    output_biases: Vec<f32>,
}

impl Gradients {
    fn new(n_weights: usize) -> Gradients {
        Gradients {
            gradient_indices: vec![0; n_weights],
            hidden_biases: vec![[0.0; N_HIDDEN]; N_EMPTIES],
            output_weights: vec![[0.0; N_HIDDEN]; N_PHASES],
            output_biases: vec![0.0; N_PHASES],
            ..Gradients::default()
        }
    }

    fn clear(&mut self) {
        self.used_indices.clear();
        self.hidden_weights.clear();
        self.hidden_biases.fill([0.0; N_HIDDEN]);
        self.output_weights.fill([0.0; N_HIDDEN]);
        self.output_biases.fill(0.0);
    }

    /// Adds the gradients of a board whose value is too large by `error`, in the unit of gradients.
    fn add(&mut self, activation: &Activation, output_weights: &Units, error: f32) {
        let sums = &activation.sums;
        let of_sums: Units = array::from_fn(|unit| match sums[unit] {
            sum if 0.0 < sum && sum < LARGEST_SUM => 2.0 * sum * error * output_weights[unit],
            _ => 0.0,
        });
        for &index in &activation.indices {
            add(self.hidden_gradient(index), &of_sums);
        }
        add(&mut self.hidden_biases[activation.n_empties], &of_sums);
        let of_weights = sums.map(|sum| error * activated(sum));
        add(&mut self.output_weights[activation.phase], &of_weights);
        self.output_biases[activation.phase] += error;
    }

    /// Returns the gradient of a weight index, which is marked as used.
    fn hidden_gradient(&mut self, index: u32) -> &mut Units {
        let gradient_index = &mut self.gradient_indices[index as usize];
        if self.used_indices.get(*gradient_index as usize) != Some(&index) {
            *gradient_index = self.used_indices.len() as u32;
            self.used_indices.push(index);
            self.hidden_weights.push([0.0; N_HIDDEN]);
        }
        &mut self.hidden_weights[*gradient_index as usize]
    }
}
