//! Connections: transports, sessions, limits and authentication.
//!
//! A [`transport::Transport`] carries lines and notices over a socket. A [`session::Session`] is one
//! client, without its socket: it reads commands, checks limits and secrets, and hands inputs to the
//! domain. A [`connection::Connection`] runs a session over a transport.

pub(crate) mod authenticator;
pub(crate) mod client_address;
pub(crate) mod connection;
pub(crate) mod context;
pub(crate) mod liveness;
pub(crate) mod outgoing;
pub(crate) mod outgoing_queue;
mod password_guard;
mod proxies;
pub(crate) mod rate_limits;
pub(crate) mod registry;
pub(crate) mod session;
pub(crate) mod shared_format;
pub(crate) mod tcp;
pub(crate) mod tls;
pub(crate) mod transport;
