//! Files of weights that players name in their SPECs.

use std::path::Path;
use std::{fs, io};

use thiserror::Error;
use willow_eval::patterns::PatternEvaluator;
use willow_eval::weights::DecodeError;

use crate::file_cache::FileCache;

/// The reason why a file has no weights to play with.
#[derive(Debug, Error)]
#[error(transparent)]
pub(crate) enum WeightsError {
    Io(#[from] io::Error),
    Decode(#[from] DecodeError),
}

/// Returns the evaluation with the weights of a file, which is read once.
///
/// # Errors
/// The file cannot be read, or has no weights.
pub(crate) fn evaluator(path: &Path) -> Result<&'static PatternEvaluator, WeightsError> {
    static EVALUATORS: FileCache<PatternEvaluator> = FileCache::new();
    let read = |path: &Path| -> Result<PatternEvaluator, WeightsError> {
        Ok(PatternEvaluator::new(&willow_eval::weights::decode(&fs::read(path)?)?))
    };
    EVALUATORS.get(path, read)
}

#[cfg(test)]
mod tests {
    use willow_board::Board;
    use willow_eval::Evaluator;

    use super::*;
    use crate::{BuildContext, PlayerSpec, build_player};

    #[test]
    fn a_player_takes_its_weights_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.zst");
        let bytes = include_bytes!("../../../eval/full.weights.zst");
        fs::write(&path, bytes).unwrap();
        let spec: PlayerSpec =
            format!("willow:depth=1,weights={}", path.display()).parse().unwrap();
        assert!(build_player(&spec, &BuildContext::default()).is_ok());
        let read = evaluator(&path).unwrap();
        let value = |of: &PatternEvaluator| of.evaluate(&of.init(&Board::START), &Board::START);
        assert_eq!(value(read), value(willow_eval::weights::evaluator()));
        // The file is not read again.
        fs::remove_file(&path).unwrap();
        assert!(std::ptr::eq(evaluator(&path).unwrap(), read));
    }

    #[test]
    fn what_is_no_file_of_weights_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.zst");
        let error = || {
            let spec = format!("willow:weights={}", path.display()).parse().unwrap();
            build_player(&spec, &BuildContext::default()).err().unwrap().to_string()
        };
        assert!(error().contains("a file of weights"), "{}", error());
        fs::write(&path, b"something else").unwrap();
        assert!(error().contains("not a file compressed by Zstandard"), "{}", error());
        let both = "willow:eval=learned,weights=w.zst".parse().unwrap();
        assert!(build_player(&both, &BuildContext::default()).is_err());
    }
}
