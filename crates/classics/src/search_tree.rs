//! The tree that a search visited, for drawings: what it is, and how a search records it.

mod tracer;
mod value_scale;

use crate::Window;

pub use tracer::{Tracer, TreeTooLarge};
pub use value_scale::{TreeUnit, TreeValue, ValueScale};

pub(crate) use tracer::Trace;

/// The tree of one search: of the last depth that a program finished, or of its search to the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTree<M> {
    /// The position that was searched.
    pub root: TracedNode<M>,
    /// What the values mean.
    pub scale: ValueScale,
    /// What the search did beside the tree, as a sentence.
    pub remark: Option<&'static str>,
}

/// How a node of a tree was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// It begins the tree.
    Root,
    /// The side to move played this.
    Move(M),
    /// The other side could not move.
    Pass,
}

impl<M> Step<M> {
    /// Returns the step of a node below the root: a pass if no move led there.
    pub(crate) fn below(mv: Option<M>) -> Step<M> {
        mv.map_or(Step::Pass, Step::Move)
    }
}

/// A node that a search visited. A move that was searched again has a node for each visit.
///
/// Window and values are for the side to move at this node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedNode<M> {
    /// How the node was reached.
    pub step: Step<M>,
    /// The window when the search entered the node; `None` for a search without one.
    pub window: Option<Window>,
    /// The value in parts of the tree's [`scale`](SearchTree::scale): a leaf's own, or what the search returned.
    pub value: i32,
    /// Whether the value is the node's own or only a bound of it.
    pub bound: ValueBound,
    /// The best move that the search found here; `None` at a leaf and after a pass.
    pub best: Option<M>,
    /// Where the value comes from, if not from the evaluation, the end of the game or the nodes below.
    pub source: Option<ValueSource>,
    /// The nodes that were visited from here, in the order of the visits.
    pub children: Vec<TracedNode<M>>,
    /// The moves that were not searched, because the ones before them were enough.
    pub cut_off: Vec<M>,
    /// The moves that were not searched because of a rule of the program, whatever the others are worth.
    pub pruned: Vec<M>,
}

/// What a value says about its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueBound {
    /// It is the node's value within the tree.
    Exact,
    /// The node is worth at least this: a move was good enough for the side to move, so that the opponent will
    /// not come here.
    AtLeast,
    /// The node is worth at most this: no move was good enough.
    AtMost,
}

impl ValueBound {
    /// Returns what a value says that a search with this window found.
    pub(crate) fn of<V: PartialOrd + Copy>(value: V, window: Window<V>) -> ValueBound {
        if window.beta <= value {
            ValueBound::AtLeast
        } else if value <= window.alpha {
            ValueBound::AtMost
        } else {
            ValueBound::Exact
        }
    }
}

/// Where the value of a node comes from that was not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// The table of positions that were searched before.
    Table,
    /// A static value so far outside of the window that the moves left could not bring it back.
    Futility,
}
