//! The error of a line that is no request.

use thiserror::Error;

use crate::{ErrorDetail, Event, Notice, RequestId, strip_controls};

/// The largest number of characters of an unknown word in an error message.
const LONGEST_ECHO: usize = 40;

/// The largest number of characters of an error message.
const LONGEST_MESSAGE: usize = 300;

/// A line is no request.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{command}: {message}")]
pub struct RequestError {
    /// The id in the line.
    pub id: Option<RequestId>,
    /// The name of the command, as far as there is one.
    pub command: String,
    /// The reason, for programs.
    pub detail: ErrorDetail,
    /// What is wrong.
    pub message: String,
}

impl RequestError {
    /// Returns the error of an unknown command.
    pub(crate) fn unknown(id: Option<RequestId>, name: &str) -> RequestError {
        let command = shown(name);
        RequestError {
            id,
            message: format!("unknown command `{command}`; type `help` for a list"),
            command,
            detail: ErrorDetail::UnknownCommand,
        }
    }

    /// Returns the error as the answer to the line.
    #[must_use]
    pub fn into_notice(self, time: u64) -> Notice {
        let RequestError { id, command, detail, message } = self;
        Notice::new(time, Event::error(command, detail, message)).answering(id)
    }
}

/// Returns the beginning of a word of the client, for an error message.
pub(crate) fn shown(word: &str) -> String {
    strip_controls(word).chars().take(LONGEST_ECHO).collect()
}

/// Returns the beginning of a library's error message, which may repeat the whole line.
pub(crate) fn brief(message: &str) -> String {
    strip_controls(message).chars().take(LONGEST_MESSAGE).collect()
}
