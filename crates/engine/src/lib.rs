//! Search: what to play and what a position is worth.
//!
//! [`Engine`] is the way in. It never prints, opens files, reads the environment or a clock: the
//! time comes from a function, progress goes out by callback, and one thread with the same limits
//! always visits the same nodes.

mod engine;
mod level;
mod limits;
mod progress;
mod stop;

pub use engine::{Engine, EngineOptions, SearchControl};
pub use level::{Level, LevelRangeError};
pub use limits::{Goal, SearchLimits};
pub use progress::{Accuracy, MoveScore, SearchResult};
pub use stop::StopFlag;
