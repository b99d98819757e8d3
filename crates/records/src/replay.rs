//! Playing the moves of a record.

use thiserror::Error;
use willow_board::{Color, Game, Move, PlayError, Position};

/// The error of a recorded move that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The text is not a square and not a pass.
    #[error("not a move (expected a square a1 to h8, or a pass)")]
    NotAMove,
    /// The other side is to move.
    #[error("{mv}: {mover} is not to move")]
    WrongSide {
        /// The square or pass of the record.
        mv: Move,
        /// The colour that the record gives it.
        mover: Color,
    },
    /// The rules do not allow the move.
    #[error(transparent)]
    Illegal(#[from] PlayError),
}

/// Plays a move, after a pass if the side to move must pass. A pass after the end of the game, which some
/// programs write, is ignored.
pub(crate) fn play(game: &mut Game, mv: Move) -> Result<(), PlayError> {
    match mv {
        Move::Place(square) => game.place(square),
        Move::Pass if game.position().is_game_over() => Ok(()),
        Move::Pass => game.play(Move::Pass),
    }
}

/// Plays a move whose colour is known, after a pass if the side to move must pass.
pub(crate) fn play_by(game: &mut Game, mover: Color, mv: Move) -> Result<(), ReplayError> {
    let position = game.position();
    if mover != self::mover(position, mv) && !position.is_game_over() {
        return Err(ReplayError::WrongSide { mv, mover });
    }
    Ok(play(game, mv)?)
}

/// Returns who makes a move in a position: the other side if the side to move must pass first.
pub(crate) fn mover(position: &Position, mv: Move) -> Color {
    let passes_first = mv != Move::Pass && position.must_pass();
    if passes_first { !position.side_to_move() } else { position.side_to_move() }
}
