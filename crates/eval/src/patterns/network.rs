//! The weights of the pattern network, and their file format.

use thiserror::Error;

use super::features::FeatureSet;
use super::hidden::{HiddenVector, N_HIDDEN};
use super::phases::N_PHASES;
use super::shapes::N_WEIGHTS;
use crate::ProbCutTable;

/// The first bytes of every file: a name, and a version of the format and the pattern shapes.
const MAGIC: &[u8; 16] = b"willow-network\x00\x04";

/// The number of different numbers of empty squares: 0 to 60.
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
    pub const SCALE_BITS: u32 = 10;
    /// The divisor of the sum of activations times weights.
    pub const SCALE: i32 = 1 << OutputLayer::SCALE_BITS;
}

/// The weights of a pattern network, for all phases. The [module](super) describes the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternNetwork {
    /// How the weights were made, as text.
    provenance: String,
    /// One vector for every weight index.
    hidden_weights: Vec<HiddenVector>,
    /// The biases of the hidden units, by number of empty squares.
    hidden_biases: [HiddenVector; N_EMPTIES],
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
    /// `hidden_weights` must have one vector for each of the [`N_WEIGHTS`] weight indices.
    pub fn new(
        provenance: String,
        hidden_weights: Vec<HiddenVector>,
        hidden_biases: [HiddenVector; N_EMPTIES],
        output_layers: [OutputLayer; N_PHASES],
    ) -> Result<PatternNetwork, NetworkError> {
        if hidden_weights.len() != N_WEIGHTS {
            return Err(NetworkError::WrongWeightCount(hidden_weights.len()));
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
    pub fn quantized(mut self, step: i16, provenance: &str) -> PatternNetwork {
        assert!(0 < step, "the step must be positive");
        for value in self.hidden_weights.iter_mut().flat_map(|vector| &mut vector.0) {
            let rounded = (i32::from(*value) + i32::from(step) / 2).div_euclid(step.into());
            *value = (rounded * i32::from(step)).clamp(-32_000, 32_000) as i16;
        }
        self.provenance.push_str(provenance);
        self
    }

    /// Returns the network between this one and another: every number is moved by `share` of its way to the
    /// other's, and rounded. At 0 it is this network, at 1 the other. `provenance` is appended to the
    /// provenance.
    ///
    /// Of networks that were trained on from the same weights, such a mean often generalises better than
    /// each (Wortsman et al., "Model soups", ICML 2022). The ProbCut table is mixed too, which is only an estimate
    /// until it is measured for the new weights.
    ///
    /// # Panics
    /// If `share` is not between 0 and 1.
    #[must_use]
    pub fn mixed(mut self, other: &PatternNetwork, share: f64, provenance: &str) -> PatternNetwork {
        assert!((0.0..=1.0).contains(&share), "the share must be between 0 and 1");
        let between = |from: i16, to: i16| {
            (f64::from(from) + share * (f64::from(to) - f64::from(from))).round() as i16
        };
        let move_vector = |from: &mut HiddenVector, to: &HiddenVector| {
            from.0 = std::array::from_fn(|unit| between(from.0[unit], to.0[unit]));
        };
        for (from, to) in self.hidden_weights.iter_mut().zip(&other.hidden_weights) {
            move_vector(from, to);
        }
        for (from, to) in self.hidden_biases.iter_mut().zip(&other.hidden_biases) {
            move_vector(from, to);
        }
        for (from, to) in self.output_layers.iter_mut().zip(&other.output_layers) {
            from.weights =
                std::array::from_fn(|unit| between(from.weights[unit], to.weights[unit]));
            from.bias = between(from.bias, to.bias);
        }
        let table = self.probcut_table.numbers().zip(other.probcut_table.numbers());
        let table: Vec<i16> = table.map(|(from, to)| between(from, to)).collect();
        let table = ProbCutTable::from_numbers(&table).expect("both tables have the same length");
        self.with_probcut_table(table, provenance)
    }

    /// Returns the provenance: how the weights were made, as text.
    #[must_use]
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Returns the ProbCut table that was measured for this network.
    #[must_use]
    pub fn probcut_table(&self) -> &ProbCutTable {
        &self.probcut_table
    }

    /// Returns the weights of the hidden units, one vector for every weight index.
    #[must_use]
    pub fn hidden_weights(&self) -> &[HiddenVector] {
        &self.hidden_weights
    }

    /// Returns the biases of the hidden units, by number of empty squares.
    #[must_use]
    pub fn hidden_biases(&self) -> &[HiddenVector; N_EMPTIES] {
        &self.hidden_biases
    }

    /// Returns the output layers of all phases.
    #[must_use]
    pub fn output_layers(&self) -> &[OutputLayer; N_PHASES] {
        &self.output_layers
    }

    /// Returns the bytes of a file.
    ///
    /// The file holds, in this order: the magic, the checksum of the rest, the length of the
    /// provenance, the provenance, and the numbers: the ProbCut table, the output layers, the biases of
    /// the hidden units, and the weights of every canonical weight index, hidden unit by hidden unit.
    /// Checksum and length are little-endian. Of the numbers all low bytes come first, then all high
    /// bytes, as `split` makes them.
    #[must_use]
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
        let canonical = canonical_weights(&FeatureSet::new());
        for unit in 0..N_HIDDEN {
            let of_unit = |&index: &u32| self.hidden_weights[index as usize].0[unit];
            numbers.extend(canonical.iter().map(of_unit));
        }
        body.extend(split(&numbers));
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
        let n_numbers = ProbCutTable::LEN
            + N_PHASES * (N_HIDDEN + 1)
            + N_HIDDEN * (N_EMPTIES + canonical.len());
        let wrong_length = |provenance: usize| NetworkError::WrongLength {
            expected: MAGIC.len() + 12 + provenance + 2 * n_numbers,
            actual: bytes.len(),
        };
        let (sum, body) = rest.split_first_chunk::<8>().ok_or(wrong_length(0))?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(NetworkError::WrongChecksum);
        }
        let (length, rest) = body.split_first_chunk::<4>().ok_or(wrong_length(0))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (provenance, rest) = rest.split_at_checked(length).ok_or(wrong_length(length))?;
        if rest.len() != 2 * n_numbers {
            return Err(wrong_length(length));
        }
        let mut numbers = joined(rest);
        let mut next = || numbers.next().expect("there are as many as counted");
        let table: Vec<i16> = (0..ProbCutTable::LEN).map(|_| next()).collect();
        let probcut_table =
            ProbCutTable::from_numbers(&table).expect("`table` has `ProbCutTable::LEN` numbers");
        let output_layers = std::array::from_fn(|_| OutputLayer {
            weights: std::array::from_fn(|_| next()),
            bias: next(),
        });
        let hidden_biases = std::array::from_fn(|_| HiddenVector(std::array::from_fn(|_| next())));
        let mut hidden_weights = vec![HiddenVector::default(); N_WEIGHTS];
        for unit in 0..N_HIDDEN {
            for &index in &canonical {
                hidden_weights[index as usize].0[unit] = next();
            }
        }
        for (index, &canonical) in features.canonical_weight_indices().iter().enumerate() {
            hidden_weights[index] = hidden_weights[canonical as usize];
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
        let vector = |&index: &u32| {
            HiddenVector(std::array::from_fn(|unit| (index as i16).wrapping_mul(unit as i16)))
        };
        let hidden_weights = features.canonical_weight_indices().iter().map(vector).collect();
        let output_layers = std::array::from_fn(|phase| OutputLayer {
            weights: [phase as i16 - 7; N_HIDDEN],
            bias: phase as i16,
        });
        let bias = |empties| HiddenVector(std::array::from_fn(|unit| (unit * empties) as i16));
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
        for (exact, quantized) in exact.hidden_weights.iter().zip(&quantized.hidden_weights) {
            for (&exact, &quantized) in exact.0.iter().zip(&quantized.0) {
                let exact = exact.clamp(-32_000, 32_000);
                assert!(
                    quantized % 8 == 0 && exact.abs_diff(quantized) <= 4,
                    "{exact} {quantized}"
                );
            }
        }
    }

    #[test]
    fn a_mixed_network_lies_between_both() {
        let (first, other) = (sample(), sample().quantized(64, ""));
        assert_eq!(first.clone().mixed(&other, 0.0, ""), first);
        let moved = first.clone().mixed(&other, 1.0, "");
        assert_eq!(moved.hidden_weights, other.hidden_weights);
        let mixed = first.clone().mixed(&other, 0.25, ", mixed");
        assert_eq!(mixed.provenance(), "a test, mixed");
        let numbers = |network: &PatternNetwork, index: usize| network.hidden_weights[index].0[3];
        for index in (0..N_WEIGHTS).step_by(101) {
            let [from, to, between] =
                [&first, &other, &mixed].map(|of| f64::from(numbers(of, index)));
            assert!((from + 0.25 * (to - from) - between).abs() <= 0.5, "{from} {to} {between}");
        }
    }

    #[test]
    fn all_layers_of_a_mixed_network_are_mixed() {
        let network = |value: i16| {
            let layer = OutputLayer { weights: [value; N_HIDDEN], bias: value };
            let vector = HiddenVector([value; N_HIDDEN]);
            let weights = vec![vector; N_WEIGHTS];
            PatternNetwork::new(String::new(), weights, [vector; N_EMPTIES], [layer; N_PHASES])
                .unwrap()
        };
        assert_eq!(network(100).mixed(&network(-300), 0.5, ""), network(-100));
        assert_eq!(network(i16::MIN).mixed(&network(i16::MAX), 1.0, ""), network(i16::MAX));
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
