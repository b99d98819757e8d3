//! Invitations: links with which people make accounts on a server that is not open.

use serde::{Deserialize, Serialize};

use crate::{Message, Name, Role};

/// Maximum number of accounts that an invitation makes.
pub const MAX_INVITATION_USES: u32 = 1000;

/// Maximum time in days for which an invitation is valid.
pub const MAX_INVITATION_DAYS: u32 = 365;

/// An invitation that can be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct InvitationSummary {
    /// The number by which it is withdrawn.
    pub invitation: u64,
    /// The moderator who made it.
    pub by: Name,
    /// The role of accounts that are made with it.
    pub role: Role,
    /// How many accounts can be made with it.
    pub uses: u32,
    /// How many were made.
    pub used: u32,
    /// Until when it is valid, in milliseconds since 1970.
    pub expires_at: u64,
    /// Purpose; shown to moderators only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Message>,
}
