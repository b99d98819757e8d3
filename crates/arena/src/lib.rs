//! Players of every kind, and what they meet in: the game monitor, matches and their statistics.

#![forbid(unsafe_code)]

mod player;

#![forbid(unsafe_code)]

pub use player::{Action, Decision, MoveReport, Player, PlayerError, Turn};
