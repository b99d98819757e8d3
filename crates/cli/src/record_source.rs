//! Files of games and positions of any size, in every format and character set.

use std::io::{self, Read as _};
use std::iter;
use std::path::Path;

use willow_files::MAX_FILE_BYTES;
use willow_records::wthor::{WthorFileKind, WthorNames};
use willow_records::{EntryStream, InputEntry, StreamError, WthorStream};

use crate::commands::WthorSource;
use crate::error::CliError;
use crate::files::{self, STANDARD_STREAM, STDIN_NAME};

/// A file of games or positions, or standard input, read part by part.
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
    /// The file cannot be read, or the names beside a WTHOR file cannot.
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
            return match self.wthor_games() {
                Ok(games) => Box::new(games),
                Err(error) => Box::new(iter::once(Err(error))),
            };
        }
        match EntryStream::new(std::mem::take(&mut self.beginning), &mut self.rest) {
            Ok(entries) => Box::new(entries),
            Err(error) => Box::new(iter::once(Err(error))),
        }
    }

    /// Returns the games of a WTHOR file.
    ///
    /// # Errors
    /// The header is wrong, or the file cannot be read.
    pub(crate) fn wthor_games(
        &mut self,
    ) -> Result<WthorStream<'_, impl io::Read + '_>, StreamError> {
        let names = self.wthor.as_ref().map_or(&NO_NAMES, |wthor| &wthor.names);
        let beginning = io::Cursor::new(std::mem::take(&mut self.beginning));
        WthorStream::new(beginning.chain(&mut self.rest), names)
    }

    /// Returns an error as the user reads it.
    pub(crate) fn error(name: &str, error: &StreamError) -> CliError {
        match error {
            StreamError::Io(error) => CliError::file("read", Path::new(name), error),
            error => CliError::failed(format!("{name}: {error}")),
        }
    }
}
