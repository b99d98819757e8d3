//! The outcome of a command.

use willow_protocol::{CommandResult, Event};

use super::refusal::Refusal;

/// The outcome of a command that was executed.
#[expect(clippy::large_enum_variant, reason = "one reply exists at a time, on the stack")]
pub(super) enum Reply {
    /// It was executed: it is acknowledged if the client asked for that, and not executed again
    /// under the same id.
    Done,
    /// The same, with what the command has brought about.
    DoneWith(CommandResult),
    /// It was executed for this connection alone: it is acknowledged, too, but executed again for
    /// another connection.
    DoneForConnection(CommandResult),
    /// It is answered by an event.
    Answer(Event),
    /// The store answers later.
    Later,
}

/// The outcome of a command.
pub(super) type Outcome = Result<Reply, Refusal>;
