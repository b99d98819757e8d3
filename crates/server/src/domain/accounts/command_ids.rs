//! The commands that were executed under an id, so that no command is executed twice.
//!
//! An id belongs to a client: to the user and the client id that was given with `protocol`
//! or, without one, to the user and the token of the login. So two tabs of a browser, or two
//! programs of a user, may count from 1. Instead of the ids, 64 bits of their digest are kept, and
//! 32 of the digest of the content: in the store, a row of these is a part of every move. An id that
//! is used twice for different commands goes unnoticed once in four billion times.

use sha2::{Digest, Sha256};
use willow_protocol::{ClientId, Command, CommandResult, ErrorDetail, RequestId, json};

use crate::domain::{
    Accounts, CommandOutcome, ConnId, Connections, Context, Reply, TokenHash, UserId, Write, refuse,
};

/// How many commands of a user are remembered.
pub(crate) const REMEMBERED_COMMANDS: usize = 256;

impl Connections {
    /// Returns the identity of a command, if its sender is logged in and gave it an id.
    pub(crate) fn identity(
        &self,
        connection: ConnId,
        id: Option<&RequestId>,
        command: &Command,
    ) -> Option<CommandIdentity> {
        let (user, key) = self.key_of(connection, id?)?;
        Some(CommandIdentity { user, key, content: content_of(command) })
    }
}

/// A command that was executed under an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UsedCommandId {
    /// The digest of the client and the id.
    pub(crate) key: u64,
    /// 32 bits of the digest of the command with its arguments.
    pub(crate) content: u32,
    /// The result that a retry of the command gets again.
    pub(crate) result: CommandResult,
}

/// Returns the digest of a command with its arguments.
pub(crate) fn content_of(command: &Command) -> u32 {
    let digest = Sha256::new_with_prefix(json::write_request(&command.clone().into()));
    (first_64_bits(digest) >> 32) as u32
}

/// Key that identifies a command id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CommandIdentity {
    user: UserId,
    /// The digest of the client and the id.
    key: u64,
    /// The digest of the command with its arguments.
    content: u32,
}

impl Accounts {
    /// Returns the outcome of a command whose id was used before: the same again if the command is
    /// the same, otherwise a refusal.
    pub(crate) fn outcome_of_used_id(
        &self,
        identity: Option<CommandIdentity>,
    ) -> Option<CommandOutcome> {
        let CommandIdentity { user, key, content } = identity?;
        let known = self[user].record.command_ids.iter().find(|used| used.key == key)?;
        Some(if known.content == content {
            Ok(Reply::DoneWith(known.result))
        } else {
            let message =
                "this id was used for another command: give each command an id of its own";
            refuse(ErrorDetail::IdReused, message)
        })
    }

    /// Remembers a command that was executed, so that it is not executed again.
    pub(crate) fn remember_command_id(
        &mut self,
        CommandIdentity { user, key, content }: CommandIdentity,
        result: CommandResult,
        context: &mut Context,
    ) {
        let command = UsedCommandId { key, content, result };
        let used = &mut self[user].record.command_ids;
        used.push_back(command);
        if used.len() > REMEMBERED_COMMANDS {
            used.pop_front();
        }
        context.write(Write::CommandId { user, command, at: context.now });
    }
}

/// The client to which the ids of a connection belong.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandIdScope {
    /// The token with which the connection is logged in.
    token: Option<TokenHash>,
    client: Option<ClientId>,
}

impl CommandIdScope {
    pub(crate) fn set_token(&mut self, token: TokenHash) {
        self.token = Some(token);
    }

    pub(crate) fn set_client(&mut self, client: ClientId) {
        self.client = Some(client);
    }

    /// Returns the digest of an id of this client.
    pub(crate) fn key(&self, id: &RequestId) -> u64 {
        let mut digest = Sha256::new();
        match (&self.client, &self.token) {
            (Some(client), _) => digest.update(client.as_str()),
            (None, Some(token)) => digest.update(token.0),
            (None, None) => {}
        }
        // No id has a blank.
        digest.update(b" ");
        digest.update(id.as_str());
        first_64_bits(digest)
    }
}

pub(crate) fn first_64_bits(digest: Sha256) -> u64 {
    let bytes: [u8; 32] = digest.finalize().into();
    let [a, b, c, d, e, f, g, h, ..] = bytes;
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}
