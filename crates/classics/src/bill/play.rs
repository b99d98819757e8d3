//! BILL as a player: the book, iterative deepening against the clock, the endgame, thinking ahead.

mod book;
mod book_builder;
mod deepening;
mod player;
mod pondering;
mod timing;

#[cfg(test)]
mod player_tests;

pub use book::{Book, BookError};
pub use book_builder::{BookLines, BookPlan};
pub use player::{Bill, Details, Options};
pub use pondering::PonderCounts;
