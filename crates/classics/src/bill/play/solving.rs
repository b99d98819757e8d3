//! When BILL searches to the end of the game, and for what (section 3.1.4.3).

use std::time::Duration;

use super::choice::Phase;
use super::level_search::LevelLimits;
use super::move_search::{MoveSearch, Progress};
use super::player::Bill;
use crate::bill::search::alpha_beta::Window;
use crate::bill::search::endgame::{EndgameKind, ScoreEstimate, ScoreExpectation, SearchBudget};
use crate::bill::search::goals::{ExactGoal, OutcomeGoal, SearchGoal};

impl Bill {
    /// Searches to the end of the game if that is affordable, or was done before: the winner, and then the
    /// score. Returns `None` if it is not affordable, or did not come to a usable result.
    pub(crate) fn solve(
        &mut self,
        search: &mut MoveSearch<'_>,
        mut expectation: ScoreExpectation,
        normal: Option<Progress>,
    ) -> Option<Progress> {
        let mut best = None;
        if expectation.outcome.is_none() || !self.is_affordable(EndgameKind::Exact, search) {
            if !self.is_affordable(EndgameKind::Outcome, search) {
                return None;
            }
            let outcome =
                self.search_end::<OutcomeGoal>(search, Window { alpha: -1, beta: 1 }, 1)?;
            if outcome.alarm && (outcome.found.value < 0 && normal.is_some()) {
                return normal.map(Progress::with_alarm);
            }
            if !outcome.alarm {
                expectation.outcome = Some(outcome.found.value);
                self.solved = Some(expectation);
            }
            best = Some(outcome);
        }
        if self.is_affordable(EndgameKind::Exact, search)
            && let Some(exact) = self.search_end::<ExactGoal>(search, expectation.window(), 64)
        {
            if !exact.alarm {
                let (outcome, guess) =
                    (Some(exact.found.value.signum()), ScoreEstimate::Discs(exact.found.value));
                self.solved = Some(ScoreExpectation { outcome, guess });
            }
            best = Some(exact);
        }
        best
    }

    fn search_end<G: EndgameGoal>(
        &mut self,
        search: &mut MoveSearch<'_>,
        narrow: Window,
        enough: i32,
    ) -> Option<Progress> {
        let empties = search.position.board().n_empties();
        let until = search.allocation.map(|allocation| {
            let next = G::KIND.safe_nodes(empties.saturating_sub(2)) / self.speed_in(search);
            allocation.last_moment(Duration::try_from_secs_f64(next).unwrap_or(Duration::MAX))
        });
        let limits = LevelLimits { until, enough };
        let found = self.run::<G>(search, empties, narrow, limits)?;
        let alarm = !found.is_complete();
        Some(Progress { found, level: empties, phase: G::PHASE, alarm })
    }

    fn is_affordable(&self, kind: EndgameKind, search: &MoveSearch<'_>) -> bool {
        let by_time = search.allocation.map(|allocation| {
            let left = allocation.usable.saturating_sub(search.used());
            left.as_secs_f64() * self.speed_in(search)
        });
        let by_nodes =
            search.most_nodes.map(|nodes| nodes.saturating_sub(search.counts.nodes) as f64);
        let nodes = [by_time, by_nodes].into_iter().flatten().reduce(f64::min);
        let depth = search.depth.or(search.is_unlimited().then_some(self.first_level(search)));
        self.options.solves
            && kind
                .is_affordable(search.position.board().n_empties(), SearchBudget { nodes, depth })
    }
}

/// A goal at the end of the game.
trait EndgameGoal: SearchGoal {
    const PHASE: Phase;
    const KIND: EndgameKind;
}

impl EndgameGoal for OutcomeGoal {
    const PHASE: Phase = Phase::Outcome;
    const KIND: EndgameKind = EndgameKind::Outcome;
}

impl EndgameGoal for ExactGoal {
    const PHASE: Phase = Phase::Exact;
    const KIND: EndgameKind = EndgameKind::Exact;
}
