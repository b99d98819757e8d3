//! The spelling for programs: one JSON object for each request and each notice.

use thiserror::Error;

use crate::{Notice, Request};

/// A line is no request.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct JsonError(serde_json::Error);

/// Reads a request.
///
/// ```
/// use willow_protocol::{Command, json};
///
/// let request = json::read_request(r#"{"do":"say","text":"hello","id":"7"}"#)?;
/// assert_eq!(request.command, Command::Say { text: "hello".parse().unwrap() });
/// # Ok::<(), json::JsonError>(())
/// ```
///
/// # Errors
/// The line must be one JSON object with a known `do` and its fields.
pub fn read_request(line: &str) -> Result<Request, JsonError> {
    serde_json::from_str(line).map_err(JsonError)
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
