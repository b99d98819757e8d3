//! Positions, squares and moves as JavaScript passes them: texts.

use willow_board::Position;
#[cfg(any(feature = "rules", feature = "engine"))]
use willow_board::{Game, Move, Square};
use willow_records::{InputLocation, board_text};

use crate::problem::Problem;

/// The most moves of a game: 60 discs, and a pass after each.
#[cfg(any(feature = "rules", feature = "engine"))]
const MAX_MOVES: usize = 120;

/// Reads 64 cells and the side to move.
pub(crate) fn position(text: &str) -> Result<Position, Problem> {
    board_text::parse(text).map_err(|at| {
        Problem::new("not-a-position", at.error).at(InputLocation::in_text(text, at.offset))
    })
}

/// Reads a square.
#[cfg(any(feature = "rules", feature = "engine"))]
pub(crate) fn square(text: &str) -> Result<Square, Problem> {
    text.parse().map_err(|error| Problem::new("not-a-move", error))
}

/// Plays moves from a start, which is the usual one unless there is a text. Passes may be left out.
#[cfg(any(feature = "rules", feature = "engine"))]
pub(crate) fn game(start: Option<&str>, moves: &[String]) -> Result<Game, Problem> {
    let start = start.map_or(Ok(Position::START), position)?;
    if moves.len() > MAX_MOVES {
        let message = format!("{} moves are more than a game has", moves.len());
        return Err(Problem::new("too-long", message));
    }
    let mut game = Game::from_position(start);
    for text in moves {
        let mv: Move = text.parse().map_err(|error| Problem::new("not-a-move", error))?;
        let played = match mv {
            Move::Place(square) => game.place(square),
            Move::Pass => game.play(Move::Pass),
        };
        played.map_err(|error| Problem::new("illegal-move", error))?;
    }
    Ok(game)
}
