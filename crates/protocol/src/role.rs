//! The roles of users.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ExpectedWord;

/// The role of a user. A later role may do whatever an earlier one may.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default,
)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Role {
    /// A user without an account.
    #[default]
    Guest,
    /// A person or a program of another server, whom a bridge brings (version 2; version 1 is told
    /// `bot`).
    Proxy,
    /// A program.
    Bot,
    /// A program that brings players of another server (version 2; version 1 is told `bot`).
    Bridge,
    /// A person with an account.
    Player,
    /// A person who moderates chat and users.
    Moderator,
    /// A person who appoints moderators.
    Admin,
}

impl Role {
    /// All roles, the least first.
    pub const ALL: [Role; 7] = [
        Role::Guest,
        Role::Proxy,
        Role::Bot,
        Role::Bridge,
        Role::Player,
        Role::Moderator,
        Role::Admin,
    ];

    /// Returns the role that clients of version 1 are told: they know no bridges.
    #[must_use]
    pub(crate) const fn in_version_1(self) -> Role {
        match self {
            Role::Proxy | Role::Bridge => Role::Bot,
            other => other,
        }
    }

    /// Returns whether users of the role are programs, or people whom a program brings.
    #[must_use]
    pub const fn is_of_programs(self) -> bool {
        matches!(self, Role::Proxy | Role::Bot | Role::Bridge)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Role::Guest => "guest",
            Role::Proxy => "proxy",
            Role::Bot => "bot",
            Role::Bridge => "bridge",
            Role::Player => "player",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        })
    }
}

impl FromStr for Role {
    type Err = ExpectedWord;

    fn from_str(text: &str) -> Result<Role, ExpectedWord> {
        let found = Role::ALL.into_iter().find(|role| role.to_string() == text);
        found.ok_or(ExpectedWord("guest, proxy, bot, bridge, player, moderator or admin"))
    }
}
