//! Games with the names of their players.

use std::path::Path;

use willow_records::{GameOrPosition, RecordedGame, entries_with_names};

use super::super::convert::wthor::WthorSource;
use crate::error::CliError;
use crate::files;

/// Reads the games of a file; positions are left out. The names of a WTHOR file stand in the files beside it.
pub(super) fn read(path: &Path) -> Result<Vec<RecordedGame>, CliError> {
    let bytes = files::read(path)?;
    let names = WthorSource::read(path, &bytes)?.map(|wthor| wthor.names).unwrap_or_default();
    let mut games = Vec::new();
    for entry in entries_with_names(&bytes, &names) {
        let entry =
            entry.map_err(|error| CliError::failed(format!("{}: {error}", path.display())))?;
        if let GameOrPosition::Game(record) = entry.item {
            games.push(*record);
        }
    }
    Ok(games)
}
