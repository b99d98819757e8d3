//! Player SPECs on the command line.

use std::hash::{BuildHasher, RandomState};

use willow_board::{Color, Position};
use willow_players::{
    BuildContext, GameSetup, Player, PlayerSpec, SpecError, build_player, check_player,
    derive_seed, draughts, is_external,
};

use crate::error::CliError;

/// Parses a SPEC and checks that the player exists. The values are checked when the player is
/// built.
///
/// # Errors
/// A usage error.
pub(crate) fn parse(text: &str) -> Result<PlayerSpec, CliError> {
    let spec: PlayerSpec = text.parse()?;
    check_player(&spec)?;
    Ok(spec)
}

/// Parses the SPEC of a player of draughts and checks that the player exists. The values are checked when the
/// player is built.
///
/// # Errors
/// A usage error.
pub(crate) fn parse_draughts(text: &str) -> Result<PlayerSpec, CliError> {
    let spec: PlayerSpec = text.parse()?;
    draughts::check_player(&spec).map_err(|error| {
        let names: Vec<&str> = draughts::KINDS.iter().map(|kind| kind.name).collect();
        let of_draughts = || format!("players of draughts: {}", names.join(", "));
        let hint = error.hint().unwrap_or_else(of_draughts);
        CliError::usage(error).with_hint(hint)
    })?;
    Ok(spec)
}

/// Checks that a player exists, and by building it the values of its SPEC. A person is not built.
///
/// # Errors
/// The SPEC is invalid.
pub(crate) fn check_values(spec: &PlayerSpec) -> Result<(), SpecError> {
    check_player(spec)?;
    if spec.is_human() {
        return Ok(());
    }
    build_player(spec, &BuildContext::default()).map(|_| ())
}

/// Builds a player, and starts the other program that its SPEC may name.
///
/// # Errors
/// The SPEC has wrong values, or the program cannot be started, ends at once, or does not speak its protocol.
pub(crate) fn start_player(spec: &PlayerSpec) -> Result<Box<dyn Player>, CliError> {
    let mut player = build_player(spec, &BuildContext::default())?;
    if is_external(spec) {
        let setup = GameSetup { start: Position::START, color: Color::Black, seed: 0 };
        let hint = "try the command in a shell";
        player.start_game(&setup).map_err(|error| CliError::failed(error).with_hint(hint))?;
    }
    Ok(player)
}

impl From<SpecError> for CliError {
    /// Returns an error in a SPEC as one in the command line.
    fn from(error: SpecError) -> CliError {
        let hint = error.hint().unwrap_or_else(|| "see `willow help players`".to_owned());
        CliError::usage(error).with_hint(hint)
    }
}

/// Returns the seed of a game or match between these players: it follows from the seeds that they name, if any
/// does, so that such a player plays the same again.
pub(crate) fn seed_of<'a>(specs: impl IntoIterator<Item = &'a PlayerSpec>) -> u64 {
    let seeds: Vec<u64> = specs.into_iter().flat_map(PlayerSpec::seeds).collect();
    // Short enough to type, as a new one is.
    let short = |seed| seed & u64::from(u32::MAX);
    seeds.into_iter().reduce(derive_seed).map_or_else(fresh_seed, short)
}

/// Returns a new random seed.
pub(crate) fn fresh_seed() -> u64 {
    // The standard library seeds its hash maps from the operating system. 32 bits are enough to
    // distinguish games, and short enough to type.
    RandomState::new().hash_one(0_u8) >> 32
}
