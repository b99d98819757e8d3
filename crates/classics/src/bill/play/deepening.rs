//! Iterative deepening (section 3.1.2), as far as the limits of a move allow.

use super::choice::Phase;
use super::move_search::{MoveSearch, PonderResult, Progress};
use super::player::Bill;
use crate::DepthReport;
use crate::bill::search::endgame::{ScoreEstimate, ScoreExpectation};
use crate::bill::search::root::RootResult;

/// The first level of a search is at least this.
const LOWEST_LEVEL: u32 = 2;

/// How much of the last move's level a search does not repeat.
const LEVELS_BACK: u32 = 2;

impl Bill {
    /// Deepens the search level by level as long as the limits allow, and searches to the end of the
    /// game as soon as they allow that.
    pub(crate) fn deepen(&mut self, search: &mut MoveSearch<'_>) -> Progress {
        if let Some(expectation) = self.solved
            && let Some(solved) = self.solve(search, expectation, None)
        {
            return solved;
        }
        // What was searched ahead of the turn is continued.
        let PonderResult { mut progress, mut agree, .. } = search.pondered;
        loop {
            if let Some(last) = progress
                && let Some(enough) = self.after_level(search, last, agree)
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
            agree = progress.is_none_or(|last: Progress| last.found.best == deeper.found.best);
            progress = Some(deeper);
        }
    }

    /// Returns the result after a complete level if the search ends there: that of a search to the end of
    /// the game, or that of the level.
    fn after_level(
        &mut self,
        search: &mut MoveSearch<'_>,
        last: Progress,
        agree: bool,
    ) -> Option<Progress> {
        self.last_level = last.level;
        if let Some(value) = last.value() {
            let (best, depth, nodes) = (last.found.best, last.level, search.counts.nodes);
            (search.control.on_depth)(&DepthReport { best, value, depth, nodes });
        }
        let guess = ScoreEstimate::Units(last.found.value);
        let expectation = ScoreExpectation { outcome: None, guess };
        let solved = self.solve(search, expectation, Some(last));
        solved.or_else(|| search.has_enough(last.level, agree).then_some(last))
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
        Progress { found, level: 0, phase: Phase::Normal, alarm: true }
    }
}
