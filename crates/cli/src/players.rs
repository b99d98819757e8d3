//! Player SPECs on the command line.

use std::hash::{BuildHasher, RandomState};

use willow_players::{PlayerSpec, SpecError, check_player};

use crate::error::CliError;

/// Reads the SPEC of a player that exists. Whether its values are right shows when it is built.
///
/// # Errors
/// What is wrong with it, as an error in the command line.
pub(crate) fn parse(text: &str) -> Result<PlayerSpec, CliError> {
    let spec: PlayerSpec = text.parse().map_err(|error| usage(&error))?;
    check_player(&spec).map_err(|error| usage(&error))?;
    Ok(spec)
}

/// Returns an error in a SPEC as one in the command line.
pub(crate) fn usage(error: &SpecError) -> CliError {
    CliError::usage(error)
        .with_hint(error.hint().unwrap_or_else(|| "see `willow help players`".to_owned()))
}

/// Returns a seed that nobody has had before.
pub(crate) fn fresh_seed() -> u64 {
    // The standard library seeds its hash maps from the operating system. 32 bits are enough to
    // tell games apart, and short enough to type again.
    RandomState::new().hash_one(0_u8) >> 32
}
