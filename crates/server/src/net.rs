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
pub(crate) use self::authenticator::Authenticator;
pub(crate) use self::client_address::{ClientAddress, Peer, is_trusted};
pub(crate) use self::connection::Connection;
pub(crate) use self::context::SessionContext;
pub(crate) use self::liveness::TcpTimes;
use self::liveness::{Due, Liveness};
pub(crate) use self::outgoing::{NoticeBatch, Outgoing};
use self::outgoing_queue::QueueSender;
pub(crate) use self::outgoing_queue::{Outbound, QueueReceiver};
use self::password_guard::PasswordGuard;
use self::proxies::{Proxies, Proxy};
use self::rate_limits::{ConnectionPermit, limited_address};
pub(crate) use self::rate_limits::{ExportPermits, QueryPermits, RateLimits};
pub(crate) use self::registry::ConnectionRegistry;
use self::registry::next_connection_id;
use self::session::Action;
pub(crate) use self::session::{COOKIE_TOKEN, Session};
pub(crate) use self::shared_format::SharedFormat;
pub(crate) use self::tcp::send_and_close;
pub(crate) use self::tls::{Acceptor, TlsError};
pub(crate) use self::transport::{Disconnected, Transport};
