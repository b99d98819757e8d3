//! The learned weights of the evaluation, embedded in the binary.
//!
//! `willow lab train` writes the file. [`provenance`] returns its text on how the weights were made. The
//! web client has the same weights: `cargo xtask web` takes them from the same file.

use std::io::Read;
use std::sync::LazyLock;

use crate::patterns::{NetworkError, PatternEvaluator, PatternNetwork};
use ruzstd::decoding::StreamingDecoder;
use thiserror::Error;

/// The weights file, compressed by Zstandard.
static COMPRESSED: &[u8] = include_bytes!("../full.weights.zst");

static WEIGHTS: LazyLock<PatternNetwork> =
    LazyLock::new(|| decode(COMPRESSED).expect("a test reads the embedded file"));

/// The reason why a compressed weights file cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes are not a whole Zstandard frame.
    #[error("not a file compressed by Zstandard, or the file is damaged")]
    Compression,
    /// The decompressed bytes are not weights.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// Reads a compressed file of weights, as `willow lab` writes it.
///
/// # Errors
/// The bytes must be a whole, undamaged file of this version.
pub fn decode(compressed: &[u8]) -> Result<PatternNetwork, DecodeError> {
    let mut decoder = StreamingDecoder::new(compressed).map_err(|_| DecodeError::Compression)?;
    let mut bytes = Vec::new();
    decoder.read_to_end(&mut bytes).map_err(|_| DecodeError::Compression)?;
    Ok(PatternNetwork::from_bytes(&bytes)?)
}

static EVALUATOR: LazyLock<PatternEvaluator> = LazyLock::new(|| PatternEvaluator::new(&WEIGHTS));

/// Returns the evaluation with the embedded weights. The first call makes it.
pub fn evaluator() -> &'static PatternEvaluator {
    &EVALUATOR
}

/// Returns the embedded weights.
pub fn weights() -> &'static PatternNetwork {
    &WEIGHTS
}

/// Returns the provenance of the embedded weights: how they were made.
pub fn provenance() -> &'static str {
    WEIGHTS.provenance()
}

#[cfg(test)]
mod tests {
    use crate::Evaluator;
    use willow_board::{Board, Square};

    use super::*;

    #[test]
    fn the_embedded_file_is_valid() {
        assert!(provenance().contains("held out"), "{}", provenance());
    }

    /// Who opens the analysis in a browser waits for this file.
    #[test]
    fn the_embedded_file_is_small() {
        assert!(COMPRESSED.len() < 5_300_000, "{}", COMPRESSED.len());
    }

    #[test]
    fn other_bytes_are_rejected() {
        assert!(matches!(decode(b"GIF89a"), Err(DecodeError::Compression)));
        let half = &COMPRESSED[..COMPRESSED.len() / 2];
        assert!(decode(half).is_err());
    }

    /// The start is a draw (H. Takizawa, "Othello is Solved", 2023). The network values it at -0.8 discs, earlier
    /// ones at -1.6 and +5.9.
    #[test]
    fn the_start_is_valued_within_a_disc_of_a_draw() {
        let score = evaluator().evaluate(&evaluator().init(&Board::START), &Board::START);
        assert!(score.discs().abs() < 1.0, "{score}");
    }

    /// One more corner in the middle of a real game is worth several discs.
    #[test]
    fn corners_are_valued() {
        let moves = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8";
        let bare = (0..28).fold(Board::START, |board, ply| {
            board.play(moves[2 * ply..][..2].parse().unwrap()).expect("the game was legal")
        });
        let with = Board::new(bare.player().with(Square::A1), bare.opponent()).unwrap();
        let value = |board: &Board| evaluator().evaluate(&evaluator().init(board), board).discs();
        assert!(value(&bare) + 3.0 < value(&with), "{} {}", value(&bare), value(&with));
    }
}
