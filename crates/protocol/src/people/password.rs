//! Passwords, as clients send them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The allowed numbers of bytes of a password.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;

/// A password in plain text. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS), ts(as = "String"))]
pub struct Password(String);

/// The text cannot be a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a password has at least 8 characters, at most 128 bytes, no control characters, and no blank at either end"
)]
pub struct PasswordError;

impl Password {
    /// Returns the password, to hash or to check.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for Password {
    type Err = PasswordError;

    fn from_str(text: &str) -> Result<Password, PasswordError> {
        Password::try_from(text.to_owned())
    }
}

impl TryFrom<String> for Password {
    type Error = PasswordError;

    fn try_from(text: String) -> Result<Password, PasswordError> {
        let is_valid = LENGTHS.contains(&text.len())
            && text.trim().len() == text.len()
            && !text.chars().any(char::is_control);
        if is_valid { Ok(Password(text)) } else { Err(PasswordError) }
    }
}

impl From<Password> for String {
    fn from(password: Password) -> String {
        password.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}
