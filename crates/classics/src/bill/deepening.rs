//! Iterative deepening (section 3.1.2), as far as the limits of a move allow.

use std::time::Duration;

use willow_board::{Position, Square};

use super::constants::BillConstant;
use super::endgame::{Expectation, Guess};
use super::goals::{Goal, Normal};
use super::options::BillLimits;
use super::player::{Bill, BillControl, BillPhase};
use super::search::{BillCounts, NODES_PER_LOOK, Node, Searcher, Window};
use super::think_ahead::Ahead;
use super::timing::Allocation;
use super::top::{Comparison, Top};

/// The first level of a search is at least this.
const LOWEST_LEVEL: u32 = 2;

/// How much of the last move's level a search does not repeat.
const LEVELS_BACK: u32 = 2;

/// One turn of BILL's.
pub(super) struct Turn<'a> {
    pub(super) position: &'a Position,
    pub(super) last: Option<Square>,
    pub(super) limits: &'a BillLimits,
    pub(super) control: BillControl<'a>,
    pub(super) allocation: Option<Allocation>,
    /// What thinking ahead has found out about the position.
    pub(super) ahead: Ahead,
    /// What the turn has cost so far.
    pub(super) counts: BillCounts,
}

/// How far a search came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    pub(super) found: Comparison,
    /// The last complete level.
    pub(super) level: u32,
    pub(super) phase: BillPhase,
    pub(super) alarm: bool,
}

impl Turn<'_> {
    /// Returns the time since the turn began.
    pub(super) fn used(&self) -> Duration {
        (self.control.now)(self.counts.nodes)
    }

    /// Returns whether a complete level is the last.
    fn has_enough(&self, level: u32, agree: bool) -> bool {
        let limits = self.limits;
        let is_unlimited = limits.nodes.is_none() && limits.time.is_none();
        level >= self.position.board().n_empties()
            || limits.depth.map_or(is_unlimited, |depth| depth <= level)
            || limits.nodes.is_some_and(|nodes| nodes <= self.counts.nodes)
            || self.allocation.is_some_and(|allocation| {
                !allocation.goes_on(self.used(), self.ahead.invested, agree)
            })
    }
}

impl Bill {
    /// Deepens the search level by level as long as the limits allow, and searches to the end of the
    /// game as soon as they allow that.
    pub(super) fn think(&mut self, turn: &mut Turn<'_>) -> Progress {
        if let Some(expectation) = self.solved
            && let Some(solved) = self.solve(turn, expectation, None)
        {
            return solved;
        }
        // A search ahead of the turn goes on in it.
        let Ahead { mut progress, mut agree, .. } = turn.ahead;
        loop {
            if let Some(last) = progress
                && let Some(enough) = self.after_level(turn, last, agree)
            {
                return enough;
            }
            let level = progress.map_or_else(|| self.first_level(turn), |last| last.level + 1);
            let Some(deeper) = self.search_level(turn, level, progress) else {
                return progress.map_or_else(|| self.stopgap(turn), Progress::with_alarm);
            };
            if deeper.alarm {
                return deeper;
            }
            agree = progress.is_none_or(|last: Progress| last.found.best == deeper.found.best);
            progress = Some(deeper);
        }
    }

    /// Returns what the turn ends with after a complete level, if it ends: a search to the end of the
    /// game, or that level.
    fn after_level(
        &mut self,
        turn: &mut Turn<'_>,
        last: Progress,
        agree: bool,
    ) -> Option<Progress> {
        self.last_level = last.level;
        let guess = Guess::Units(last.found.value);
        let expectation = Expectation { outcome: None, guess };
        let solved = self.solve(turn, expectation, Some(last));
        solved.or_else(|| turn.has_enough(last.level, agree).then_some(last))
    }

    /// Returns the level that a search begins with.
    pub(super) fn first_level(&self, turn: &Turn<'_>) -> u32 {
        let level = self.last_level.saturating_sub(LEVELS_BACK).max(LOWEST_LEVEL);
        turn.limits.depth.map_or(level, |depth| level.min(depth)).max(1)
    }

    /// Searches one level. Returns `None` if the search ended before the first move was known.
    pub(super) fn search_level(
        &mut self,
        turn: &mut Turn<'_>,
        level: u32,
        last: Option<Progress>,
    ) -> Option<Progress> {
        let half = self.options.constants.of(BillConstant::NarrowWindow) as i32;
        let narrow = last.map_or(Window::FULL, |last| Window {
            alpha: last.found.value.saturating_sub(half),
            beta: last.found.value.saturating_add(half.max(1)),
        });
        let limits =
            Limits { until: turn.allocation.map(|allocation| allocation.alarm), enough: i32::MAX };
        let found = if self.options.prunes {
            self.run::<Normal<true>>(turn, level, narrow, limits)?
        } else {
            self.run::<Normal<false>>(turn, level, narrow, limits)?
        };
        let alarm = !found.is_complete();
        let level = level - u32::from(alarm);
        Some(Progress { found, level, phase: BillPhase::Normal, alarm })
    }

    /// Compares the moves of the turn's position.
    pub(super) fn run<G: Goal>(
        &mut self,
        turn: &mut Turn<'_>,
        depth: u32,
        narrow: Window,
        limits: Limits,
    ) -> Option<Comparison> {
        let control = turn.control;
        let before = turn.counts.nodes;
        let most = turn.limits.nodes;
        let mut searcher = Searcher {
            judge: self.judge,
            hash: &mut self.hash,
            killers: &mut self.killers,
            counts: BillCounts::default(),
            is_interrupted: &|nodes| {
                let nodes = before + nodes;
                (control.stop)(nodes)
                    || most.is_some_and(|most| most <= nodes)
                    || limits.until.is_some_and(|until| until <= (control.now)(nodes))
            },
            next_look: NODES_PER_LOOK,
            is_stopped: false,
        };
        let node = Node::<G>::new(*turn.position.board(), turn.position.side_to_move(), turn.last);
        let top = Top {
            node: &node,
            depth,
            narrow,
            enough: limits.enough,
            has_zero_window: self.options.has_zero_window,
        };
        let found = searcher.compare(&top);
        let BillCounts { nodes, leaves } = searcher.counts;
        turn.counts.nodes += nodes;
        turn.counts.leaves += leaves;
        found
    }

    /// Chooses the first move in order, when there was no time at all.
    fn stopgap(&self, turn: &Turn<'_>) -> Progress {
        let best = self.ranked(turn.position, turn.last)[0];
        let found = Comparison { best, value: 0, is_exact: false, n_done: 0, n_moves: 1 };
        Progress { found, level: 0, phase: BillPhase::Normal, alarm: true }
    }
}

/// What ends one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) until: Option<Duration>,
    pub(super) enough: i32,
}

impl Progress {
    pub(super) fn with_alarm(self) -> Progress {
        Progress { alarm: true, ..self }
    }

    pub(super) fn level(&self) -> f64 {
        let part = f64::from(self.found.n_done) / f64::from(self.found.n_moves);
        f64::from(self.level) + if self.found.is_complete() { 0.0 } else { part }
    }
}
