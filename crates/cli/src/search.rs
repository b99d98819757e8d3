//! Searches for the commands: an engine with a clock and a progress line.

use std::time::{Duration, Instant};

use willow_analysis::{Analysis, Step};
use willow_board::Board;
use willow_engine::{
    Engine, EngineOptions, ScoredMoves, SearchControl, SearchLimits, SearchResult, StopFlag,
};

use crate::error::CliError;
use crate::progress::Progress;

/// An engine with its clock and its progress line.
pub(crate) struct Searcher {
    engine: Engine<'static>,
    epoch: Instant,
    /// Ends the searches that show their progress.
    pub(crate) stop: StopFlag,
    /// Hears their results on the way.
    pub(crate) listener: Option<Box<Listener>>,
}

/// Hears results on the way.
pub(crate) type Listener = dyn FnMut(&SearchResult);

impl Searcher {
    /// Creates an engine with these options.
    ///
    /// # Errors
    /// There is not enough memory for the hash table.
    pub(crate) fn new(options: EngineOptions) -> Result<Searcher, CliError> {
        let engine = Engine::new(willow_eval::weights::evaluator(), options)?;
        let (epoch, stop) = (Instant::now(), StopFlag::new());
        Ok(Searcher { engine, epoch, stop, listener: None })
    }

    /// Forgets what earlier searches found.
    pub(crate) fn clear(&mut self) {
        self.engine.clear();
    }

    /// Searches a board.
    pub(crate) fn search(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        progress: &Progress,
    ) -> SearchResult {
        let stop = self.stop.clone();
        self.with_progress(&stop, progress, |engine, control| engine.search(board, limits, control))
    }

    /// Searches a board until the limits or `stop`. Calls `progress` with each intermediate result.
    pub(crate) fn think(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        stop: &StopFlag,
        progress: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let epoch = self.epoch;
        let mut control = SearchControl { stop, now: &|| epoch.elapsed(), on_progress: progress };
        self.engine.search(board, limits, &mut control)
    }

    /// Makes the next step of an analysis.
    pub(crate) fn analyze_step(
        &mut self,
        analysis: &mut Analysis,
        stop: &StopFlag,
        progress: &Progress,
    ) -> Step {
        self.with_progress(stop, progress, |engine, control| analysis.next_step(engine, control))
    }

    /// Searches every legal move of a board by itself. `limits` are those of a search of the board.
    pub(crate) fn score_all_moves(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        progress: &Progress,
    ) -> ScoredMoves {
        let stop = self.stop.clone();
        self.with_progress(&stop, progress, |engine, control| {
            engine.score_all_moves(board, limits, control)
        })
    }

    /// Solves every legal move of a board.
    pub(crate) fn solve_all_moves(&mut self, board: &Board, progress: &Progress) -> ScoredMoves {
        let stop = self.stop.clone();
        self.with_progress(&stop, progress, |engine, control| {
            engine.solve_all_moves(board, control)
        })
    }

    /// Runs a search, with its intermediate results on the progress line.
    fn with_progress<T>(
        &mut self,
        stop: &StopFlag,
        progress: &Progress,
        work: impl FnOnce(&mut Engine<'static>, &mut SearchControl<'_>) -> T,
    ) -> T {
        let Searcher { engine, epoch, listener, .. } = self;
        let mut control = SearchControl {
            stop,
            now: &|| epoch.elapsed(),
            on_progress: &mut |result| {
                progress.say(describe(result));
                if let Some(listener) = listener {
                    listener(result);
                }
            },
        };
        work(engine, &mut control)
    }
}

/// Describes an intermediate result in a few words.
fn describe(result: &SearchResult) -> String {
    let best = result.best.map(|mv| mv.to_string()).unwrap_or_default();
    let nodes = crate::units::short(result.nodes as f64);
    format!("depth {} {} {best} {nodes} nodes", result.depth, result.score)
}

/// Returns the number of this machine's cores.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Runs a closure and measures its time.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}
