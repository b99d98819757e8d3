//! A tree of any game as it is drawn: labels, and values for one side.

use std::fmt;

use willow_classics::paip::{Dialect, Step, TracedNode, Value};

/// A node as it is drawn. Values are for the side to move at the root.
pub(super) struct DrawnNode {
    /// How the node is reached: a move, "pass", or "root".
    pub(super) label: String,
    pub(super) value: DrawnValue,
    /// Alpha and beta, if the search has a window.
    pub(super) window: Option<(DrawnValue, DrawnValue)>,
    /// `>= ` or `<= ` if the value is only a bound.
    pub(super) sign: &'static str,
    pub(super) end: NodeEnd,
    /// Whether the side to move at the root is to move here.
    pub(super) maximizes: bool,
    /// The place of the best child among the children, or of the one that refutes; `None` if no child
    /// was good enough.
    pub(super) best: Option<usize>,
    pub(super) children: Vec<DrawnNode>,
    /// The labels of the moves that were left out.
    pub(super) cut_off: Vec<String>,
}

/// A value for the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DrawnValue(i32);

/// The least value of a won game, in both dialects of the book.
const WIN: i32 = Dialect::Clojure.final_values().greatest().units();

impl DrawnValue {
    fn of(value: Value, maximizes: bool) -> DrawnValue {
        DrawnValue(if maximizes { value.units() } else { -value.units() })
    }

    /// Returns the end of a window as text.
    pub(super) fn as_end(self) -> String {
        match self.0 {
            value if WIN <= value => "+inf".to_owned(),
            value if value <= -WIN => "-inf".to_owned(),
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for DrawnValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            value if WIN <= value => f.write_str("win"),
            value if value <= -WIN => f.write_str("loss"),
            0 => f.write_str("0"),
            value => write!(f, "{value:+}"),
        }
    }
}

impl DrawnNode {
    /// Returns a tree with its labels: `name` writes a move.
    pub(super) fn of<M: Copy + Eq>(
        root: &TracedNode<M>,
        name: impl Fn(M) -> String + Copy,
    ) -> DrawnNode {
        DrawnNode::node(root, name, true)
    }

    fn node<M: Copy + Eq>(
        node: &TracedNode<M>,
        name: impl Fn(M) -> String + Copy,
        maximizes: bool,
    ) -> DrawnNode {
        let value = |value| DrawnValue::of(value, maximizes);
        let window = node.window.map(|(alpha, beta)| {
            if maximizes { (value(alpha), value(beta)) } else { (value(beta), value(alpha)) }
        });
        let is_best = |child: &TracedNode<M>| match child.step {
            Step::Move(mv) => node.best == Some(mv),
            Step::Root | Step::Pass => true,
        };
        let end = NodeEnd::of(node);
        DrawnNode {
            label: match node.step {
                Step::Root => "root".to_owned(),
                Step::Pass => "pass".to_owned(),
                Step::Move(mv) => name(mv),
            },
            value: value(node.value),
            window,
            sign: end.sign(maximizes),
            end,
            maximizes,
            best: node.children.iter().position(is_best).filter(|_| end != NodeEnd::Failed),
            children: node
                .children
                .iter()
                .map(|child| DrawnNode::node(child, name, !maximizes))
                .collect(),
            cut_off: node.cut_off.iter().map(|&mv| name(mv)).collect(),
        }
    }

    /// Returns the number of nodes, this one included.
    pub(super) fn count(&self) -> usize {
        1 + self.children.iter().map(DrawnNode::count).sum::<usize>()
    }
}

/// How the search of a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeEnd {
    /// With a value inside the window.
    Inside,
    /// With a move that is good enough for the side to move, so that the opponent will not come here.
    Refuted,
    /// With no move that is good enough: the value is at most alpha.
    Failed,
}

impl NodeEnd {
    /// A leaf has its value, whatever the window is.
    fn of<M>(node: &TracedNode<M>) -> NodeEnd {
        match node.window {
            _ if node.children.is_empty() => NodeEnd::Inside,
            Some((_, beta)) if beta <= node.value => NodeEnd::Refuted,
            Some((alpha, _)) if node.value <= alpha => NodeEnd::Failed,
            _ => NodeEnd::Inside,
        }
    }

    /// Returns the sign before the value for the side to move at the root.
    const fn sign(self, maximizes: bool) -> &'static str {
        match (self, maximizes) {
            (NodeEnd::Inside, _) => "",
            (NodeEnd::Refuted, true) | (NodeEnd::Failed, false) => ">= ",
            (NodeEnd::Refuted, false) | (NodeEnd::Failed, true) => "<= ",
        }
    }
}
