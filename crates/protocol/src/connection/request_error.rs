//! The error of a line that is no request.

use thiserror::Error;

use crate::connection::quoted_input::shown;
use crate::{ErrorDetail, Event, Notice, RequestId};

/// A line is not a request.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{command}: {message}")]
pub struct RequestError {
    /// The id in the line.
    pub id: Option<RequestId>,
    /// The name of the command, as far as there is one.
    pub command: String,
    /// The reason, for programs.
    pub detail: ErrorDetail,
    /// The field of a JSON object that is wrong or missing, as far as the error is about one.
    pub argument: Option<String>,
    /// One sentence, for people.
    pub message: String,
}

impl RequestError {
    /// Returns an error without an id, and about no field.
    pub(crate) fn new(
        command: impl Into<String>,
        detail: ErrorDetail,
        message: impl Into<String>,
    ) -> RequestError {
        let (command, message) = (command.into(), message.into());
        RequestError { id: None, command, detail, argument: None, message }
    }

    /// Returns the error of an unknown command.
    pub(crate) fn unknown(name: &str) -> RequestError {
        let command = shown(name);
        let message = format!("unknown command `{command}`; type `help` for a list");
        RequestError::new(command, ErrorDetail::UnknownCommand, message)
    }

    /// Returns the error as the answer to the line.
    pub fn into_notice(self, time: u64) -> Notice {
        let RequestError { id, command, detail, argument, message } = self;
        Notice::new(time, Event::error(command, detail, message).about(argument)).answering(id)
    }
}
