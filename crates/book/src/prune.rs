//! Taking lines out of a book.

use std::collections::HashSet;
use std::path::Path;

use willow_board::Board;
use willow_files::Overwrite;

use crate::book::Lookup;
use crate::builder::{BUILDER_BYTES, BookBuilder};
use crate::entry::{BookPosition, Entry, Leaf};
use crate::error::BookError;
use crate::moves::{BookMove, MoveKind};
use crate::region::{self, Budgets, Reached};

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
    let mut builder = BookBuilder::new(out, BUILDER_BYTES);
    for one in &reached {
        builder.push(&with_leaf_of_cut_moves(one, &kept))?;
    }
    builder.finish(overwrite)
}

/// Returns the entry of a position whose leaf is the best of its leaf and of the moves that lead out now.
fn with_leaf_of_cut_moves(reached: &Reached, kept: &HashSet<BookPosition>) -> Entry {
    let entry = reached.entry;
    let is_cut = |mv: &&BookMove| {
        let next = region::position_after(&region::after(&entry.board, mv.square));
        mv.kind == MoveKind::Link && next.is_some_and(|next| !kept.contains(&next))
    };
    let leaf_of = |mv: &BookMove| Leaf {
        square: mv.square,
        score: mv.value.score,
        level: mv.value.level,
        is_exact: mv.value.bounds.is_exact() && entry.leaf.is_none_or(|leaf| leaf.is_exact),
    };
    let cut = reached.links.iter().filter(is_cut).map(leaf_of);
    Entry { leaf: cut.chain(entry.leaf).max_by_key(|leaf| leaf.score), ..entry }
}
