//! Two entries of the same position become one.

use crate::entry::{Entry, Leaf, Origin};

/// Combines two entries of the same position. The order of the two does not matter.
///
/// The deeper value and the deeper leaf are kept. The results of games are added, because they are of
/// different games; the numbers of lines are not, because the books may share lines.
///
/// The value may then not be the best of the moves: `fix` computes the values anew.
#[must_use]
pub fn combine(a: &Entry, b: &Entry) -> Entry {
    let better = if rank(a) < rank(b) { b } else { a };
    Entry {
        board: a.board,
        value: better.value,
        leaf: better_leaf(a.leaf, b.leaf),
        origin: better.origin,
        lines: a.lines.max(b.lines),
        results: a.results.plus(b.results),
    }
}

/// Orders entries by how far their values can be trusted. The last parts only make the order total.
fn rank(entry: &Entry) -> impl Ord + use<> {
    let Entry { value, leaf, origin, .. } = entry;
    let Origin { program, version, day } = *origin;
    let bounds = (value.bounds.lower, value.bounds.upper);
    (
        value.bounds.is_exact(),
        value.level,
        value.depth,
        leaf.is_some(),
        value.score,
        bounds,
        (day, program, version),
    )
}

fn better_leaf(a: Option<Leaf>, b: Option<Leaf>) -> Option<Leaf> {
    let rank = |leaf: &Leaf| (leaf.is_exact, leaf.level, leaf.score, leaf.square);
    [a, b].into_iter().flatten().max_by_key(rank)
}
