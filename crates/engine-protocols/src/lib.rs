//! The protocols between Othello engines and the programs that use them: GTP and NBoard.
//!
//! Both sides are here, without input and output. An [`EngineSession`] is the engine's side: lines and
//! search results go in, and an [`EngineStep`] says what to do. The other side has the lines of each
//! protocol as types.
//!
//! Invariant: nothing here reads, writes, starts a thread or looks at a clock.

#![forbid(unsafe_code)]

mod effort;
mod engine_session;
pub mod gtp;
pub mod nboard;

pub use effort::SearchEffort;
pub use engine_session::{EngineSession, EngineStep, SearchEnd};
pub use gtp::GtpSession;
pub use nboard::NBoardSession;
