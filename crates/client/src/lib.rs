//! A client of the game server that survives its connections.
//!
//! A [`Client`] asks and listens over one TCP connection after another: when one breaks it comes
//! back with its token, asks for what it missed in every room it has heard from, and sends again
//! what was not acknowledged. The server carries out nothing twice that comes under the same id.
//!
//! Invariant: events of a room come out in the order of their numbers, each once.
#![forbid(unsafe_code)]

mod client;
mod destination;
mod error;
mod held;
mod line;
mod memory;
mod tls;
mod way;

pub use client::{Client, Credentials, Heard};
pub use destination::Destination;
pub use error::ClientError;
pub use tls::{Tls, TlsError};
pub use way::Way;
