//! Logs of long computations: one line for every finished step, so that an interrupted run can be
//! continued.

use std::error::Error as StdError;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::whole_file::sync_folder_of;

/// A text file whose first line describes the work, followed by one line for every finished step.
///
/// The last line is ignored and removed if a crash cut it off.
#[derive(Debug)]
pub struct AppendLog {
    file: File,
}

/// A log cannot be opened.
#[derive(Debug, Error)]
pub enum AppendLogError {
    /// The file cannot be created, truncated or appended to.
    #[error("cannot write {}", path.display())]
    Write {
        /// The log's path.
        path: PathBuf,
        /// What the system reported.
        source: io::Error,
    },
    /// The file cannot be read, or is not UTF-8.
    #[error("cannot read {}", path.display())]
    Read {
        /// The log's path.
        path: PathBuf,
        /// What the system reported.
        source: io::Error,
    },
    /// The file has one line, without an end, that is not the beginning of the heading.
    #[error("{}: not a log of this kind", .0.display())]
    OtherFile(PathBuf),
    /// The caller does not accept the first line.
    #[error("{}", path.display())]
    OtherHeading {
        /// The log's path.
        path: PathBuf,
        /// Why the caller's parser refused the line.
        source: Box<dyn StdError + Send + Sync>,
    },
}

impl AppendLog {
    /// Opens a log, or creates it with `heading` as its first line. Returns its complete lines too.
    ///
    /// `check` decides whether the first line of an existing log belongs to the same work.
    ///
    /// # Errors
    /// The file must be writable; `check` must accept its first line if it has one. A file of
    /// another kind is unchanged.
    pub fn open<E: Into<Box<dyn StdError + Send + Sync>>>(
        path: &Path,
        heading: &str,
        check: impl FnOnce(&str) -> Result<(), E>,
    ) -> Result<(AppendLog, String), AppendLogError> {
        let cannot_write = |source| AppendLogError::Write { path: path.to_owned(), source };
        let mut options = File::options();
        let mut file =
            options.read(true).append(true).create(true).open(path).map_err(cannot_write)?;
        let mut text = String::new();
        file.read_to_string(&mut text)
            .map_err(|source| AppendLogError::Read { path: path.to_owned(), source })?;
        if let Some((first, _)) = text.split_once('\n') {
            check(first).map_err(|error| AppendLogError::OtherHeading {
                path: path.to_owned(),
                source: error.into(),
            })?;
            text.truncate(text.rfind('\n').map_or(0, |last| last + 1));
            file.set_len(text.len() as u64).map_err(cannot_write)?;
            return Ok((AppendLog { file }, text));
        }
        // A run that was killed at its start may have written a part of the heading.
        if !heading.starts_with(&text) {
            return Err(AppendLogError::OtherFile(path.to_owned()));
        }
        file.set_len(0).map_err(cannot_write)?;
        let mut log = AppendLog { file };
        log.append(heading).map_err(cannot_write)?;
        sync_folder_of(path).map_err(cannot_write)?;
        Ok((log, format!("{heading}\n")))
    }

    /// Appends a line, given without its end.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }

    /// Waits until everything that was appended is on the disk.
    ///
    /// # Errors
    /// The disk may fail.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn open(path: &Path) -> Result<(AppendLog, String), AppendLogError> {
        AppendLog::open(path, "# numbers", |first| {
            if first == "# numbers" { Ok(()) } else { Err("not numbers") }
        })
    }

    #[test]
    fn a_log_is_continued_wherever_it_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let whole = "# numbers\n1\n22\n";
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut log, text) = open(&path).unwrap();
            let complete =
                whole[..length].rfind('\n').map_or("# numbers\n", |last| &whole[..=last]);
            assert_eq!(text, complete);
            assert_eq!(fs::read_to_string(&path).unwrap(), complete);
            log.append("333").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{complete}333\n"));
        }
    }

    #[test]
    fn files_of_another_kind_are_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for text in ["my diary", "my diary\n", "# numbers of mine\n1\n"] {
            fs::write(&path, text).unwrap();
            assert!(open(&path).is_err(), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert!(open(folder.path()).is_err());
    }
}
