//! The part of a book that budgets reach: positions that can arise if both sides give away little.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use willow_board::{Board, Square};
use willow_eval::Score;

use crate::book::Lookup;
use crate::entry::{BookLookup, BookPosition, Entry};
use crate::error::BookError;
use crate::graph::moves::{self, BookMove, MoveKind};

/// Limits on the loss along a path to a position, and on the length of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Maximum loss of a single move.
    pub per_move: Score,
    /// Maximum loss of all moves together, of both sides.
    pub sum: Score,
    /// Maximum loss of a move that leaves the book, to be learned.
    pub leaf: Score,
    /// Maximum absolute value of a position.
    pub max_value: Score,
    /// Minimum empties of a position.
    pub min_empties: u32,
}

impl Budgets {
    /// Nothing is too bad, to the end of the game.
    pub const UNLIMITED: Budgets = Budgets {
        per_move: Score::INFINITY,
        sum: Score::from_units(Score::MAX.units()),
        leaf: Score::INFINITY,
        max_value: Score::INFINITY,
        min_empties: 0,
    };
}

/// A position that budgets reach.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) position: BookPosition,
    /// The loss on the best path to it.
    pub(crate) given: Score,
    pub(crate) entry: Entry,
    /// Its moves into the book, on the canonical board.
    pub(crate) links: Vec<BookMove>,
}

impl Reached {
    /// Returns the moves that are not in the book.
    pub(crate) fn moves_outside(&self) -> willow_board::Bitboard {
        let links = self.links.iter().map(|mv| mv.square);
        links.fold(self.entry.board.legal_moves(), willow_board::Bitboard::without)
    }
}

/// Returns the positions that budgets reach from a board, those on the best lines first.
///
/// # Errors
/// A file may be damaged.
pub(crate) fn reached(
    start: &Board,
    budgets: &Budgets,
    book: &impl Lookup,
) -> Result<Vec<Reached>, BookError> {
    let mut found = Vec::new();
    let mut min_given: HashMap<BookPosition, i32> = HashMap::new();
    let mut queue = BinaryHeap::new();
    if let Some(position) = position_after(start) {
        min_given.insert(position, 0);
        queue.push(Reverse((0, position)));
    }
    while let Some(Reverse((given, position))) = queue.pop() {
        if min_given[&position] < given {
            continue;
        }
        let Some(entry) = book.entry(position)? else { continue };
        let links = moves::links_in(&entry.board, book)?;
        if is_in_range(&entry, budgets) {
            for next in links.iter().filter(|mv| mv.kind == MoveKind::Link) {
                let loss = moves::loss_of(next, entry.value.score);
                let given = Score::from_units(given) + loss;
                let after = after(&entry.board, next.square);
                let Some(next) = position_after(&after) else { continue };
                let is_within = loss <= budgets.per_move
                    && given <= budgets.sum
                    && budgets.min_empties <= after.n_empties();
                let given = given.units();
                if is_within && min_given.get(&next).is_none_or(|&known| given < known) {
                    min_given.insert(next, given);
                    queue.push(Reverse((given, next)));
                }
            }
        }
        found.push(Reached { position, given: Score::from_units(given), entry, links });
    }
    Ok(found)
}

/// Returns whether lines go on behind a position.
pub(crate) fn is_in_range(entry: &Entry, budgets: &Budgets) -> bool {
    let value = entry.value.score;
    value.max(-value) <= budgets.max_value
}

/// Returns the board after a legal move.
pub(crate) fn after(board: &Board, square: Square) -> Board {
    board.after(square, board.flips(square))
}

/// Returns the position that a book has for a board, after a pass if there is one.
pub(crate) fn position_after(board: &Board) -> Option<BookPosition> {
    match BookPosition::seen(board) {
        BookLookup::Position(position, _) | BookLookup::Pass(position, _) => Some(position),
        BookLookup::Over(_) | BookLookup::Unknown => None,
    }
}
