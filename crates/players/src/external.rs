//! External engines as players: a process behind the Go Text Protocol or the protocol of NBoard.

mod command_line;
mod engine_player;
mod engine_process;
mod engine_wait;
pub(crate) mod gtp;
pub(crate) mod nboard;

pub use engine_wait::{EngineWait, OnEngineWait};
