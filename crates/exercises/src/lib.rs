//! Exercises: positions in which few moves are right, and which.
//!
//! [`make`] turns a position into an [`Exercise`] if it is one: an engine solves every legal move exactly, and [`estimate`]
//! does where that takes too long. [`rate`]
//! finds rating and theme of one anew, [`KnownExercises`] detects duplicates, [`spread`] selects evenly by rating and theme, and
//! [`Format`] reads and writes files.
//! [`shipped`] has the exercises that come with the program.
//!
//! Invariant: nothing here opens a file, reads a clock, spawns a thread or prints.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)
)]

mod exercise;
mod formats;
mod known;
mod make;
mod rating;
mod shipped;
mod solution;
mod spread;
#[cfg(test)]
mod test_support;
mod theme;

pub use exercise::{BadExercise, Exercise, Kind};
pub use formats::{Format, JsonError, LineError, LineProblem};
pub use known::KnownExercises;
pub use make::{MIN_MOVES, Made, estimate, make, rate};
pub use rating::{Difficulty, MAX_RATING, MIN_RATING};
pub use shipped::shipped;
pub use solution::{Basis, Disproof, Solution};
pub use spread::spread;
pub use theme::{theme_name, theme_named};
