//! Why games and positions cannot be written.

use thiserror::Error;

/// The error of a game or a position that a format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("entry {entry}: {problem}")]
pub struct WriteError {
    /// The number of the game or position, counted from 1.
    pub entry: usize,
    /// Why it cannot be written.
    pub problem: WriteProblem,
}

/// Why a game or a position cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteProblem {
    /// Transcripts and WTHOR have no start positions.
    #[error("the format holds only games from the standard start position")]
    StartPosition,
    /// WTHOR has no games without a result.
    #[error("the format holds only games with a result")]
    NoResult,
    /// WTHOR numbers names with two bytes.
    #[error("the format holds at most 65,535 names of each kind")]
    TooManyNames,
    /// WTHOR numbers games with four bytes.
    #[error("the format holds at most 4,294,967,295 games")]
    TooManyGames,
    /// WTHOR is binary.
    #[error("the format cannot be written as text")]
    NotText,
}
