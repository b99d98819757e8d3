//! A client of the game server that reconnects.
//!
//! When the connection of a [`Client`] breaks, it logs in again with its token, requests the missed
//! events of every known room, and sends again the commands that were not acknowledged. The server
//! executes no command twice under the same id.
//!
//! Invariant: the events of a room are returned in the order of their numbers, each once.
#![forbid(unsafe_code)]

mod client;
mod destination;
mod error;
mod json_connection;
mod keepalive;
mod reorder_buffer;
mod retry;
mod seen_events;
mod stream;
mod tls;

pub use client::{Client, Credentials, Received};
pub use destination::Destination;
pub use error::ClientError;
pub use retry::{OnRetry, Retry};
pub use stream::Stream;
pub use tls::{Tls, TlsError};
