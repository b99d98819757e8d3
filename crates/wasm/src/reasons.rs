//! Why a move was wrong, and which disc would have made it good: a module of its own, which is loaded when a
//! game is analyzed. The engine is in another module. What it has found comes as text, and so do the
//! comparisons that the search for a counterfactual wants.

use wasm_bindgen::prelude::wasm_bindgen;
use willow_analysis::report::{CounterfactualReport, reasons_of};
use willow_analysis::{BadReport, Certainty, CounterfactualSearch, MoveAnalysis, ReportedMove};
use willow_board::Move;

use crate::input;
use crate::problem::Problem;

/// A line of moves with its value.
#[wasm_bindgen]
pub struct Line {
    moves: Vec<String>,
    value: f64,
}

#[wasm_bindgen]
impl Line {
    /// Takes the moves, and the value in discs for the side that makes the first.
    #[wasm_bindgen(constructor)]
    pub fn new(moves: Vec<String>, value: f64) -> Line {
        Line { moves, value }
    }
}

/// What was found about a move: parts of a `MoveReport`. Plain values, because a reader of JSON would make the
/// module much larger.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Finding(MoveAnalysis);

#[wasm_bindgen]
impl Finding {
    /// Takes the position before a move, the best line and the line of the move, each with that move first;
    /// their certainty, and the depth in plies.
    ///
    /// # Errors
    /// The texts must be a position, moves and a certainty, and the lines must begin with legal moves.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value, reason = "nobody has to free what was handed over")]
    pub fn new(
        position: &str,
        best: Line,
        played: Line,
        certainty: &str,
        depth: u32,
    ) -> Result<Finding, Problem> {
        let position = input::position(position)?;
        let all = [Certainty::Estimate, Certainty::Proven, Certainty::Exact];
        let certainty = all.into_iter().find(|known| known.name() == certainty);
        let certainty = certainty.ok_or_else(|| bad(BadReport))?;
        let report = ReportedMove {
            position,
            value: played.value,
            best_value: best.value,
            certainty,
            depth,
            pv: moves(&best.moves)?,
            played_pv: moves(&played.moves)?,
        };
        Ok(Finding(report.into_analysis().map_err(bad)?))
    }

    /// Adds a legal move of the position with the reply to it and its value in discs for the side that makes it.
    ///
    /// # Errors
    /// The texts must be moves, the first of them legal.
    #[wasm_bindgen(js_name = addAlternative)]
    #[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands texts over")]
    pub fn add_alternative(
        &mut self,
        mv: &str,
        reply: Option<String>,
        value: f64,
    ) -> Result<(), Problem> {
        let mv = one_move(mv)?.square().ok_or_else(|| bad(BadReport))?;
        let reply = reply.map(|reply| one_move(&reply)).transpose()?;
        self.0.add_alternative(mv, reply, value).map_err(bad)
    }
}

fn moves(texts: &[String]) -> Result<Vec<Move>, Problem> {
    texts.iter().map(|text| one_move(text)).collect()
}

fn one_move(text: &str) -> Result<Move, Problem> {
    text.parse().map_err(|error| Problem::new("not-a-move", error))
}

fn bad(error: BadReport) -> Problem {
    Problem::new("not-a-report", error)
}

/// The explanation of a move that was searched.
#[wasm_bindgen]
pub struct Reasons {
    found: MoveAnalysis,
    /// Begun when it is first asked for.
    search: Option<CounterfactualSearch>,
}

#[wasm_bindgen]
impl Reasons {
    /// Takes what was found about a move.
    #[wasm_bindgen(constructor)]
    pub fn new(finding: &Finding) -> Reasons {
        Reasons { found: finding.0.clone(), search: None }
    }

    /// Returns the reasons as JSON: a list of `ReasonReport`. It is empty unless the class of the move says
    /// that it was wrong.
    pub fn list(&self) -> String {
        willow_analysis::to_json(&reasons_of(&self.found))
    }

    /// Returns the position in which the move is to be compared with the best one next, to look for a change
    /// of one disc that would make it good. Nothing if the search is over.
    pub fn wanted(&mut self) -> Option<String> {
        Some(self.search().wanted()?.0.to_string())
    }

    /// Returns the level at which the wanted position is to be searched; 0 if there is none.
    #[wasm_bindgen(getter)]
    pub fn level(&self) -> u32 {
        let wanted = self.search.as_ref().and_then(CounterfactualSearch::wanted);
        wanted.map_or(0, |(_, level)| level.number())
    }

    /// Takes what was found about the move in the wanted position.
    ///
    /// # Errors
    /// It must be about this move in this position.
    pub fn answer(&mut self, finding: &Finding) -> Result<(), Problem> {
        let (mv, compared) = (self.found.mv, &finding.0);
        let search = self.search();
        let Some((position, _)) = search.wanted() else { return Ok(()) };
        if (compared.mv, compared.position) != (mv, position) {
            return Err(bad(BadReport));
        }
        search.answer(compared);
        Ok(())
    }

    /// Returns the number of comparisons that were made.
    #[wasm_bindgen(getter)]
    pub fn done(&self) -> u32 {
        self.search.as_ref().map_or(0, |search| search.progress().0 as u32)
    }

    /// Returns the number of comparisons that there are at most; 0 before the first is wanted.
    #[wasm_bindgen(getter)]
    pub fn all(&self) -> u32 {
        self.search.as_ref().map_or(0, |search| search.progress().1 as u32)
    }

    /// Returns what would have made the move good, as JSON: a `CounterfactualReport`. Nothing if there is no
    /// such change, or as long as the search goes on.
    pub fn counterfactual(&self) -> Option<String> {
        let counterfactual = self.search.as_ref()?.counterfactual()?;
        Some(willow_analysis::to_json(&CounterfactualReport::of(counterfactual, &self.found)))
    }
}

impl Reasons {
    fn search(&mut self) -> &mut CounterfactualSearch {
        self.search.get_or_insert_with(|| CounterfactualSearch::new(self.found.clone()))
    }
}

#[cfg(test)]
#[cfg(feature = "engine")]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::Engine;

    /// Eleven empties; f8 is the best move.
    const ENDING: &str = "OOXXXXXXXOXXXXXXOOXOXOXXOOXXOXXXOOXOXOXX-O-OOOOXXOOOO--X-X------ X";

    fn engine() -> Engine {
        Engine::of(&willow_eval::weights::weights().to_bytes(), 1).unwrap()
    }

    /// Compares a move with the best one, and takes the parts of the report.
    fn finding(engine: &mut Engine, position: &str, mv: &str, level: u32) -> Finding {
        let text = engine.compare(position, mv, "level", f64::from(level)).unwrap().unwrap();
        let report: Value = serde_json::from_str(&text).unwrap();
        let line = |moves: &str, value: &str| {
            let moves = report[moves].as_array().unwrap().iter();
            let moves = moves.map(|mv| mv.as_str().unwrap().to_owned()).collect();
            Line::new(moves, report[value].as_f64().unwrap())
        };
        let (best, played) = (line("pv", "best_value"), line("played_pv", "value"));
        let certainty = report["certainty"].as_str().unwrap();
        let depth = report["depth"].as_u64().unwrap() as u32;
        Finding::new(position, best, played, certainty, depth).unwrap()
    }

    /// Answers all that is wanted, and returns the counterfactual.
    fn finished(reasons: &mut Reasons, engine: &mut Engine, mv: &str) -> Option<Value> {
        while let Some(position) = reasons.wanted() {
            assert!(reasons.counterfactual().is_none() && reasons.done() < reasons.all());
            let answer = finding(engine, &position, mv, reasons.level());
            reasons.answer(&answer).unwrap();
        }
        assert_eq!((reasons.level(), reasons.done()), (0, reasons.all()));
        Some(serde_json::from_str(&reasons.counterfactual()?).unwrap())
    }

    fn legal_moves(position: &str) -> Vec<String> {
        let legal = input::position(position).unwrap().legal_moves();
        legal.squares().map(|square| square.to_string()).collect()
    }

    #[test]
    fn both_modules_together_find_what_the_analysis_room_finds() {
        let mut engine = engine();
        let moves = legal_moves(ENDING);
        let (mut n_reasons, mut n_counterfactuals) = (0, 0);
        for mv in &moves {
            let found = finding(&mut engine, ENDING, mv, 8);
            let mut reasons = Reasons::new(&found);
            let list: Value = serde_json::from_str(&reasons.list()).unwrap();
            assert_eq!(list, serde_json::to_value(reasons_of(&found.0)).unwrap());
            n_reasons += list.as_array().unwrap().len();
            assert_eq!((reasons.done(), reasons.all(), reasons.counterfactual()), (0, 0, None));
            if let Some(counterfactual) = finished(&mut reasons, &mut engine, mv) {
                assert!(counterfactual["square"].is_string() && counterfactual["text"].is_null());
                n_counterfactuals += 1;
            }
        }
        assert!(0 < n_reasons && 0 < n_counterfactuals, "{n_reasons} {n_counterfactuals}");
    }

    #[test]
    fn what_is_no_report_is_a_problem() {
        let of = |position: &str, mv: &str, certainty: &str| {
            let line = || Line::new(vec![mv.to_owned()], 0.0);
            let finding = Finding::new(position, line(), line(), certainty, 1);
            finding.map(|_| ()).map_err(|problem| problem.problem)
        };
        assert_eq!(of(ENDING, "f8", "exact"), Ok(()));
        assert_eq!(of("XO", "f8", "exact"), Err("not-a-position".to_owned()));
        assert_eq!(of(ENDING, "f9", "exact"), Err("not-a-move".to_owned()));
        assert_eq!(of(ENDING, "a1", "exact"), Err("not-a-report".to_owned()));
        assert_eq!(of(ENDING, "f8", "guess"), Err("not-a-report".to_owned()));
        let line = || Line::new(vec!["f8".to_owned()], 0.0);
        let mut finding = Finding::new(ENDING, line(), line(), "exact", 1).unwrap();
        let mut add = |mv: &str, reply: &str| {
            let added = finding.add_alternative(mv, Some(reply.to_owned()), 0.0);
            added.map_err(|problem| problem.problem)
        };
        assert_eq!(add("f8", "pass"), Ok(()));
        assert_eq!(add("f8", "f9"), Err("not-a-move".to_owned()));
        for mv in ["a1", "pass"] {
            assert_eq!(add(mv, "f8"), Err("not-a-report".to_owned()));
        }
    }

    #[test]
    fn an_answer_to_another_question_is_a_problem() {
        let mut engine = engine();
        let found = finding(&mut engine, ENDING, "f8", 2);
        let mut reasons = Reasons::new(&found);
        let problem = reasons.answer(&found).unwrap_err();
        assert_eq!((problem.problem.as_str(), reasons.done()), ("not-a-report", 0));
        let position = reasons.wanted().unwrap();
        let other = legal_moves(&position).into_iter().find(|mv| mv != "f8");
        let other = finding(&mut engine, &position, &other.unwrap(), 2);
        assert!(reasons.answer(&other).is_err());
        let right = finding(&mut engine, &position, "f8", 2);
        assert_eq!((reasons.answer(&right), reasons.done()), (Ok(()), 1));
    }
}
