//! The people whom a user follows.

use serde::{Deserialize, Serialize};

use crate::{DisplayName, GameSummary, Name, Role};

/// A user whom the reader follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FollowedUser {
    /// By which commands name the user.
    pub name: Name,
    /// The name in any script, if the user has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<DisplayName>,
    /// The user's role.
    pub role: Role,
    /// Whether the user follows the reader, too.
    pub friend: bool,
    /// Whether the user is online. A user who is hidden from followers appears to be offline.
    pub online: bool,
    /// The latest of the user's public games in progress, at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<GameSummary>,
    /// When the user was online last, in milliseconds since 1970, rounded down to the hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<u64>,
}
