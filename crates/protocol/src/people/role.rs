//! The roles of users.

use serde::{Deserialize, Serialize};

use crate::expected_word::words;

/// The role of a user. A later role may do whatever an earlier one may.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default,
)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Role {
    /// A user without an account.
    #[default]
    Guest,
    /// A person or a program of another server, whom a bridge brings.
    Proxy,
    /// A program.
    Bot,
    /// A program that brings players of another server.
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

    /// Returns whether users of the role are programs, or people whom a program brings.
    pub const fn is_of_programs(self) -> bool {
        matches!(self, Role::Proxy | Role::Bot | Role::Bridge)
    }
}

words!(Role, "guest, proxy, bot, bridge, player, moderator or admin");
