//! The protocols between Othello engines and their controllers: GTP and NBoard, both sides,
//! sans-IO.
//!
//! The engine's side is an [`EngineSession`]: lines and search results go in, and each
//! [`EngineStep`] says what to do next. For the controller's side there are the lines of each
//! protocol as types.
//!
//! | file | contents |
//! | --- | --- |
//! | `engine_session.rs` | what both sessions have in common: the trait and its steps |
//! | `search_effort.rs` | how long the engine searches for a move |
//! | `gtp.rs`, `gtp/` | the Go Text Protocol; `gtp/session.rs` answers a command |
//! | `nboard.rs`, `nboard/` | the NBoard protocol; `nboard/session.rs` answers a command |
//!
//! Invariant: nothing here reads, writes, starts a thread or reads a clock.

mod engine_session;
pub mod gtp;
pub mod nboard;
mod search_effort;

pub use engine_session::{EngineSession, EngineStep, SearchEnd};
pub use gtp::GtpSession;
pub use nboard::NBoardSession;
pub use search_effort::SearchEffort;
