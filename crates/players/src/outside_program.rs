//! What players behind protocols have in common.

use std::time::Duration;

use crate::options::Options;
use crate::program::{self, ProgramError};
use crate::registry::PlayerKey;
use crate::spec_error::SpecError;
use crate::{PlayerError, spec};

pub(crate) const TIMEOUT_KEY: PlayerKey = PlayerKey {
    name: "timeout",
    values: "TIME such as 30s",
    meaning: "after this without a move the program counts as hanging, whatever the clock says",
    default: "10m",
};

pub(crate) const FOLDER_KEY: PlayerKey = PlayerKey {
    name: program::FOLDER_KEY,
    values: "FOLDER",
    meaning: "the folder that the program runs in",
    default: "this one",
};

pub(crate) const COMMAND_KEY: PlayerKey = PlayerKey {
    name: spec::COMMAND_KEY,
    values: "COMMAND",
    meaning: "the program and its arguments, the last key: it takes the rest of the SPEC; a path \
              counts from cwd",
    default: "none, it must be given",
};

/// How long a program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProgramTimeouts {
    /// For a move.
    pub(crate) for_a_move: Duration,
    /// For what is answered without thinking, its own start included.
    pub(crate) for_an_answer: Duration,
}

impl ProgramTimeouts {
    /// Programs load books and weights before their first answer.
    const FOR_AN_ANSWER: Duration = Duration::from_mins(1);
    const FOR_A_MOVE: Duration = Duration::from_mins(10);

    /// Returns the patience that a SPEC asks for.
    pub(crate) fn from_options(options: Options<'_>) -> Result<ProgramTimeouts, SpecError> {
        let given = options.move_time(TIMEOUT_KEY.name)?;
        Ok(ProgramTimeouts {
            for_a_move: given.unwrap_or(ProgramTimeouts::FOR_A_MOVE),
            for_an_answer: given
                .unwrap_or(ProgramTimeouts::FOR_AN_ANSWER)
                .min(ProgramTimeouts::FOR_AN_ANSWER),
        })
    }
}

/// Words the failure of a program as that of a player.
pub(crate) fn failed(player: &str, error: &ProgramError) -> PlayerError {
    PlayerError::Failed { player: player.to_owned(), reason: error.to_string() }
}
