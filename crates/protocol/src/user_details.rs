//! What version 2 adds to users in lists.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{PlayerRating, SpeedClass};

/// What version 2 adds to a user in a list. Clients of version 1 are sent none of its fields.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UserDetails {
    /// The user's ratings by speed class: those classes in which the user has played rated games.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ratings: BTreeMap<SpeedClass, PlayerRating>,
    /// What one of the server's own bots is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotDetails>,
}

/// One of the server's own bots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BotDetails {
    /// The SPEC of its player, as the command line of Willow takes it.
    pub spec: String,
    /// Its Elo on the ladder of the project's programs (`docs/ladder.md`), if that lists it. This
    /// number and a rating on the server have different scales.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder_elo: Option<i32>,
}
