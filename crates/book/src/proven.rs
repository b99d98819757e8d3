//! What is proven about the opening: H. Takizawa, "Othello is Solved", 2023 (arXiv 2310.19387).
//!
//! The proof rests on 2,587 positions with 50 empties. For each of them Takizawa's program has proven
//! that the side to move gets at least a draw, or at most a draw, or exactly a draw, with Edax at the end
//! of 1.5 billion searches. The claims are facts, taken from the list of the paper
//! (`empty50_tasklist_edax_knowledge.csv` of `eukaryo/reversi-scripts`, commit 5d045bc); we have not
//! proven them again. What follows from them for earlier positions is computed here.
//!
//! None of this is mixed with the values of a book: a [`Claim`] is about win, loss and draw only.

mod claim;
mod claims;
mod walk;

use std::sync::LazyLock;
use std::sync::{Mutex, PoisonError};

use willow_board::{Bitboard, Board};

pub use claim::Claim;

use self::walk::Walk;

/// An optimal game of the paper: nobody can do better than a draw after any of its moves.
#[cfg(test)]
pub(crate) const OPTIMAL_GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6";

/// The proven knowledge about the first ten plies.
pub struct Proven {
    /// What was found so far. A search of the claims below a position of the first plies takes a moment.
    walk: Mutex<Walk>,
}

static PROVEN: LazyLock<Proven> = LazyLock::new(|| Proven { walk: Mutex::new(Walk::new()) });

impl Proven {
    /// The number of plies after which the claims are.
    pub const PLIES: u32 = 10;

    /// Returns what is compiled in.
    pub fn knowledge() -> &'static Proven {
        &PROVEN
    }

    /// Returns what is proven about a board, for its side to move.
    pub fn claim(&self, board: &Board) -> Claim {
        let mut walk = self.walk.lock().unwrap_or_else(PoisonError::into_inner);
        walk.claim(board)
    }

    /// Returns the moves of a board that keep what is proven about it: after each of them it is proven
    /// that the mover still gets at least a draw. If that is not proven about the board, all moves.
    pub fn moves_that_keep(&self, board: &Board) -> Bitboard {
        let legal = board.legal_moves();
        if legal.is_empty() || !self.claim(board).at_least_draw {
            return legal;
        }
        let keeps = |&square: &willow_board::Square| {
            self.claim(&board.after(square, board.flips(square))).at_most_draw
        };
        let kept: Bitboard = legal.squares().filter(keeps).collect();
        // A claim about the board itself says nothing about its moves.
        if kept.is_empty() { legal } else { kept }
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    fn after(moves: &str, n: usize) -> Board {
        let squares = (0..n).map(|ply| moves[2 * ply..2 * ply + 2].parse::<Square>().unwrap());
        squares.fold(Board::START, |board, square| {
            let board = if board.legal_moves().is_empty() { board.pass() } else { board };
            board.play(square).expect("the game was legal")
        })
    }

    #[test]
    fn the_start_is_a_proven_draw() {
        let claim = Proven::knowledge().claim(&Board::START);
        assert_eq!(claim.text(), Some("proven draw"));
    }

    #[test]
    fn the_first_ten_plies_of_the_optimal_game_are_proven_draws_or_better() {
        let proven = Proven::knowledge();
        for ply in 0..=10 {
            let claim = proven.claim(&after(OPTIMAL_GAME, ply));
            assert_eq!(claim.text(), Some("proven draw"), "ply {ply}");
        }
        assert_eq!(proven.claim(&after(OPTIMAL_GAME, 11)), Claim::default());
    }

    #[test]
    fn the_optimal_game_ends_in_a_draw() {
        let end = after(OPTIMAL_GAME, 60);
        assert!(end.is_game_over());
        assert_eq!(end.final_score().value(), 0);
    }

    #[test]
    fn moves_that_leave_a_proven_draw_are_left_out() {
        let proven = Proven::knowledge();
        assert_eq!(proven.moves_that_keep(&Board::START).count(), 4, "all are equal by symmetry");
        // After f5 White must not play f4 (the parallel opening): it is not proven to draw.
        let after_f5 = after("f5", 1);
        let kept = proven.moves_that_keep(&after_f5);
        assert!(kept.contains(Square::D6));
        assert!(kept.count() < 3, "{kept:?}");
        let unknown = after(OPTIMAL_GAME, 30);
        assert_eq!(proven.moves_that_keep(&unknown), unknown.legal_moves());
    }

    #[test]
    fn symmetric_boards_have_the_same_claims() {
        let proven = Proven::knowledge();
        for ply in [0, 3, 7, 10] {
            let board = after(OPTIMAL_GAME, ply);
            for symmetry in willow_board::Symmetry::ALL {
                assert_eq!(proven.claim(&board.transformed(symmetry)), proven.claim(&board));
            }
        }
    }
}
