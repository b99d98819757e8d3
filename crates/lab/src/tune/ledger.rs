//! The finished games of a tuning run, on disk as soon as they are over.
//!
//! A text file: the options in the first line as JSON, a game's result in discs in each of the others.
//! Games have a fixed order, so that their numbers need not stand there. A line that a crash cut off
//! is dropped when the run goes on.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::growing_file::GrowingFile;

/// The results of a run so far, and the file that keeps them.
#[derive(Debug)]
pub struct Ledger {
    results: Vec<i32>,
    file: GrowingFile,
}

impl Ledger {
    /// Opens the ledger of a run with these options, or begins it.
    ///
    /// # Errors
    /// The file must be writable, and what it holds must be a run with the same options.
    pub fn open<T: Serialize + DeserializeOwned + PartialEq>(
        path: &Path,
        options: &T,
    ) -> Result<Ledger> {
        let heading = serde_json::to_string(options)?;
        let (file, text) = GrowingFile::open(path, &heading, |first| {
            let head: T =
                serde_json::from_str(first).context("line 1: not the file of a tuning run")?;
            ensure!(head == *options, "the file holds a run with other options");
            Ok(())
        })?;
        let results = (1..).zip(text.lines()).skip(1).map(|(number, line)| {
            let wrong = || format!("{}: line {number}: not a result in discs", path.display());
            line.parse().with_context(wrong)
        });
        Ok(Ledger { results: results.collect::<Result<Vec<i32>>>()?, file })
    }

    /// Returns the results, in the order of the games.
    #[must_use]
    pub fn results(&self) -> &[i32] {
        &self.results
    }

    /// Keeps the result of the next game.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn add(&mut self, discs: i32) -> Result<()> {
        self.file.add(&discs.to_string())?;
        self.results.push(discs);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::tune::genetic::GeneticOptions;

    #[test]
    fn a_run_goes_on_after_its_last_whole_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let options = GeneticOptions::default();
        let mut ledger = Ledger::open(&path, &options).unwrap();
        ledger.add(-12).unwrap();
        ledger.add(64).unwrap();
        drop(ledger);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text + "-3").unwrap();
        let mut ledger = Ledger::open(&path, &options).unwrap();
        assert_eq!(ledger.results(), [-12, 64]);
        ledger.add(5).unwrap();
        drop(ledger);
        assert_eq!(Ledger::open(&path, &options).unwrap().results(), [-12, 64, 5]);
        let other = GeneticOptions { seed: 99, ..options };
        let error = Ledger::open(&path, &other).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.contains("other options"), "{error}");
        fs::write(&path, "rubbish\n1\n").unwrap();
        assert!(Ledger::open(&path, &options).is_err());
        fs::write(&path, "{\"popul").unwrap();
        assert!(Ledger::open(&path, &options).unwrap().results().is_empty());
    }
}
