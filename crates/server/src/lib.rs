//! The game server: accounts, lobby, games, chat and ratings, kept so that nothing acknowledged is
//! ever lost.
//!
//! [`core`] decides: a state machine without IO that takes inputs with their times and gives back
//! what is to be written and what is to be said. [`store`] writes: one transaction for many inputs.
//! The hub between them says nothing before it is written. Around it are the sockets, the
//! passwords and the bots.
//!
//! Invariant: only the core changes a game. Nothing that a client hears of is less durable than
//! the database. No search runs where requests are answered.
#![forbid(unsafe_code)]

pub mod archive;
mod auth;
mod bots;
mod clock;
mod config;
mod connection;
mod conversation;
mod crier;
mod descriptors;
mod directory;
mod http;
mod hub;
mod limits;
mod log;
mod metrics;
mod outgoing;
mod ratings;
mod serve;
mod tcp;
mod tls;

pub mod core;
pub mod operator;
pub mod store;

pub use bots::house_bots;
pub use config::{Config, Limits, Retention, Tls};
pub use descriptors::raise_descriptor_limit;
pub use http::openapi;
pub use log::{Log, LogFormat, LogLevel};
pub use ratings::Rating;
pub use serve::{ServeError, Server};
pub use tls::TlsError;
