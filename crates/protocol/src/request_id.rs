//! The ids that clients give their commands.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::wire::serde_as_text;

/// The most characters of an id.
const LONGEST: usize = 32;

/// What a client calls one of its commands: up to 32 letters, digits, `-`, `_` or `.`.
///
/// A command that comes again under the same id from the same user is not carried out again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(String);

/// The text is no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an id has 1 to {LONGEST} letters, digits, `-`, `_` or `.`")]
pub struct RequestIdError;

impl RequestId {
    /// Returns the id as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RequestId {
    type Err = RequestIdError;

    fn from_str(text: &str) -> Result<RequestId, RequestIdError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let good = (1..=LONGEST).contains(&text.len()) && text.chars().all(allowed);
        if good { Ok(RequestId(text.to_owned())) } else { Err(RequestIdError) }
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

serde_as_text!(RequestId);
