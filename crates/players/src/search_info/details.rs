//! What only one program knows about its move.

use serde::{Deserialize, Serialize};
use willow_classics::paip::SearchEnd;
use willow_classics::{EvaluationTerm, MoveSource, bill, iago_1982, mlia, paip};

/// What only one program knows about its move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "program", rename_all = "kebab-case")]
pub enum Details {
    /// A search of PAIP, 18.2 to 18.12: from `maximizer` to `iago`.
    Paip(FeatureDetails),
    /// The general searcher, PAIP 18.13.
    Searcher(paip::GeneralDetails),
    /// IAGO of 1982.
    #[serde(rename = "iago-1982")]
    Iago1982(FeatureDetails),
    /// Lee and Mahajan's program, 1986.
    Bill(Box<BillDetails>),
    /// Korman and Walluck's program, 2003.
    Mlia(mlia::Details),
    /// Our engine.
    Willow(WillowDetails),
}

impl Details {
    /// Returns how the move was found; `None` if the program has but one way.
    pub(crate) const fn phase(&self) -> Option<MoveSource> {
        match self {
            Details::Paip(details) | Details::Iago1982(details) => Some(details.phase),
            Details::Bill(details) => Some(details.phase),
            Details::Mlia(details) => Some(details.phase),
            Details::Searcher(details) => Some(match details.end {
                SearchEnd::Book => MoveSource::Book,
                SearchEnd::Exhausted | SearchEnd::Solved => MoveSource::Exact,
                _ => MoveSource::Normal,
            }),
            Details::Willow(_) => None,
        }
    }
}

/// Kind of bound, where a value is not the move's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// The move is worth the value or more.
    AtLeast,
}

/// Details of a program whose value is the sum of features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeatureDetails {
    /// How the move was found.
    pub phase: MoveSource,
    /// The features at the end of the line, for the mover: their contributions add up to the move's value,
    /// before rounding. Empty if the value has another source, such as the end of the game.
    pub features: Vec<EvaluationTerm>,
}

/// Details of BILL's search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BillDetails {
    /// How the move was found.
    pub phase: MoveSource,
    /// The level, such as 7.4: the complete plies, and the part of the moves that the next one compared
    /// before the alarm. In a search to the end of the game it is the number of empties.
    pub level: f64,
    /// Whether the value is only a bound: the move is the only one that is better than the first one, so BILL
    /// does not search how much better. That bounds the value from below; for the opponent, who made the move
    /// before, from above.
    #[serde(default)]
    pub bound: Option<Bound>,
    /// The place of the move among the legal ones in the killer table before the search, from 1.
    pub killer_rank: usize,
    /// The seconds saved by thinking ahead: how long the position was searched in the opponent's time.
    pub seconds_ahead: f64,
    /// How the move was searched; `None` without a search.
    #[serde(flatten)]
    pub search: Option<bill::SearchReport>,
}

/// Details of our engine's search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WillowDetails {
    /// The confidence of the selective search in percent; 100 without forward pruning.
    pub selectivity: u32,
    /// Expected loss of the move in discs, if the engine plays deliberately weaker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gives_away: Option<f64>,
}

impl From<paip::Details> for Details {
    fn from(details: paip::Details) -> Details {
        Details::Paip(FeatureDetails { phase: MoveSource::Normal, features: details.features })
    }
}

impl From<iago_1982::Details> for Details {
    fn from(details: iago_1982::Details) -> Details {
        let iago_1982::Details { phase, features } = details;
        Details::Iago1982(FeatureDetails { phase, features })
    }
}

impl From<bill::Details> for Details {
    fn from(details: bill::Details) -> Details {
        let is_bound = details.phase == MoveSource::Normal && !details.is_own_value;
        Details::Bill(Box::new(BillDetails {
            phase: details.phase,
            level: details.level,
            bound: is_bound.then_some(Bound::AtLeast),
            killer_rank: details.killer_rank,
            seconds_ahead: details.saved.as_secs_f64(),
            search: details.search,
        }))
    }
}

impl From<mlia::Details> for Details {
    fn from(details: mlia::Details) -> Details {
        // The thought has the value itself.
        Details::Mlia(mlia::Details { value: None, ..details })
    }
}

impl From<paip::GeneralDetails> for Details {
    fn from(details: paip::GeneralDetails) -> Details {
        // The thought has the value itself.
        Details::Searcher(paip::GeneralDetails { value: None, ..details })
    }
}
