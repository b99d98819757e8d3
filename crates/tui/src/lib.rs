//! Othello in the terminal: local games on the full screen or line by line, and a client for the
//! game server.
//!
//! Invariant: a local game is a stack of layers, each unaware of those above: `game_session` (moves, clock,
//! undo), `local_game` (who plays, pause, commands), `game_runner` (real time, engine threads,
//! autosave), and the two front ends `full_screen` and `plain`. `view` draws. `study` is the
//! analysis of a game, and `online` the client for the game server.
#![forbid(unsafe_code)]

mod app;
mod autosave;
mod autosave_slot;
mod engine_threads;
mod full_screen;
mod game_browser;
mod game_file;
mod game_runner;
mod game_session;
mod line_editor;
mod local_game;
mod move_number;
mod new_game;
mod notification;
mod online;
mod opponents;
mod options;
mod plain;
mod player_thread;
mod search_list;
mod stopwatch;
mod study;
mod terminal;
mod termination;
mod thoughts;
mod unfinished_game;
mod view;

pub use autosave_slot::AutosaveSlot;
pub use full_screen::run;
pub use game_browser::{FindNamesError, FindWthorNames};
pub use game_file::GameFileError;
pub use online::{ConnectOptions, RememberedLogins, connect};
pub use options::{
    BoardPrinting, Colors, Glyphs, PlayEnd, PlayError, PlayOptions, Resume, ThoughtDisplay,
};
pub use plain::run_plain;
pub use termination::{TerminationSignal, on_signal};
pub use unfinished_game::ReadUnfinishedError;
