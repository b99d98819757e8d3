//! What happens to the bridge, and what it wants done.

use willow_protocol::{Name, Notice, Request};

use super::carried_match::PairingRecord;
use crate::ggs::Event;

/// Something that happens. The bridge reads no clock and no socket: everything comes in here.
#[derive(Clone, Debug)]
pub enum BridgeInput {
    /// A login of GGS is in: commands may be sent.
    GgsUp {
        /// The login, as the configuration has it.
        login: String,
    },
    /// The connection of a login of GGS ended, or the login was refused.
    GgsDown {
        /// The login, as the configuration has it.
        login: String,
    },
    /// GGS tells a login something.
    Ggs {
        /// The login, as the configuration has it.
        login: String,
        /// A message of GGS, read.
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
        /// A message of the Willow server, read.
        notice: Box<Notice>,
    },
    /// Time has passed.
    Tick,
    /// The operator stops the bridge: matches end without a result, and the people here are told.
    Stop,
}

/// Something that the bridge wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum BridgeOutput {
    /// A line for GGS, without its end, over a login.
    Ggs {
        /// The login, as the configuration has it.
        login: String,
        /// What follows the prompt, without the end.
        line: String,
    },
    /// The connection of a login is ended, and made again. GGS ends its matches without a result.
    LeaveGgs {
        /// The login, as the configuration has it.
        login: String,
    },
    /// A command for the Willow server, with an id.
    Willow(Request),
    /// Something for the disk. It must be there before the outputs after it are executed.
    Remember(PairingRecord),
    /// A line of the log.
    Log(String),
}
