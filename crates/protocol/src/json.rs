//! The encoding for programs: one JSON object for each request and each notice.

use serde_json::Value;
use thiserror::Error;

use crate::request_error::{brief, shown};
use crate::{CommandKind, ErrorCode, Notice, Request, RequestError};

/// A line is no notice.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct JsonError(serde_json::Error);

/// The command in the error of a line that names none.
const NO_COMMAND: &str = "json";

/// Reads a request.
///
/// ```
/// use willow_protocol::{Command, json};
///
/// let request = json::read_request(r#"{"do":"say","text":"hello","id":"7"}"#)?;
/// assert_eq!(request.command, Command::Say { text: "hello".parse().unwrap() });
/// # Ok::<(), willow_protocol::RequestError>(())
/// ```
///
/// # Errors
/// The line must be one JSON object with a known `do` and its fields. The error has the id and the
/// command as far as the line has them.
pub fn read_request(line: &str) -> Result<Request, RequestError> {
    serde_json::from_str(line).map_err(|error| to_request_error(line, &error))
}

/// Makes the error of a line, with the id and the command as far as the line has them.
fn to_request_error(line: &str, error: &serde_json::Error) -> RequestError {
    let value: Value = serde_json::from_str(line).unwrap_or_default();
    let text = |key| value.get(key).and_then(Value::as_str);
    let id = text("id").and_then(|id| id.parse().ok());
    let known = |name| CommandKind::ALL.iter().any(|kind| kind.description().name == name);
    match text("do") {
        Some(name) if !known(name) => RequestError::unknown(id, name),
        name => RequestError {
            id,
            command: shown(name.unwrap_or(NO_COMMAND)),
            code: ErrorCode::Syntax,
            message: brief(&error.to_string()),
        },
    }
}

/// Writes a request, without a line break.
#[must_use]
pub fn write_request(request: &Request) -> String {
    serde_json::to_string(request).expect("requests have string keys and no other serialisers")
}

/// Reads a notice.
///
/// # Errors
/// The line must be one JSON object with a known `event` and its fields.
pub fn read_notice(line: &str) -> Result<Notice, JsonError> {
    serde_json::from_str(line).map_err(JsonError)
}

/// Writes a notice, without a line break.
#[must_use]
pub fn write_notice(notice: &Notice) -> String {
    serde_json::to_string(notice).expect("notices have string keys and no other serialisers")
}
