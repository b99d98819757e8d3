//! What is known of a tournament before it begins.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use willow_pairing::{Finals, Preset};

use super::json_as_text;
use crate::expected_word::words;
use crate::serde_text::serde_as_text;
use crate::{Message, Terms};

/// The plan of a tournament, which its organiser makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TournamentPlan {
    /// What people call it, at most 80 characters.
    pub name: Message,
    /// Where it takes place, what can be won, and whatever else people should know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Message>,
    /// The country, for files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Message>,
    /// The days as people write them, for files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Message>,
    /// Who meets whom, and for how long.
    pub format: TournamentFormat,
    /// Penalties and tie-breaks of the rounds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub preset: TournamentPreset,
    /// Finals after the rounds of a Swiss, a knock-out of the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finals: Option<Finals>,
    /// The games at a table, with alternating colours; in a knock-out their greatest number. 1 if left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub games: u8,
    /// Where the games are played; on the server if left out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub place: Place,
    /// Clock, start and rating of the games that are played on the server.
    #[serde(default)]
    pub terms: Terms,
    /// When it begins, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<u64>,
    /// Whether it begins by itself at that time, and each round some seconds after the last result of the round before. An
    /// arena always does so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub auto: bool,
    /// Whether players and spectators may chat in its games; they may if left out.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub chat: bool,
    /// Whether bots may enter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bots: bool,
    /// How many may take part; 500 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_players: Option<u32>,
}

const fn yes() -> bool {
    true
}

const fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_one(n: &u8) -> bool {
    *n == 1
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Who meets whom in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum TournamentFormat {
    /// Somebody with about as many points.
    Swiss {
        /// The number of rounds before the finals.
        rounds: u32,
    },
    /// Everybody.
    RoundRobin {
        /// How often, with colours changed each time.
        cycles: u32,
    },
    /// The next in the bracket; who loses is out.
    KnockOut,
    /// Who is free: the next game begins when one is over.
    Arena {
        /// How long games begin.
        minutes: u32,
    },
}

/// Penalties and tie-breaks by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentPreset(pub Preset);

impl Default for TournamentPreset {
    fn default() -> TournamentPreset {
        TournamentPreset(Preset::PappWof)
    }
}

impl FromStr for TournamentPreset {
    type Err = willow_pairing::UnknownPreset;

    fn from_str(text: &str) -> Result<TournamentPreset, Self::Err> {
        text.parse().map(TournamentPreset)
    }
}

impl fmt::Display for TournamentPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

serde_as_text!(TournamentPreset);

/// Where games of a tournament are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Place {
    /// On the server.
    #[default]
    Online,
    /// At tables; the results are entered.
    Tables,
    /// Of a tournament: some here, some there.
    Both,
}

words!(Place, "online, tables or both");
json_as_text!(TournamentPlan);
