//! The moves on an edge and how likely they are to be possible.

use willow_board::{Bitboard, Board, Square};

use super::edge::{EdgeBits, N_SQUARES, UPPER_EDGE, index};
use super::edge_stability::contains;

/// A move that a player may have on an edge: the board's interior, which is not known, decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EdgeMove {
    /// The square, by its place on the edge.
    pub(crate) place: usize,
    /// How likely it is to be legal.
    pub(crate) probability: f32,
    /// The index of the edge after it, seen by the opponent.
    pub(crate) next: usize,
}

/// Returns the player's moves on an edge, in the order of the squares.
pub(crate) fn edge_moves(player: EdgeBits, opponent: EdgeBits) -> impl Iterator<Item = EdgeMove> {
    // The rules of the board serve for its edge: put it on an otherwise empty board.
    let board = Board::new(on_board(player), on_board(opponent)).expect("no square has two discs");
    let empty = (0..N_SQUARES).filter(move |&square| !contains(player | opponent, square));
    empty.map(move |square| EdgeMove {
        place: square,
        probability: probability(&board, square),
        next: next(&board, UPPER_EDGE[square]),
    })
}

fn on_board(bits: EdgeBits) -> Bitboard {
    (0..N_SQUARES)
        .filter(|&square| contains(bits, square))
        .map(|square| UPPER_EDGE[square])
        .collect()
}

/// Returns the index of the edge after a move that need not be legal, seen by the opponent.
fn next(board: &Board, square: Square) -> usize {
    let next = board.after(square, board.flips(square));
    index(on_edge(next.player()), on_edge(next.opponent()))
}

fn on_edge(discs: Bitboard) -> EdgeBits {
    let squares = UPPER_EDGE.iter().enumerate();
    squares.fold(0, |bits, (index, &square)| bits | usize::from(discs.contains(square)) << index)
}

/// Returns how likely the board's player is to be able to move to a square: `edge-move-probability`.
fn probability(board: &Board, index: usize) -> f32 {
    let square = UPPER_EDGE[index];
    match index {
        0 | 9 => 0.5,
        _ if board.is_legal(square) => 1.0,
        1 => corner_probability(board, UPPER_EDGE[0]),
        8 => corner_probability(board, UPPER_EDGE[9]),
        _ => line_probability(board, index),
    }
}

/// A corner is hard to get unless the opponent is on the X-square beside it.
fn corner_probability(board: &Board, x_square: Square) -> f32 {
    if board.player().contains(x_square) {
        0.001
    } else if board.opponent().contains(x_square) {
        0.9
    } else {
        0.1
    }
}

/// Opposing neighbours make a move likelier, own ones less likely, and halves if the opponent could
/// move there.
fn line_probability(board: &Board, index: usize) -> f32 {
    /// By the number of own neighbours, then of opposing ones. More than two there cannot be.
    const BY_NEIGHBOURS: [&[f32]; 3] = [&[0.1, 0.4, 0.7], &[0.05, 0.3], &[0.01]];
    let neighbours: Bitboard = [UPPER_EDGE[index - 1], UPPER_EDGE[index + 1]].into_iter().collect();
    let own = (neighbours & board.player()).count() as usize;
    let other = (neighbours & board.opponent()).count() as usize;
    let contested = board.pass().is_legal(UPPER_EDGE[index]);
    BY_NEIGHBOURS[own][other] / if contested { 2.0 } else { 1.0 }
}
