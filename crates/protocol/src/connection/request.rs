//! A command with its id.

use serde::{Deserialize, Serialize};

use crate::{Command, RequestId};

/// A command, and the id under which the server answers it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Request {
    /// The id. A command with an id is acknowledged, and not executed twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<RequestId>,
    /// The command with its arguments.
    #[serde(flatten)]
    pub command: Command,
}

impl From<Command> for Request {
    fn from(command: Command) -> Request {
        Request { id: None, command }
    }
}
