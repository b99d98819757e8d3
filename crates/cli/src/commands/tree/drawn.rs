//! A tree prepared for printing: labels, and values from one side's point of view.

use willow_classics::{
    SearchTree, Step, TracedNode, TreeUnit, TreeValue, ValueBound, ValueScale, ValueSource, Window,
};

/// A node prepared for printing. Values are for the side to move at the root.
pub(super) struct DrawnNode {
    /// How the node is reached: a move, "pass", or "root".
    pub(super) label: String,
    /// The value, with `>=` or `<=` if it is only a bound.
    pub(super) value: String,
    /// Alpha and beta, if the search has a window and the node is not a leaf.
    pub(super) window: Option<[String; 2]>,
    /// Where the value comes from, if it was not searched.
    pub(super) source: Option<&'static str>,
    /// The place of the best child among the children, or of the one that refutes; `None` if no child
    /// was good enough.
    pub(super) best: Option<usize>,
    /// Whether that child is good enough for the opponent not to come here.
    pub(super) is_refuted: bool,
    pub(super) children: Vec<DrawnNode>,
    /// The labels of the moves that were left out because others were enough.
    pub(super) cut_off: Vec<String>,
    /// The labels of the moves that were left out by a rule.
    pub(super) pruned: Vec<String>,
}

/// Writes a move; the second argument is whether the side to move at the root makes it.
pub(super) type MoveName<'a, M> = dyn Fn(M, bool) -> String + 'a;

/// Makes drawn nodes of a tree.
struct Drawing<'a, M> {
    scale: ValueScale,
    /// Whether the side to move at the root is to move.
    maximizes: bool,
    name: &'a MoveName<'a, M>,
}

impl DrawnNode {
    /// Returns a tree with its labels: `name` writes a move.
    pub(super) fn of<M: Copy + PartialEq>(
        tree: &SearchTree<M>,
        name: &MoveName<'_, M>,
    ) -> DrawnNode {
        Drawing { scale: tree.scale, maximizes: true, name }.node(&tree.root, "root".to_owned())
    }
}

impl<M: Copy + PartialEq> Drawing<'_, M> {
    fn node(&self, node: &TracedNode<M>, label: String) -> DrawnNode {
        // The root has a best move even if all its moves are bad.
        let is_root = node.step == Step::Root;
        let has_best = is_root || node.bound != ValueBound::AtMost;
        let is_best = |child: &TracedNode<M>| match child.step {
            Step::Move(mv) => node.best == Some(mv),
            Step::Root | Step::Pass => true,
        };
        DrawnNode {
            label,
            value: self.value(node),
            window: node
                .window
                .filter(|_| !node.children.is_empty())
                .map(|window| self.window(window)),
            source: node.source.map(|source| match source {
                ValueSource::Table => "table",
                ValueSource::Futility => "futility",
            }),
            // Of several visits to a move the last one counts.
            best: node.children.iter().rposition(is_best).filter(|_| has_best),
            is_refuted: !is_root && node.bound == ValueBound::AtLeast,
            children: Drawing { maximizes: !self.maximizes, ..*self }.children(node),
            cut_off: node.cut_off.iter().map(|&mv| (self.name)(mv, self.maximizes)).collect(),
            pruned: node.pruned.iter().map(|&mv| (self.name)(mv, self.maximizes)).collect(),
        }
    }

    fn children(&self, node: &TracedNode<M>) -> Vec<DrawnNode> {
        let label = |place: usize, child: &TracedNode<M>| {
            let label = match child.step {
                Step::Root => "root".to_owned(),
                Step::Pass => "pass".to_owned(),
                Step::Move(mv) => (self.name)(mv, !self.maximizes),
            };
            let is_again = node.children[..place].iter().any(|before| before.step == child.step);
            if is_again { label + " again" } else { label }
        };
        let children = node.children.iter().enumerate();
        children.map(|(place, child)| self.node(child, label(place, child))).collect()
    }

    fn value(&self, node: &TracedNode<M>) -> String {
        let sign = match (node.bound, self.maximizes) {
            (ValueBound::Exact, _) => "",
            (ValueBound::AtLeast, true) | (ValueBound::AtMost, false) => ">= ",
            (ValueBound::AtLeast, false) | (ValueBound::AtMost, true) => "<= ",
        };
        let value = if self.maximizes { node.value } else { -node.value };
        format!("{sign}{}", self.number(value))
    }

    fn window(&self, window: Window) -> [String; 2] {
        let Window { alpha, beta } = if self.maximizes { window } else { -window };
        [alpha, beta].map(|end| match end {
            end if !self.scale.is_infinite(end) => self.number(end),
            0.. => "+inf".to_owned(),
            _ => "-inf".to_owned(),
        })
    }

    /// Returns a value for the side to move at the root as text.
    fn number(&self, value: i32) -> String {
        let won = |word: &str, margin: Option<i32>| match margin {
            Some(margin) => format!("{word} by {margin}"),
            None => word.to_owned(),
        };
        match self.scale.read(value) {
            TreeValue::Win(margin) => won("win", margin),
            TreeValue::Loss(margin) => won("loss", margin),
            TreeValue::Draw => "draw".to_owned(),
            TreeValue::Number(0) => "0".to_owned(),
            TreeValue::Number(number) if self.scale.per_unit == 1 => format!("{number:+}"),
            TreeValue::Number(number) => {
                format!("{:+.2}", f64::from(number) / f64::from(self.scale.per_unit))
            }
        }
    }
}

/// Returns what the values of a tree count, as the end of a sentence.
pub(super) const fn unit(scale: ValueScale) -> &'static str {
    match scale.unit {
        TreeUnit::Units => ", in units of the evaluation",
        TreeUnit::Outcome => "",
        TreeUnit::Discs => ", in discs",
    }
}
