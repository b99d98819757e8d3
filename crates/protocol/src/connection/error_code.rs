//! The codes of errors, for programs.

use serde::{Deserialize, Serialize};

use crate::expected_word::display_as_word;

/// The code of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ErrorCode {
    /// The line cannot be parsed.
    Syntax,
    /// The command does not exist.
    UnknownCommand,
    /// The server does not speak this version of the protocol.
    Version,
    /// The command needs a login.
    #[serde(rename = "not-in")]
    NotLoggedIn,
    /// The client is already logged in.
    #[serde(rename = "already-in")]
    AlreadyLoggedIn,
    /// The name, the password or the token is wrong.
    Denied,
    /// The name is taken, or confusable with a name that is taken.
    NameTaken,
    /// The user does not exist.
    NoSuchUser,
    /// The game or offer does not exist, or is not for this user.
    NoSuchGame,
    /// The id was used for another command.
    IdReused,
    /// The move is illegal.
    Illegal,
    /// It is not this player's turn.
    NotYourTurn,
    /// The game is at another ply.
    WrongPly,
    /// The command is not possible now.
    NotNow,
    /// The user may not do this.
    Forbidden,
    /// A limit was exceeded.
    Limit,
    /// The server failed.
    Internal,
}

display_as_word!(ErrorCode);
