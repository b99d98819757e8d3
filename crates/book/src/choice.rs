//! Which move to play from a book.

use willow_board::{Board, Square};
use willow_eval::Score;

use crate::book::Lookup;
use crate::error::BookError;
use crate::moves::{self, BookMove, MoveKind};
use crate::proven::Proven;

/// How to choose among the moves of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookStyle {
    /// A move may be worse than the best by so much.
    pub width: Score,
    /// A drawn game is worth so much less than its score to this player.
    pub contempt: Score,
    /// Values must rest on searches of this level at least; 0 for any.
    pub least_level: u8,
}

impl BookStyle {
    /// The best moves only.
    pub const BEST: BookStyle =
        BookStyle { width: Score::DRAW, contempt: Score::DRAW, least_level: 0 };
}

/// Returns the moves that a player of this style may play, the best first; none if the book does not
/// know the board. Where more is proven about the opening, moves that give a proven result away are left
/// out.
///
/// # Errors
/// The book may be damaged.
pub fn candidates(
    board: &Board,
    book: &impl Lookup,
    style: &BookStyle,
) -> Result<Vec<BookMove>, BookError> {
    let mut moves = moves::moves_of(board, book)?;
    // A position of which only an end of the game or a bad move is known is not one of the book.
    let is_known = moves.iter().any(|mv| mv.kind != MoveKind::End);
    let is_deep = |mv: &BookMove| style.least_level <= mv.value.level;
    if !is_known || !moves.first().is_some_and(is_deep) {
        return Ok(Vec::new());
    }
    let kept = Proven::knowledge().moves_that_keep(board);
    moves.retain(|mv| kept.contains(mv.square));
    let worth = |mv: &BookMove| worth(mv, style);
    let best = moves.iter().map(worth).max().unwrap_or(Score::MIN);
    moves.retain(|mv| best - worth(mv) <= style.width);
    moves.sort_by_key(|mv| std::cmp::Reverse(worth(mv)));
    Ok(moves)
}

/// Returns one of the moves that a player of this style may play, by a random number; all are equally
/// likely.
///
/// # Errors
/// The book may be damaged.
pub fn choose(
    board: &Board,
    book: &impl Lookup,
    style: &BookStyle,
    random: u64,
) -> Result<Option<BookMove>, BookError> {
    let moves = candidates(board, book, style)?;
    Ok(moves.get((random % moves.len().max(1) as u64) as usize).copied())
}

/// Returns a move by proven knowledge alone: one of those that keep a proven result, by a random number.
#[must_use]
pub fn choose_proven(board: &Board, random: u64) -> Option<Square> {
    let proven = Proven::knowledge();
    let kept = proven.moves_that_keep(board);
    let is_useful = kept != board.legal_moves();
    let count = u64::from(kept.count().max(1));
    kept.squares().nth((random % count) as usize).filter(|_| is_useful)
}

/// Returns what a move is worth to a player: its score, less the contempt if the game is a proven draw.
fn worth(mv: &BookMove, style: &BookStyle) -> Score {
    let is_draw = mv.value.bounds.is_exact() && mv.value.score == Score::DRAW;
    if is_draw { mv.value.score - style.contempt } else { mv.value.score }
}
