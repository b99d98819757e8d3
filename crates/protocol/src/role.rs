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
    /// A program.
    Bot,
    /// A person with an account.
    Player,
    /// A person who moderates chat and users.
    Moderator,
    /// A person who appoints moderators.
    Admin,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Role::Guest => "guest",
            Role::Bot => "bot",
            Role::Player => "player",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        })
    }
}

impl FromStr for Role {
    type Err = ExpectedWord;

    fn from_str(text: &str) -> Result<Role, ExpectedWord> {
        let all = [Role::Guest, Role::Bot, Role::Player, Role::Moderator, Role::Admin];
        let found = all.into_iter().find(|role| role.to_string() == text);
        found.ok_or(ExpectedWord("guest, bot, player, moderator or admin"))
    }
}
