//! Search: what to play and what a position is worth.
//!
//! [`Engine`] is the way in. It never prints, opens files, reads the environment or a clock: the
//! time comes from a function, progress goes out by callback, and one thread with the same limits
//! always visits the same nodes.
//!
//! A *node* is every position that the search enters after a move or a pass, the filled board after
//! the last move included.

mod bench;
mod cutoffs;
mod endgame;
mod engine;
mod hash;
mod level;
mod limits;
mod node;
mod ordering;
mod perft;
mod principal_variation;
mod probcut;
mod progress;
mod root;
mod schedule;
mod search;
mod selectivity;
mod split;
mod stop;
#[allow(unsafe_code, reason = "an aligned block of atomics for all threads, and prefetching")]
mod table;
mod time;
mod worker;

pub use bench::{BenchReport, bench};
pub use engine::{Engine, EngineOptions, SearchControl};
pub use level::{Level, LevelRangeError};
pub use limits::{Goal, SearchLimits};
pub use perft::perft_parallel;
pub use progress::{Accuracy, MoveScore, SearchResult};
pub use selectivity::Selectivity;
pub use stop::StopFlag;
