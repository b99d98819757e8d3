//! The weights that `willow lab` reads and writes.

use std::fs;
use std::path::Path;

use willow_eval::patterns::PatternNetwork;
use willow_lab::train::compressed;

use super::output::failed;
use crate::error::CliError;

/// Reads a file of weights. Without a path, returns the embedded weights.
pub(super) fn read_or_embedded(path: Option<&Path>) -> Result<PatternNetwork, CliError> {
    let Some(path) = path else { return Ok(willow_eval::weights::weights().clone()) };
    let bytes = fs::read(path).map_err(|error| CliError::file("read", path, &error))?;
    willow_eval::weights::decode(&bytes)
        .map_err(|error| CliError::failed(format!("{}: {error}", path.display())))
}

/// Returns the bytes of a file of weights.
pub(super) fn to_file(network: &PatternNetwork) -> Result<Vec<u8>, CliError> {
    compressed(network).map_err(|error| failed(&error))
}
