//! Perft with several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use willow_board::{Board, perft};

/// The threads share the boards after this many plies: enough for an even load, few enough to store.
const SPLIT_PLIES: u32 = 4;

/// Returns the number of move sequences of `depth` plies from `board`, a pass being a ply, counted by
/// `threads` threads. The number is that of [`willow_board::perft`].
pub fn perft_parallel(board: &Board, depth: u32, threads: usize) -> u64 {
    if threads <= 1 || depth <= SPLIT_PLIES {
        return perft(board, depth);
    }
    let boards = boards_after(board, SPLIT_PLIES);
    let next = AtomicUsize::new(0);
    let count = || {
        let next_board = || boards.get(next.fetch_add(1, Ordering::Relaxed));
        std::iter::from_fn(next_board).map(|board| perft(board, depth - SPLIT_PLIES)).sum::<u64>()
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        threads.into_iter().map(|thread| thread.join().expect("perft does not panic")).sum()
    })
}

/// Returns the boards after every sequence of `plies` plies.
fn boards_after(board: &Board, plies: u32) -> Vec<Board> {
    let mut boards = vec![*board];
    for _ in 0..plies {
        boards = boards.iter().flat_map(successors).collect();
    }
    boards
}

/// Returns the boards after every move, or after a pass if there is no move. A finished game is
/// returned unchanged, because it counts as one leaf at every depth.
fn successors(board: &Board) -> Vec<Board> {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return vec![if board.is_game_over() { *board } else { board.pass() }];
    }
    moves.squares().map(|square| board.after(square, board.flips(square))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_threads_count_the_same_as_one() {
        for depth in 0..=10 {
            assert_eq!(perft_parallel(&Board::START, depth, 2), perft(&Board::START, depth));
        }
    }
}
