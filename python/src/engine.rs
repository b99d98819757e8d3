//! The engine.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use willow_analysis::{Analysis, Language, Plan, Step};
use willow_engine::{
    Accuracy, EngineOptions, Goal, Level, ScoredMoves, SearchControl, SearchLimits, StopFlag,
};
use willow_eval::patterns::PatternEvaluator;
use willow_eval::weights;

use crate::analysis::MoveAnalysis;
use crate::batch::value;
use crate::convert::{names, os_error, value_error};
use crate::interrupt::interruptible;
use crate::limits::LimitArguments;
use crate::position::{GameOrPosition, Position};

/// A search engine with its hash table.
///
/// Scores are discs for the side to move, the empties given to the winner. Searches do not hold the interpreter's
/// lock; those of one engine wait for each other. Ctrl-C stops a search and raises `KeyboardInterrupt`.
///
/// `weights` is a file of weights that `willow lab train` wrote, read once for each path. `MemoryError` if there is
/// no memory for the tables.
///
/// >>> Engine().solve(Position("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")).score
/// 38.0
#[pyclass(frozen, module = "willow_othello")]
pub(crate) struct Engine {
    inner: Mutex<willow_engine::Engine<'static>>,
    evaluator: &'static PatternEvaluator,
    stop: StopFlag,
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "willow_othello")]
pub(crate) struct SearchResult {
    /// The best move, `'pass'`, or `None` if the game is over.
    r#move: Option<String>,
    /// In discs, for the side to move.
    score: f64,
    /// Whether the score is the result with best play.
    exact: bool,
    /// `'exact'`, `'win-loss-draw'` (the sign of the score is exact) or `'estimated'`.
    accuracy: &'static str,
    /// The depth of the search in plies.
    depth: u32,
    /// The certainty of its cutoffs in percent; 100 without selective cutoffs.
    selectivity: u32,
    /// The principal variation: moves and passes, the best move first.
    pv: Vec<String>,
    /// The positions that were searched, by all threads.
    nodes: u64,
    /// The time of the search.
    seconds: f64,
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let mv = self.r#move.as_deref().unwrap_or("no move");
        let (score, accuracy, depth) = (self.score, self.accuracy, self.depth);
        format!("<SearchResult {mv} {score:+} {accuracy} depth={depth} nodes={}>", self.nodes)
    }
}

impl From<willow_engine::SearchResult> for SearchResult {
    fn from(result: willow_engine::SearchResult) -> SearchResult {
        SearchResult {
            r#move: result.best.map(|mv| mv.to_string()),
            score: result.score.discs(),
            exact: result.accuracy == Accuracy::Exact,
            accuracy: match result.accuracy {
                Accuracy::Exact => "exact",
                Accuracy::WinLossDraw => "win-loss-draw",
                Accuracy::Estimated => "estimated",
            },
            depth: result.depth,
            selectivity: result.selectivity.percent(),
            pv: names(&result.pv),
            nodes: result.nodes,
            seconds: result.elapsed.as_secs_f64(),
        }
    }
}

// Python shows the number in the signature of `analyze`.
const _: () = assert!(Plan::DEFAULT_LEVEL == 20);

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, threads=1, hash_mib=64, weights=None))]
    fn new(threads: usize, hash_mib: usize, weights: Option<PathBuf>) -> PyResult<Engine> {
        let options = EngineOptions { threads, hash_bytes: bytes_of(hash_mib)? };
        if !(1..=1024).contains(&threads) {
            return Err(PyValueError::new_err("an engine has 1 to 1024 threads"));
        }
        let evaluator = match weights {
            Some(path) => evaluator_of(path)?,
            None => weights::evaluator(),
        };
        let engine = new_engine(evaluator, options)?;
        Ok(Engine { inner: Mutex::new(engine), evaluator, stop: StopFlag::new() })
    }

    /// Returns the value of a position by the evaluation alone, in discs; the result if the game is over.
    fn evaluate(&self, position: &Bound<'_, Position>) -> f64 {
        value(self.evaluator, position.get().board()).discs()
    }

    /// Searches a position for the best move. The search ends at the first of its limits: the depth of a level
    /// from 1 to 60 or a depth in plies, a number of nodes, a time in seconds; without any it is level 10.
    /// `selectivity` is how certain cutoffs of the midgame search must be: 73, 87, 95, 98, 99 or 100 percent.
    #[pyo3(signature = (position, *, level=None, depth=None, nodes=None, time=None, selectivity=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn search(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        level: Option<u32>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        selectivity: Option<u32>,
    ) -> PyResult<SearchResult> {
        let limits = LimitArguments { level, depth, nodes, time, selectivity }.limits()?;
        self.search_within(py, position, &limits)
    }

    /// Solves a position: its score is exact, or with the goal `'win-loss-draw'` its sign. With a selectivity below
    /// 100 percent it is an estimate by a search to the end of the game. The time grows about threefold with each
    /// empty square.
    #[pyo3(signature = (position, goal="exact", *, selectivity=100))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        goal: &str,
        selectivity: u32,
    ) -> PyResult<SearchResult> {
        let limits = match (goal, selectivity) {
            ("exact", 100) => SearchLimits::solve(Goal::Exact),
            ("win-loss-draw", 100) => SearchLimits::solve(Goal::WinLossDraw),
            ("exact", percent) => {
                SearchLimits::solve_selectively(crate::limits::selectivity(percent)?)
            }
            _ => {
                let message = "the goal is 'exact', or at 100 percent 'win-loss-draw'";
                return Err(PyValueError::new_err(message));
            }
        };
        self.search_within(py, position, &limits)
    }

    /// Searches each legal move by itself, with the limits of `search`: pairs of a move and its score in discs for
    /// the side that makes it, the best first.
    #[pyo3(signature = (position, *, level=None, depth=None, nodes=None, time=None, selectivity=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn score_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        level: Option<u32>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        selectivity: Option<u32>,
    ) -> PyResult<Vec<(String, f64)>> {
        let limits = LimitArguments { level, depth, nodes, time, selectivity }.limits()?;
        let board = *position.get().board();
        let scored =
            self.with(py, |engine, control| engine.score_all_moves(&board, &limits, control))?;
        Ok(pairs(&scored))
    }

    /// Solves a position and returns all of its best moves with their exact score. With a selectivity below 100
    /// percent both are estimates.
    #[pyo3(signature = (position, *, selectivity=100))]
    fn solve_best_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        selectivity: u32,
    ) -> PyResult<Vec<(String, f64)>> {
        let selectivity = crate::limits::selectivity(selectivity)?;
        let board = *position.get().board();
        let solved =
            self.with(py, |engine, control| engine.solve_best_moves(&board, selectivity, control))?;
        Ok(pairs(&solved))
    }

    /// Analyses the moves of a game, or all legal moves of a position, at a level from 1 to 60: what each lost, how
    /// certain that is, and why, in `'english'` or `'japanese'`. Passes are left out. With `counterfactuals` changes
    /// of one square are looked for that would make the errors good.
    #[pyo3(signature = (game, *, level=20, language="english", counterfactuals=false))]
    fn analyze(
        &self,
        py: Python<'_>,
        game: GameOrPosition<'_>,
        level: u32,
        language: &str,
        counterfactuals: bool,
    ) -> PyResult<Vec<MoveAnalysis>> {
        let language = match language {
            "english" => Language::English,
            "japanese" => Language::Japanese,
            _ => return Err(PyValueError::new_err("the language is 'english' or 'japanese'")),
        };
        let plan = Plan::level(Level::new(level).map_err(value_error)?);
        let plan = if counterfactuals { plan.with_counterfactuals() } else { plan };
        let mut analysis = match game {
            GameOrPosition::Game(game) => Analysis::of_game(&game.0.game, plan),
            GameOrPosition::Position(position) => Analysis::of_position(&position.get().0, plan),
        };
        let analysis = self.with(py, move |engine, control| {
            while let Step::Found(_) = analysis.next_step(engine, control) {}
            analysis
        })?;
        analysis.findings().map(|found| MoveAnalysis::new(py, found, language)).collect()
    }

    /// Ends the search that is under way, which then returns what it has found so far.
    fn stop(&self) {
        self.stop.raise();
    }

    /// Clears the hash table. With one thread and without a time limit the same searches in the same order then give
    /// the same results.
    fn clear(&self, py: Python<'_>) {
        py.detach(|| self.lock().clear());
    }

    fn __repr__(&self) -> String {
        match self.inner.try_lock() {
            Ok(engine) => {
                let EngineOptions { threads, hash_bytes } = engine.options();
                format!("<Engine threads={threads} hash_mib={}>", hash_bytes >> 20)
            }
            Err(_) => "<Engine, searching>".to_owned(),
        }
    }
}

impl Engine {
    fn lock(&self) -> MutexGuard<'_, willow_engine::Engine<'static>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn search_within(
        &self,
        py: Python<'_>,
        position: &Bound<'_, Position>,
        limits: &SearchLimits,
    ) -> PyResult<SearchResult> {
        let board = *position.get().board();
        self.with(py, |engine, control| engine.search(&board, limits, control)).map(Into::into)
    }

    /// Lends the engine to a search, which Ctrl-C stops.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        search: impl FnOnce(&mut willow_engine::Engine<'static>, &mut SearchControl<'_>) -> T + Send,
    ) -> PyResult<T> {
        let stop = self.stop.part();
        interruptible(py, &stop, || {
            let mut engine = self.lock();
            self.stop.lower();
            controlled(&stop, |control| search(&mut engine, control))
        })
    }
}

/// Runs a search with the clock of the system.
pub(crate) fn controlled<T>(
    stop: &StopFlag,
    search: impl FnOnce(&mut SearchControl<'_>) -> T,
) -> T {
    let begin = Instant::now();
    let now = || -> Duration { begin.elapsed() };
    search(&mut SearchControl { stop, now: &now, on_progress: &mut |_| () })
}

/// Returns a new engine, or a `MemoryError`.
pub(crate) fn new_engine(
    evaluator: &'static PatternEvaluator,
    options: EngineOptions,
) -> PyResult<willow_engine::Engine<'static>> {
    willow_engine::Engine::new(evaluator, options)
        .map_err(|error| pyo3::exceptions::PyMemoryError::new_err(error.to_string()))
}

/// Returns a number of MiB in bytes.
fn bytes_of(mib: usize) -> PyResult<usize> {
    let bytes = mib.checked_mul(1 << 20).filter(|bytes| 0 < *bytes);
    bytes.ok_or_else(|| PyValueError::new_err(format!("a hash table of {mib} MiB is not possible")))
}

/// Returns the evaluation with the weights of a file. It lives as long as the process.
fn evaluator_of(path: PathBuf) -> PyResult<&'static PatternEvaluator> {
    static EVALUATORS: Mutex<Option<HashMap<PathBuf, &'static PatternEvaluator>>> =
        Mutex::new(None);
    let mut evaluators = EVALUATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let evaluators = evaluators.get_or_insert_default();
    if let Some(known) = evaluators.get(&path) {
        return Ok(*known);
    }
    let bytes = fs::read(&path).map_err(os_error)?;
    let network = weights::decode(&bytes).map_err(value_error)?;
    let evaluator: &'static PatternEvaluator = Box::leak(Box::new(PatternEvaluator::new(&network)));
    evaluators.insert(path, evaluator);
    Ok(evaluator)
}

fn pairs(scored: &ScoredMoves) -> Vec<(String, f64)> {
    scored.moves.iter().map(|of| (of.square.to_string(), of.score.discs())).collect()
}
