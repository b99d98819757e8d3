//! The moves of a position as a book values them. Links are implicit: a move is in the book if its position
//! is.

use std::num::NonZeroU8;

use willow_board::{Bitboard, Board, Square};
use willow_engine::Level;
use willow_eval::Score;

use crate::book::Lookup;
use crate::entry::{BookLookup, BookPosition, BookValue, Bounds, Leaf};
use crate::error::BookError;

/// The role of a move in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// It leads to a position of the book.
    Link,
    /// It is the best of the others.
    Leaf,
    /// It ends the game.
    End,
}

/// A move that a book values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Where the disc goes, on the board that was asked about.
    pub square: Square,
    /// Whether it leads to a position of the book.
    pub kind: MoveKind,
    /// The value, for the side that makes the move.
    pub value: BookValue,
}

/// Returns the moves of a board that a book values, the best first.
///
/// # Errors
/// A file may be damaged.
pub fn moves_of(board: &Board, book: &impl Lookup) -> Result<Vec<BookMove>, BookError> {
    let BookLookup::Position(position, symmetry) = BookPosition::seen(board) else {
        return Ok(Vec::new());
    };
    let mut moves = links_in(board, book)?;
    if let Some(leaf) = book.entry(position)?.and_then(|entry| entry.leaf) {
        let square = leaf.square.transformed(symmetry.inverse());
        let is_new = moves.iter().all(|mv| mv.square != square);
        if is_new {
            moves.push(BookMove {
                square,
                kind: MoveKind::Leaf,
                value: value_of_leaf(leaf, board),
            });
        }
    }
    moves.sort_by_key(|mv| std::cmp::Reverse((mv.value.score, mv.value.level, mv.value.depth)));
    Ok(moves)
}

/// Returns the moves of a board that lead to positions of a book, or that end the game.
///
/// # Errors
/// A file may be damaged.
pub(crate) fn links_in(board: &Board, book: &impl Lookup) -> Result<Vec<BookMove>, BookError> {
    links_of(board, |position| Ok(book.entry(position)?.map(|entry| entry.value)))
}

/// Returns the moves of a board that lead to positions of a book, or that end the game. `look_up` returns the
/// value of a position.
pub(crate) fn links_of<E>(
    board: &Board,
    mut look_up: impl FnMut(BookPosition) -> Result<Option<BookValue>, E>,
) -> Result<Vec<BookMove>, E> {
    let mut links = Vec::new();
    for square in board.legal_moves().squares() {
        let after = board.after(square, board.flips(square));
        if let Some((value, kind)) = value_after(&after, &mut look_up)? {
            links.push(BookMove { square, kind, value });
        }
    }
    Ok(links)
}

/// Returns the value of a move for the side that made it, and its role, from the board after it; `None`
/// if the board is not in the book.
fn value_after<E>(
    after: &Board,
    mut look_up: impl FnMut(BookPosition) -> Result<Option<BookValue>, E>,
) -> Result<Option<(BookValue, MoveKind)>, E> {
    let value = match BookPosition::seen(after) {
        BookLookup::Over(result) => Some((BookValue::exact(-result, 0), MoveKind::End)),
        BookLookup::Unknown => None,
        BookLookup::Position(position, _) => {
            look_up(position)?.map(|value| (value.negated(), MoveKind::Link))
        }
        // The mover moves again.
        BookLookup::Pass(position, _) => look_up(position)?.map(|value| (value, MoveKind::Link)),
    };
    Ok(value)
}

/// Returns the value of a leaf on its board.
pub(crate) fn value_of_leaf(leaf: Leaf, board: &Board) -> BookValue {
    let depth = leaf_depth(leaf, board);
    let bounds = if leaf.is_exact { Bounds::exact(leaf.score.rounded()) } else { Bounds::OPEN };
    BookValue { score: leaf.score, bounds, level: leaf.level, depth }
}

/// Returns how many plies a leaf looks ahead beyond its board's next move.
fn leaf_depth(leaf: Leaf, board: &Board) -> u8 {
    let rest = board.n_empties().saturating_sub(1) as u8;
    let searched = search_depth(leaf.level);
    if leaf.is_exact { rest } else { rest.min(searched.saturating_sub(1) as u8) }
}

/// Returns how many plies a search of a level looks ahead; 0 for an unknown one.
pub(crate) fn search_depth(level: Option<NonZeroU8>) -> u32 {
    level.and_then(|level| Level::new(level.get().into()).ok()).map_or(0, Level::depth)
}

/// Returns the value of a position from those of its moves; `None` without moves.
///
/// `leaf` is the best of the moves that are not in `links`; `legal` are all moves.
pub(crate) fn best_of(
    links: &[BookMove],
    leaf: Option<BookValue>,
    legal: Bitboard,
) -> Option<BookValue> {
    let values = || links.iter().map(|mv| mv.value).chain(leaf);
    let best = values().max_by_key(|value| (value.score, value.level, value.depth))?;
    let lower = values().map(|value| value.bounds.lower).max()?;
    // A move that nobody has valued may be worth everything.
    let is_complete = links.len() as u32 == legal.count() || leaf.is_some();
    let upper = values().map(|value| value.bounds.upper).max()?;
    let upper = if is_complete { upper } else { Bounds::OPEN.upper };
    let bounds = Bounds { lower, upper };
    Some(BookValue {
        score: bounds.clamp(best.score),
        bounds,
        level: best.level,
        depth: best.depth.saturating_add(1),
    })
}

/// Returns how much worse a move is than the best one, in score units; 0 for the best.
pub fn loss_of(mv: &BookMove, best: Score) -> Score {
    (best - mv.value.score).max(Score::DRAW)
}
