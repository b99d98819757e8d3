//! The search of one level.

use std::time::Duration;

use super::choice::Phase;
use super::move_search::{MoveSearch, Progress};
use super::player::Bill;
use crate::bill::constants::Constant;
use crate::bill::search::alpha_beta::{
    AlphaBetaSearch, Counts, NODES_PER_LOOK, SearchNode, Window,
};
use crate::bill::search::goals::{NormalGoal, SearchGoal};
use crate::bill::search::root::{RootResult, RootSearch};

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
        let found = if self.options.prunes {
            self.run::<NormalGoal<true>>(search, level, narrow, limits)?
        } else {
            self.run::<NormalGoal<false>>(search, level, narrow, limits)?
        };
        let alarm = !found.is_complete();
        let level = level - u32::from(alarm);
        Some(Progress { found, level, phase: Phase::Normal, alarm })
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
        let most = search.most_nodes;
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
            next_look: NODES_PER_LOOK,
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
            enough: limits.enough,
            has_zero_window: self.options.has_zero_window,
        };
        let found = searcher.compare(&top);
        let Counts { nodes, leaves } = searcher.counts;
        search.counts.nodes += nodes;
        search.counts.leaves += leaves;
        found
    }
}
