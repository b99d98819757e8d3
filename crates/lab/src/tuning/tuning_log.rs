//! The log of a tuning run: the result of every game or search is appended as soon as it is known.
//!
//! A text file: the options in the first line as JSON, an integer in each of the others. The steps
//! have a fixed order, so they need no numbers.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use willow_files::AppendLog;

/// The results of a run so far, and the log that keeps them.
#[derive(Debug)]
pub struct TuningLog {
    results: Vec<i32>,
    log: AppendLog,
}

impl TuningLog {
    /// Opens the log of a run with these options, or creates it.
    ///
    /// # Errors
    /// The file must be writable, and the log of a run with the same options if it exists.
    pub fn open<T: Serialize + DeserializeOwned + PartialEq>(
        path: &Path,
        options: &T,
    ) -> Result<TuningLog> {
        let heading = serde_json::to_string(options)?;
        let (log, text) = AppendLog::open(path, &heading, |first| {
            let found: T =
                serde_json::from_str(first).context("line 1: not the file of a tuning run")?;
            ensure!(found == *options, "the file holds a run with other options");
            Ok::<(), anyhow::Error>(())
        })?;
        let results = (1..).zip(text.lines()).skip(1).map(|(number, line)| {
            let wrong = || format!("{}: line {number}: not a result", path.display());
            line.parse().with_context(wrong)
        });
        Ok(TuningLog { results: results.collect::<Result<Vec<i32>>>()?, log })
    }

    /// Returns the results, in the order of the steps.
    #[must_use]
    pub fn results(&self) -> &[i32] {
        &self.results
    }

    /// Appends the result of the next step.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn add(&mut self, result: i32) -> Result<()> {
        self.log.append(&result.to_string())?;
        self.results.push(result);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::tuning::genetic::GeneticOptions;

    #[test]
    fn a_log_is_continued_after_its_last_complete_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let options = GeneticOptions {
            population: 4,
            generations: 2,
            playoff: 1,
            pairs: 1,
            depth: 1,
            seed: 3,
        };
        let mut log = TuningLog::open(&path, &options).unwrap();
        log.add(-12).unwrap();
        log.add(64).unwrap();
        drop(log);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text + "-3").unwrap();
        let mut log = TuningLog::open(&path, &options).unwrap();
        assert_eq!(log.results(), [-12, 64]);
        log.add(5).unwrap();
        drop(log);
        assert_eq!(TuningLog::open(&path, &options).unwrap().results(), [-12, 64, 5]);
        let other = GeneticOptions { seed: 99, ..options };
        let error = TuningLog::open(&path, &other).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.contains("other options"), "{error}");
        fs::write(&path, "rubbish\n1\n").unwrap();
        assert!(TuningLog::open(&path, &options).is_err());
        fs::write(&path, "{\"popul").unwrap();
        assert!(TuningLog::open(&path, &options).unwrap().results().is_empty());
    }
}
