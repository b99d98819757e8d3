//! Taking lines out of a book.

use std::collections::HashSet;
use std::path::Path;

use willow_board::Board;
use willow_files::Overwrite;

use crate::book::Lookup;
use crate::change::builder::BookBuilder;
use crate::entry::{BookPosition, Entry, Leaf};
use crate::error::BookError;
use crate::graph::moves::{BookMove, MoveKind};
use crate::graph::region::{self, Budgets, Reached};

/// Writes the part of a book that budgets reach from a board to the file `out`. Returns the number of its
/// positions.
///
/// A move to a position that is left out may become the leaf of the position before it, with the value that
/// the book had for it.
///
/// # Errors
/// The book may be damaged, and the disk full.
pub fn prune(
    book: &impl Lookup,
    start: &Board,
    budgets: &Budgets,
    out: &Path,
    overwrite: Overwrite,
) -> Result<u64, BookError> {
    let reached = region::reached(start, budgets, book)?;
    let kept: HashSet<BookPosition> = reached.iter().map(|it| it.position).collect();
    let mut builder = BookBuilder::new(out);
    for one in &reached {
        builder.push(&with_leaf_of_cut_moves(one, &kept));
    }
    builder.finish(overwrite)
}

/// Returns the entry of a position whose leaf is the best of its leaf and of the moves that lead out now.
fn with_leaf_of_cut_moves(reached: &Reached, kept: &HashSet<BookPosition>) -> Entry {
    let entry = reached.entry;
    if entry.is_set_by_hand() {
        return entry;
    }
    let is_cut = |mv: &&BookMove| {
        let next = region::position_after(&region::after(&entry.board, mv.square));
        mv.kind == MoveKind::Link && next.is_some_and(|next| !kept.contains(&next))
    };
    let leaf_of = |mv: &BookMove| Leaf {
        square: mv.square,
        score: mv.value.score,
        level: mv.value.level,
        is_exact: mv.value.bounds.is_exact(),
    };
    let cut: Vec<&BookMove> = reached.links.iter().filter(is_cut).collect();
    let best = cut.iter().map(|mv| leaf_of(mv)).chain(entry.leaf).max_by_key(|leaf| leaf.score);
    // A leaf is exact if no other move outside of the book can be better.
    let others_are_worse = |best: &Leaf| {
        let rest_is_proven = match entry.leaf {
            Some(leaf) => leaf.is_exact,
            None => reached.moves_outside().is_empty(),
        };
        let limit = best.score.rounded();
        rest_is_proven && cut.iter().all(|mv| mv.value.bounds.upper <= limit)
    };
    let leaf = best.map(|leaf| Leaf { is_exact: leaf.is_exact && others_are_worse(&leaf), ..leaf });
    Entry { leaf, ..entry }
}
