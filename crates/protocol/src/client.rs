//! A client of the game server that reconnects.
//!
//! It speaks version 2 of the protocol. When the connection of a [`Client`] breaks, it logs in again
//! with its token and the number of the last event that it has of each room: the server sends what
//! was missed before anything new. Then the client sends again the commands that were not
//! acknowledged. The server executes no command twice under the same id of a client.
//!
//! Invariant: the events of a room are returned in the order of their numbers, each once.

mod admission;
mod connection;
mod destination;
mod error;
mod json_connection;
mod retry;
mod seen_events;
mod stream;
mod tls;

pub use admission::Admission;
pub use connection::{Client, Credentials, Received};
pub use destination::{Destination, WrongPort, host};
pub use error::ClientError;
pub use retry::{OnRetry, Retry};
pub use seen_events::left_game;
pub use stream::Stream;
pub use tls::{Tls, TlsError};
