//! Times.

/// A time in milliseconds since any fixed moment.
pub type Millis = u64;
