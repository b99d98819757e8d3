//! The evaluation as a search sees it.

use super::game_rules::GameRules;
use super::value::Value;

/// One of the two sides, named by whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side whose turn it is.
    ToMove,
    /// The other one, which has just moved.
    Waiting,
}

/// The static value of positions of a game.
///
/// Some of the old evaluations are not antisymmetric: what a position is worth to one side is not the
/// negative of its worth to the other. So the side is part of the question.
pub trait Evaluation<G: GameRules> {
    /// Returns what the position is worth to this side, without any search.
    fn evaluate(&self, state: &G::State, side: Side) -> Value;

    /// Returns the most by which one move can raise the value for the side that makes it, if that is
    /// known, the move of a side never lowering its own value.
    fn greatest_change(&self) -> Option<Value> {
        None
    }

    /// Returns how many parts a unit of the evaluation has: values are whole numbers of them.
    fn per_unit(&self) -> i32 {
        1
    }
}
