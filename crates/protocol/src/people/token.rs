//! Tokens, with which clients log in without a password, as their owners see them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::expected_word::{ExpectedWord, display_as_word, words};
use crate::serde_text::checked_text;

/// Maximum number of characters of a token's name.
const MAX_NAME: usize = 32;

/// The name of a token, by which its owner knows it in a list: letters, digits, `-`, `_` and `.`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenName(String);

/// The text is not a name of a token.
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

/// Purpose of a token, which determines its lifetime.
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

/// What a token may do besides reading. Each command that needs a scope says so in its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum TokenScope {
    /// Offers and games, with the chat of a game.
    Play,
    /// Messages in the lobby and to users.
    Chat,
    /// The profile, relations to users, tokens, notifications and kept games, and what is stored about the user.
    Account,
    /// What moderators and administrators do.
    Moderate,
}

words!(TokenScope, "a scope: `play`, `chat`, `account` or `moderate`");

impl TokenScope {
    /// All scopes.
    pub const ALL: [TokenScope; 4] =
        [TokenScope::Play, TokenScope::Chat, TokenScope::Account, TokenScope::Moderate];
}

/// The scopes of a token: `play,chat` as text, or `read` if it has none and so only reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<TokenScope>", into = "Vec<TokenScope>")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(test, schemars(with = "Vec<TokenScope>"), ts(as = "Vec<TokenScope>"))]
pub struct TokenScopes(u8);

/// The text of no scopes.
const READ: &str = "read";

impl TokenScopes {
    /// Returns whether a scope is one of them.
    pub const fn contains(self, scope: TokenScope) -> bool {
        self.0 & (1 << scope as u8) != 0
    }

    /// Returns the scopes that are among both.
    #[must_use]
    pub const fn and(self, others: TokenScopes) -> TokenScopes {
        TokenScopes(self.0 & others.0)
    }
}

impl FromIterator<TokenScope> for TokenScopes {
    fn from_iter<I: IntoIterator<Item = TokenScope>>(scopes: I) -> TokenScopes {
        TokenScopes(scopes.into_iter().fold(0, |bits, scope| bits | 1 << scope as u8))
    }
}

impl From<Vec<TokenScope>> for TokenScopes {
    fn from(scopes: Vec<TokenScope>) -> TokenScopes {
        scopes.into_iter().collect()
    }
}

impl From<TokenScopes> for Vec<TokenScope> {
    fn from(scopes: TokenScopes) -> Vec<TokenScope> {
        TokenScope::ALL.into_iter().filter(|&scope| scopes.contains(scope)).collect()
    }
}

impl fmt::Display for TokenScopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = Vec::from(*self).iter().map(TokenScope::to_string).collect();
        f.write_str(if words.is_empty() { READ } else { "" })?;
        f.write_str(&words.join(","))
    }
}

impl FromStr for TokenScopes {
    type Err = ExpectedWord;

    fn from_str(text: &str) -> Result<TokenScopes, ExpectedWord> {
        let words = text.split(',').filter(|_| text != READ);
        words
            .map(str::parse::<TokenScope>)
            .collect::<Result<TokenScopes, ExpectedWord>>()
            .map_err(|_| ExpectedWord("`read`, or scopes with commas between them: `play`, `chat`, `account`, `moderate`"))
    }
}

/// A token, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TokenSummary {
    /// Its number, with which it can be revoked.
    pub number: u64,
    /// Its name, if it was given one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<TokenName>,
    /// Purpose.
    pub kind: TokenKind,
    /// Permissions beyond reading; all if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<TokenScopes>,
    /// When it was made, in milliseconds since 1970.
    pub created_at: u64,
    /// When it was used, to the hour, in milliseconds since 1970; left out if it never was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_at: Option<u64>,
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
