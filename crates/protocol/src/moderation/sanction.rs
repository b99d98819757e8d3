//! Bans and silences, and accounts that may belong to one person.

use serde::{Deserialize, Serialize};

use crate::expected_word::words;
use crate::{Name, Role};

/// Whom a ban keeps out, or a silence silences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum BanReach {
    /// The account alone.
    Account,
    /// The account and, for the hours that the operator has set, whoever is new at its addresses.
    #[default]
    Addresses,
}

/// What a moderator removes from a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ProfileText {
    /// The name in any script.
    DisplayName,
    /// The words about oneself.
    About,
}

/// What a user may not do for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum SanctionKind {
    /// Log in.
    Ban,
    /// Send messages.
    Silence,
}

words!(BanReach, "`account` or `addresses`");
words!(ProfileText, "`display-name` or `about`");
words!(SanctionKind, "`ban` or `silence`");

/// A ban or a silence that is in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Sanction {
    /// What it is.
    pub kind: SanctionKind,
    /// Who is banned or silenced.
    pub name: Name,
    /// The moderator, as far as the log has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    /// The reason in the log.
    pub reason: String,
    /// When it began, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// When it ends, in milliseconds since 1970; never if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// How many addresses it reaches: newcomers from there are kept out, or silent.
    #[serde(default)]
    pub addresses: u64,
}

/// An account that has something in common with another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RelatedUser {
    /// The name of the other account.
    pub name: Name,
    /// The other account's role.
    pub role: Role,
    /// Whether it is banned.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub banned: bool,
    /// When it was last at an address of the other, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_address: Option<u64>,
    /// Whether one browser takes the notifications of both.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_browser: bool,
}
