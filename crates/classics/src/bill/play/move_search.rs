//! The search for one move, and how far it came.

use std::time::Duration;

use willow_board::{Position, Square};

use super::choice::Phase;
use super::timing::Allocation;
use crate::bill::search::alpha_beta::Counts;
use crate::bill::search::root::RootResult;
use crate::{Control, MoveValue};

/// The search for one move of BILL's.
pub(crate) struct MoveSearch<'a> {
    pub(crate) position: &'a Position,
    pub(crate) last: Option<Square>,
    /// The most plies of a normal search.
    pub(crate) depth: Option<u32>,
    /// The most positions to visit.
    pub(crate) most_nodes: Option<u64>,
    pub(crate) control: Control<'a>,
    pub(crate) allocation: Option<Allocation>,
    /// What thinking ahead has found out about the position.
    pub(crate) pondered: PonderResult,
    /// What the search has cost so far.
    pub(crate) counts: Counts,
}

/// How far a search came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) found: RootResult,
    /// The last complete level.
    pub(crate) level: u32,
    pub(crate) phase: Phase,
    pub(crate) alarm: bool,
}

/// What was found out about a position before it was BILL's turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PonderResult {
    /// How long it was searched.
    pub(crate) invested: Duration,
    /// The last complete level of that search.
    pub(crate) progress: Option<Progress>,
    /// Whether the level before had the same best move.
    pub(crate) agree: bool,
}

impl MoveSearch<'_> {
    /// Returns the time since the search began.
    pub(crate) fn used(&self) -> Duration {
        (self.control.now)(self.counts.nodes)
    }

    /// Returns whether neither nodes nor time end the search.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.most_nodes.is_none() && self.allocation.is_none()
    }

    /// Returns whether a complete level is the last.
    pub(crate) fn has_enough(&self, level: u32, agree: bool) -> bool {
        level >= self.position.board().n_empties()
            || self.depth.map_or(self.is_unlimited(), |depth| depth <= level)
            || self.most_nodes.is_some_and(|nodes| nodes <= self.counts.nodes)
            || self.allocation.is_some_and(|allocation| {
                !allocation.goes_on(self.used(), self.pondered.invested, agree)
            })
    }
}

impl Progress {
    pub(crate) fn with_alarm(self) -> Progress {
        Progress { alarm: true, ..self }
    }

    pub(crate) fn level(&self) -> f64 {
        let part = f64::from(self.found.n_done) / f64::from(self.found.n_moves);
        f64::from(self.level) + if self.found.is_complete() { 0.0 } else { part }
    }

    /// Returns whether the value is the final score.
    pub(crate) fn is_exact(&self) -> bool {
        self.phase == Phase::Exact && self.found.is_exact && !self.alarm
    }

    /// Returns the value, if anything was searched.
    pub(crate) fn value(&self) -> Option<MoveValue> {
        let value = self.found.value;
        match self.phase {
            Phase::Book | Phase::OnlyMove => None,
            Phase::Normal => (0 < self.found.n_done).then_some(MoveValue::Units(value)),
            Phase::Outcome => Some(MoveValue::Outcome(value)),
            Phase::Exact if self.is_exact() => Some(MoveValue::Discs(value)),
            Phase::Exact => Some(MoveValue::AtLeastDiscs(value)),
        }
    }
}
