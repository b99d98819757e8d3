//! BILL as a player: the book, iterative deepening against the clock, the endgame, thinking ahead.

mod book;
mod book_builder;
mod deepening;
mod player;
mod pondering;
mod report;
mod timing;

#[cfg(test)]
mod player_tests;

pub use book::{Book, BookError};
pub use book_builder::{BookLines, BookPlan};
pub use player::{Bill, Details, Options};
pub use pondering::PonderCounts;
pub use report::{LevelReport, SearchEnd, SearchReport, TimeReport};
pub use timing::time_fractions;
