//! The protocol of NBoard, version 2.
//!
//! [`NBoardSession`] is the engine's side. Whoever drives an engine reads its [`Message`]s. The protocol is
//! described by `instructions/Protocol.htm` of <https://github.com/weltyc/ntest>.

mod command;
mod hints;
mod message;
mod session;

#[cfg(test)]
mod dialogue_tests;

pub use message::{Message, MessageError, MoveChoice, NBoardDepth, VariationLine};
pub use session::NBoardSession;
