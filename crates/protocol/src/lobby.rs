//! Where games begin: pools, seeks, and what to watch.

mod pool;
mod seek;
mod watch_target;

pub use pool::{Pool, PoolSummary};
pub use seek::{ParseRangeError, ParseSeekError, RatingRange, SeekTerms};
pub use watch_target::{ParseWatchTargetError, WatchTarget};
