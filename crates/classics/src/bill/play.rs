//! BILL as a player: the book, iterative deepening against the clock, the endgame, thinking ahead.

mod book;
mod book_builder;
mod choice;
mod deepening;
mod level_search;
mod move_search;
mod options;
mod player;
mod pondered_moves;
mod pondering;
mod program;
mod solving;
mod timing;

#[cfg(test)]
mod player_tests;

pub use book::{Book, BookError};
pub use book_builder::{BookLines, BookPlan};
pub use choice::{Details, Phase};
pub use options::Options;
pub use player::Bill;
pub use pondered_moves::PonderCounts;
pub use timing::time_fractions;
