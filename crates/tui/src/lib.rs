//! The terminal: Othello on the full screen or line by line, against people and programs.
#![forbid(unsafe_code)]

mod app;
mod command_line;
mod crew;
mod files;
mod host;
mod keeper;
mod news;
mod online;
mod options;
mod place;
mod plain;
mod screen;
mod session;
mod stopwatch;
mod table;
mod thinker;
mod unfinished;
mod view;

pub use online::{ConnectOptions, visit};
pub use options::{Colors, Glyphs, PlayEnd, PlayError, PlayOptions, Resume};
pub use place::Place;
pub use plain::run_plain;
pub use screen::run;
pub use unfinished::ReadUnfinishedError;
