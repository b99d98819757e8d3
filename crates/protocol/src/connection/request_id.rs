//! The ids that clients give to their commands.

use std::str::FromStr;

use thiserror::Error;

use crate::serde_text::checked_text;

/// Maximum number of characters of an id.
const LONGEST: usize = 32;

/// The id of a command: up to 32 letters, digits, `-`, `_` or `.`.
///
/// A command that a user sends again under the same id is not executed again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(String);

/// The text is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an id has 1 to {LONGEST} letters, digits, `-`, `_` or `.`")]
pub struct RequestIdError;

impl FromStr for RequestId {
    type Err = RequestIdError;

    fn from_str(text: &str) -> Result<RequestId, RequestIdError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let is_valid = (1..=LONGEST).contains(&text.len()) && text.chars().all(allowed);
        if is_valid { Ok(RequestId(text.to_owned())) } else { Err(RequestIdError) }
    }
}

checked_text!(RequestId, pattern: "^[A-Za-z0-9._-]{1,32}$");
