//! The address of a server, with or without TLS.

use std::io;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};

use thiserror::Error;

use crate::stream::Stream;
use crate::tls::Tls;

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
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Connects.
    ///
    /// # Errors
    /// The server must be reachable and, with TLS, its certificate must be trusted.
    pub fn connect(&self) -> io::Result<Stream> {
        let addresses: Vec<SocketAddr> = self
            .address
            .to_socket_addrs()
            .map_err(|error| io::Error::other(UnknownHost(error)))?
            .collect();
        let stream = TcpStream::connect(&addresses[..])?;
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

/// The error of a host name without an address.
#[derive(Debug, Error)]
#[error("{0}")]
struct UnknownHost(io::Error);

/// Returns whether an attempt to connect failed because there is no such host.
pub(crate) fn is_unknown_host(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<UnknownHost>())
}

/// Returns the host of an address.
fn host(address: &str) -> &str {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_have_no_ports_and_no_brackets() {
        assert_eq!(host("club.example:7710"), "club.example");
        assert_eq!(host("127.0.0.1:7710"), "127.0.0.1");
        assert_eq!(host("[::1]:7710"), "::1");
    }
}
