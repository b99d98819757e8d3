//! The recorder of a tree.

use std::cell::RefCell;

use thiserror::Error;

use super::{SearchTree, Step, TracedNode, ValueBound, ValueScale, ValueSource};
use crate::window::Window;

/// Records the tree of a search while it runs.
///
/// A search begins a tree at its root. One that deepens step by step begins a tree each time, and the last
/// one that was finished is kept.
#[derive(Debug)]
pub struct Tracer<M> {
    max_nodes: usize,
    recording: RefCell<Recording<M>>,
}

/// The tree has more nodes than anybody wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the tree has more than {0} positions")]
pub struct TreeTooLarge(pub usize);

#[derive(Debug)]
struct Recording<M> {
    /// The nodes from the root to the one that is being searched.
    path: Vec<TracedNode<M>>,
    n_nodes: usize,
    is_full: bool,
    scale: Option<ValueScale>,
    remark: Option<&'static str>,
    /// The value of the leaf that is being searched.
    leaf: Option<i32>,
    finished: Option<SearchTree<M>>,
}

impl<M: Copy> Tracer<M> {
    /// Returns a tracer that keeps trees with at most this many nodes.
    pub fn new(max_nodes: usize) -> Tracer<M> {
        let recording = Recording {
            path: Vec::new(),
            n_nodes: 0,
            is_full: false,
            scale: None,
            remark: None,
            leaf: None,
            finished: None,
        };
        Tracer { max_nodes, recording: RefCell::new(recording) }
    }

    /// Returns whether a tree became too large: the search may as well be stopped.
    pub fn is_full(&self) -> bool {
        self.recording.borrow().is_full
    }

    /// Returns the last tree that was finished; `None` if nothing was searched to an end.
    ///
    /// # Errors
    /// A tree became too large.
    pub fn into_tree(self) -> Result<Option<SearchTree<M>>, TreeTooLarge> {
        let Recording { is_full, finished, .. } = self.recording.into_inner();
        if is_full { Err(TreeTooLarge(self.max_nodes)) } else { Ok(finished) }
    }

    /// Changes the recording, unless it is full. It stays out of the searches' code, which seldom have a tracer.
    #[cold]
    #[inline(never)]
    fn change(&self, change: impl FnOnce(&mut Recording<M>)) {
        let mut recording = self.recording.borrow_mut();
        if !recording.is_full {
            change(&mut recording);
        }
    }

    #[cold]
    fn enter(&self, step: Step<M>, window: Option<Window>) {
        self.change(|recording| {
            recording.n_nodes += 1;
            recording.is_full = self.max_nodes < recording.n_nodes;
            recording.path.push(node(step, window));
        });
    }

    #[cold]
    fn leave(&self, value: i32) {
        self.change(|recording| {
            let leaf = recording.leaf.take();
            let (Some(scale), Some(mut node)) = (recording.scale, recording.path.pop()) else {
                return;
            };
            node.set_value(leaf.unwrap_or(value), scale);
            recording.path.last_mut().expect("a root is never left").children.push(node);
        });
    }
}

fn node<M>(step: Step<M>, window: Option<Window>) -> TracedNode<M> {
    TracedNode {
        step,
        window,
        value: 0,
        bound: ValueBound::Exact,
        best: None,
        source: None,
        children: Vec::new(),
        cut_off: Vec::new(),
        pruned: Vec::new(),
    }
}

impl<M> TracedNode<M> {
    /// Sets what the search returned. A leaf has its value, whatever the window is, and nothing is beyond an
    /// infinite end of a window.
    fn set_value(&mut self, value: i32, scale: ValueScale) {
        self.value = value;
        self.bound = match self.window {
            _ if self.children.is_empty() => self.bound,
            Some(window) if !scale.is_infinite(value) => ValueBound::of(value, window),
            _ => ValueBound::Exact,
        };
    }
}

/// A search's end of a tracer: every call does nothing if nobody wants to see the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trace<'a, M>(Option<&'a Tracer<M>>);

impl<'a, M: Copy> Trace<'a, M> {
    pub(crate) const fn new(tracer: Option<&'a Tracer<M>>) -> Trace<'a, M> {
        Trace(tracer)
    }

    /// Changes the recording, if there is one.
    #[inline]
    fn change(self, change: impl FnOnce(&mut Recording<M>)) {
        if let Some(tracer) = self.0 {
            tracer.change(change);
        }
    }

    /// Changes the node that is being searched.
    #[inline]
    fn change_node(self, change: impl FnOnce(&mut TracedNode<M>)) {
        self.change(|recording| {
            if let Some(node) = recording.path.last_mut() {
                change(node);
            }
        });
    }

    /// Begins a tree: the search is at its root.
    pub(crate) fn begin(self, scale: ValueScale, window: Option<Window>) {
        self.change(|recording| {
            recording.path.clear();
            recording.n_nodes = 0;
            (recording.scale, recording.remark) = (Some(scale), None);
        });
        self.enter(Step::Root, window);
    }

    /// Says what the search does beside the tree.
    pub(crate) fn remark(self, remark: &'static str) {
        self.change(|recording| recording.remark = Some(remark));
    }

    /// The search begins again at the root, with another window.
    pub(crate) fn begin_again(self, window: Window) {
        self.change_node(|root| {
            root.window = Some(window);
            root.cut_off.clear();
        });
    }

    /// Forgets the last node below this one, whose search was interrupted.
    pub(crate) fn forget_last(self) {
        self.change_node(|node| drop(node.children.pop()));
    }

    /// Ends the tree. `bound` says what the value is if the window does not.
    pub(crate) fn end(self, value: i32, best: Option<M>, bound: Option<ValueBound>) {
        self.change(|recording| {
            let (Some(mut root), Some(scale)) = (recording.path.pop(), recording.scale) else {
                return;
            };
            root.set_value(value, scale);
            (root.best, root.bound) = (best, bound.unwrap_or(root.bound));
            recording.finished = Some(SearchTree { root, scale, remark: recording.remark });
        });
    }

    /// Another of the best moves is chosen than the search ended with.
    pub(crate) fn choose(self, best: M, value: i32) {
        self.change(|recording| {
            if let Some(tree) = &mut recording.finished {
                (tree.root.best, tree.root.value) = (Some(best), value);
            }
        });
    }

    /// The search enters a node below the one that it is at.
    #[inline]
    pub(crate) fn enter(self, step: Step<M>, window: Option<Window>) {
        if let Some(tracer) = self.0 {
            tracer.enter(step, window);
        }
    }

    /// The search returns to the node above, with this value.
    #[inline]
    pub(crate) fn leave(self, value: i32) {
        if let Some(tracer) = self.0 {
            tracer.leave(value);
        }
    }

    /// The node is a leaf with this value. The search may return another one, within its window.
    #[inline]
    pub(crate) fn leaf(self, value: i32) {
        self.change(|recording| recording.leaf = Some(value));
    }

    /// The node's value is not searched for, but comes from elsewhere.
    #[inline]
    pub(crate) fn take_from(self, source: ValueSource, bound: ValueBound) {
        self.change_node(|node| (node.source, node.bound) = (Some(source), bound));
    }

    /// Of the node's moves so far this one is the best.
    #[inline]
    pub(crate) fn set_best(self, mv: M) {
        self.change_node(|node| node.best = Some(mv));
    }

    /// The search leaves the rest of the node's moves out, because those before them were enough.
    #[inline]
    pub(crate) fn cut_off<Moves: IntoIterator<Item = M>>(self, moves: impl FnOnce() -> Moves) {
        self.change_node(|node| node.cut_off = moves().into_iter().collect());
    }

    /// The search leaves moves of the node out by a rule.
    #[inline]
    pub(crate) fn prune<Moves: IntoIterator<Item = M>>(self, moves: impl FnOnce() -> Moves) {
        self.change_node(|node| node.pruned = moves().into_iter().collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Option<Window> = Some(Window { alpha: -9, beta: 9 });

    /// Records a root with the moves a and b, of which b is a leaf that the search clamps to its window.
    fn record(trace: Trace<'_, char>) {
        trace.begin(ValueScale::discs(64), WINDOW);
        trace.enter(Step::Move('a'), WINDOW);
        trace.cut_off(|| ['x']);
        trace.enter(Step::Pass, WINDOW);
        trace.leave(-9);
        trace.leave(9);
        trace.enter(Step::Move('b'), Some(Window { alpha: -2, beta: 3 }));
        trace.leaf(5);
        trace.leave(3);
        trace.prune(|| ['y', 'z']);
        trace.end(-3, Some('b'), None);
    }

    #[test]
    fn the_last_finished_tree_is_kept() {
        let tracer = Tracer::new(4);
        let trace = Trace::new(Some(&tracer));
        trace.begin(ValueScale::discs(9), None);
        trace.enter(Step::Move('q'), None);
        record(trace);
        trace.remark("unfinished");
        trace.begin(ValueScale::outcome(9), None);
        let SearchTree { root, scale, remark } = tracer.into_tree().unwrap().unwrap();
        assert_eq!((scale, remark), (ValueScale::discs(64), None));
        assert_eq!((root.value, root.bound, root.best), (-3, ValueBound::Exact, Some('b')));
        assert_eq!(root.pruned, ['y', 'z']);
        let [a, b] = &root.children[..] else { panic!("{root:?}") };
        assert_eq!((a.bound, &a.cut_off[..]), (ValueBound::AtLeast, &['x'][..]));
        assert_eq!((b.value, b.bound), (5, ValueBound::Exact), "a leaf has its own value");
        assert_eq!(a.children[0].step, Step::Pass);
    }

    #[test]
    fn a_large_tree_is_not_kept() {
        let tracer = Tracer::new(3);
        record(Trace::new(Some(&tracer)));
        assert!(tracer.is_full());
        assert_eq!(tracer.into_tree(), Err(TreeTooLarge(3)));
        record(Trace::new(None));
        assert_eq!(Tracer::<char>::new(3).into_tree(), Ok(None));
    }
}
