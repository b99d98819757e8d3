//! The line of moves to a position of a book.

use std::str::FromStr;

use willow_board::{Board, Game, Move, Position};
use willow_protocol::{ParsePositionError, PositionQuery};
use willow_records::transcript;

/// A position, and the line that leads to it if that is known. A side that must pass at its end has passed.
#[derive(Clone, Debug, Default)]
pub(crate) struct BookLine {
    game: Game,
}

impl BookLine {
    /// Returns the position at the end.
    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the boards from the beginning of the line to its end.
    pub(super) fn boards(&self) -> Vec<Board> {
        let positions = (0..=self.game.n_plies()).filter_map(|ply| self.game.position_at(ply));
        positions.map(|position| *position.board()).collect()
    }
}

impl FromStr for BookLine {
    type Err = ParsePositionError;

    /// Reads moves such as `f5d6c3`, or the cells and the side to move.
    fn from_str(text: &str) -> Result<BookLine, ParsePositionError> {
        let PositionQuery(position) = text.parse()?;
        let played = transcript::parse(text).ok();
        let mut game = played.unwrap_or_else(|| Game::from_position(position));
        if game.position().must_pass() {
            // The rules allow it: nothing else is possible.
            let _ = game.play(Move::Pass);
        }
        Ok(BookLine { game })
    }
}
