//! The tree that a search visited, for drawings.

use super::node_result::{NodeResult, Window};
use crate::paip::value::Value;

/// How a node of a tree was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// It is the root.
    Root,
    /// By this move.
    Move(M),
    /// By a pass.
    Pass,
}

/// A node that a search visited.
///
/// Window and values are for the side to move at this node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedNode<M> {
    /// How the node was reached.
    pub step: Step<M>,
    /// Alpha and beta when the search entered the node; `None` for a search without a window.
    pub window: Option<(Value, Value)>,
    /// What the search returned: the value, or a bound of it if the window cut it off.
    pub value: Value,
    /// The best move that the search found here; `None` at a leaf and after a pass.
    pub best: Option<M>,
    /// The nodes that were visited from here, in the order of the visits.
    pub children: Vec<TracedNode<M>>,
    /// The moves that were not searched, because the ones before them were enough.
    pub cut_off: Vec<M>,
}

/// Builds the tree while a search runs.
#[derive(Debug)]
pub(crate) struct Tracer<M> {
    /// The nodes from the root to the one that is being searched.
    path: Vec<TracedNode<M>>,
}

impl<M: Copy> Tracer<M> {
    pub(crate) fn new() -> Tracer<M> {
        Tracer { path: Vec::new() }
    }

    /// The search enters a node.
    pub(crate) fn enter(&mut self, step: Step<M>, window: Option<Window>) {
        self.path.push(TracedNode {
            step,
            window: window.map(|window| (window.alpha, window.beta)),
            value: Value::default(),
            best: None,
            children: Vec::new(),
            cut_off: Vec::new(),
        });
    }

    /// The search leaves moves of the node out.
    pub(crate) fn cut_off(&mut self, moves: impl Iterator<Item = M>) {
        if let Some(node) = self.path.last_mut() {
            node.cut_off = moves.collect();
        }
    }

    /// The search leaves the node with this result. A search that was stopped has no tree.
    pub(crate) fn leave(&mut self, result: &NodeResult<M>) {
        let (Ok(best), true) = (result, 1 < self.path.len()) else {
            if let (Ok(best), Some(root)) = (result, self.path.last_mut()) {
                (root.value, root.best) = (best.value, best.mv);
            }
            return;
        };
        let mut node = self.path.pop().expect("the path has two nodes or more");
        (node.value, node.best) = (best.value, best.mv);
        let parent = self.path.last_mut().expect("the root stays on the path");
        parent.children.push(node);
    }

    /// Returns the root, after the search has ended.
    pub(crate) fn into_root(self) -> Option<TracedNode<M>> {
        self.path.into_iter().next()
    }
}
