//! What all searches share: the window, the counts and the best move so far.

use super::node_result::{BestMove, NodeResult, Stopped, Window};
use super::problem::{Counts, Problem};

use crate::paip::dialect::Dialect;
use crate::paip::evaluation::{Evaluation, Side};
use crate::paip::game_rules::GameRules;
use crate::paip::value::Value;
use crate::principal_variation::PrincipalVariation;
use crate::search_tree::{Step, Trace, Tracer};

/// How many boards a search makes between two calls of the stop function.
const BOARDS_BETWEEN_STOPS: u64 = 1024;

/// A search in progress: its problem, its counts and the best move so far.
pub(crate) struct TreeSearch<'a, G: GameRules, E> {
    problem: &'a Problem<'a, G, E>,
    counts: Counts,
    root_depth: u32,
    leading: Option<G::Move>,
    /// How many replies the killer search tries first.
    pub(crate) killers: usize,
    pub(crate) trace: Trace<'a, G::Move>,
    line: PrincipalVariation<Step<G::Move>>,
}

impl<'a, G: GameRules, E: Evaluation<G>> TreeSearch<'a, G, E> {
    /// Begins a search of this number of plies, which tells a tracer the tree that it visits.
    pub(crate) fn new(
        problem: &'a Problem<'a, G, E>,
        root_depth: u32,
        tracer: Option<&'a Tracer<G::Move>>,
    ) -> TreeSearch<'a, G, E> {
        let (counts, line) = (Counts::default(), PrincipalVariation::new());
        let trace = Trace::new(tracer);
        TreeSearch { problem, counts, root_depth, leading: None, killers: 1, trace, line }
    }

    /// Returns the line that both sides are expected to play. It is empty if every move loses the game
    /// in sight.
    pub(crate) fn line(&self) -> &[Step<G::Move>] {
        self.line.line()
    }

    /// Notes that the step to the node visited last is the best so far.
    pub(crate) fn set_best(&mut self, step: Step<G::Move>) {
        self.line.set_best(step);
    }

    /// Searches a node below the current one by `search_node`. All nodes but the root are visited by this
    /// function.
    pub(crate) fn visit(
        &mut self,
        step: Step<G::Move>,
        window: Option<Window>,
        search_node: impl FnOnce(&mut Self) -> NodeResult<G::Move>,
    ) -> NodeResult<G::Move> {
        self.line.enter();
        self.trace.enter(step, window.map(Window::units));
        let result = search_node(self);
        if let Ok(best) = &result {
            if let Some(mv) = best.mv {
                self.trace.set_best(mv);
            }
            self.trace.leave(best.value.units());
        }
        self.line.leave();
        result
    }

    pub(crate) fn game(&self) -> &'a G {
        self.problem.game
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.problem.dialect
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the best move of the root when the search ended.
    pub(crate) fn best_so_far(&self) -> Option<G::Move> {
        self.leading
    }

    /// Notes the best move so far of a node with this depth if it is the root, in case the search is stopped.
    pub(crate) fn lead(&mut self, depth: u32, mv: G::Move) {
        if depth == self.root_depth {
            self.leading = Some(mv);
        }
    }

    /// Returns the window that holds all values.
    pub(crate) fn full_window(&self) -> Window {
        let values = self.problem.final_values;
        Window { alpha: values.least(), beta: values.greatest() }
    }

    /// Makes a move, counts the new board and checks whether to stop.
    pub(crate) fn apply(&mut self, state: &G::State, mv: G::Move) -> Result<G::State, Stopped> {
        self.counts.boards += 1;
        if self.counts.boards.is_multiple_of(BOARDS_BETWEEN_STOPS)
            && (self.problem.stop)(self.counts.boards)
        {
            return Err(Stopped);
        }
        Ok(self.problem.game.apply(state, mv))
    }

    /// Evaluates a position and counts the evaluation.
    pub(crate) fn evaluate(&mut self, state: &G::State, side: Side) -> Value {
        self.counts.evaluations += 1;
        self.problem.evaluation.evaluate(state, side)
    }

    /// Returns the value of a leaf for its side to move.
    pub(crate) fn leaf(&mut self, state: &G::State) -> BestMove<G::Move> {
        BestMove::without_move(self.evaluate(state, Side::ToMove))
    }

    /// Returns the value of a game that is over.
    pub(crate) fn over(&self, margin: i32) -> BestMove<G::Move> {
        BestMove::without_move(self.problem.final_values.of(margin))
    }
}
