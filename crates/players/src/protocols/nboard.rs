//! The NBoard protocol, version 2.
//!
//! [`NBoardSession`] is the engine's side. A controller reads [`NBoardMessage`]s. The protocol is
//! described in `instructions/Protocol.htm` of <https://github.com/weltyc/ntest> at cf95b3c6.
//!
//! | file | contents |
//! | --- | --- |
//! | `command.rs` | a command of the controller, parsed |
//! | `message.rs` | a message of the engine, parsed and written |
//! | `session.rs` | the handlers of the commands |
//! | `hint_search.rs` | the searches for `hint` with several moves |

mod command;
mod hint_search;
mod message;
mod session;

#[cfg(test)]
mod session_tests;

pub use message::{MoveChoice, NBoardDepth, NBoardMessage, NBoardMessageError, VariationLine};
pub use session::NBoardSession;
