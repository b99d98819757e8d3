//! The analysis of a game or a position, step by step.

use wasm_bindgen::prelude::wasm_bindgen;
use willow_analysis::Step;
use willow_analysis::report::{GameSummary, MoveReport};

use super::{Engine, limits};
use crate::input;
use crate::problem::Problem;

/// The analysis of a game or a position. Between two steps the worker hears messages; what was found
/// stays as long as this object lives.
#[wasm_bindgen]
pub struct Analysis {
    steps: willow_analysis::Analysis,
    is_done: bool,
}

#[wasm_bindgen]
impl Analysis {
    /// Begins the analysis of a game: a start, the usual one unless it is named, and moves. Passes may be
    /// left out. Without moves, all legal moves of the start are analyzed. The plan is a word and a
    /// number: see `limits.rs`.
    ///
    /// # Errors
    /// The start must be a position, every move must be legal, the plan must be known, and there must be
    /// a move to analyze.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands texts over")]
    pub fn new(
        start: Option<String>,
        moves: Vec<String>,
        plan: &str,
        amount: f64,
    ) -> Result<Analysis, Problem> {
        let game = input::game(start.as_deref(), &moves)?;
        let plan = limits::plan(plan, amount)?;
        let steps = match moves.len() {
            0 => willow_analysis::Analysis::of_position(game.start(), plan),
            _ => willow_analysis::Analysis::of_game(&game, plan),
        };
        if steps.n_moves() == 0 {
            return Err(Problem::new("no-moves", "there is no move to analyze"));
        }
        Ok(Analysis { steps, is_done: false })
    }

    /// Returns the number of moves that are analyzed.
    #[wasm_bindgen(getter)]
    pub fn moves(&self) -> u32 {
        self.steps.n_moves() as u32
    }

    /// Returns the number of steps that were done.
    #[wasm_bindgen(getter)]
    pub fn done(&self) -> u32 {
        self.steps.progress().0 as u32
    }

    /// Returns the number of steps that there are, as far as is known.
    #[wasm_bindgen(getter)]
    pub fn all(&self) -> u32 {
        self.steps.progress().1 as u32
    }

    /// Returns whether nothing is left to do.
    #[wasm_bindgen(getter, js_name = isDone)]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Searches a move with the engine, which should be the same at every step. Returns the index of the
    /// move; nothing if nothing is left to do, or if the host stopped the search. Then the step comes
    /// again.
    pub fn step(&mut self, engine: &mut Engine) -> Option<u32> {
        match engine.step(&mut self.steps) {
            Step::Found(index) => Some(index as u32),
            Step::Stopped => None,
            Step::Done => {
                self.is_done = true;
                None
            }
        }
    }

    /// Returns what was found about the move with this index, as JSON: a `MoveReport` without reasons,
    /// which `Reasons` adds. Nothing if it was not searched yet.
    pub fn finding(&self, index: u32) -> Option<String> {
        let found = self.steps.finding(index as usize)?;
        Some(willow_analysis::to_json(&MoveReport::without_reasons(found)))
    }

    /// Returns the position before the move with this index. Nothing if it was not searched yet.
    pub fn position(&self, index: u32) -> Option<String> {
        Some(self.steps.finding(index as usize)?.position.to_string())
    }

    /// Returns both sides' moves, added up, as JSON: a `GameSummary`.
    pub fn summary(&self) -> String {
        willow_analysis::to_json(&GameSummary::of(self.steps.findings()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use willow_engine::{EngineOptions, Level, SearchControl, StopFlag};

    use super::super::host;
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn engine() -> Engine {
        Engine::of(&willow_eval::weights::weights().to_bytes(), 1).unwrap()
    }

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(ToOwned::to_owned).collect()
    }

    /// Makes all steps, and returns the findings.
    fn finished(mut analysis: Analysis, engine: &mut Engine) -> Vec<Value> {
        while let Some(index) = analysis.step(engine) {
            assert!(analysis.finding(index).is_some() && index < analysis.moves());
        }
        assert!(analysis.is_done());
        assert_eq!(analysis.done(), analysis.all());
        let texts = (0..analysis.moves()).map(|index| analysis.finding(index).unwrap());
        texts.map(|text| serde_json::from_str(&text).unwrap()).collect()
    }

    fn problem(start: Option<&str>, moves: &[&str], plan: &str, amount: f64) -> String {
        let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
        Analysis::new(start.map(ToOwned::to_owned), moves, plan, amount).err().unwrap().problem
    }

    #[test]
    fn a_game_has_the_findings_of_the_analysis_room() {
        let texts = moves("f5 d6 c3 d3 c4 f4");
        let analysis = Analysis::new(None, texts.clone(), "level", 3.0).unwrap();
        assert_eq!((analysis.moves(), analysis.done(), analysis.finding(0)), (6, 0, None));
        assert_eq!(analysis.position(0), None);
        let findings = finished(analysis, &mut engine());
        let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
        let mut native =
            willow_engine::Engine::new(willow_eval::weights::evaluator(), options).unwrap();
        let game = input::game(None, &texts).unwrap();
        let plan = willow_analysis::Plan::level(Level::new(3).unwrap());
        let mut steps = willow_analysis::Analysis::of_game(&game, plan);
        let stop = StopFlag::new();
        let mut control = SearchControl { stop: &stop, now: &host::now, on_progress: &mut |_| () };
        while steps.next_step(&mut native, &mut control) != Step::Done {}
        let expected = steps.findings().map(MoveReport::without_reasons);
        let expected = expected.map(serde_json::to_value);
        assert_eq!(findings, expected.map(Result::unwrap).collect::<Vec<_>>());
        assert_eq!(findings[4]["opening"], "Tiger");
    }

    #[test]
    fn a_position_has_a_finding_for_every_legal_move() {
        let analysis = Analysis::new(Some(START.to_owned()), Vec::new(), "level", 2.0).unwrap();
        let findings = finished(analysis, &mut engine());
        let names: Vec<_> = findings.iter().map(|found| found["move"].as_str().unwrap()).collect();
        assert_eq!(names, ["d3", "c4", "f5", "e6"]);
    }

    #[test]
    fn both_sides_are_added_up() {
        let mut analysis = Analysis::new(None, moves("f5 d6 c3"), "level", 1.0).unwrap();
        let mut engine = engine();
        let n_moves = |analysis: &Analysis| {
            let summary: Value = serde_json::from_str(&analysis.summary()).unwrap();
            ["black", "white"].map(|side| summary[side]["moves"].as_u64().unwrap())
        };
        assert_eq!(n_moves(&analysis), [0, 0]);
        assert_eq!(analysis.step(&mut engine), Some(2));
        assert_eq!(n_moves(&analysis), [1, 0]);
        while analysis.step(&mut engine).is_some() {}
        assert_eq!(n_moves(&analysis), [2, 1]);
    }

    #[test]
    fn what_cannot_be_analyzed_is_a_problem() {
        let over = format!("{}X O", "O".repeat(63));
        let must_pass = format!("XO{} O", "-".repeat(62));
        assert_eq!(problem(Some(&over), &[], "level", 5.0), "no-moves");
        assert_eq!(problem(Some(&must_pass), &[], "level", 5.0), "no-moves");
        assert_eq!(problem(Some(&must_pass), &["pass"], "level", 5.0), "no-moves");
        assert_eq!(problem(Some(&over), &["a1"], "level", 5.0), "illegal-move");
        assert_eq!(problem(None, &["pass"; 60], "level", 5.0), "illegal-move");
        assert_eq!(problem(None, &["pass"; 121], "level", 5.0), "too-long");
        assert_eq!(problem(None, &["z9"], "level", 5.0), "not-a-move");
        assert_eq!(problem(Some("XO"), &[], "level", 5.0), "not-a-position");
        assert_eq!(problem(None, &["f5"], "level", 61.0), "bad-limits");
        assert_eq!(problem(None, &["f5"], "depth", 5.0), "bad-limits");
    }
}
