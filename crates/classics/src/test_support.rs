//! Positions for tests.

use willow_board::{Bitboard, Board, Square};
use willow_testkit::random_position;

/// A game of two programs, from the start; passes are left out.
pub(crate) const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7g6d8c8c7c5";

/// Returns the squares of a transcript.
pub(crate) fn squares_of(moves: &str) -> impl Iterator<Item = Square> {
    (0..moves.len()).step_by(2).map(|at| moves[at..at + 2].parse().expect("a square"))
}

/// Returns the start and the board after each move of a transcript without passes.
pub(crate) fn boards_of(moves: &str) -> Vec<Board> {
    let mut boards = vec![Board::START];
    for square in squares_of(moves) {
        boards.push(boards[boards.len() - 1].play(square).expect("a legal move"));
    }
    boards
}

/// Returns the board after a transcript without passes.
pub(crate) fn board_after(moves: &str) -> Board {
    squares_of(moves).fold(Board::START, |board, square| board.play(square).expect("a legal move"))
}

/// Returns the squares with these names.
pub(crate) fn set(names: &str) -> Bitboard {
    names.split_whitespace().map(|name| name.parse::<Square>().expect("a square")).collect()
}

/// Returns a position of a random game with so many empties, `None` if the game ends before.
pub(crate) fn random_board(seed: u64, n_empties: u32) -> Option<Board> {
    let discs = random_position(n_empties, seed)?;
    Board::new(Bitboard::from_bits(discs.player), Bitboard::from_bits(discs.opponent)).ok()
}
