//! Errors of GTP commands.

use thiserror::Error;
use willow_board::{Color, IllegalMove};
use willow_engine::LevelRangeError;
use willow_records::ReadError;

/// Why a command fails. The message is the text of the response.
#[derive(Debug, Error)]
pub(crate) enum GtpError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error")]
    Syntax,
    #[error("unacceptable size")]
    BoardSize,
    #[error("unsupported game")]
    UnsupportedGame,
    #[error("illegal move: {0}")]
    IllegalMove(IllegalMove),
    #[error("illegal move: it is {0}'s turn")]
    WrongTurn(Color),
    #[error("cannot undo")]
    CannotUndo,
    #[error("cannot score: the game is not over")]
    CannotScore,
    #[error(transparent)]
    Level(#[from] LevelRangeError),
    #[error("a depth is a whole number from 1 to 60")]
    Depth,
    #[error("expected 64 cells of X, O and -, a blank, and X or O for the side to move")]
    Position,
    #[error("expected colours and points in turn, each point once")]
    Setup,
    #[error("cannot load file: {0}")]
    ReadFile(std::io::Error),
    #[error("cannot load file: {0}")]
    ParseRecord(ReadError),
}
