//! When BILL searches to the end of the game, and for what (section 3.1.4.3).

use std::time::Duration;

use super::deepening::{Limits, Progress, Turn};
use super::endgame::{EndgameKind, Expectation, Guess, Means};
use super::goals::{Exact, Goal, Outcome};
use super::player::{Bill, BillPhase};
use super::search::Window;

impl Bill {
    /// Searches to the end if that is affordable, or was done before: who wins, and then by how much.
    /// Returns `None` if it is not or did not come to a result that counts.
    pub(super) fn solve(
        &mut self,
        turn: &mut Turn<'_>,
        mut expectation: Expectation,
        normal: Option<Progress>,
    ) -> Option<Progress> {
        let mut best = None;
        if expectation.outcome.is_none() || !self.is_affordable(EndgameKind::Exact, turn) {
            if !self.is_affordable(EndgameKind::Outcome, turn) {
                return None;
            }
            let outcome = self.search_end::<Outcome>(turn, Window { alpha: -1, beta: 1 }, 1)?;
            if outcome.alarm && (outcome.found.value < 0 && normal.is_some()) {
                return normal.map(Progress::with_alarm);
            }
            if !outcome.alarm {
                expectation.outcome = Some(outcome.found.value);
                self.solved = Some(expectation);
            }
            best = Some(outcome);
        }
        if self.is_affordable(EndgameKind::Exact, turn)
            && let Some(exact) = self.search_end::<Exact>(turn, expectation.window(), 64)
        {
            if !exact.alarm {
                let (outcome, guess) =
                    (Some(exact.found.value.signum()), Guess::Discs(exact.found.value));
                self.solved = Some(Expectation { outcome, guess });
            }
            best = Some(exact);
        }
        best
    }

    fn search_end<G: EndgameGoal>(
        &mut self,
        turn: &mut Turn<'_>,
        narrow: Window,
        enough: i32,
    ) -> Option<Progress> {
        let empties = turn.position.board().n_empties();
        let until = turn.allocation.map(|allocation| {
            let next = G::KIND.safe_nodes(empties.saturating_sub(2)) / self.speed_in(turn);
            allocation.last_moment(Duration::try_from_secs_f64(next).unwrap_or(Duration::MAX))
        });
        let limits = Limits { until, enough };
        let found = self.run::<G>(turn, empties, narrow, limits)?;
        let alarm = !found.is_complete();
        Some(Progress { found, level: empties, phase: G::PHASE, alarm })
    }

    fn is_affordable(&self, kind: EndgameKind, turn: &Turn<'_>) -> bool {
        let by_time = turn.allocation.map(|allocation| {
            let left = allocation.usable.saturating_sub(turn.used());
            left.as_secs_f64() * self.speed_in(turn)
        });
        let by_nodes =
            turn.limits.nodes.map(|nodes| nodes.saturating_sub(turn.counts.nodes) as f64);
        let nodes = [by_time, by_nodes].into_iter().flatten().reduce(f64::min);
        let limits = turn.limits;
        let is_unlimited = limits.nodes.is_none() && limits.time.is_none();
        let depth = limits.depth.or(is_unlimited.then_some(self.first_level(turn)));
        self.options.solves
            && kind.is_affordable(turn.position.board().n_empties(), Means { nodes, depth })
    }
}

/// A goal at the end of the game.
trait EndgameGoal: Goal {
    const PHASE: BillPhase;
    const KIND: EndgameKind;
}

impl EndgameGoal for Outcome {
    const PHASE: BillPhase = BillPhase::Outcome;
    const KIND: EndgameKind = EndgameKind::Outcome;
}

impl EndgameGoal for Exact {
    const PHASE: BillPhase = BillPhase::Exact;
    const KIND: EndgameKind = EndgameKind::Exact;
}
