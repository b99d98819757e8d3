//! Descriptions of the server's own bots.

use serde::{Deserialize, Serialize};

/// The groups of the server's own bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum BotGroup {
    /// A program with one idea, for those who learn what it is worth.
    Learn,
    /// A level for people: plays like a person of that strength, deliberately weaker than it could.
    People,
    /// A program of the past, or a version of one.
    Historical,
    /// The modern engine at one of its levels.
    Engine,
}

/// One of the server's own bots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BotDetails {
    /// The SPEC of its player, as the command line of Willow takes it.
    pub spec: String,
    /// A key that stays the same in all versions, for translations of `about`.
    pub program: String,
    /// One English line about it: how it plays, who wrote it, and when.
    pub about: String,
    /// The group in which clients list the bot.
    pub level: BotGroup,
    /// Its Elo on the ladder of all programs (`docs/ladder.md`), if it was measured. Random moves have 600, so
    /// that it is on the scale of the ratings: it began with it in every speed class, and the user's `ratings`
    /// say what became of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder_elo: Option<i32>,
    /// Half of the 95% interval of this Elo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder_error: Option<i32>,
}
