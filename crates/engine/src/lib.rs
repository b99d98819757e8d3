//! The search: finds the best move of a position and its score.
//!
//! [`Engine`] is the entry point. A board goes from there to `root.rs` (iterative deepening),
//! `search.rs` (one node) and `endgame/` (the last empties).
//!
//! Invariant: the engine never prints, opens files, or reads the environment or a clock: the time comes from a
//! function, progress goes out by a callback, and one thread with the same limits always searches the same nodes.
//!
//! A *node* is every position that the search enters after a move or a pass, a filled board (*terminal node*) after
//! the last move included.
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)
)]

mod aspiration;
mod bench;
mod best_move;
mod best_move_history;
mod control;
mod cutoffs;
mod endgame;
mod engine;
mod hash;
mod level;
mod limits;
mod move_list;
mod node;
mod ordering;
mod perft;
#[allow(unsafe_code, reason = "the prefetch instruction")]
mod prefetch;
mod principal_variation;
mod probcut;
mod result;
mod root;
mod schedule;
mod search;
mod search_mode;
mod selectivity;
mod solve_cost;
mod split;
mod split_point;
mod stop;
mod time_management;
mod transposition_table;
mod weakening;
mod window;
mod worker;

pub use bench::{BenchReport, bench};
pub use control::SearchControl;
pub use engine::{Engine, EngineOptions, OutOfMemoryError};
pub use level::{Level, LevelRangeError};
pub use limits::{Goal, SearchLimits};
pub use perft::perft_parallel;
pub use result::{Accuracy, MoveScore, ScoredMoves, SearchResult};
pub use selectivity::Selectivity;
pub use stop::StopFlag;
pub use weakening::Weakening;
