//! The weights of the pattern network, and their file format.

use thiserror::Error;

use super::features::FeatureSet;
use super::hidden::{HiddenSums, HiddenWeights, N_HIDDEN};
use super::phases::{N_BANKS, N_PHASES};
use super::shapes::N_WEIGHTS;
use crate::ProbCutTable;

/// The first bytes of every file: a name, and a version of the format and the pattern shapes.
const MAGIC: &[u8; 16] = b"willow-network\x00\x06";

/// The number of different numbers of empties: 0 to 60.
pub const N_EMPTIES: usize = 61;

/// The output layer of one phase: makes a score of the activations of the hidden units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct OutputLayer {
    /// The weight of each hidden unit, in [`OutputLayer::SCALE`]ths of a score unit for the side to move.
    pub weights: [i16; N_HIDDEN],
    /// The bias in score units, for the side to move.
    pub bias: i16,
}

impl OutputLayer {
    /// The binary logarithm of [`OutputLayer::SCALE`].
    pub const SCALE_BITS: u32 = 13;
    /// The divisor of the sum of activations times weights.
    pub const SCALE: i32 = 1 << OutputLayer::SCALE_BITS;
}

/// The weights of a pattern network, for all phases. The [module](super) describes the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternNetwork {
    /// How the weights were made, as text.
    provenance: String,
    /// By bank, the weights of every weight index.
    hidden_weights: [Vec<HiddenWeights>; N_BANKS],
    /// The biases of the hidden units, by number of empties.
    hidden_biases: [HiddenSums; N_EMPTIES],
    output_layers: [OutputLayer; N_PHASES],
    probcut_table: ProbCutTable,
}

/// The bytes or weights are not a network of this evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The first bytes are not those of a weights file of this version.
    #[error("not a weights file of this version")]
    WrongMagic,
    /// The file is too short or too long.
    #[error("{actual} bytes where {expected} are expected")]
    WrongLength {
        /// The expected number of bytes.
        expected: usize,
        /// The actual number of bytes.
        actual: usize,
    },
    /// The checksum does not match: the bytes were changed after they were written.
    #[error("the checksum is wrong: the file is damaged")]
    WrongChecksum,
    /// The number of weight vectors is wrong.
    #[error("{0} weight vectors where {N_WEIGHTS} are expected")]
    WrongWeightCount(usize),
}

impl PatternNetwork {
    /// Returns a network. `provenance` says how the weights were made.
    ///
    /// # Errors
    /// Each bank of `hidden_weights` must have one vector for each of the [`N_WEIGHTS`] weight indices.
    pub fn new(
        provenance: String,
        hidden_weights: [Vec<HiddenWeights>; N_BANKS],
        hidden_biases: [HiddenSums; N_EMPTIES],
        output_layers: [OutputLayer; N_PHASES],
    ) -> Result<PatternNetwork, NetworkError> {
        if let Some(bank) = hidden_weights.iter().find(|bank| bank.len() != N_WEIGHTS) {
            return Err(NetworkError::WrongWeightCount(bank.len()));
        }
        let probcut_table = ProbCutTable::default();
        Ok(PatternNetwork {
            provenance,
            hidden_weights,
            hidden_biases,
            output_layers,
            probcut_table,
        })
    }

    /// Returns the network with a ProbCut table that was measured for it. `provenance` is appended
    /// to the provenance.
    #[must_use]
    pub fn with_probcut_table(
        mut self,
        probcut_table: ProbCutTable,
        provenance: &str,
    ) -> PatternNetwork {
        self.probcut_table = probcut_table;
        self.provenance.push_str(provenance);
        self
    }

    /// Returns the network with its hidden weights rounded to multiples of `step`, so that its file
    /// compresses to a smaller size. `provenance` is appended to the provenance.
    ///
    /// The rounding errors of the 68 features add up in each accumulator. Each error is uniform
    /// over a step, so the sum has a standard deviation of 2.4 steps.
    ///
    /// # Panics
    /// If `step` is not positive.
    #[must_use]
    pub fn quantized(mut self, step: i8, provenance: &str) -> PatternNetwork {
        assert!(0 < step, "the step must be positive");
        let (step, largest) = (i32::from(step), i32::from(i8::MAX));
        for value in self.hidden_weights.iter_mut().flatten().flat_map(|vector| &mut vector.0) {
            let rounded = nearest_multiple(i32::from(*value), step);
            *value = rounded.clamp(-largest, largest) as i8;
        }
        self.provenance.push_str(provenance);
        self
    }

    /// Returns the provenance: how the weights were made, as text.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Returns the ProbCut table that was measured for this network.
    pub fn probcut_table(&self) -> &ProbCutTable {
        &self.probcut_table
    }

    /// Returns the weights of the hidden units by bank, one vector for every weight index.
    pub fn hidden_weights(&self) -> &[Vec<HiddenWeights>; N_BANKS] {
        &self.hidden_weights
    }

    /// Returns the biases of the hidden units, by number of empties.
    pub fn hidden_biases(&self) -> &[HiddenSums; N_EMPTIES] {
        &self.hidden_biases
    }

    /// Returns the output layers of all phases.
    pub fn output_layers(&self) -> &[OutputLayer; N_PHASES] {
        &self.output_layers
    }

    /// Returns the bytes of a file.
    ///
    /// The file holds, in this order: the magic, the checksum of the rest, the length of the
    /// provenance, the provenance, the numbers and the bytes. The numbers are the ProbCut table, the output
    /// layers and the biases of the hidden units; all their low bytes come first, then all high bytes, as
    /// `split` makes them. The bytes are the weights of every canonical weight index, bank by bank and
    /// hidden unit by hidden unit. All banks but the first are written as differences, modulo 256, from the
    /// bank before: banks that were trained on from the same weights differ little. Checksum and length are
    /// little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend((self.provenance.len() as u32).to_le_bytes());
        body.extend(self.provenance.as_bytes());
        let mut numbers: Vec<i16> = self.probcut_table.numbers().collect();
        for layer in &self.output_layers {
            numbers.extend(layer.weights);
            numbers.push(layer.bias);
        }
        numbers.extend(self.hidden_biases.iter().flat_map(|bias| bias.0));
        body.extend(split(&numbers));
        let canonical = canonical_weights(&FeatureSet::new());
        for (bank, weights) in self.hidden_weights.iter().enumerate() {
            let before = bank.checked_sub(1).map(|before| &self.hidden_weights[before]);
            for unit in 0..N_HIDDEN {
                let of_unit = |&index: &u32| {
                    let before = before.map_or(0, |weights| weights[index as usize].0[unit]);
                    weights[index as usize].0[unit].wrapping_sub(before).cast_unsigned()
                };
                body.extend(canonical.iter().map(of_unit));
            }
        }
        [&MAGIC[..], &checksum(&body).to_le_bytes(), &body].concat()
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The bytes must be a whole, undamaged file of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatternNetwork, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::WrongMagic)?;
        let features = FeatureSet::new();
        let canonical = canonical_weights(&features);
        let n_numbers = ProbCutTable::LEN + N_PHASES * (N_HIDDEN + 1) + N_HIDDEN * N_EMPTIES;
        let n_bytes = 2 * n_numbers + N_BANKS * N_HIDDEN * canonical.len();
        let wrong_length = |provenance: usize| NetworkError::WrongLength {
            expected: MAGIC.len() + 12 + provenance + n_bytes,
            actual: bytes.len(),
        };
        let (sum, body) = rest.split_first_chunk::<8>().ok_or(wrong_length(0))?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(NetworkError::WrongChecksum);
        }
        let (length, rest) = body.split_first_chunk::<4>().ok_or(wrong_length(0))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (provenance, rest) = rest.split_at_checked(length).ok_or(wrong_length(length))?;
        if rest.len() != n_bytes {
            return Err(wrong_length(length));
        }
        let (numbers, weights) = rest.split_at(2 * n_numbers);
        let mut numbers = joined(numbers);
        let mut next = || numbers.next().expect("there are as many as counted");
        let table: Vec<i16> = (0..ProbCutTable::LEN).map(|_| next()).collect();
        let probcut_table =
            ProbCutTable::from_numbers(&table).expect("`table` has `ProbCutTable::LEN` numbers");
        let output_layers = std::array::from_fn(|_| OutputLayer {
            weights: std::array::from_fn(|_| next()),
            bias: next(),
        });
        let hidden_biases = std::array::from_fn(|_| HiddenSums(std::array::from_fn(|_| next())));
        let mut hidden_weights = read_banks(weights, &canonical);
        for bank in &mut hidden_weights {
            for (index, &canonical) in features.canonical_weight_indices().iter().enumerate() {
                bank[index] = bank[canonical as usize];
            }
        }
        let provenance = String::from_utf8_lossy(provenance).into_owned();
        Ok(PatternNetwork {
            provenance,
            hidden_weights,
            hidden_biases,
            output_layers,
            probcut_table,
        })
    }
}

/// Reads the weights of the canonical weight indices of all banks. The other weights are zero.
fn read_banks(bytes: &[u8], canonical: &[u32]) -> [Vec<HiddenWeights>; N_BANKS] {
    let mut of_units = bytes.chunks_exact(canonical.len());
    let mut before = vec![HiddenWeights::default(); N_WEIGHTS];
    std::array::from_fn(|_| {
        for (unit, differences) in of_units.by_ref().take(N_HIDDEN).enumerate() {
            for (&index, &difference) in canonical.iter().zip(differences) {
                let weight = &mut before[index as usize].0[unit];
                *weight = weight.wrapping_add(difference.cast_signed());
            }
        }
        before.clone()
    })
}

/// Returns the multiple of `step` that is nearest to `value`. Halves go to the even multiple: if all went up,
/// 68 of them would make a bias in every accumulator.
const fn nearest_multiple(value: i32, step: i32) -> i32 {
    let (below, twice_the_rest) = (value.div_euclid(step), 2 * value.rem_euclid(step));
    let is_up = step < twice_the_rest || (step == twice_the_rest && below % 2 != 0);
    (below + is_up as i32) * step
}

/// Returns numbers as bytes that compress well: the low bytes of all, then the high bytes. Most weights
/// are near zero, so the sign is moved from the highest bit to the lowest: 0, -1, 1, -2, 2 and so on
/// become 0, 1, 2, 3, 4.
fn split(numbers: &[i16]) -> Vec<u8> {
    let folded = |&number: &i16| ((number << 1) ^ (number >> 15)).to_le_bytes();
    let low = numbers.iter().map(|number| folded(number)[0]);
    low.chain(numbers.iter().map(|number| folded(number)[1])).collect()
}

/// Returns the numbers of [`split`].
fn joined(bytes: &[u8]) -> impl Iterator<Item = i16> {
    let (low, high) = bytes.split_at(bytes.len() / 2);
    low.iter().zip(high).map(|(&low, &high)| {
        let folded = u16::from_le_bytes([low, high]);
        (folded >> 1) as i16 ^ -((folded & 1) as i16)
    })
}

/// Returns the canonical weight indices in order, each once.
fn canonical_weights(features: &FeatureSet) -> Vec<u32> {
    let canonical = features.canonical_weight_indices().iter().enumerate();
    canonical.filter(|&(index, &canonical)| index == canonical as usize).map(|(_, &c)| c).collect()
}

/// Returns the 64-bit FNV-1a hash of the bytes.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> PatternNetwork {
        let features = FeatureSet::new();
        let hidden_weights = std::array::from_fn(|bank| {
            let weight = |index: u32, unit| ((index as usize + bank) * unit % 255) as i16 - 127;
            let vector =
                |&index: &u32| HiddenWeights(std::array::from_fn(|unit| weight(index, unit) as i8));
            features.canonical_weight_indices().iter().map(vector).collect()
        });
        let output_layers = std::array::from_fn(|phase| OutputLayer {
            weights: [phase as i16 - 7; N_HIDDEN],
            bias: phase as i16,
        });
        let bias = |empties| HiddenSums(std::array::from_fn(|unit| (unit * empties) as i16));
        let biases = std::array::from_fn(bias);
        PatternNetwork::new("a test".to_owned(), hidden_weights, biases, output_layers).unwrap()
    }

    #[test]
    fn a_network_is_read_back_from_its_file() {
        assert_eq!(PatternNetwork::from_bytes(&sample().to_bytes()), Ok(sample()));
    }

    #[test]
    fn every_number_is_joined_as_it_was_split() {
        let numbers: Vec<i16> = (i16::MIN..=i16::MAX).collect();
        assert!(joined(&split(&numbers)).eq(numbers));
        assert_eq!(split(&[0, -1, 1, 200]), [0, 1, 2, 144, 0, 0, 0, 1]);
    }

    #[test]
    fn quantized_weights_are_the_nearest_multiples() {
        let (exact, quantized) = (sample(), sample().quantized(8, ", quantized"));
        assert_eq!(quantized.provenance(), "a test, quantized");
        let numbers = |network: PatternNetwork| {
            network.hidden_weights.into_iter().flatten().flat_map(|vector| vector.0)
        };
        for (exact, quantized) in numbers(exact).zip(numbers(quantized)) {
            let multiple = quantized % 8 == 0 || quantized.abs() == i8::MAX;
            assert!(multiple && exact.abs_diff(quantized) <= 4, "{exact} {quantized}");
        }
    }

    /// The sum of 68 rounded weights must not be larger on average than that of the exact ones.
    #[test]
    fn quantized_weights_have_no_bias() {
        for step in [2, 3, 4, 8] {
            let bias: i32 = (-64..=64).map(|value| nearest_multiple(value, step) - value).sum();
            assert_eq!(bias, 0, "step {step}");
        }
    }

    #[test]
    fn damaged_and_other_files_are_rejected() {
        let good = sample().to_bytes();
        assert_eq!(PatternNetwork::from_bytes(b"GIF89a"), Err(NetworkError::WrongMagic));
        assert_eq!(PatternNetwork::from_bytes(&[]), Err(NetworkError::WrongMagic));
        for offset in [16, 30, 1000, good.len() - 1] {
            let mut bad = good.clone();
            bad[offset] ^= 1;
            assert_eq!(
                PatternNetwork::from_bytes(&bad),
                Err(NetworkError::WrongChecksum),
                "{offset}"
            );
        }
        assert!(PatternNetwork::from_bytes(&good[..good.len() - 2]).is_err());
        assert!(PatternNetwork::from_bytes(&good[..20]).is_err());
    }
}
