//! Tokens, with which clients log in without a password, as their owners see them.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::expected_word::{display_as_word, words};
use crate::serde_text::checked_text;

/// The largest number of characters of a token's name.
const MAX_NAME: usize = 32;

/// The name of a token, by which its owner knows it in a list: letters, digits, `-`, `_` and `.`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenName(String);

/// The text is no name of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the name of a token has 1 to 32 letters, digits, `-`, `_` or `.`")]
pub struct TokenNameError;

impl FromStr for TokenName {
    type Err = TokenNameError;

    fn from_str(text: &str) -> Result<TokenName, TokenNameError> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let is_valid = (1..=MAX_NAME).contains(&text.len()) && text.chars().all(is_allowed);
        if is_valid { Ok(TokenName(text.to_owned())) } else { Err(TokenNameError) }
    }
}

checked_text!(TokenName);

/// What a token is for, and so how long it is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum TokenKind {
    /// A client that logged in was given it.
    Login,
    /// Its owner asked for it, for a program.
    Program,
}

display_as_word!(TokenKind);

/// A token, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TokenSummary {
    /// Its number, with which it can be revoked.
    pub number: u64,
    /// Its name, if it was given one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<TokenName>,
    /// What it is for.
    pub kind: TokenKind,
    /// When it was made, in milliseconds since 1970.
    pub created_at: u64,
    /// When it was used, to the hour, in milliseconds since 1970.
    pub used_at: u64,
    /// Until when it is valid if it is not used before, in milliseconds since 1970.
    pub expires_at: u64,
    /// Whether the reader is logged in with it.
    pub current: bool,
}

/// Which tokens a logout revokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum LogoutScope {
    /// All of the user's.
    All,
}

words!(LogoutScope, "`all` or nothing after `logout`");
