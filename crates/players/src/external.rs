//! External engines as players: a process behind the Go Text Protocol or the protocol of NBoard.

mod command_line;
mod dialogue_log;
mod engine_player;
mod engine_process;
pub(crate) mod gtp;
pub(crate) mod nboard;
mod start_moves;

pub use dialogue_log::DialogueLog;
pub use start_moves::moves_from_start;
