//! Othello's rules and nothing else: squares, bitboards, flips, legal moves, games and clocks.
//!
//! The module list is the glossary. [`Board`] knows two sets of discs, the side to move's and the
//! other's; [`Position`] adds which colour that side is; [`Game`] adds history and a result.
//!
//! Invariant: nothing here does IO, reads a clock, draws random numbers or spawns a thread. Time is
//! an argument of [`Clock`]'s functions.

mod bitboard;
mod board;
mod clock;
mod color;
mod disc_diff;
mod flip;
mod game;
mod legal_moves;
mod moves;
mod perft;
mod position;
mod rays;
mod referee;
mod square;
mod stability;
mod symmetry;
mod time_control;

#[cfg(test)]
mod kernel_tests;
#[cfg(test)]
mod naive;
#[cfg(test)]
mod referee_tests;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, OverlapError};
pub use clock::{Clock, ClockFace, FlagFall, TimeLeft};
pub use color::{Color, ParseColorError};
pub use disc_diff::{DiscDiff, DiscDiffRangeError};
pub use game::{EndReason, Game, Outcome, PlayError};
pub use moves::{Move, ParseMoveError};
pub use perft::{perft, perft_without_bulk};
pub use position::{IllegalMove, Position};
pub use referee::{Action, GameEvent, GameSnapshot, Referee, Rejection};
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;
pub use time_control::{ParseTimeControlError, TimeControl};

/// Names the flip and move kernels that this build uses: `portable`, `avx2` or `avx512`.
pub const KERNEL: &str = flip::KERNEL;
