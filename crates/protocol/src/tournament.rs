//! Tournaments: what is planned, what an organiser and the players do, what happened, and how it stands.
//!
//! Rounds, results and standings are those of the crate `pairing`, which checks them.

mod change;
mod costs;
mod order;
mod plan;
mod state;

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
pub use willow_pairing::arena::ArenaStanding;
pub use willow_pairing::tournament::{Change as PairingChange, GameNumber};
pub use willow_pairing::{
    ChosenPair, GameResult as TableResult, PlayerId, Round as TournamentRound,
    Rules as TournamentRules, Standing as TournamentStanding,
};

pub use self::change::{Entrant, TournamentChange, TournamentGame};
pub use self::costs::{PairCosts, PairingWithout};
pub use self::order::TournamentOrder;
pub use self::plan::{Place, TournamentFormat, TournamentPlan, TournamentPreset};
pub use self::state::{
    ArenaGame, ResultClaim, TournamentPhase, TournamentPlayer, TournamentState, TournamentSummary,
};

/// The number of a tournament, from 1.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TournamentId(pub u64);

impl FromStr for TournamentId {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<TournamentId, ParseIntError> {
        text.parse().map(TournamentId)
    }
}

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Reads and writes a value as JSON where people type it.
macro_rules! json_as_text {
    ($type:ty) => {
        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<$type, String> {
                serde_json::from_str(text)
                    .map_err(|error| crate::json::in_words_of_json(&error.to_string()))
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&serde_json::to_string(self).map_err(|_| std::fmt::Error)?)
            }
        }
    };
}
use json_as_text;
