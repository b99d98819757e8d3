//! Othello as a game to search, and its evaluations.

pub(crate) mod evaluations;
mod square_weights;
mod tuned;

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Board, Square};

use super::game_rules::{GameRules, TurnOptions};
use square_weights::WEIGHT_CLASSES;

pub use evaluations::{OthelloEvaluation, move_number};

/// The order in which squares are tried: the book's `all-squares`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SquareOrder {
    /// Row by row from a1 to h8, which the book calls random ordering.
    Board,
    /// By falling weight of the squares, corners first; row by row among equals.
    Static,
}

impl SquareOrder {
    /// Returns the squares of a set in this order.
    pub fn squares(self, set: Bitboard) -> impl Iterator<Item = Square> {
        self.groups().iter().flat_map(move |&group| (set & group).squares())
    }

    /// Returns the groups of squares of equal weight, in their order.
    const fn groups(self) -> &'static [Bitboard] {
        const ALL: [Bitboard; 1] = [Bitboard::ALL];
        const BY_WEIGHT: [Bitboard; WEIGHT_CLASSES.len()] = {
            let mut groups = [Bitboard::EMPTY; WEIGHT_CLASSES.len()];
            let mut index = 0;
            while index < groups.len() {
                groups[index] = WEIGHT_CLASSES[index].squares;
                index += 1;
            }
            groups
        };
        match self {
            SquareOrder::Board => &ALL,
            SquareOrder::Static => &BY_WEIGHT,
        }
    }
}

/// The rules of Othello, with an order of moves.
///
/// The margin of a finished game is the raw difference in discs; empties count for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    /// The order in which moves are listed.
    pub order: SquareOrder,
    /// A board of which only one move is listed. The searches ask the rules at every node alike, and a board does not
    /// come twice in a game; the general searcher, which first leaves implausible moves out, has a root of its own.
    pub only: Option<(Board, Square)>,
}

impl Othello {
    /// Returns the rules with this order of moves.
    pub const fn new(order: SquareOrder) -> Othello {
        Othello { order, only: None }
    }
}

impl GameRules for Othello {
    type State = Board;
    type Move = Square;
    type Moves = ArrayVec<Square, 64>;

    fn options(&self, board: &Board) -> TurnOptions<ArrayVec<Square, 64>, Board> {
        let mut moves = board.legal_moves();
        if let Some((_, only)) = self.only.filter(|(of, _)| of == board) {
            moves &= only.into();
        }
        if !moves.is_empty() {
            return TurnOptions::Moves(self.order.squares(moves).collect());
        }
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            TurnOptions::Over(board.player().count() as i32 - board.opponent().count() as i32)
        } else {
            TurnOptions::Pass(passed)
        }
    }

    fn apply(&self, board: &Board, square: Square) -> Board {
        board.after(square, board.flips(square))
    }

    fn max_moves_left(&self, board: &Board) -> Option<u32> {
        Some(board.n_empties())
    }
}

#[cfg(test)]
mod tests {
    use willow_testkit::PERFT_FROM_START;

    use super::*;
    use crate::paip::perft;

    #[test]
    fn passes_and_ends_are_the_games_own() {
        let game = Othello::new(SquareOrder::Static);
        // To 9 plies, where a pass occurs for the first time.
        for (depth, count) in (0..=9).zip(PERFT_FROM_START) {
            assert_eq!(perft(&game, &Board::START, depth), count, "depth {depth}");
        }
    }

    #[test]
    fn corners_come_first_and_x_squares_last_in_the_static_order() {
        let order: Vec<String> = SquareOrder::Static
            .groups()
            .iter()
            .flat_map(|group| group.squares())
            .map(|square| square.to_string())
            .collect();
        assert_eq!(order.len(), 64);
        assert_eq!(order[..12].join(" "), "a1 h1 a8 h8 c1 f1 a3 h3 a6 h6 c8 f8");
        assert_eq!(order[60..].join(" "), "b2 g2 b7 g7");
    }
}
