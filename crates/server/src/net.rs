//! Connections: transports, sessions, limits and authentication.
//!
//! A [`connection::Transport`] carries lines and notices over a socket. A [`session::Session`] is one
//! client, without its socket: it reads commands, checks limits and secrets, and hands inputs to the
//! domain. A [`connection::Connection`] runs a session over a transport.

mod certificate;
pub(crate) mod client_address;
pub(crate) mod connection;
pub(crate) mod credentials;
mod failure_limiter;
pub(crate) mod ggs;
pub(crate) mod greeting;
mod guess_delay;
mod outgoing;
pub(crate) mod password_hasher;
pub(crate) mod rate_limits;
pub(crate) mod registry;
pub(crate) mod session;
pub(crate) mod tcp;
mod tcp_times;
pub(crate) mod tls;

use std::sync::Arc;

pub(crate) use self::client_address::{ClientAddress, Peer, is_forgotten_proxy, is_trusted};
pub(crate) use self::connection::{Connection, Disconnected, Transport};
pub(crate) use self::credentials::Credentials;
pub(crate) use self::greeting::Greeting;
use self::guess_delay::GuessDelay;
pub(crate) use self::outgoing::{NoticeBatch, Outbound, Outgoing, QueueReceiver};
use self::outgoing::{QueueSender, outgoing_queue};
use self::password_hasher::PasswordHasher;
use self::rate_limits::limited_address;
pub(crate) use self::rate_limits::{ConnectionPermit, Permits, RateLimits};
pub(crate) use self::registry::ConnectionRegistry;
use self::registry::next_connection_id;
use self::session::Action;
pub(crate) use self::session::{COOKIE_TOKEN, Session};
pub(crate) use self::tcp::{accept, send_and_close};
pub(crate) use self::tcp_times::TcpTimes;
pub(crate) use self::tls::{Acceptor, TlsError};
use crate::ops::{Current, Limits, Metrics, ServerClock};
use crate::pipeline::InputSender;

/// The parts of the server that every session uses.
#[derive(Clone, Debug)]
pub(crate) struct SessionContext {
    pub(crate) inputs: InputSender,
    pub(crate) registry: ConnectionRegistry,
    pub(crate) credentials: Credentials,
    pub(crate) rate_limits: Arc<RateLimits>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Arc<Metrics>,
    /// The port that speaks HTTP, for clients that try it on the other one.
    pub(crate) http_port: u16,
    pub(crate) greeting: Current<Greeting>,
}
