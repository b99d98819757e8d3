//! What happens to the bridge, and what it wants done.

use serde_json::{Value, json};
use willow_protocol::{Command, Name, Notice};

use super::pairing::PairingRecord;
use crate::ggs::Event;

/// Something that happens. The bridge reads no clock and no socket: everything comes in here.
#[derive(Clone, Debug)]
pub enum Input {
    /// A login of GGS is in: commands may be sent.
    GgsUp {
        /// As the bridge is configured with it.
        login: String,
    },
    /// The connection of a login of GGS ended, or the login was refused.
    GgsDown {
        /// As the bridge is configured with it.
        login: String,
    },
    /// GGS tells a login something.
    Ggs {
        /// As the bridge is configured with it.
        login: String,
        /// What it tells.
        event: Box<Event>,
    },
    /// The bridge is logged in on the Willow server.
    WillowUp,
    /// The connection to the Willow server ended.
    WillowDown,
    /// The Willow server tells something.
    Willow {
        /// The proxy for whom it is; `None` for the bridge itself.
        proxy: Option<Name>,
        /// What it tells.
        notice: Box<Notice>,
    },
    /// Time has passed.
    Tick,
}

/// Something that the bridge wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// A line for GGS, without its end, over a login.
    Ggs {
        /// As the bridge is configured with it.
        login: String,
        /// What follows the prompt, without the end.
        line: String,
    },
    /// The connection of a login is ended, and made again. GGS ends its matches without a result.
    LeaveGgs {
        /// As the bridge is configured with it.
        login: String,
    },
    /// A command for the Willow server.
    Willow(WillowRequest),
    /// Something for the disk. It must be there before the outputs after it are executed.
    Remember(PairingRecord),
    /// A line of the log.
    Log(String),
}

/// A command for the Willow server.
#[derive(Clone, Debug, PartialEq)]
pub struct WillowRequest {
    /// It is repeated in the answer.
    pub id: u64,
    /// What is to be done.
    pub what: WillowAction,
}

/// What a bridge may ask of a Willow server.
#[derive(Clone, Debug, PartialEq)]
pub enum WillowAction {
    /// Bring a player, or let the player go.
    Proxy {
        /// The player.
        name: Name,
        /// Whether the player comes.
        online: bool,
    },
    /// Execute a command for a player.
    As {
        /// The player.
        name: Name,
        /// What the proxy says or does.
        command: Box<Command>,
    },
    /// Execute a command for the bridge itself.
    Own(Box<Command>),
}

impl WillowRequest {
    /// Returns the request as a line of JSON, without its end.
    pub fn to_json(&self) -> String {
        let id = self.id.to_string();
        let value = match &self.what {
            WillowAction::Proxy { name, online } => {
                json!({ "id": id, "do": "proxy", "name": name, "online": online })
            }
            WillowAction::As { name, command } => {
                json!({ "id": id, "do": "as", "name": name, "command": command })
            }
            WillowAction::Own(command) => with_id(&id, command),
        };
        value.to_string()
    }
}

fn with_id(id: &str, command: &Command) -> Value {
    let mut value = json!(command);
    if let Some(fields) = value.as_object_mut() {
        fields.insert("id".to_owned(), id.into());
    }
    value
}
