//! The tree in characters.

use std::fmt::Write as _;

use super::drawn::{DrawnNode, NodeEnd};

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
    let _ = write!(text, "{}  {}{}", node.label, node.sign, node.value);
    if let (Some((alpha, beta)), false) = (node.window, node.children.is_empty()) {
        let _ = write!(text, "  window {} to {}", alpha.as_end(), beta.as_end());
    }
    text.push_str(mark);
    text.push('\n');
}

fn branches(text: &mut String, node: &DrawnNode, indent: &str) {
    let has_cutoff = !node.cut_off.is_empty();
    for (place, child) in node.children.iter().enumerate() {
        let is_last = place + 1 == node.children.len() && !has_cutoff;
        let (branch, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        text.push_str(indent);
        text.push_str(branch);
        let mark = match node.end {
            NodeEnd::Refuted if node.best == Some(place) => "  (refutes)",
            _ if node.best == Some(place) => "  (best)",
            _ => "",
        };
        line(text, child, mark);
        branches(text, child, &format!("{indent}{below}"));
    }
    if has_cutoff {
        let _ = writeln!(text, "{indent}└╌ cut off: {}", node.cut_off.join(" "));
    }
}
