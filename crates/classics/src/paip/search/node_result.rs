//! What goes into the search of a node, and what comes out of it.

pub(crate) use crate::node_counter::Stopped;
use crate::paip::value::Value;

/// The value of a position for its side to move, and the move that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BestMove<M> {
    pub(crate) value: Value,
    /// `None` at a leaf, after a pass and at the end of the game.
    pub(crate) mv: Option<M>,
}

impl<M> BestMove<M> {
    pub(crate) const fn without_move(value: Value) -> BestMove<M> {
        BestMove { value, mv: None }
    }

    /// Returns the value from the other side's view.
    pub(crate) fn for_other_side(self) -> Value {
        -self.value
    }
}

pub(crate) type NodeResult<M> = Result<BestMove<M>, Stopped>;

/// The alpha-beta window: the book calls alpha `achievable` and beta `cutoff`.
pub(crate) type Window = crate::window::Window<Value>;

impl Window {
    /// Returns alpha and beta in units.
    pub(crate) const fn units(self) -> crate::window::Window {
        crate::window::Window { alpha: self.alpha.units(), beta: self.beta.units() }
    }
}
