//! What the worker of `web/src/engine/` calls.

use wasm_bindgen::prelude::wasm_bindgen;
use willow_analysis::Step;
use willow_analysis::report::MoveReport;
use willow_board::{Board, Move};
use willow_engine::{EngineOptions, SearchControl, SearchLimits, SearchResult, StopFlag, bench};
use willow_eval::patterns::{PatternEvaluator, PatternNetwork};

use super::found::Found;
use super::host::{self, Host};
use super::limits;
use crate::input;
use crate::problem::Problem;

/// The largest hash table in MiB: WebAssembly has 4 GiB at most.
const MAX_HASH: u32 = 2048;

/// The engine with its weights and its hash table.
#[wasm_bindgen]
pub struct Engine {
    engine: willow_engine::Engine<'static>,
    /// Never freed: a worker makes one engine, and ends with it.
    evaluator: &'static PatternEvaluator,
}

#[wasm_bindgen]
impl Engine {
    /// Makes an engine of the bytes of a weights file, with a hash table of so many MiB. The host serves
    /// all engines of this instance.
    ///
    /// # Errors
    /// The bytes must be a whole weights file of this version, and there must be memory for the table.
    #[wasm_bindgen(constructor)]
    pub fn new(weights: &[u8], hash: u32, host: Host) -> Result<Engine, Problem> {
        host::set(host);
        Engine::of(weights, hash)
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Searches a position within limits, which are a word and a number: see `limits.rs`.
    ///
    /// # Errors
    /// The text must be a position, and the limits must be known.
    pub fn search(&mut self, position: &str, limit: &str, amount: f64) -> Result<Found, Problem> {
        let position = input::position(position)?;
        let limits = limits::read(limit, amount)?;
        let mut report = |result: &SearchResult| host::report(result.into());
        Ok((&self.searched(position.board(), &limits, &mut report)).into())
    }

    /// Compares one legal move with the best one, both searched to the same depth, and returns what was found
    /// as JSON: a `MoveReport` without reasons. Nothing if the host has stopped it.
    ///
    /// # Errors
    /// The texts must be a position and a legal move, and the limits must be known.
    pub fn compare(
        &mut self,
        position: &str,
        square: &str,
        limit: &str,
        amount: f64,
    ) -> Result<Option<String>, Problem> {
        let position = input::position(position)?;
        let square = input::square(square)?;
        position.play(Move::Place(square)).map_err(|error| Problem::new("illegal-move", error))?;
        let limits = limits::read(limit, amount)?;
        let stop = StopFlag::asking(host::is_stopped);
        let mut control = SearchControl { stop: &stop, now: &host::now, on_progress: &mut |_| () };
        let found =
            willow_analysis::compare(&mut self.engine, &position, square, limits, &mut control);
        let report = (!stop.is_raised()).then(|| MoveReport::without_reasons(&found));
        Ok(report.as_ref().map(willow_analysis::to_json))
    }

    /// Runs the searches of `willow bench` and returns the number of their nodes: the signature.
    ///
    /// # Errors
    /// There must be memory for a hash table of 16 MiB.
    pub fn bench(&self) -> Result<f64, Problem> {
        let report = bench(self.evaluator, &host::now);
        Ok(report.map_err(|error| Problem::new("no-memory", error))?.nodes as f64)
    }
}

impl Engine {
    /// Makes an engine without a host.
    pub(crate) fn of(weights: &[u8], hash: u32) -> Result<Engine, Problem> {
        let network = PatternNetwork::from_bytes(weights)
            .map_err(|error| Problem::new("not-weights", error))?;
        let hash_bytes = (hash.clamp(1, MAX_HASH) as usize) << 20;
        let options = EngineOptions { threads: 1, hash_bytes };
        let evaluator: &'static PatternEvaluator =
            Box::leak(Box::new(PatternEvaluator::new(&network)));
        let engine = willow_engine::Engine::new(evaluator, options)
            .map_err(|error| Problem::new("no-memory", error))?;
        Ok(Engine { engine, evaluator })
    }

    /// Makes a step of an analysis. The host stops it.
    pub(super) fn step(&mut self, analysis: &mut willow_analysis::Analysis) -> Step {
        let stop = StopFlag::asking(host::is_stopped);
        let mut control = SearchControl { stop: &stop, now: &host::now, on_progress: &mut |_| () };
        analysis.next_step(&mut self.engine, &mut control)
    }

    fn searched(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        on_progress: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult {
        let stop = StopFlag::asking(host::is_stopped);
        let mut control = SearchControl { stop: &stop, now: &host::now, on_progress };
        self.engine.search(board, limits, &mut control)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn engine() -> Engine {
        Engine::of(&willow_eval::weights::weights().to_bytes(), 1).unwrap()
    }

    #[test]
    fn a_search_is_that_of_the_engine() {
        let found = engine().search(START, "depth", 4.0).unwrap();
        assert_eq!((found.depth, found.certainty.as_str()), (4, "estimate"));
        let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
        let mut native =
            willow_engine::Engine::new(willow_eval::weights::evaluator(), options).unwrap();
        let stop = StopFlag::new();
        let mut control = SearchControl { stop: &stop, now: &host::now, on_progress: &mut |_| () };
        let expected = native.search(&Board::START, &SearchLimits::depth(4), &mut control);
        assert_eq!(found, (&expected).into());
    }

    #[test]
    fn mistakes_have_kinds() {
        let mut engine = engine();
        let kind = |problem: Problem| problem.problem;
        assert_eq!(kind(engine.search("XO", "depth", 1.0).unwrap_err()), "not-a-position");
        assert_eq!(kind(engine.search(START, "depth", 0.0).unwrap_err()), "bad-limits");
        let mut of = |mv| kind(engine.compare(START, mv, "depth", 1.0).unwrap_err());
        assert_eq!((of("a1"), of("z9")), ("illegal-move".to_owned(), "not-a-move".to_owned()));
        assert_eq!(kind(Engine::of(b"GIF89a", 1).err().unwrap()), "not-weights");
    }
}
