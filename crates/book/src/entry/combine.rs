//! Two entries of the same position become one.

use crate::entry::{Entry, Leaf, Origin};

/// Combines two entries of the same position. The order of the two does not matter.
///
/// A value that a person has set stays as it is. Else the deeper value and the deeper leaf are kept. The results of
/// games are added, because they are of different games; the numbers of lines are not, because the books may share
/// lines.
///
/// The value may then not be the best of the moves: `fix` computes the values anew.
pub fn combine(a: &Entry, b: &Entry) -> Entry {
    let better = if rank(a) < rank(b) { b } else { a };
    // With a leaf the value would be computed anew.
    let leaf = if better.is_set_by_hand() { None } else { better_leaf(a.leaf, b.leaf) };
    Entry {
        board: a.board,
        value: better.value,
        leaf,
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
        entry.is_set_by_hand(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Program;
    use crate::test_support::entry_of_game;

    #[test]
    fn a_value_set_by_hand_stays() {
        let searched = (0..100).map(entry_of_game).find(|it| it.leaf.is_some()).unwrap();
        let value = crate::BookValue::estimate(searched.value.score, None, 0);
        let by_hand = Entry { value, leaf: None, origin: Origin::of(Program::Person), ..searched };
        for combined in [combine(&searched, &by_hand), combine(&by_hand, &searched)] {
            assert!(combined.is_set_by_hand());
            assert_eq!(combined.value, value);
        }
    }
}
