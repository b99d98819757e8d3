//! The errors of a client.

use std::io;

use crate::client::destination::WrongPort;
use crate::{CloseReason, VERSION};
use thiserror::Error;

/// A fatal error of a client.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The server was unreachable for too long.
    #[error("cannot reach {address}: {error}")]
    Unreachable {
        /// As given: host and port, or a URL.
        address: String,
        /// The error of the last attempt.
        error: io::Error,
    },
    /// The first attempt failed because there is no such host.
    #[error("cannot find the host of {address}: {error}")]
    UnknownHost {
        /// As given: host and port, or a URL.
        address: String,
        /// What the system's resolver answered.
        error: io::Error,
    },
    /// TLS failed: the certificate is not trusted, or is for another host.
    #[error("TLS failed: {0}")]
    Encryption(io::Error),
    /// The server refuses the login.
    #[error("the server refuses the login: {0}")]
    Refused(String),
    /// The server ended the connection for good.
    #[error("the server ended the connection: {0}")]
    Ended(CloseReason),
    /// The server is too old for this client.
    #[error(
        "the server speaks version {server} of the protocol, and this client version {VERSION}; \
         update the server, or use an older client"
    )]
    Version {
        /// The newest version that the server speaks.
        server: u32,
    },
    /// The port speaks something else.
    #[error("{address} {speaks}")]
    WrongPort {
        /// As given: host and port, or a URL.
        address: String,
        /// What it speaks.
        speaks: WrongPort,
    },
    /// The server does not speak the protocol.
    #[error("this is not a game server: {0}")]
    Protocol(String),
}
