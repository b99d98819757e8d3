//! Which move to play from a book.

use willow_board::{Board, Square};
use willow_eval::Score;

use crate::book::Lookup;
use crate::entry::{BookLookup, BookPosition};
use crate::error::BookError;
use crate::graph::moves::{self, BookMove};
use crate::proven::Proven;

/// How to choose among the moves of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookStyle {
    /// Maximum loss against the best move.
    pub width: Score,
    /// How much less than its score a draw is worth to this player.
    pub contempt: Score,
}

impl BookStyle {
    /// The best moves only.
    pub const BEST: BookStyle = BookStyle { width: Score::DRAW, contempt: Score::DRAW };
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
    style: BookStyle,
) -> Result<Vec<BookMove>, BookError> {
    let BookLookup::Position(position, _) = BookPosition::seen(board) else {
        return Ok(Vec::new());
    };
    let Some(entry) = book.entry(position)? else { return Ok(Vec::new()) };
    let mut moves = moves::moves_of(board, book)?;
    // Without a leaf, a move that the book does not have may be the one that its value comes from.
    let has_all = entry.leaf.is_some() || moves.len() as u32 == board.legal_moves().count();
    let is_best = |mv: &BookMove| entry.value.score <= mv.value.score;
    if !has_all && !moves.first().is_some_and(is_best) {
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
    style: BookStyle,
    random: u64,
) -> Result<Option<BookMove>, BookError> {
    let moves = candidates(board, book, style)?;
    Ok(moves.get((random % moves.len().max(1) as u64) as usize).copied())
}

/// Returns a move by proven knowledge alone: one of those that keep a proven result, by a random number.
pub fn choose_proven(board: &Board, random: u64) -> Option<Square> {
    let proven = Proven::knowledge();
    let kept = proven.moves_that_keep(board);
    let is_useful = kept != board.legal_moves();
    let count = u64::from(kept.count().max(1));
    kept.squares().nth((random % count) as usize).filter(|_| is_useful)
}

/// Returns what a move is worth to a player: its score, less the contempt if the game is a proven draw.
fn worth(mv: &BookMove, style: BookStyle) -> Score {
    let is_draw = mv.value.bounds.is_exact() && mv.value.score == Score::DRAW;
    if is_draw { mv.value.score - style.contempt } else { mv.value.score }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::num::NonZeroU8;

    use super::*;
    use crate::entry::{BookValue, Entry, Leaf, Origin};

    struct Entries(HashMap<BookPosition, Entry>);

    impl Lookup for Entries {
        fn entry(&self, position: BookPosition) -> Result<Option<Entry>, BookError> {
            Ok(self.0.get(&position).copied())
        }
    }

    /// Returns a board of which nothing is proven, and two of its moves.
    fn board() -> (Board, [Square; 2]) {
        let game = crate::proven::OPTIMAL_GAME.as_bytes();
        let squares = game.chunks(2).map(|name| str::from_utf8(name).unwrap().parse().unwrap());
        let board = squares.take(12).fold(Board::START, |board, mv| board.play(mv).unwrap());
        let mut moves = board.legal_moves().squares();
        (board, [moves.next().unwrap(), moves.next().unwrap()])
    }

    /// Returns a book of that board and of those after its moves. Values are the mover's.
    fn book(value: i32, leaf: Option<Leaf>, moves: &[(Square, BookValue)]) -> (Board, Entries) {
        let (board, _) = board();
        let at = |board: &Board| crate::graph::region::position_after(board).unwrap();
        let estimate = BookValue::estimate(Score::DISC * value, NonZeroU8::new(10), 10);
        let entry = Entry { leaf, ..Entry::new(at(&board), estimate, Origin::UNKNOWN) };
        let mut entries = HashMap::from([(at(&board), entry)]);
        for (square, value) in moves {
            let position = at(&board.play(*square).unwrap());
            entries.insert(position, Entry::new(position, value.negated(), Origin::UNKNOWN));
        }
        (board, Entries(entries))
    }

    fn estimate(discs: i32) -> BookValue {
        BookValue::estimate(Score::DISC * discs, NonZeroU8::new(10), 10)
    }

    fn squares(board: &Board, book: &Entries, width: i32, contempt: i32) -> Vec<Square> {
        let style = BookStyle { width: Score::DISC * width, contempt: Score::DISC * contempt };
        candidates(board, book, style).unwrap().iter().map(|mv| mv.square).collect()
    }

    #[test]
    fn a_position_without_an_entry_has_no_moves() {
        let (_, [first, _]) = board();
        let (board, mut book) = book(1, None, &[(first, estimate(1))]);
        assert_eq!(squares(&board, &book, 0, 0), [first]);
        book.0.remove(&crate::graph::region::position_after(&board).unwrap());
        assert_eq!(squares(&board, &book, 0, 0), []);
    }

    #[test]
    fn a_bad_link_is_not_played_if_the_better_moves_are_not_known() {
        let (_, [first, _]) = board();
        let (board, book) = book(3, None, &[(first, estimate(1))]);
        assert_eq!(squares(&board, &book, 0, 0), []);
    }

    #[test]
    fn the_width_lets_moves_in_that_are_a_little_worse() {
        let (_, [first, second]) = board();
        let moves = [(first, estimate(1)), (second, estimate(-1))];
        let (board, book) = book(1, None, &moves);
        assert_eq!(squares(&board, &book, 1, 0), [first]);
        assert_eq!(squares(&board, &book, 2, 0), [first, second]);
        let style = BookStyle { width: Score::DISC * 2, ..BookStyle::BEST };
        let chosen = [0, 1, 2].map(|random| choose(&board, &book, style, random).unwrap());
        assert_eq!(chosen.map(|mv| mv.unwrap().square), [first, second, first]);
    }

    #[test]
    fn contempt_avoids_a_proven_draw_that_is_hardly_better() {
        let (_, [first, second]) = board();
        let draw = BookValue::exact(willow_board::DiscDiff::DRAW, 59);
        let moves = [(first, draw), (second, estimate(-1))];
        let (board, book) = book(0, None, &moves);
        assert_eq!(squares(&board, &book, 0, 0), [first]);
        assert_eq!(squares(&board, &book, 0, 2), [second]);
        assert_eq!(squares(&board, &book, 1, 2), [second, first]);
    }
}
