//! The address of a server, with or without TLS.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use thiserror::Error;

use crate::client::stream::Stream;
use crate::client::tls::Tls;

/// The time in which a server must accept a connection. The system's own limit is two minutes.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a server of HTTP may take to answer.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// Minimum time in which a server must accept a connection, however soon the client gives up.
const SHORTEST_TIMEOUT: Duration = Duration::from_millis(100);

/// The first byte with which a server of TLS refuses a request that is none.
const TLS_ALERT: u8 = 21;

/// What a port speaks in place of what the client expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WrongPort {
    /// It is the server's for HTTP and WebSocket, or another web server's.
    #[error("speaks HTTP, and not the line protocol of a game server")]
    Http,
    /// The client does not use TLS.
    #[error("speaks TLS: add `--tls`")]
    Tls,
    /// The client uses TLS.
    #[error("does not speak TLS: leave out `--tls` and `--ca`")]
    Plain,
}

impl WrongPort {
    /// Returns what an attempt to connect met, if it failed because of that.
    pub fn of(error: &io::Error) -> Option<WrongPort> {
        let cause = error.get_ref()?;
        if let Some(rustls::Error::InvalidMessage(_)) = cause.downcast_ref() {
            return Some(WrongPort::Plain);
        }
        cause.downcast_ref().copied()
    }
}

/// The address of a server, and whether connections use TLS.
#[derive(Clone, Debug)]
pub struct Destination {
    address: String,
    tls: Option<Tls>,
}

impl Destination {
    /// Returns the same server, reached over TLS.
    #[must_use]
    pub fn encrypted(self, tls: Tls) -> Destination {
        Destination { tls: Some(tls), ..self }
    }

    /// Returns the address, as `HOST:PORT`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Connects. The name server and each address of the host have ten seconds to answer.
    ///
    /// # Errors
    /// The server must be reachable and, with TLS, its certificate must be trusted.
    pub fn connect(&self) -> io::Result<Stream> {
        self.connect_within(CONNECT_TIMEOUT)
    }

    /// Asks over a connection of its own whether the server expects HTTP or TLS: it waits for a request while a client of
    /// the line protocol waits for a welcome.
    pub fn wrong_port(&self) -> Option<WrongPort> {
        let ask = || -> io::Result<Option<WrongPort>> {
            let mut stream = self.connect_within(PROBE_TIMEOUT)?;
            stream.set_read_timeout(Some(PROBE_TIMEOUT))?;
            stream.set_write_timeout(Some(PROBE_TIMEOUT))?;
            stream.write_all(b"HEAD / HTTP/1.0\r\n\r\n")?;
            stream.flush()?;
            let mut answer = [0; 5];
            stream.read_exact(&mut answer)?;
            Ok(match &answer {
                b"HTTP/" => Some(WrongPort::Http),
                [TLS_ALERT, 3, ..] => Some(WrongPort::Tls),
                _ => None,
            })
        };
        ask().unwrap_or(None)
    }

    /// Connects. The name server and each address of the host have so long to answer, and at most ten
    /// seconds.
    pub(crate) fn connect_within(&self, timeout: Duration) -> io::Result<Stream> {
        let timeout = timeout.clamp(SHORTEST_TIMEOUT, CONNECT_TIMEOUT);
        let address = self.address.clone();
        let addresses = within(timeout, move || address.to_socket_addrs())?;
        let addresses = addresses.map_err(|error| io::Error::other(UnknownHost(error)))?;
        let stream = connect_to_any(addresses, timeout)?;
        stream.set_nodelay(true)?;
        match &self.tls {
            None => Ok(Stream::Plain(stream)),
            Some(tls) => {
                Ok(Stream::Encrypted(Box::new(tls.handshake(host(&self.address), stream)?)))
            }
        }
    }
}

impl From<String> for Destination {
    /// Returns a server that is reached without TLS.
    fn from(address: String) -> Destination {
        Destination { address, tls: None }
    }
}

impl From<&str> for Destination {
    fn from(address: &str) -> Destination {
        address.to_owned().into()
    }
}

/// Looks a host up on a thread of its own: the system may take minutes without a name server, and
/// cannot be interrupted. The thread ends when the system answers.
fn within<T: Send + 'static>(
    timeout: Duration,
    look_up: impl FnOnce() -> T + Send + 'static,
) -> io::Result<T> {
    let (sender, answer) = mpsc::channel();
    thread::Builder::new().name("look up a host".to_owned()).spawn(move || {
        // Nobody waits any more after the timeout.
        let _ = sender.send(look_up());
    })?;
    answer.recv_timeout(timeout).map_err(|_| {
        let seconds = timeout.as_secs_f64();
        let message = format!("the address of the host was not found within {seconds} s");
        io::Error::new(ErrorKind::TimedOut, message)
    })
}

/// Connects to the first address that answers in time.
fn connect_to_any(
    addresses: impl Iterator<Item = SocketAddr>,
    timeout: Duration,
) -> io::Result<TcpStream> {
    let mut last_error = io::Error::new(ErrorKind::NotFound, "the host has no address");
    for address in addresses {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(stream) => return Ok(stream),
            Err(error) => last_error = no_connection(error, timeout),
        }
    }
    Err(last_error)
}

/// Returns the error of an address that did not answer in time.
fn no_connection(error: io::Error, timeout: Duration) -> io::Error {
    match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => {
            let message = format!("no connection within {} s", timeout.as_secs_f64());
            io::Error::new(ErrorKind::TimedOut, message)
        }
        _ => error,
    }
}

/// The error of a host name without an address.
#[derive(Debug, Error)]
#[error("{0}")]
struct UnknownHost(io::Error);

/// Returns whether an attempt to connect failed because there is no such host.
pub(crate) fn is_unknown_host(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<UnknownHost>())
}

/// Returns the host of an address, without its port and brackets.
pub fn host(address: &str) -> &str {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Linux drops attempts to connect while the queue of the listener is full.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn an_address_that_does_not_answer_is_left() {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = socket.listen(1).unwrap();
        let server = Destination::from(listener.local_addr().unwrap().to_string());
        let timeout = Duration::from_millis(200);
        let mut queue = Vec::new();
        let error = loop {
            assert!(queue.len() < 16, "the queue of the listener is never full");
            match server.connect_within(timeout) {
                Ok(stream) => queue.push(stream),
                Err(error) => break error,
            }
        };
        assert_eq!(error.to_string(), "no connection within 0.2 s");
    }

    #[test]
    fn a_lookup_that_is_not_answered_is_left() {
        let (silent, _keeps_it_silent) = mpsc::channel::<()>();
        let (end, ended) = mpsc::channel::<()>();
        let error = within(Duration::from_millis(50), move || {
            let _ = (silent, ended.recv());
        })
        .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        assert!(!is_unknown_host(&error), "it is tried again");
        drop(end);
        assert_eq!(within(Duration::from_mins(1), || 7).unwrap(), 7);
    }

    #[test]
    fn hosts_have_no_ports_and_no_brackets() {
        assert_eq!(host("club.example:7710"), "club.example");
        assert_eq!(host("127.0.0.1:7710"), "127.0.0.1");
        assert_eq!(host("[::1]:7710"), "::1");
    }
}
