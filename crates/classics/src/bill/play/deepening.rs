//! The search for one move: iterative deepening as far as the limits allow (section 3.1.2), and searches to the
//! end of the game when they are affordable (section 3.1.4.3).

use std::time::Duration;

use willow_board::{Bitboard, Position, Square};

use super::player::Bill;
use super::report::{LevelReport, SearchEnd};
use super::timing::{Allocation, LastLevels};
use crate::bill::constants::Constant;
use crate::bill::search::alpha_beta::{AlphaBetaSearch, CHECK_INTERVAL, Counts, SearchNode};
use crate::bill::search::endgame::{EndgameKind, ScoreEstimate, ScoreExpectation, SearchBudget};
use crate::bill::search::goals::{ExactGoal, NormalGoal, OutcomeGoal, SearchGoal};
use crate::bill::search::root::{RootResult, RootSearch};
use crate::window::Window;
use crate::{AskedMove, Control, DepthReport, MoveSource, MoveValue};

/// The search for one move of BILL's.
pub(crate) struct MoveSearch<'a> {
    pub(crate) position: &'a Position,
    pub(crate) last: Option<Square>,
    /// The move to search, if not all are.
    pub(crate) asked: Option<AskedMove>,
    /// The most plies of a normal search.
    pub(crate) depth: Option<u32>,
    /// The most positions to visit.
    pub(crate) max_nodes: Option<u64>,
    pub(crate) control: Control<'a>,
    pub(crate) allocation: Option<Allocation>,
    /// What thinking ahead has found out about the position.
    pub(crate) pondered: PonderResult,
    /// What the search has cost so far.
    pub(crate) counts: Counts,
    /// The levels so far.
    pub(crate) levels: Vec<LevelReport>,
    /// Why no further level is searched, as soon as that is known.
    pub(crate) end: Option<SearchEnd>,
}

/// How far a search came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) found: RootResult,
    /// The last complete level.
    pub(crate) level: u32,
    pub(crate) phase: MoveSource,
    pub(crate) alarm: bool,
    pub(crate) last_levels: LastLevels,
}

/// What was found out about a position before it was BILL's turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PonderResult {
    /// How long it was searched.
    pub(crate) invested: Duration,
    /// The last complete level of that search.
    pub(crate) progress: Option<Progress>,
}

impl MoveSearch<'_> {
    /// Returns the time since the search began.
    pub(crate) fn used(&self) -> Duration {
        (self.control.now)(self.counts.nodes)
    }

    /// Returns the moves to search.
    fn moves(&self) -> Bitboard {
        let legal = self.position.legal_moves();
        self.asked.map_or(legal, |asked| Bitboard::from(asked.mv))
    }

    /// Returns whether neither nodes nor time end the search.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.max_nodes.is_none() && self.allocation.is_none()
    }

    /// Returns why a complete level is the last, if it is.
    fn end_after(&self, last: Progress) -> Option<SearchEnd> {
        if last.level >= self.position.board().n_empties() {
            Some(SearchEnd::GameEnd)
        } else if self.depth.map_or(self.is_unlimited(), |depth| depth <= last.level) {
            Some(SearchEnd::Depth)
        } else if self.is_out_of_nodes() {
            Some(SearchEnd::Nodes)
        } else {
            let allocation = self.allocation?;
            allocation.end_after(self.used(), self.pondered.invested, last.last_levels)
        }
    }

    fn is_out_of_nodes(&self) -> bool {
        self.max_nodes.is_some_and(|nodes| nodes <= self.counts.nodes)
    }

    /// Returns why the search ended with this result.
    pub(crate) fn end_with(&self, result: &Progress) -> SearchEnd {
        match self.end {
            _ if result.alarm && self.is_out_of_nodes() => SearchEnd::Nodes,
            _ if result.alarm && (self.control.stop)(self.counts.nodes) => SearchEnd::Stopped,
            _ if result.alarm && self.allocation.is_some() => SearchEnd::Alarm,
            _ if result.alarm => SearchEnd::Stopped,
            _ if result.phase != MoveSource::Normal => SearchEnd::GameEnd,
            end => end.unwrap_or(SearchEnd::Stopped),
        }
    }

    /// Keeps what a level, or a search to the end of the game, found from this number of nodes on.
    fn note(&mut self, level: &Progress, nodes_before: u64) {
        let nodes = self.counts.nodes - nodes_before;
        let Progress { phase, found, .. } = *level;
        let (level, best) = (level.level(), found.best);
        self.levels.push(LevelReport { phase, level, best, nodes });
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
        self.phase == MoveSource::Exact && self.found.is_exact && !self.alarm
    }

    /// Returns the value, if anything was searched.
    pub(crate) fn value(&self) -> Option<MoveValue> {
        let value = self.found.value;
        match self.phase {
            MoveSource::Book | MoveSource::OnlyMove | MoveSource::Corner | MoveSource::Corners => {
                None
            }
            MoveSource::Normal => (0 < self.found.n_done).then_some(MoveValue::whole_units(value)),
            MoveSource::Outcome => Some(MoveValue::Outcome(value)),
            MoveSource::Exact if self.is_exact() => Some(MoveValue::Discs(value)),
            MoveSource::Exact => Some(MoveValue::AtLeastDiscs(value)),
        }
    }
}

/// The first level of a search is at least this.
const LOWEST_LEVEL: u32 = 2;

/// How much of the last move's level a search does not repeat.
const LEVELS_BACK: u32 = 2;

/// What is to be known of the tree of a level that was interrupted.
const INTERRUPTED: &str = "The search ended before it had compared the other moves at this depth.";

impl Bill {
    /// Deepens the search level by level as long as the limits allow, and searches to the end of the
    /// game as soon as they allow that.
    pub(crate) fn deepen(&mut self, search: &mut MoveSearch<'_>) -> Progress {
        if let Some(asked) = search.asked
            && asked.phase != MoveSource::Normal
            && let Some(solved) = self.solve(search, ScoreExpectation::NONE, None)
        {
            return solved;
        }
        if let Some(expectation) = self.solved
            && let Some(solved) = self.solve(search, expectation, None)
        {
            return solved;
        }
        // What was searched ahead of the turn is continued.
        let mut progress = search.pondered.progress;
        loop {
            if let Some(last) = progress
                && let Some(enough) = self.after_level(search, last)
            {
                return enough;
            }
            let level = progress.map_or_else(|| self.first_level(search), |last| last.level + 1);
            let Some(deeper) = self.search_level(search, level, progress) else {
                return progress
                    .map_or_else(|| self.first_move_in_order(search), Progress::with_alarm);
            };
            if deeper.alarm {
                return deeper;
            }
            progress = Some(deeper);
        }
    }

    /// Returns the result after a complete level if the search ends there: that of a search to the end of
    /// the game, or that of the level.
    fn after_level(&mut self, search: &mut MoveSearch<'_>, last: Progress) -> Option<Progress> {
        self.last_level = last.level;
        if let Some(value) = last.value() {
            let (best, depth, nodes) = (last.found.best, last.level, search.counts.nodes);
            (search.control.on_depth)(&DepthReport { best, value, depth, nodes });
        }
        let guess = ScoreEstimate::Units(last.found.value);
        let expectation = ScoreExpectation { outcome: None, guess };
        let solved = self.solve(search, expectation, Some(last));
        solved.or_else(|| {
            search.end = search.end_after(last);
            search.end.map(|_| last)
        })
    }

    /// Returns the level that a search begins with.
    pub(crate) fn first_level(&self, search: &MoveSearch<'_>) -> u32 {
        let level = self.last_level.saturating_sub(LEVELS_BACK).max(LOWEST_LEVEL);
        search.depth.map_or(level, |depth| level.min(depth)).max(1)
    }

    /// Chooses the first move of the killer table, when there was no time to search.
    fn first_move_in_order(&self, search: &MoveSearch<'_>) -> Progress {
        let best = self.ranked(search.position, search.last)[0];
        let found = RootResult { best, value: 0, is_exact: false, n_done: 0, n_moves: 1 };
        Progress {
            found,
            level: 0,
            phase: MoveSource::Normal,
            alarm: true,
            last_levels: LastLevels::Agree,
        }
    }
}

/// What ends one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelLimits {
    pub(crate) until: Option<Duration>,
    pub(crate) enough: i32,
}

impl Bill {
    /// Searches one level. Returns `None` if the search ended before the first move was known.
    pub(crate) fn search_level(
        &mut self,
        search: &mut MoveSearch<'_>,
        level: u32,
        last: Option<Progress>,
    ) -> Option<Progress> {
        let half = self.options.constants.of(Constant::NarrowWindow) as i32;
        let narrow = last.map_or(Window::FULL, |last| Window {
            alpha: last.found.value.saturating_sub(half),
            beta: last.found.value.saturating_add(half.max(1)),
        });
        let limits = LevelLimits {
            until: search.allocation.map(|allocation| allocation.alarm),
            enough: i32::MAX,
        };
        let before = search.counts.nodes;
        let found = if self.options.prunes {
            self.run::<NormalGoal<true>>(search, level, narrow, limits)?
        } else {
            self.run::<NormalGoal<false>>(search, level, narrow, limits)?
        };
        let alarm = !found.is_complete();
        if alarm {
            // The move is chosen among those that this level has compared.
            let trace = search.control.trace();
            trace.forget_last();
            trace.remark(INTERRUPTED);
            trace.end(found.value, Some(found.best), Some(found.bound()));
        }
        let level = level - u32::from(alarm);
        let agree = last.is_none_or(|last| last.found.best == found.best);
        let last_levels = if agree { LastLevels::Agree } else { LastLevels::Disagree };
        let progress = Progress { found, level, phase: MoveSource::Normal, alarm, last_levels };
        search.note(&progress, before);
        Some(progress)
    }

    /// Compares the moves of the root position.
    pub(crate) fn run<G: SearchGoal>(
        &mut self,
        search: &mut MoveSearch<'_>,
        depth: u32,
        narrow: Window,
        limits: LevelLimits,
    ) -> Option<RootResult> {
        let control = search.control;
        let before = search.counts.nodes;
        let most = search.max_nodes;
        let mut searcher = AlphaBetaSearch {
            evaluation: self.evaluation.clone(),
            hash: &mut self.hash,
            killers: &mut self.killers,
            counts: Counts::default(),
            is_interrupted: &|nodes| {
                let nodes = before + nodes;
                (control.stop)(nodes)
                    || most.is_some_and(|most| most <= nodes)
                    || limits.until.is_some_and(|until| until <= (control.now)(nodes))
            },
            next_check: CHECK_INTERVAL,
            is_stopped: false,
            trace: control.trace(),
        };
        let node = SearchNode::<G>::new(
            *search.position.board(),
            search.position.side_to_move(),
            search.last,
        );
        let top = RootSearch {
            node: &node,
            depth,
            narrow,
            among: search.moves(),
            enough: limits.enough,
            has_zero_window: self.options.has_zero_window,
        };
        let found = searcher.compare(&top);
        search.counts += searcher.counts;
        found
    }
}

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
            let narrow = Window { alpha: -1, beta: 1 };
            let outcome = self.search_end(search, EndgameKind::Outcome, narrow)?;
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
            && let Some(exact) = self.search_end(search, EndgameKind::Exact, expectation.window())
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

    fn search_end(
        &mut self,
        search: &mut MoveSearch<'_>,
        kind: EndgameKind,
        narrow: Window,
    ) -> Option<Progress> {
        let (empties, before) = (search.position.board().n_empties(), search.counts.nodes);
        let until = search.allocation.map(|allocation| {
            let next = kind.safe_nodes(empties.saturating_sub(2)) / self.speed_in(search);
            allocation.last_moment(Duration::try_from_secs_f64(next).unwrap_or(Duration::MAX))
        });
        let (found, phase) = match kind {
            EndgameKind::Outcome => {
                let limits = LevelLimits { until, enough: 1 };
                (self.run::<OutcomeGoal>(search, empties, narrow, limits)?, MoveSource::Outcome)
            }
            EndgameKind::Exact => {
                let limits = LevelLimits { until, enough: 64 };
                (self.run::<ExactGoal>(search, empties, narrow, limits)?, MoveSource::Exact)
            }
        };
        let alarm = !found.is_complete();
        let last_levels = LastLevels::Agree;
        let progress = Progress { found, level: empties, phase, alarm, last_levels };
        search.note(&progress, before);
        Some(progress)
    }

    fn is_affordable(&self, kind: EndgameKind, search: &MoveSearch<'_>) -> bool {
        let by_time = search.allocation.map(|allocation| {
            let left = allocation.usable.saturating_sub(search.used());
            left.as_secs_f64() * self.speed_in(search)
        });
        let by_nodes =
            search.max_nodes.map(|nodes| nodes.saturating_sub(search.counts.nodes) as f64);
        let phase = match kind {
            EndgameKind::Outcome => MoveSource::Outcome,
            EndgameKind::Exact => MoveSource::Exact,
        };
        let nodes = [by_time, by_nodes].into_iter().flatten().reduce(f64::min);
        let depth = search.depth.or(search.is_unlimited().then_some(self.first_level(search)));
        self.options.solves
            && search.asked.is_none_or(|asked| asked.is_solved_by(phase))
            && kind
                .is_affordable(search.position.board().n_empties(), SearchBudget { nodes, depth })
    }
}
