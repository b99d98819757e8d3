//! SPEC keys and timeouts that the players for external engines share.

use std::time::Duration;

use crate::engine_process::{self, EngineProcessError};
use crate::options::Options;
use crate::player_key::PlayerKey;
use crate::spec_error::SpecError;
use crate::{PlayerError, spec_option};

/// The key for the longest time for a move.
pub(crate) const TIMEOUT_KEY: PlayerKey = PlayerKey::new(
    "timeout",
    "TIME such as 30s",
    "the longest wait for a move, whatever the clock says",
    "10m",
);

/// The key for the folder that the engine runs in.
pub(crate) const FOLDER_KEY: PlayerKey = PlayerKey::new(
    engine_process::FOLDER_KEY,
    "FOLDER",
    "the folder that the program runs in",
    "the current folder",
);

/// The key for the command line of the engine.
pub(crate) const COMMAND_KEY: PlayerKey = PlayerKey {
    name: spec_option::COMMAND_KEY,
    values: "COMMAND",
    meaning: "the program and its arguments, the last key: takes the rest of the SPEC; a path \
              is relative to cwd",
    default: "none, required",
};

/// How long an engine may take to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineTimeouts {
    /// The longest time for a move.
    pub(crate) move_timeout: Duration,
    /// The longest time for other answers, which include the start of the engine.
    pub(crate) answer_timeout: Duration,
}

impl EngineTimeouts {
    /// Engines load books and weights before their first answer.
    const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);
    const MOVE_TIMEOUT: Duration = Duration::from_mins(10);

    /// Returns the timeouts of a SPEC.
    pub(crate) fn from_options(options: Options<'_>) -> Result<EngineTimeouts, SpecError> {
        let given = options.move_time(TIMEOUT_KEY.name)?;
        Ok(EngineTimeouts {
            move_timeout: given.unwrap_or(EngineTimeouts::MOVE_TIMEOUT),
            answer_timeout: given
                .unwrap_or(EngineTimeouts::ANSWER_TIMEOUT)
                .min(EngineTimeouts::ANSWER_TIMEOUT),
        })
    }
}

/// Returns the error of a player whose engine failed.
pub(crate) fn failed(player: &str, error: &EngineProcessError) -> PlayerError {
    PlayerError::Failed { player: player.to_owned(), reason: error.to_string() }
}
