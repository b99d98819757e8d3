//! Fingerprints: work that was interrupted goes on only with the same samples and weights.

use sha2::{Digest, Sha256};
use willow_eval::Evaluator as _;
use willow_eval::patterns::{PatternEvaluator, PatternNetwork};

use crate::labels::samples::Sample;

/// Returns a digest of samples with their labels and static values. It differs for other samples and for
/// other weights.
pub(crate) fn of_samples<'a>(
    samples: impl IntoIterator<Item = &'a Sample>,
    evaluator: &PatternEvaluator,
) -> u64 {
    let mut digest = Sha256::new();
    for Sample { board, label, .. } in samples {
        let value = evaluator.evaluate(&evaluator.init(board), board);
        for bits in [board.player().bits(), board.opponent().bits()] {
            digest.update(bits.to_le_bytes());
        }
        digest.update(label.units().to_le_bytes());
        digest.update(value.units().to_le_bytes());
    }
    beginning(digest)
}

/// Returns a digest of weights.
pub fn of_weights(network: &PatternNetwork) -> u64 {
    beginning(Sha256::new_with_prefix(network.to_bytes()))
}

/// Returns the first bytes of a digest. They are written as 16 hexadecimal digits.
fn beginning(digest: Sha256) -> u64 {
    digest.finalize().iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}
