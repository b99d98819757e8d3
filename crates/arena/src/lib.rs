//! Players of every kind, and what they meet in: the game monitor, matches and their statistics.

mod player;

pub use player::{Action, Decision, MoveReport, Player, PlayerError, Turn};
