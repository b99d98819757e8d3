//! Computing the values of a book anew: the negamax of leaves and links, from the end to the start.

use std::convert::Infallible;

use willow_board::Board;

use crate::book::Lookup;
use crate::entry::{BookValue, Entry, Program};
use crate::error::BookError;
use crate::graph::moves::{self, BookMove};

/// Computes the values of entries that come in the order of a book: those with the fewest empties
/// first. It remembers the values with two numbers of empties, 32 bytes each.
#[derive(Debug, Default)]
pub(crate) struct Negamax {
    n_empties: u32,
    /// The values of the positions with one empty less, in ascending order.
    below: Vec<(Board, BookValue)>,
    /// Those of the positions with this number of empties so far.
    here: Vec<(Board, BookValue)>,
}

impl Negamax {
    /// Returns the next entry with its value from its moves. A leaf that leads to a position of the book
    /// is dropped, because the book knows better.
    pub(crate) fn fixed(&mut self, entry: Entry) -> Entry {
        let n_empties = entry.board.n_empties();
        if n_empties != self.n_empties {
            let left = std::mem::take(&mut self.here);
            let is_next = n_empties == self.n_empties + 1;
            self.below = if is_next { left } else { Vec::new() };
            self.n_empties = n_empties;
        }
        let below = &self.below;
        let Ok(links) = moves::links_of(&entry.board, |position| {
            let found = below.binary_search_by_key(&position.board(), |(board, _)| *board);
            Ok::<_, Infallible>(found.ok().map(|index| below[index].1))
        });
        let fixed = with_links(entry, &links);
        self.here.push((fixed.board, fixed.value));
        fixed
    }
}

/// Returns an entry with its value from its leaf and from the positions of a book.
///
/// # Errors
/// A file may be damaged.
pub fn fixed_entry(entry: Entry, book: &impl Lookup) -> Result<Entry, BookError> {
    let links = moves::links_in(&entry.board, book)?;
    Ok(with_links(entry, &links))
}

fn with_links(mut entry: Entry, links: &[BookMove]) -> Entry {
    if entry.is_set_by_hand() {
        return entry;
    }
    let board = entry.board;
    let is_linked = |leaf: &crate::entry::Leaf| links.iter().any(|mv| mv.square == leaf.square);
    entry.leaf = entry.leaf.filter(|leaf| !is_linked(leaf));
    let leaf = entry.leaf.map(|leaf| moves::value_of_leaf(leaf, &board));
    let is_complete = leaf.is_some() || links.len() as u32 == board.legal_moves().count();
    let value = moves::best_of(links, leaf, board.legal_moves());
    // Books without leaves say nothing about the other moves, but their values count these.
    let counts_others = matches!(entry.origin.program, Program::Egaroucid | Program::Unknown);
    let is_kept =
        |value: &BookValue| !is_complete && counts_others && value.score < entry.value.score;
    if let Some(value) = value.filter(|value| !is_kept(value)) {
        entry.value = value;
    }
    entry
}
