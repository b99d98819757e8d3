//! Why a line is no request.

use thiserror::Error;

use crate::{ErrorCode, Event, Notice, RequestId, strip_controls};

/// How much of a word that means nothing is repeated in the complaint about it.
const LONGEST_ECHO: usize = 40;

/// How long a complaint is at most.
const LONGEST_MESSAGE: usize = 300;

/// A line is no request.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{command}: {message}")]
pub struct RequestError {
    /// The id that the line gave.
    pub id: Option<RequestId>,
    /// The command, as far as there was one.
    pub command: String,
    /// The kind of error.
    pub code: ErrorCode,
    /// What is wrong.
    pub message: String,
}

impl RequestError {
    /// Returns the error of a command that does not exist.
    pub(crate) fn unknown(id: Option<RequestId>, name: &str) -> RequestError {
        let command = shown(name);
        RequestError {
            id,
            message: format!("there is no command `{command}`; `help` shows them all"),
            command,
            code: ErrorCode::UnknownCommand,
        }
    }

    /// Returns the error as the answer to the line.
    #[must_use]
    pub fn into_notice(self, time: u64) -> Notice {
        let RequestError { id, command, code, message } = self;
        Notice::new(time, Event::Error { command, code, message }).answering(id)
    }
}

/// Returns the beginning of what somebody wrote, for a message.
pub(crate) fn shown(word: &str) -> String {
    strip_controls(word).chars().take(LONGEST_ECHO).collect()
}

/// Returns a complaint that others have worded, who may repeat all of a line in it.
pub(crate) fn brief(message: &str) -> String {
    strip_controls(message).chars().take(LONGEST_MESSAGE).collect()
}
