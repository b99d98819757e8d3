//! The rules of a tournament: format, penalties, tie-breaks, and presets of them.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Penalties, PenaltyTable};

/// The discs of a bye, which counts as 40 to 24: PAPP's default.
const BYE_DISCS: u32 = 24;
/// The rounds of a European Grand Prix: seven and four.
const EGP_ROUNDS: u32 = 11;
/// So many rounds more than find a winner also sort the places behind. Not measured.
const MORE_ROUNDS: u32 = 2;

/// How opponents are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(rename = "PairingFormat"), ts(rename = "PairingFormat"))]
pub enum Format {
    /// Everybody plays in every round, against somebody with about as many points.
    Swiss {
        /// The number of rounds before the finals.
        rounds: u32,
    },
    /// Everybody meets everybody.
    RoundRobin {
        /// How often, with colours changed each time.
        cycles: u32,
    },
    /// Who loses is out.
    KnockOut,
}

/// A knock-out of the best after a Swiss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "TournamentFinals"),
    ts(rename = "TournamentFinals")
)]
pub struct Finals {
    /// How many players qualify.
    pub players: u32,
    /// Maximum number of games of a match.
    pub best_of: u8,
}

/// What orders players with equal points, each where those before it do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum TieBreak {
    /// The Brightwell quotient: own discs and six times the points of the opponents.
    Brightwell,
    /// The sum of the opponents' points.
    Buchholz,
    /// The sum of own discs.
    Discs,
    /// Own discs minus the opponents'.
    DiscDifference,
    /// The points in the games between the players concerned.
    DirectGame,
    /// The quotient of GGS: the mean share of discs and the share of wins.
    Share,
}

/// Whether to pair forbidden players if every pairing has such a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ForbiddenPairs {
    /// The round is not paired; the organiser decides.
    #[default]
    Never,
    /// As few of them as possible are taken.
    IfNeeded,
}

/// The rules of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "TournamentRules"),
    ts(rename = "TournamentRules")
)]
pub struct Rules {
    /// How opponents are found.
    pub format: Format,
    /// The finals after a Swiss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finals: Option<Finals>,
    /// The games of two opponents in a round, with alternating colours; in a knock-out their greatest number.
    pub games: u8,
    /// What pairs cost.
    pub penalties: Penalties,
    /// Whether forbidden pairs may be made if no others are left.
    #[serde(default)]
    pub forbidden_pairs: ForbiddenPairs,
    /// What orders players with equal points. After all of them comes the lot.
    pub tie_breaks: Vec<TieBreak>,
    /// The half-points for a game of a bye that was asked for.
    pub asked_bye_half_points: u32,
    /// The discs of a bye's absent opponent, of 64.
    pub bye_discs: u32,
    /// Seeds the lots.
    pub seed: u64,
}

/// Rules by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// The World Othello Federation's, as the program PAPP has them: its penalties, the Brightwell quotient, discs.
    PappWof,
    /// FIDE's Dutch order of aims, in one matching: floats, colours, upper half against lower half.
    FideDutch,
    /// Japan's: disc difference, the direct game, lot.
    Jof,
    /// The European Grand Prix: eleven rounds of Swiss, and a final, best of three.
    Egp,
    /// Those of GGS's /td: nobody twice, nearest rank.
    GgsTd,
}

/// There is no preset of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no preset `{0}`: use papp-wof, fide-dutch, jof, egp or ggs-td")]
pub struct UnknownPreset(String);

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 5] =
        [Preset::PappWof, Preset::FideDutch, Preset::Jof, Preset::Egp, Preset::GgsTd];

    /// Returns the rules of a Swiss with this number of rounds.
    pub fn rules(self, rounds: u32, seed: u64) -> Rules {
        let (penalties, tie_breaks) = match self {
            Preset::PappWof | Preset::Egp => {
                (PenaltyTable::Papp, vec![TieBreak::Brightwell, TieBreak::Discs])
            }
            Preset::FideDutch => {
                (PenaltyTable::Dutch, vec![TieBreak::Buchholz, TieBreak::DirectGame])
            }
            Preset::Jof => {
                (PenaltyTable::Papp, vec![TieBreak::DiscDifference, TieBreak::DirectGame])
            }
            Preset::GgsTd => (PenaltyTable::ByRank, vec![TieBreak::Share]),
        };
        Rules {
            format: Format::Swiss { rounds },
            finals: (self == Preset::Egp).then_some(Finals { players: 2, best_of: 3 }),
            games: 1,
            penalties: penalties.penalties(),
            forbidden_pairs: ForbiddenPairs::Never,
            tie_breaks,
            asked_bye_half_points: 1,
            bye_discs: BYE_DISCS,
            seed,
        }
    }

    /// Returns the usual number of rounds: as many as find a winner among so many players, and two more.
    pub const fn usual_rounds(self, n_players: u32) -> u32 {
        if matches!(self, Preset::Egp) {
            return EGP_ROUNDS;
        }
        let rounds = n_players.next_power_of_two().ilog2() + MORE_ROUNDS;
        let max = n_players + n_players % 2;
        if max <= rounds { max.saturating_sub(1) } else { rounds }
    }
}

impl Display for Preset {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Preset::PappWof => "papp-wof",
            Preset::FideDutch => "fide-dutch",
            Preset::Jof => "jof",
            Preset::Egp => "egp",
            Preset::GgsTd => "ggs-td",
        })
    }
}

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(text: &str) -> Result<Preset, UnknownPreset> {
        let found = Preset::ALL.into_iter().find(|preset| preset.to_string() == text);
        found.ok_or_else(|| UnknownPreset(text.to_owned()))
    }
}

impl Display for TieBreak {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TieBreak::Brightwell => "Brightwell",
            TieBreak::Buchholz => "Buchholz",
            TieBreak::Discs => "discs",
            TieBreak::DiscDifference => "disc difference",
            TieBreak::DirectGame => "direct game",
            TieBreak::Share => "share",
        })
    }
}
