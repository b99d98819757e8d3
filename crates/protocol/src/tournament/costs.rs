//! What a pair of a Swiss round costs.

use serde::{Deserialize, Serialize};

use super::{ChosenPair, TournamentId};

/// What a pair of a Swiss round costs, and what another pairing would.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PairCosts {
    /// Its number.
    pub tournament: TournamentId,
    /// The round, from 1.
    pub round: u32,
    /// The pair, or the bye, with its penalties.
    pub pair: ChosenPair,
    /// The best pairing of the round without this pair; none if every other has a forbidden pair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without: Option<PairingWithout>,
}

/// The best pairing of a round without one of its pairs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PairingWithout {
    /// Those of its pairs that the round does not have.
    pub pairs: Vec<ChosenPair>,
    /// How much more it costs than the round; negative if the round was paired by hand and costs more.
    pub extra: i64,
}
