//! Files of games and positions of any size, in every format and character set.

use std::io::{self, Read as _};
use std::iter;
use std::path::Path;

use willow_files::{MAX_FILE_BYTES, ReadError as FileError};
use willow_records::wthor::{WthorFileKind, WthorNames};
use willow_records::{EntryStream, InputEntry, StreamError, entries_with_names};

use crate::commands::WthorSource;
use crate::error::CliError;
use crate::files::{self, STANDARD_STREAM, STDIN_NAME};

/// A file of games or positions, or standard input. A text that is longer than [`MAX_FILE_BYTES`] is read as a
/// stream.
pub(crate) struct RecordSource {
    /// What error messages call it.
    pub(crate) name: String,
    beginning: Vec<u8>,
    /// What follows the beginning.
    rest: Box<dyn io::Read>,
    /// The files of a WTHOR database, if it is one.
    pub(crate) wthor: Option<WthorSource>,
}

static NO_NAMES: WthorNames = WthorNames { players: Vec::new(), tournaments: Vec::new() };

impl RecordSource {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// The file cannot be read, or is a WTHOR file that is too large, or the names beside it cannot be read.
    pub(crate) fn open(path: &Path) -> Result<RecordSource, CliError> {
        let is_stdin = path == Path::new(STANDARD_STREAM);
        let name = if is_stdin { STDIN_NAME.to_owned() } else { path.display().to_string() };
        let mut rest = if is_stdin { files::open_stdin()? } else { files::open(path)? };
        let mut beginning = Vec::new();
        rest.by_ref()
            .take(MAX_FILE_BYTES)
            .read_to_end(&mut beginning)
            .map_err(|error| CliError::file("read", Path::new(&name), &error))?;
        let wthor = WthorSource::read(path, &beginning)?;
        if wthor.is_some() && MAX_FILE_BYTES <= beginning.len() as u64 {
            return Err(files::too_large(&name, &FileError::TooLarge { limit: MAX_FILE_BYTES }));
        }
        Ok(RecordSource { name, beginning, rest, wthor })
    }

    /// Returns a text of the command line as a source.
    pub(crate) fn of_text(name: String, text: String) -> RecordSource {
        let beginning = text.into_bytes();
        RecordSource { name, beginning, rest: Box::new(io::empty()), wthor: None }
    }

    /// Returns the first bytes, which show the format.
    pub(crate) fn beginning(&self) -> &[u8] {
        &self.beginning
    }

    /// Returns all games and positions in order, and what is wrong with others.
    pub(crate) fn entries(
        &mut self,
    ) -> Box<dyn Iterator<Item = Result<InputEntry, StreamError>> + '_> {
        if WthorFileKind::detect(&self.beginning).is_some() {
            let names = self.wthor.as_ref().map_or(&NO_NAMES, |wthor| &wthor.names);
            let entries = entries_with_names(&self.beginning, names);
            return Box::new(entries.map(|entry| entry.map_err(StreamError::Entry)));
        }
        match EntryStream::new(std::mem::take(&mut self.beginning), &mut self.rest) {
            Ok(entries) => Box::new(entries),
            Err(error) => Box::new(iter::once(Err(error))),
        }
    }

    /// Returns an error as the user reads it.
    pub(crate) fn error(name: &str, error: &StreamError) -> CliError {
        match error {
            StreamError::Io(error) => CliError::file("read", Path::new(name), error),
            error => CliError::failed(format!("{name}: {error}")),
        }
    }
}
