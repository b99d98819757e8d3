//! The tree in characters.

use std::fmt::Write as _;

use super::drawn::DrawnNode;

/// Returns the tree, one node a line, with the branches of a node below it.
pub(super) fn tree(root: &DrawnNode) -> String {
    let mut text = String::new();
    line(&mut text, root, "");
    branches(&mut text, root, "");
    text
}

/// Writes what is known about a node: `d3  -3  window -inf to +5  (best)`. The mark is that of its parent.
fn line(text: &mut String, node: &DrawnNode, mark: &str) {
    // Writing to a string cannot fail.
    let _ = write!(text, "{}  {}", node.label, node.value);
    if let Some([alpha, beta]) = &node.window {
        let _ = write!(text, "  window {alpha} to {beta}");
    }
    if let Some(source) = node.source {
        let _ = write!(text, "  ({source})");
    }
    text.push_str(mark);
    text.push('\n');
}

fn branches(text: &mut String, node: &DrawnNode, indent: &str) {
    let left_out: Vec<String> = [("cut off", &node.cut_off), ("pruned", &node.pruned)]
        .into_iter()
        .filter(|(_, moves)| !moves.is_empty())
        .map(|(how, moves)| format!("{how}: {}", moves.join(" ")))
        .collect();
    for (place, child) in node.children.iter().enumerate() {
        let is_last = place + 1 == node.children.len() && left_out.is_empty();
        let (branch, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        text.push_str(indent);
        text.push_str(branch);
        let mark = match (node.best == Some(place), node.is_refuted) {
            (false, _) => "",
            (true, true) => "  (refutes)",
            (true, false) => "  (best)",
        };
        line(text, child, mark);
        branches(text, child, &format!("{indent}{below}"));
    }
    for (place, moves) in left_out.iter().enumerate() {
        let branch = if place + 1 == left_out.len() { "└╌" } else { "├╌" };
        let _ = writeln!(text, "{indent}{branch} {moves}");
    }
}
