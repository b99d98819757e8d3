//! The finished games of a tuning run, on disk as soon as they are over.
//!
//! A text file: the options in the first line as JSON, a game's result in discs in each of the others.
//! Games have a fixed order, so that their numbers need not stand there. A line that a crash cut off
//! is dropped when the run goes on.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The results of a run so far, and the file that keeps them.
#[derive(Debug)]
pub struct Ledger {
    results: Vec<i32>,
    file: File,
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
        let name = path.display();
        if !path.exists() {
            let mut file = File::options().append(true).create_new(true).open(path)?;
            file.write_all(format!("{}\n", serde_json::to_string(options)?).as_bytes())?;
            return Ok(Ledger { results: Vec::new(), file });
        }
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let length = text.rfind('\n').map_or(0, |last| last + 1);
        let mut lines = text[..length].lines();
        let head: T = serde_json::from_str(lines.next().unwrap_or_default())
            .with_context(|| format!("{name}: line 1: not the file of a tuning run"))?;
        if head != *options {
            bail!("{name}: the file holds a run with other options");
        }
        let results = (2..).zip(lines).map(|(number, line)| {
            line.parse().with_context(|| format!("{name}: line {number}: not a result in discs"))
        });
        let results = results.collect::<Result<Vec<i32>>>()?;
        let file = File::options().append(true).open(path)?;
        file.set_len(length as u64)?;
        Ok(Ledger { results, file })
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
        self.file.write_all(format!("{discs}\n").as_bytes())?;
        self.results.push(discs);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
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
        let error = Ledger::open(&path, &other).unwrap_err().to_string();
        assert!(error.contains("other options"), "{error}");
        fs::write(&path, "rubbish\n1\n").unwrap();
        assert!(Ledger::open(&path, &options).is_err());
    }
}
