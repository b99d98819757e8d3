//! The learned weights of the evaluation, embedded in the binary.
//!
//! The file is what `willow lab train` writes; its record, which [`record`] returns, says how it came
//! about.

#![forbid(unsafe_code)]

use std::io::Read;
use std::sync::LazyLock;

use ruzstd::decoding::StreamingDecoder;
use willow_eval::patterns::{PatternEvaluator, PatternWeights};

/// The weights file, compressed by Zstandard.
static FULL: &[u8] = include_bytes!("../full.weights.zst");

static WEIGHTS: LazyLock<PatternWeights> = LazyLock::new(|| {
    let mut bytes = Vec::new();
    let mut decoder = StreamingDecoder::new(FULL).expect("the embedded file is a Zstandard frame");
    decoder.read_to_end(&mut bytes).expect("the embedded file is whole");
    PatternWeights::from_bytes(&bytes).expect("a test reads the embedded file")
});

static EVALUATOR: LazyLock<PatternEvaluator> = LazyLock::new(|| PatternEvaluator::new(&WEIGHTS));

/// Returns the evaluation with the embedded weights, made at the first call.
#[must_use]
pub fn evaluator() -> &'static PatternEvaluator {
    &EVALUATOR
}

/// Returns how the embedded weights came about.
#[must_use]
pub fn record() -> &'static str {
    WEIGHTS.record()
}

#[cfg(test)]
mod tests {
    use willow_board::{Board, Square};
    use willow_eval::Evaluator;

    use super::*;

    #[test]
    fn the_embedded_file_is_read() {
        assert!(record().contains("held out"), "{}", record());
    }

    #[test]
    fn the_start_is_about_even() {
        let score = evaluator().evaluate(&evaluator().init(&Board::START), &Board::START);
        assert!(score.discs().abs() < 6.0, "{score}");
    }

    /// A corner more, in the middle of a real game, is worth several discs.
    #[test]
    fn corners_are_valued() {
        let moves = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8";
        let bare = (0..28).fold(Board::START, |board, place| {
            board.play(moves[2 * place..][..2].parse().unwrap()).expect("the game was legal")
        });
        let with = Board::new(bare.player().with(Square::A1), bare.opponent()).unwrap();
        let value = |board: &Board| evaluator().evaluate(&evaluator().init(board), board).discs();
        assert!(value(&bare) + 3.0 < value(&with), "{} {}", value(&bare), value(&with));
    }
}
