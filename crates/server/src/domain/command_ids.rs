//! Commands that are sent again under their ids.

use willow_protocol::{Command, CommandResult, ErrorDetail, RequestId};

use super::handled::{HandledCommand, content_of};
use super::input::{ConnId, Millis, UserId};
use super::refusal::Refusal;
use super::reply::{Outcome, Reply};
use super::state::ServerState;
use super::writes::Write;

/// What tells a command with an id from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommandIdentity {
    user: UserId,
    /// The digest of the client and the id.
    key: u64,
    /// The digest of the command with its arguments.
    content: u32,
}

impl ServerState {
    /// Returns the identity of a command, if its sender is logged in and gave it an id.
    pub(super) fn identity(
        &self,
        connection: ConnId,
        id: Option<&RequestId>,
        command: &Command,
    ) -> Option<CommandIdentity> {
        let (id, connection) = (id?, self.connections.get(&connection)?);
        let (user, key) = (connection.user?, connection.id_scope.key(id));
        Some(CommandIdentity { user, key, content: content_of(command) })
    }

    /// Returns the outcome of a command whose id was used before: the same again if the command is
    /// the same, otherwise a refusal.
    pub(super) fn handled_before(&self, identity: Option<CommandIdentity>) -> Option<Outcome> {
        let CommandIdentity { user, key, content } = identity?;
        let known = self.users[user].handled.find(key)?;
        Some(if known.content == content {
            Ok(Reply::DoneWith(known.result))
        } else {
            let message =
                "this id was used for another command: give each command an id of its own";
            Err(Refusal::new(ErrorDetail::IdReused, message))
        })
    }

    /// Remembers a command that was executed, so that it is not executed again.
    pub(super) fn remember_handled(
        &mut self,
        CommandIdentity { user, key, content }: CommandIdentity,
        result: CommandResult,
        at: Millis,
    ) {
        let command = HandledCommand { key, content, result };
        self.users[user].handled.push(command);
        self.effects.writes.push(Write::Handled { user, command, at });
    }
}
