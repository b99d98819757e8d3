//! Why a client cannot go on.

use std::io;

use thiserror::Error;
use willow_protocol::CloseReason;

/// A client cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The server was not to be reached for too long.
    #[error("{address} is not to be reached: {error}")]
    Unreachable {
        /// The server.
        address: String,
        /// What the last attempt said.
        error: io::Error,
    },
    /// The connection cannot be encrypted: the certificate is not trusted, or is somebody else's, or
    /// the server does not speak TLS.
    #[error("the connection cannot be encrypted: {0}")]
    Encryption(io::Error),
    /// The server does not let the client in.
    #[error("the server does not let us in: {0}")]
    Refused(String),
    /// The server ended the connection for good.
    #[error("the server ended the connection: {0}")]
    Ended(CloseReason),
    /// What answers does not speak the protocol.
    #[error("this is no game server: {0}")]
    Protocol(String),
}
