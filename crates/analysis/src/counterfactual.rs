//! A change of one square, and the position with it.

use serde::{Deserialize, Serialize};
use willow_board::{Board, Position, Square};

/// How one square is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SquareChange {
    /// The square is empty.
    Emptied,
    /// The disc has the other colour.
    OtherColor,
}

/// A square that, changed before the move, makes the move the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counterfactual {
    /// The square, which has a disc.
    pub square: Square,
    /// How it is changed.
    pub change: SquareChange,
    /// The depth of the search in plies that says so, from the changed position.
    pub depth: u32,
}

impl Counterfactual {
    /// Returns the position before the move with this change; `None` if it has no such disc.
    pub fn applied_to(&self, position: &Position) -> Option<Position> {
        self.change.applied_to(position, self.square)
    }
}

impl SquareChange {
    /// Returns a position with this change of a disc; `None` if there is no such disc.
    pub(crate) fn applied_to(self, position: &Position, square: Square) -> Option<Position> {
        position.disc_at(square)?;
        let (player, opponent) = (position.board().player(), position.board().opponent());
        let (player, opponent) = match self {
            SquareChange::Emptied => (player.without(square), opponent.without(square)),
            SquareChange::OtherColor if player.contains(square) => {
                (player.without(square), opponent.with(square))
            }
            SquareChange::OtherColor => (player.with(square), opponent.without(square)),
        };
        let board = Board::new(player, opponent).ok()?;
        Some(Position::new(board, position.side_to_move()))
    }
}
