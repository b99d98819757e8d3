//! Passwords on their way to the server.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The fewest and the most bytes of a password.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;

/// A password in clear. It is not shown by `Debug`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Password(String);

/// The text cannot be a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a password has 8 to 128 bytes, no control characters and no blank at its ends")]
pub struct PasswordError;

impl Password {
    /// Returns the password for the one who hashes or checks it.
    #[must_use]
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
        let good = LENGTHS.contains(&text.len())
            && text.trim().len() == text.len()
            && !text.chars().any(char::is_control);
        if good { Ok(Password(text)) } else { Err(PasswordError) }
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
