//! The weights of the pattern network and the file that holds them.

use thiserror::Error;

use super::features::FeatureSet;
use super::phases::N_PHASES;
use super::shapes::N_WEIGHTS;
use crate::ErrorTable;

/// The number of hidden units: the values in the row of a pattern.
pub const N_HIDDEN: usize = 16;

/// Begins every file: the name, and the version of the format with its set of shapes.
const MAGIC: &[u8; 16] = b"willow-network\x00\x03";

/// The numbers of empty squares that there are: 0 to 60.
pub const N_EMPTIES: usize = 61;

/// What the values of one pattern add to the hidden units. Half a cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct Row(pub [i16; N_HIDDEN]);

/// How the hidden units of a phase become a score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct Readout {
    /// The factor of each unit, in [`Readout::SCALE`]ths of a score unit.
    pub factors: [i16; N_HIDDEN],
    /// What is added, in score units.
    pub bias: i16,
}

impl Readout {
    /// What the sum of units times factors is divided by, as a number of bits.
    pub const SCALE_BITS: u32 = 10;
    /// What the sum of units times factors is divided by.
    pub const SCALE: i32 = 1 << Readout::SCALE_BITS;
}

/// The largest value of a hidden unit: so many of them times any factor stay within 32 bits.
pub const LARGEST_UNIT: i16 = 4095;

/// A network over the patterns, for all phases.
///
/// Every value of a feature has a row of [`N_HIDDEN`] numbers, whatever the phase; the rows of the
/// features of a board and the bias of its number of empty squares are added up, negative sums become zero (and large ones [`LARGEST_UNIT`]), and
/// the phase's readout makes a score of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternNetwork {
    /// What is known of how the weights came about, for people.
    record: String,
    /// One row for every value of every feature.
    rows: Vec<Row>,
    /// What is added to the sum of rows, by the number of empty squares.
    hidden_biases: [Row; N_EMPTIES],
    readouts: [Readout; N_PHASES],
    errors: ErrorTable,
}

/// The bytes are not a network of this evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The first bytes are those of something else.
    #[error("not a weights file of this version")]
    Foreign,
    /// The bytes end early or go on too long.
    #[error("{actual} bytes where {expected} are expected")]
    Length {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        actual: usize,
    },
    /// The bytes were changed after they were written.
    #[error("the checksum is wrong: the file is damaged")]
    Damaged,
    /// There is not one row for each value of a feature.
    #[error("{0} rows are not what the features need")]
    Count(usize),
}

impl PatternNetwork {
    /// Returns a network, with a record of its origin.
    ///
    /// # Errors
    /// There must be as many rows as the features have values.
    pub fn new(
        record: String,
        rows: Vec<Row>,
        hidden_biases: [Row; N_EMPTIES],
        readouts: [Readout; N_PHASES],
    ) -> Result<PatternNetwork, NetworkError> {
        if rows.len() != N_WEIGHTS {
            return Err(NetworkError::Count(rows.len()));
        }
        Ok(PatternNetwork { record, rows, hidden_biases, readouts, errors: ErrorTable::default() })
    }

    /// Returns the same network with other errors, measured for it, and more in the record.
    #[must_use]
    pub fn with_errors(mut self, errors: ErrorTable, record: &str) -> PatternNetwork {
        self.errors = errors;
        self.record.push_str(record);
        self
    }

    /// Returns a coarser network, whose file becomes smaller when it is compressed: the numbers of the rows
    /// are rounded to multiples of `step`, which must be positive.
    ///
    /// What is lost: the sum of the features' rounding errors, in a hidden unit a standard deviation of
    /// 2.4 steps (68 errors, each evenly spread over a step).
    ///
    /// # Panics
    /// If `step` is not positive.
    #[must_use]
    pub fn coarsened(mut self, step: i16, record: &str) -> PatternNetwork {
        assert!(0 < step, "a step is positive");
        for value in self.rows.iter_mut().flat_map(|row| &mut row.0) {
            let rounded = (i32::from(*value) + i32::from(step) / 2).div_euclid(step.into());
            *value = (rounded * i32::from(step)).clamp(-32_000, 32_000) as i16;
        }
        self.record.push_str(record);
        self
    }

    /// Returns what is known of how the weights came about.
    #[must_use]
    pub fn record(&self) -> &str {
        &self.record
    }

    /// Returns how far searches with this network err.
    #[must_use]
    pub fn errors(&self) -> &ErrorTable {
        &self.errors
    }

    /// Returns the rows of all values, feature after feature.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns what is added to the sum of rows, by the number of empty squares.
    #[must_use]
    pub fn hidden_biases(&self) -> &[Row; N_EMPTIES] {
        &self.hidden_biases
    }

    /// Returns the readouts of all phases.
    #[must_use]
    pub fn readouts(&self) -> &[Readout; N_PHASES] {
        &self.readouts
    }

    /// Returns the bytes of a file: the magic, the checksum of what follows, the length of the
    /// record, the record, the errors, the readouts, the biases of the hidden units, and one row for
    /// each value of a feature and its mirror images, hidden unit by hidden unit; all integers with their
    /// lowest byte first.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend((self.record.len() as u32).to_le_bytes());
        body.extend(self.record.as_bytes());
        body.extend(self.errors.numbers().flat_map(i16::to_le_bytes));
        for readout in &self.readouts {
            body.extend(readout.factors.iter().flat_map(|factor| factor.to_le_bytes()));
            body.extend(readout.bias.to_le_bytes());
        }
        let biases = self.hidden_biases.iter().flat_map(|bias| bias.0);
        body.extend(biases.flat_map(i16::to_le_bytes));
        let places = canonical_places(&FeatureSet::new());
        for unit in 0..N_HIDDEN {
            let of_unit = places.iter().map(|&place| self.rows[place as usize].0[unit]);
            body.extend(of_unit.flat_map(i16::to_le_bytes));
        }
        [&MAGIC[..], &checksum(&body).to_le_bytes(), &body].concat()
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The bytes must be a whole, undamaged file of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatternNetwork, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Foreign)?;
        let features = FeatureSet::new();
        let places = canonical_places(&features);
        let n_numbers =
            ErrorTable::LEN + N_PHASES * (N_HIDDEN + 1) + N_HIDDEN * (N_EMPTIES + places.len());
        let wrong_length = |record: usize| NetworkError::Length {
            expected: MAGIC.len() + 12 + record + 2 * n_numbers,
            actual: bytes.len(),
        };
        let (sum, body) = rest.split_first_chunk::<8>().ok_or(wrong_length(0))?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(NetworkError::Damaged);
        }
        let (length, rest) = body.split_first_chunk::<4>().ok_or(wrong_length(0))?;
        let length = u32::from_le_bytes(*length) as usize;
        let (record, rest) = rest.split_at_checked(length).ok_or(wrong_length(length))?;
        if rest.len() != 2 * n_numbers {
            return Err(wrong_length(length));
        }
        let mut numbers = rest.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || numbers.next().expect("there are as many as counted");
        let of_table: Vec<i16> = (0..ErrorTable::LEN).map(|_| next()).collect();
        let errors = ErrorTable::from_numbers(&of_table).expect("a table has so many numbers");
        let readouts = std::array::from_fn(|_| Readout {
            factors: std::array::from_fn(|_| next()),
            bias: next(),
        });
        let hidden_biases = std::array::from_fn(|_| Row(std::array::from_fn(|_| next())));
        let mut rows = vec![Row::default(); N_WEIGHTS];
        for unit in 0..N_HIDDEN {
            for &place in &places {
                rows[place as usize].0[unit] = next();
            }
        }
        for (place, &canonical) in features.canonical().iter().enumerate() {
            rows[place] = rows[canonical as usize];
        }
        let record = String::from_utf8_lossy(record).into_owned();
        Ok(PatternNetwork { record, rows, hidden_biases, readouts, errors })
    }
}

/// Returns the places of the rows that stand for themselves and their mirror images.
fn canonical_places(features: &FeatureSet) -> Vec<u32> {
    let own = features.canonical().iter().enumerate();
    own.filter(|&(place, &canonical)| place == canonical as usize).map(|(_, &c)| c).collect()
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
        let row =
            |&place: &u32| Row(std::array::from_fn(|h| (place as i16).wrapping_mul(h as i16)));
        let rows = features.canonical().iter().map(row).collect();
        let readouts = std::array::from_fn(|phase| Readout {
            factors: [phase as i16 - 7; N_HIDDEN],
            bias: phase as i16,
        });
        let bias = |empties| Row(std::array::from_fn(|h| (h * empties) as i16));
        let biases = std::array::from_fn(bias);
        PatternNetwork::new("a test".to_owned(), rows, biases, readouts).unwrap()
    }

    #[test]
    fn networks_survive_their_file() {
        assert_eq!(PatternNetwork::from_bytes(&sample().to_bytes()), Ok(sample()));
    }

    #[test]
    fn coarse_numbers_are_the_nearest_multiples() {
        let (fine, coarse) = (sample(), sample().coarsened(8, ", coarser"));
        assert_eq!(coarse.record(), "a test, coarser");
        for (fine, coarse) in fine.rows.iter().zip(&coarse.rows) {
            for (&fine, &coarse) in fine.0.iter().zip(&coarse.0) {
                let fine = fine.clamp(-32_000, 32_000);
                assert!(coarse % 8 == 0 && fine.abs_diff(coarse) <= 4, "{fine} {coarse}");
            }
        }
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let good = sample().to_bytes();
        assert_eq!(PatternNetwork::from_bytes(b"GIF89a"), Err(NetworkError::Foreign));
        assert_eq!(PatternNetwork::from_bytes(&[]), Err(NetworkError::Foreign));
        for place in [16, 30, 1000, good.len() - 1] {
            let mut bad = good.clone();
            bad[place] ^= 1;
            assert_eq!(PatternNetwork::from_bytes(&bad), Err(NetworkError::Damaged), "{place}");
        }
        assert!(PatternNetwork::from_bytes(&good[..good.len() - 2]).is_err());
        assert!(PatternNetwork::from_bytes(&good[..20]).is_err());
    }
}
