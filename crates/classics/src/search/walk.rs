//! What all searches share while they walk through the tree.

use std::ops::Neg;

use crate::search::{Counts, Problem};
use crate::{Evaluation, GameRules, Side, Ties, Value};

/// The search was told to stop; whatever it was about to return means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The value of a position for its side to move, and the move that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best<M> {
    pub(super) value: Value,
    /// `None` at a leaf, after a pass and at the end of the game.
    pub(super) mv: Option<M>,
}

impl<M> Best<M> {
    pub(super) const fn without_move(value: Value) -> Best<M> {
        Best { value, mv: None }
    }

    /// Returns the value for the other side, which has no use for the move.
    pub(super) fn for_other_side(self) -> Value {
        -self.value
    }
}

pub(super) type NodeResult<M> = Result<Best<M>, Stopped>;

/// Values that still matter: what the side to move can achieve (the book's `achievable`), and what
/// the other side can hold it to (the book's `cutoff`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Neg for Window {
    type Output = Window;

    /// Returns the same window from the other side's view.
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A search is asked whether to stop once in so many boards.
const BOARDS_BETWEEN_STOPS: u64 = 1024;

/// A search on its way: its problem, what it counted, and the best move so far.
pub(super) struct Walk<'a, G: GameRules, E> {
    problem: &'a Problem<'a, G, E>,
    counts: Counts,
    leading: Option<G::Move>,
}

impl<'a, G: GameRules, E: Evaluation<G>> Walk<'a, G, E> {
    pub(super) fn new(problem: &'a Problem<'a, G, E>) -> Walk<'a, G, E> {
        Walk { problem, counts: Counts::default(), leading: None }
    }

    pub(super) fn game(&self) -> &'a G {
        self.problem.game
    }

    pub(super) fn ties(&self) -> Ties {
        self.problem.ties
    }

    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the move that the root held to be the best when the search ended.
    pub(super) fn best_so_far(&self) -> Option<G::Move> {
        self.leading
    }

    /// Notes the root's best move so far, in case the search is stopped.
    pub(super) fn lead(&mut self, mv: G::Move) {
        self.leading = Some(mv);
    }

    /// Returns the window that holds all values.
    pub(super) fn full_window(&self) -> Window {
        let greatest = self.problem.final_values.greatest();
        Window { alpha: -greatest, beta: greatest }
    }

    /// Makes a board by a move.
    pub(super) fn apply(&mut self, state: &G::State, mv: G::Move) -> Result<G::State, Stopped> {
        self.counts.boards += 1;
        if self.counts.boards.is_multiple_of(BOARDS_BETWEEN_STOPS) && (self.problem.stop)() {
            return Err(Stopped);
        }
        Ok(self.problem.game.apply(state, mv))
    }

    /// Asks the evaluation.
    pub(super) fn evaluate(&mut self, state: &G::State, side: Side) -> Value {
        self.counts.evaluations += 1;
        self.problem.evaluation.evaluate(state, side)
    }

    /// Returns the value of a leaf for its side to move.
    pub(super) fn leaf(&mut self, state: &G::State) -> Best<G::Move> {
        Best::without_move(self.evaluate(state, Side::ToMove))
    }

    /// Returns the value of a game that is over.
    pub(super) fn over(&self, margin: i32) -> Best<G::Move> {
        Best::without_move(self.problem.final_values.of(margin))
    }
}
