//! Which match there is which game here, on the disk: a line for every change, written before anything
//! is said about it. The last line of a match counts.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use willow_files::{AppendLog, AppendLogError, Overwrite, write_whole};

use super::carried_match::{MatchPhase, PairingRecord};

/// The first line of a journal.
const HEADING: &str = "# matches of a willow bridge, version 1";

/// A journal.
#[derive(Debug)]
pub struct Journal {
    log: AppendLog,
    /// Whether lines were written that may not be on the disk.
    is_dirty: bool,
}

/// A journal cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] AppendLogError),
    /// The file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file that cannot be used.
        path: PathBuf,
        /// What the system reported.
        error: io::Error,
    },
}

/// The first line is that of another file.
#[derive(Debug, Error)]
#[error("this is not a bridge journal")]
struct OtherFile;

impl Journal {
    /// Opens a journal, and returns the matches that were not over, and the latest one. Lines that make
    /// no sense are left out. The file is written anew with these matches alone.
    ///
    /// # Errors
    /// The file must be a journal that can be written.
    pub fn open(path: &Path) -> Result<(Journal, Vec<PairingRecord>), JournalError> {
        let (log, text) = open(path)?;
        drop(log);
        let records = replayed(&text);
        let lines: Vec<String> = records.iter().map(line).collect();
        let whole = format!("{HEADING}\n{}", lines.concat());
        write_whole(path, whole.as_bytes(), Overwrite::Always)
            .map_err(|error| JournalError::Write { path: path.to_owned(), error })?;
        Ok((Journal { log: open(path)?.0, is_dirty: false }, records))
    }

    /// Writes a match down. It is on the disk after [`sync`](Journal::sync).
    ///
    /// # Errors
    /// The disk may be full.
    pub fn append(&mut self, record: &PairingRecord) -> io::Result<()> {
        self.is_dirty = true;
        self.log.append(line(record).trim_end())
    }

    /// Brings what was written to the disk.
    ///
    /// # Errors
    /// The disk may be broken.
    pub fn sync(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_dirty) { self.log.sync() } else { Ok(()) }
    }
}

fn open(path: &Path) -> Result<(AppendLog, String), AppendLogError> {
    AppendLog::open(path, HEADING, |first| if first == HEADING { Ok(()) } else { Err(OtherFile) })
}

fn line(record: &PairingRecord) -> String {
    let text = serde_json::to_string(record).expect("a record has string keys alone");
    format!("{text}\n")
}

/// Returns the last record of each match that is not over, and that of the latest match.
fn replayed(text: &str) -> Vec<PairingRecord> {
    let records = text.lines().skip(1).filter_map(|line| serde_json::from_str(line).ok());
    let by_number: BTreeMap<u64, PairingRecord> =
        records.map(|record: PairingRecord| (record.pairing, record)).collect();
    let latest = by_number.keys().next_back().copied();
    let is_kept =
        |record: &PairingRecord| record.phase != MatchPhase::Over || Some(record.pairing) == latest;
    by_number.into_values().filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bridge::carried_match::BridgeSide;

    fn record(pairing: u64, phase: MatchPhase) -> PairingRecord {
        PairingRecord {
            pairing,
            phase,
            login: "bob".to_owned(),
            person: "bob".parse().unwrap(),
            remote: "alice".to_owned(),
            proxy: "ggs-alice".parse().unwrap(),
            kind: "8b".to_owned(),
            rated: false,
            asked_by: BridgeSide::Ggs,
            offer: None,
            ggs_match: Some(5),
            games: Vec::new(),
            reason: None,
            stored: None,
            result: None,
            overtime: [None; 2],
        }
    }

    #[test]
    fn a_journal_is_read_wherever_it_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, records) = Journal::open(&path).unwrap();
        assert!(records.is_empty());
        for record in [
            record(1, MatchPhase::Asked),
            record(1, MatchPhase::Playing),
            record(2, MatchPhase::Asked),
        ] {
            journal.append(&record).unwrap();
        }
        let whole = std::fs::read_to_string(&path).unwrap();
        for length in (0..=whole.len()).step_by(7) {
            std::fs::write(&path, &whole[..length]).unwrap();
            let complete = whole[..length].matches('\n').count().saturating_sub(1);
            let (_, records) = Journal::open(&path).unwrap();
            assert_eq!(records.len(), [0, 1, 1, 2][complete], "cut at {length}");
        }
    }

    #[test]
    fn matches_that_are_over_are_forgotten_but_their_numbers_are_not_used_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, _) = Journal::open(&path).unwrap();
        for number in 1..=3 {
            journal.append(&record(number, MatchPhase::Playing)).unwrap();
            journal.append(&record(number, MatchPhase::Over)).unwrap();
        }
        drop(journal);
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap() + "garbage\n").unwrap();
        let (_, records) = Journal::open(&path).unwrap();
        assert_eq!(records, [record(3, MatchPhase::Over)]);
        std::fs::write(&path, "my diary\n").unwrap();
        assert!(Journal::open(&path).is_err());
    }
}
