//! The weights of a pattern evaluation and the file that holds them.

use thiserror::Error;

use super::shapes::N_WEIGHTS;
use crate::ErrorTable;

/// The number of phases: a phase is four discs of the game.
pub const N_PHASES: usize = 15;

/// Begins every file: the name, and the version of the format with its set of shapes.
const MAGIC: &[u8; 16] = b"willow-patterns\x02";

/// The weights of all phases, in units of [`Score`](crate::Score).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternWeights {
    /// What is known of how the weights came about, for people.
    record: String,
    /// One weight for every pattern, phase after phase.
    weights: Vec<i16>,
    /// How far searches with these weights err.
    errors: ErrorTable,
}

/// The bytes are not the weights of this evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
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
    /// There is not one weight for each pattern and phase.
    #[error("{0} weights are not what the shapes need")]
    Count(usize),
}

/// Returns the phase of a board with so many empty squares.
#[must_use]
#[inline]
pub const fn phase_of(n_empties: u32) -> usize {
    let played = 60u32.saturating_sub(n_empties) as usize;
    let phase = played / 4;
    if phase < N_PHASES { phase } else { N_PHASES - 1 }
}

impl PatternWeights {
    /// Returns weights, phase after phase, with a record of their origin.
    ///
    /// # Errors
    /// There must be as many as the shapes and phases need.
    pub fn new(record: String, weights: Vec<i16>) -> Result<PatternWeights, WeightsError> {
        if weights.len() == N_PHASES * N_WEIGHTS {
            Ok(PatternWeights { record, weights, errors: ErrorTable::default() })
        } else {
            Err(WeightsError::Count(weights.len()))
        }
    }

    /// Returns what is known of how the weights came about.
    #[must_use]
    pub fn record(&self) -> &str {
        &self.record
    }

    /// Returns the same weights with other errors, measured for them, and more in the record.
    #[must_use]
    pub fn with_errors(mut self, errors: ErrorTable, record: &str) -> PatternWeights {
        self.errors = errors;
        self.record.push_str(record);
        self
    }

    /// Returns how far searches with these weights err.
    #[must_use]
    pub fn errors(&self) -> &ErrorTable {
        &self.errors
    }

    /// Returns the weights, phase after phase.
    #[must_use]
    pub fn weights(&self) -> &[i16] {
        &self.weights
    }

    /// Returns the bytes of a file: the magic, the checksum of what follows, the length of the
    /// record, the record, the errors, and the weights, all integers with their lowest byte first.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend((self.record.len() as u32).to_le_bytes());
        body.extend(self.record.as_bytes());
        body.extend(self.errors.units().flat_map(u16::to_le_bytes));
        body.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        [&MAGIC[..], &checksum(&body).to_le_bytes(), &body].concat()
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The bytes must be a whole, undamaged file of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<PatternWeights, WeightsError> {
        let (magic, rest) = bytes.split_at_checked(MAGIC.len()).ok_or(WeightsError::Foreign)?;
        if magic != MAGIC {
            return Err(WeightsError::Foreign);
        }
        let expected = ErrorTable::LEN + N_PHASES * N_WEIGHTS;
        let length = |record: usize| MAGIC.len() + 12 + record + 2 * expected;
        let wrong_length =
            |record| WeightsError::Length { expected: length(record), actual: bytes.len() };
        let (sum, body) = rest.split_first_chunk::<8>().ok_or(wrong_length(0))?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(WeightsError::Damaged);
        }
        let (record_len, rest) = body.split_first_chunk::<4>().ok_or(wrong_length(0))?;
        let record_len = u32::from_le_bytes(*record_len) as usize;
        let (record, rest) = rest.split_at_checked(record_len).ok_or(wrong_length(record_len))?;
        if rest.len() != 2 * expected {
            return Err(wrong_length(record_len));
        }
        let (errors, weights) = rest.split_at(2 * ErrorTable::LEN);
        let units: Vec<u16> =
            errors.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let weight = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        Ok(PatternWeights {
            record: String::from_utf8_lossy(record).into_owned(),
            weights: weights.chunks_exact(2).map(weight).collect(),
            errors: ErrorTable::from_units(&units).ok_or(wrong_length(record_len))?,
        })
    }
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

    fn sample() -> PatternWeights {
        let n_weights = N_PHASES * N_WEIGHTS;
        let weights = (0..n_weights).map(|place| (place % 1000) as i16 - 500).collect();
        PatternWeights::new("a test".to_owned(), weights).unwrap()
    }

    #[test]
    fn weights_survive_their_file() {
        assert_eq!(PatternWeights::from_bytes(&sample().to_bytes()), Ok(sample()));
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let good = sample().to_bytes();
        assert_eq!(PatternWeights::from_bytes(b"GIF89a"), Err(WeightsError::Foreign));
        assert_eq!(PatternWeights::from_bytes(&[]), Err(WeightsError::Foreign));
        for place in [16, 30, 1000, good.len() - 1] {
            let mut bad = good.clone();
            bad[place] ^= 1;
            assert_eq!(PatternWeights::from_bytes(&bad), Err(WeightsError::Damaged), "{place}");
        }
        assert!(PatternWeights::from_bytes(&good[..good.len() - 2]).is_err());
        assert!(PatternWeights::from_bytes(&good[..20]).is_err());
        assert_eq!(PatternWeights::new(String::new(), vec![0]), Err(WeightsError::Count(1)));
    }

    #[test]
    fn phases_cover_the_game() {
        assert_eq!((phase_of(60), phase_of(57), phase_of(56)), (0, 0, 1));
        assert_eq!((phase_of(1), phase_of(0), phase_of(64)), (14, 14, 0));
    }
}
