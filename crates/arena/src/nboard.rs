//! The protocol of NBoard, version 2.
//!
//! [`NBoardSession`] is the engine's side, [`NBoardPlayer`] drives an engine. The protocol is
//! described by `instructions/Protocol.htm` of <https://github.com/weltyc/ntest>.

mod command;
mod hints;
mod message;
mod player;
mod session;

#[cfg(test)]
mod dialogue_tests;

pub use player::NBoardPlayer;
pub use session::NBoardSession;
