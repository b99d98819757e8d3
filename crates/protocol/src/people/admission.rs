//! Who may come to a server, and what it shows to those without a login.

use serde::{Deserialize, Serialize};

use crate::expected_word::words;

/// Who may make an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// Whoever has an invitation.
    Invitation,
    /// Nobody but whom the operator adds.
    Closed,
}

/// What visitors without a login may read.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum VisitorAccess {
    /// Nothing: they can only log in.
    Nothing,
    /// Games: those that are played, and the archive. No chat, no profiles, and not who is online.
    Games,
    /// Everything that is public.
    #[default]
    All,
}

words!(Registration, "open, invitation or closed");
words!(VisitorAccess, "nothing, games or all");
