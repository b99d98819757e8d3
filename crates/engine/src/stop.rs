//! A flag that stops a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A shared flag that stops a search. The search then returns its best result so far.
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    raised: Arc<AtomicBool>,
    /// The flag of the whole of which this one stops a part.
    whole: Option<Arc<StopFlag>>,
    /// Says that the flag is raised where nobody can raise it during a search.
    ask: Option<fn() -> bool>,
}

impl StopFlag {
    /// Returns a flag that is not raised.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Returns a flag that is also raised while `ask` says so. A search asks every few thousand nodes.
    /// This is for programs without threads, such as WebAssembly: there the search itself must find out
    /// whether it is to stop.
    pub fn asking(ask: fn() -> bool) -> StopFlag {
        StopFlag { ask: Some(ask), ..StopFlag::default() }
    }

    /// Returns a flag for a part of what this one stops: it is also raised while this one is, and is raised and
    /// lowered without it.
    #[must_use = "the part is raised by itself"]
    pub fn part(&self) -> StopFlag {
        StopFlag { whole: Some(Arc::new(self.clone())), ..StopFlag::default() }
    }

    /// Raises the flag: every search that shares the flag stops.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag for the next search.
    pub fn lower(&self) {
        self.raised.store(false, Ordering::Relaxed);
    }

    /// Returns whether the flag is raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
            || self.whole.as_ref().is_some_and(|whole| whole.is_raised())
            || self.ask.is_some_and(|ask| ask())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use willow_board::Board;

    use super::*;
    use crate::{Engine, EngineOptions, SearchControl, SearchLimits};

    #[test]
    fn a_part_ends_with_the_whole_and_the_whole_goes_on_after_a_part() {
        let whole = StopFlag::new();
        let part = whole.part();
        let smaller = part.part();
        part.raise();
        assert!(part.is_raised() && smaller.is_raised() && !whole.is_raised());
        part.lower();
        whole.raise();
        assert!(part.is_raised() && smaller.is_raised());
    }

    #[test]
    fn a_search_asks_whether_it_is_to_stop() {
        static N_ASKED: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let stop = StopFlag::asking(|| 3 <= N_ASKED.fetch_add(1, Ordering::Relaxed));
        let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
        let mut engine = Engine::hand_made(options).unwrap();
        let now = || Duration::ZERO;
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        let result = engine.search(&Board::START, &SearchLimits::depth(40), &mut control);
        assert!(result.best.is_some());
        assert!((1..100_000).contains(&result.nodes), "{}", result.nodes);
    }
}
