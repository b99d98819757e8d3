//! The rules of Othello: squares, bitboards, flips, legal moves, games and clocks.
//!
//! A [`Board`] holds two sets of discs, those of the side to move and those of the opponent. A
//! [`Position`] adds the colour of the side to move. A [`Game`] adds the history and the result.
//!
//! Invariant: this crate does no IO, reads no clock, draws no random numbers and spawns no thread. The
//! functions of [`Clock`] take the time as an argument, and [`random_start`] takes a source of random numbers.
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)
)]

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
mod random_start;
mod rays;
mod referee;
mod square;
mod stability;
mod symmetry;
mod time_control;

#[cfg(test)]
mod kernel_tests;
#[cfg(test)]
mod referee_tests;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, OverlapError};
pub use clock::{Clock, ClockFace, ClockReading, FlagFall, TimeLeft};
pub use color::{Color, ParseColorError};
pub use disc_diff::{DiscDiff, DiscDiffRangeError};
pub use game::{EndReason, Game, Outcome, PlayError};
pub use moves::{Move, ParseMoveError};
pub use perft::{perft, perft_without_bulk};
pub use position::{IllegalMove, Position};
pub use random_start::{RANDOM_START_DISCS, RandomSource, random_start};
pub use referee::{Action, GameEvent, GameSnapshot, Referee, Rejection};
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;
pub use time_control::{ParseTimeControlError, TimeControl};

/// The name of the flip and legal-move kernels in this build: `portable`, `avx2`, `avx512` or `simd128`.
pub const KERNEL: &str = flip::KERNEL;
