//! The analysis of a game or a position, step by step.

use willow_board::{Board, Game, Move, Position, Square, Symmetry};
use willow_engine::{Accuracy, Engine, Goal, SearchControl, SearchLimits, SearchResult};

use crate::counterfactual_search::CounterfactualSearch;
use crate::plan::Pass;
use crate::{Alternative, Certainty, MoveAnalysis, Outcome, OutcomeChange, Plan};

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It found something new about the move with this index.
    Found(usize),
    /// The engine was stopped. Nothing is lost but this step, which comes again.
    Stopped,
    /// There is nothing left to do.
    Done,
}

/// A move that is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Question {
    ply: usize,
    position: Position,
    mv: Square,
}

/// Compares one legal move of a position with the best one, both searched to the same depth. A step of
/// an [`Analysis`] does this; measurements of the errors of estimates do too.
///
/// A search that `control.stop` ends early gives values without meaning.
pub fn compare(
    engine: &mut Engine<'_>,
    position: &Position,
    mv: Square,
    limits: SearchLimits,
    control: &mut SearchControl<'_>,
) -> MoveAnalysis {
    search(engine, &Question { ply: 0, position: *position, mv }, limits, control)
}

/// The analysis of a game, or of all legal moves of a position.
///
/// Each call of [`next_step`](Analysis::next_step) searches one move and the best one of the same
/// position, both to the same depth. The first pass goes from the newest move backwards, so that
/// later positions are in the hash table when earlier ones are searched. Later passes begin with
/// those moves that lost something. The caller may stop at any moment, read the findings, and go on
/// later.
///
/// ```
/// use willow_analysis::{Analysis, Plan, Step};
/// use willow_board::Game;
/// use willow_engine::{Engine, EngineOptions, Level, SearchControl, StopFlag};
///
/// let mut game = Game::new();
/// game.place("f5".parse()?)?;
/// let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
/// let mut engine = Engine::hand_made(options)?;
/// let mut analysis = Analysis::of_game(&game, Plan::level(Level::MIN));
/// let (stop, now) = (StopFlag::new(), || std::time::Duration::ZERO);
/// let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
/// while analysis.next_step(&mut engine, &mut control) != Step::Done {}
/// assert_eq!(analysis.findings().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    plan: Plan,
    questions: Vec<Question>,
    findings: Vec<Option<MoveAnalysis>>,
    /// The pass that is under way.
    pass: usize,
    /// The questions that are left in this pass, the next one last.
    left: Vec<usize>,
}

impl Analysis {
    /// Returns the analysis of all moves of a game. Passes are not decisions and are left out.
    pub fn of_game(game: &Game, plan: Plan) -> Analysis {
        let question = |(ply, mv): (usize, Move)| {
            let position = *game.position_at(ply)?;
            mv.square().map(|mv| Question { ply, position, mv })
        };
        Analysis::new(game.moves().enumerate().filter_map(question).collect(), plan)
    }

    /// Returns the analysis of all legal moves of a position, all to the same depth.
    pub fn of_position(position: &Position, plan: Plan) -> Analysis {
        let squares = position.legal_moves().squares();
        let question = |mv| Question { ply: 0, position: *position, mv };
        Analysis::new(squares.map(question).collect(), plan)
    }

    fn new(questions: Vec<Question>, plan: Plan) -> Analysis {
        // The newest move is the last one, which is taken first.
        let left = (0..questions.len()).collect();
        let findings = vec![None; questions.len()];
        Analysis { plan, questions, findings, pass: 0, left }
    }

    /// Returns what was found so far, in the order of the moves. Moves that were not searched yet are
    /// left out.
    pub fn findings(&self) -> impl DoubleEndedIterator<Item = &MoveAnalysis> {
        self.findings.iter().flatten()
    }

    /// Returns what was found so far about the move with this index, as [`Step::Found`] names it; `None`
    /// if it was not searched yet or there is no such move.
    pub fn finding(&self, index: usize) -> Option<&MoveAnalysis> {
        self.findings.get(index)?.as_ref()
    }

    /// Returns the number of moves.
    pub fn n_moves(&self) -> usize {
        self.questions.len()
    }

    /// Returns how many steps were done and how many there are, as far as is known.
    pub fn progress(&self) -> (usize, usize) {
        let all = self.plan.n_passes() * self.questions.len();
        let passes_left = self.plan.n_passes().saturating_sub(self.pass + 1);
        (all - passes_left * self.questions.len() - self.left.len().min(all), all)
    }

    /// Searches the next move with this engine. It uses one hash table throughout, so give it the same
    /// engine every time.
    ///
    /// If `control.stop` is raised, the step is given up and comes again at the next call. The flag must
    /// stay raised until this call returns.
    pub fn next_step(&mut self, engine: &mut Engine<'_>, control: &mut SearchControl<'_>) -> Step {
        loop {
            let Some(pass) = self.plan.pass(self.pass) else { return Step::Done };
            let Some(&index) = self.left.last() else {
                self.begin_next_pass();
                continue;
            };
            if !self.has_work(pass, index) {
                self.left.pop();
                continue;
            }
            let mut found = match pass {
                Pass::Search(limits) | Pass::Verify(limits) => {
                    search(engine, &self.questions[index], limits, control)
                }
                Pass::Prove { .. } => self.prove(engine, index, control),
                Pass::Alternatives => self.with_alternatives(engine, index, control),
                Pass::Counterfactual => self.counterfactual(engine, index, control),
            };
            if control.stop.is_raised() {
                return Step::Stopped;
            }
            if let Some(earlier) =
                self.findings[index].take().filter(|_| found.alternatives.is_empty())
            {
                found.alternatives = earlier.alternatives;
            }
            self.findings[index] = Some(found);
            self.left.pop();
            return Step::Found(index);
        }
    }

    /// Skips the rest of the plan, and searches instead for changes of one square that would make the errors good,
    /// gravest error first: for an analysis whose time is limited.
    pub fn begin_counterfactuals(&mut self) {
        self.plan = Plan::counterfactuals();
        self.pass = 0;
        self.left = (0..self.questions.len()).collect();
        let gravity = |index: &usize| self.findings[*index].as_ref().map(MoveAnalysis::class);
        self.left.sort_by_key(gravity);
    }

    /// Begins the next pass with the moves that lost something, the newest first.
    fn begin_next_pass(&mut self) {
        self.pass += 1;
        if self.pass == self.plan.n_passes() {
            return;
        }
        self.left = (0..self.questions.len()).collect();
        let lost = |found: &Option<MoveAnalysis>| {
            found.as_ref().is_some_and(|found| found.class().is_error())
        };
        self.left.sort_by_key(|&index| lost(&self.findings[index]));
    }

    /// Returns whether a pass can find out more about a move.
    fn has_work(&self, pass: Pass, index: usize) -> bool {
        let Some(found) = &self.findings[index] else {
            return !matches!(pass, Pass::Alternatives | Pass::Counterfactual);
        };
        match pass {
            Pass::Alternatives => found.class().is_error() && found.alternatives.is_empty(),
            Pass::Counterfactual => found.class().is_error(),
            _ if found.certainty == Certainty::Exact => false,
            Pass::Search(_) => true,
            Pass::Verify(_) => found.class().is_error(),
            Pass::Prove { from } => {
                found.certainty == Certainty::Estimate && found.n_empties() <= from
            }
        }
    }

    /// Searches all legal moves where a move was an error. If they all are moves of this analysis, they were searched.
    fn with_alternatives(
        &self,
        engine: &mut Engine<'_>,
        index: usize,
        control: &mut SearchControl<'_>,
    ) -> MoveAnalysis {
        // As in the pass of the counterfactuals.
        let found = self.findings[index].clone().expect("the move was searched");
        let same = self.findings().filter(|other| other.position == found.position);
        let known: Vec<_> = same.map(Alternative::found).collect();
        let is_whole = known.len() == found.position.legal_moves().count() as usize;
        let alternatives =
            if is_whole { known } else { Alternative::all(engine, &found.position, control) };
        MoveAnalysis { alternatives, ..found }
    }

    /// Looks for a change of one square that would make a move the best one.
    fn counterfactual(
        &self,
        engine: &mut Engine<'_>,
        index: usize,
        control: &mut SearchControl<'_>,
    ) -> MoveAnalysis {
        // Every move has a value before: a plan begins with a search, and moves without one have no work
        // in this pass.
        let found = self.findings[index].clone().expect("the move was searched");
        let mut search = CounterfactualSearch::new(found.clone());
        while let Some((position, level)) = search.wanted() {
            let limits = SearchLimits::level(level);
            let compared = compare(engine, &position, found.mv, limits, control);
            if control.stop.is_raised() {
                break;
            }
            search.answer(&compared);
        }
        MoveAnalysis { counterfactual: search.counterfactual(), ..found }
    }

    /// Proves the outcomes of a move that is estimated so far, and of the best one.
    fn prove(
        &self,
        engine: &mut Engine<'_>,
        index: usize,
        control: &mut SearchControl<'_>,
    ) -> MoveAnalysis {
        let question = &self.questions[index];
        let proof = search(engine, question, PROOF, control);
        // Every move has an estimate before it is proven: a plan begins with a search.
        let estimate = self.findings[index].clone().unwrap_or_else(|| proof.clone());
        let Some(outcomes) = proof.outcomes else { return estimate };
        let best = proven_best(engine, question, &estimate, &proof, control);
        let best_value = if best == question.mv { estimate.value } else { estimate.best_value };
        let pv = match best {
            best if best == question.mv => &estimate.played_pv,
            best if best == estimate.best => &estimate.pv,
            _ => &proof.pv,
        };
        MoveAnalysis {
            best_value: outcomes.best.clamp(best_value),
            value: outcomes.played.clamp(estimate.value),
            best,
            pv: pv.clone(),
            certainty: Certainty::Proven,
            outcomes: Some(outcomes),
            ..estimate
        }
    }
}

/// The limits of a proof of win, draw or loss.
const PROOF: SearchLimits = SearchLimits::solve(Goal::WinLossDraw);

/// Returns the best move after a proof: that of the estimate if it has the best outcome too.
fn proven_best(
    engine: &mut Engine<'_>,
    question: &Question,
    estimate: &MoveAnalysis,
    proof: &MoveAnalysis,
    control: &mut SearchControl<'_>,
) -> Square {
    let Some(outcomes) = proof.outcomes else { return estimate.best };
    if estimate.best == proof.best || outcomes.best == Outcome::Loss {
        return estimate.best;
    }
    let of_estimate = Question { mv: estimate.best, ..*question };
    let result = search_move(engine, &of_estimate, PROOF, control);
    if Outcome::of_score(result.score) == outcomes.best { estimate.best } else { proof.best }
}

/// Searches a move and the best one of its position, both to the same depth.
fn search(
    engine: &mut Engine<'_>,
    question: &Question,
    limits: SearchLimits,
    control: &mut SearchControl<'_>,
) -> MoveAnalysis {
    let board = question.position.board();
    let best = engine.search(board, &limits, control);
    let played = match image_of_best(board, &best, question.mv) {
        Some(played) => played,
        None => search_move(engine, question, limits, control),
    };
    found(question, best, played)
}

/// Returns the result of the best move as that of another one, if the two are images of each other on a
/// symmetrical board; of the best move itself, the result as it is. So moves that are the same in all
/// but name have the same value.
fn image_of_best(board: &Board, best: &SearchResult, mv: Square) -> Option<SearchResult> {
    let square = best.best?.square()?;
    let symmetry = Symmetry::ALL
        .into_iter()
        .find(|&symmetry| board.transformed(symmetry) == *board && symmetry.square(square) == mv)?;
    let image = |of: &Move| of.square().map_or(Move::Pass, |of| symmetry.square(of).into());
    Some(SearchResult {
        best: Some(mv.into()),
        pv: best.pv.iter().map(image).collect(),
        ..best.clone()
    })
}

/// Searches one move to the depth of a search of its position.
fn search_move(
    engine: &mut Engine<'_>,
    question: &Question,
    limits: SearchLimits,
    control: &mut SearchControl<'_>,
) -> SearchResult {
    let board = question.position.board();
    let after = board.after(question.mv, board.flips(question.mv));
    let mut result = engine.search(&after, &limits.after_each_of(1), control);
    result.score = -result.score;
    result.pv.insert(0, question.mv.into());
    result.depth += 1;
    result
}

/// Compares the results of the best and of the played move, both from the point of view of the side that moved.
fn found(question: &Question, best: SearchResult, played: SearchResult) -> MoveAnalysis {
    // A search that prunes can find the played move better than the one it preferred.
    let best = if best.score < played.score { played.clone() } else { best };
    let square = best.pv.first().and_then(|mv| mv.square()).unwrap_or(question.mv);
    let is_best = best.score == played.score;
    let of_played = certainty(played.accuracy);
    let certainty = if is_best { of_played } else { certainty(best.accuracy).min(of_played) };
    let outcomes = (certainty != Certainty::Estimate).then(|| OutcomeChange {
        best: Outcome::of_score(best.score),
        played: Outcome::of_score(played.score),
    });
    MoveAnalysis {
        ply: question.ply,
        position: question.position,
        mv: question.mv,
        value: played.score,
        best_value: best.score,
        best: if is_best { question.mv } else { square },
        pv: if is_best { played.pv.clone() } else { best.pv },
        depth: best.depth.min(played.depth),
        played_pv: played.pv,
        certainty,
        outcomes,
        counterfactual: None,
        alternatives: Vec::new(),
    }
}

const fn certainty(accuracy: Accuracy) -> Certainty {
    match accuracy {
        Accuracy::Estimated => Certainty::Estimate,
        Accuracy::WinLossDraw => Certainty::Proven,
        Accuracy::Exact => Certainty::Exact,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use willow_engine::{Level, StopFlag};
    use willow_eval::Score;
    use willow_testkit::exact_score;

    use super::*;
    use crate::test_support::{controlled, discs_of, ending, engine, finished, random_game, run};

    /// Returns a game of the championship of 1977, with 60 moves.
    fn game() -> Game {
        let moves = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1\
            f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1";
        willow_records::transcript::parse(moves).unwrap()
    }

    fn level(number: u32) -> Plan {
        Plan::level(Level::new(number).unwrap())
    }

    /// Returns the score of a board by the simple solver, for its player.
    fn solved(board: &Board) -> Score {
        Score::DISC * exact_score(&discs_of(board))
    }

    fn after(board: &Board, mv: Square) -> Board {
        board.after(mv, board.flips(mv))
    }

    #[test]
    fn losses_of_an_ending_are_those_of_a_simple_solver() {
        let ending = ending(&random_game(7), 9);
        let findings = finished(Analysis::of_game(&ending, level(3)));
        let n_moves = ending.moves().filter(|mv| mv.square().is_some()).count();
        assert_eq!(findings.len(), n_moves, "every move has a finding");
        for found in &findings {
            let board = found.position.board();
            assert_eq!(found.certainty, Certainty::Exact);
            assert_eq!(found.best_value, solved(board), "{found:?}");
            assert_eq!(found.value, -solved(&after(board, found.mv)));
            assert_eq!(found.best_value, -solved(&after(board, found.best)));
            assert_eq!(found.pv[0].square(), Some(found.best));
            assert_eq!(found.played_pv[0].square(), Some(found.mv));
        }
        assert!(findings.iter().any(|found| 0.0 < found.loss()), "the test sees a loss");
    }

    #[test]
    fn a_whole_game_has_a_finding_for_every_move() {
        let findings = finished(Analysis::of_game(&game(), level(2)));
        assert_eq!(findings.len(), 60);
        let estimates: Vec<_> =
            findings.iter().filter(|found| found.certainty == Certainty::Estimate).collect();
        // Level 2 solves from 8 empties on and proves from 10 on.
        assert_eq!(estimates.len(), 50);
        for found in estimates {
            assert!(found.value <= found.best_value);
            assert!([2, 4].contains(&found.depth), "both to the same depth: {found:?}");
            assert_eq!(found.loss() == 0.0, found.best == found.mv, "{found:?}");
        }
    }

    #[test]
    fn outcomes_are_proven_before_values_are_exact() {
        let findings = finished(Analysis::of_game(&ending(&game(), 10), level(2)));
        for found in &findings[..2] {
            assert_eq!(found.certainty, Certainty::Proven);
            let board = found.position.board();
            let outcomes = OutcomeChange {
                best: Outcome::of_score(solved(board)),
                played: Outcome::of_score(-solved(&after(board, found.mv))),
            };
            assert_eq!(found.outcomes, Some(outcomes));
            assert_eq!(Outcome::of_score(found.best_value), outcomes.best);
            assert_eq!(Outcome::of_score(found.value), outcomes.played);
            assert_eq!(Outcome::of_score(-solved(&after(board, found.best))), outcomes.best);
        }
        assert!(findings[2..].iter().all(|found| found.certainty == Certainty::Exact));
    }

    #[test]
    fn a_stopped_analysis_keeps_what_it_found_and_goes_on() {
        let ending = ending(&game(), 12);
        let mut analysis = Analysis::of_game(&ending, level(3));
        let (mut engine, stop, n_steps) = (engine(), StopFlag::new(), Cell::new(0));
        for _ in 0..3 {
            let step = controlled(&stop, |control| analysis.next_step(&mut engine, control));
            assert!(matches!(step, Step::Found(_)), "{step:?}");
        }
        // In the middle of a search.
        let mut raise = |_: &SearchResult| {
            n_steps.set(n_steps.get() + 1);
            stop.raise();
        };
        let now = || Duration::ZERO;
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut raise };
        assert_eq!(analysis.next_step(&mut engine, &mut control), Step::Stopped);
        assert_eq!(n_steps.get(), 1);
        let newest: Vec<usize> = analysis.findings().map(|found| found.ply).collect();
        assert_eq!(newest.len(), 3, "the newest moves come first: {newest:?}");
        assert_eq!(newest.last().copied(), Some(ending.n_plies() - 1));
        stop.lower();
        assert_eq!(run(&mut analysis, &mut engine, &stop), Step::Done);
        let values = |findings: &[MoveAnalysis]| -> Vec<_> {
            findings.iter().map(|found| (found.ply, found.value, found.best_value)).collect()
        };
        let resumed: Vec<_> = analysis.findings().cloned().collect();
        assert_eq!(values(&resumed), values(&finished(Analysis::of_game(&ending, level(3)))));
    }

    #[test]
    fn a_position_has_a_finding_for_every_legal_move() {
        let ending = ending(&game(), 9);
        let findings = finished(Analysis::of_position(ending.start(), level(3)));
        assert_eq!(findings.len() as u32, ending.start().legal_moves().count());
        for found in &findings {
            assert_eq!(found.value, -solved(&after(ending.start().board(), found.mv)));
        }
        assert!(findings.iter().any(|found| found.best == found.mv));
    }

    #[test]
    fn moves_that_are_images_of_each_other_have_the_same_value() {
        let findings = finished(Analysis::of_position(&Position::START, level(7)));
        assert_eq!(findings.len(), 4);
        for found in &findings {
            assert_eq!((found.loss(), found.best), (0.0, found.mv));
            assert_eq!(found.value, findings[0].value);
            let mut game = Game::new();
            found.pv.iter().for_each(|&mv| game.play(mv).unwrap());
        }
    }

    #[test]
    fn a_game_without_moves_is_done_at_once() {
        assert!(finished(Analysis::of_game(&Game::new(), level(5))).is_empty());
    }
}
