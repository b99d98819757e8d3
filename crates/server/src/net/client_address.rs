//! The address of a client behind the reverse proxies that the operator trusts.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::HeaderMap;
use ipnet::IpNet;

use super::ConnectionPermit;

/// The header in which each reverse proxy adds the address of its own client.
const FORWARDED: &str = "x-forwarded-for";

/// The other end of a connection.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    /// Its permit. A trusted reverse proxy has none: its clients are counted, each by its own address.
    pub(crate) permit: Option<Arc<ConnectionPermit>>,
}

/// The address of a client, which limits count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl ClientAddress {
    /// Returns the address of a client: that of the connection or, if a trusted reverse proxy made it, the
    /// last address in the header that is not a trusted reverse proxy's. Anybody may have written what
    /// stands before.
    pub(crate) fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> ClientAddress {
        let values = headers.get_all(FORWARDED).iter().rev();
        let mut forwarded = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.rsplit(','))
            .map_while(|text| read(text.trim()));
        let mut address = peer.to_canonical();
        while is_trusted(address, trusted)
            && let Some(before) = forwarded.next()
        {
            address = before;
        }
        ClientAddress(address)
    }
}

/// Returns whether a peer names clients, and is no proxy that is trusted: perhaps one that the operator forgot.
pub(crate) fn is_forgotten_proxy(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> bool {
    headers.contains_key(FORWARDED) && !is_trusted(peer, trusted)
}

/// Returns whether an address is a trusted reverse proxy's.
pub(crate) fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    let address = address.to_canonical();
    trusted.iter().any(|network| network.contains(&address))
}

/// Reads an address as reverse proxies write it, with or without a port.
fn read(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse().map(|socket: SocketAddr| socket.ip()));
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the address that is found behind the reverse proxies 10.0.0.0/8 and 127.0.0.1.
    fn found(peer: &str, forwarded: &[&'static str]) -> String {
        let trusted = ["10.0.0.0/8", "127.0.0.1/32"].map(|network| network.parse().unwrap());
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED, value.parse().unwrap());
        }
        ClientAddress::of(peer.parse().unwrap(), &headers, &trusted).0.to_string()
    }

    #[test]
    fn who_names_clients_without_being_listed_may_be_a_forgotten_proxy() {
        let trusted = ["127.0.0.1/32".parse().unwrap()];
        let mut headers = HeaderMap::new();
        let is_forgotten = |headers: &HeaderMap, host| {
            is_forgotten_proxy(IpAddr::from([127, 0, 0, host]), headers, &trusted)
        };
        assert!(!is_forgotten(&headers, 2));
        headers.append(FORWARDED, "192.0.2.1".parse().unwrap());
        assert!(is_forgotten(&headers, 2) && !is_forgotten(&headers, 1));
    }

    #[test]
    fn only_a_trusted_proxy_may_name_its_client() {
        for (peer, forwarded, wanted) in [
            ("127.0.0.1", &["192.0.2.1"][..], "192.0.2.1"),
            ("192.0.2.9", &["192.0.2.1"], "192.0.2.9"),
            ("127.0.0.1", &[], "127.0.0.1"),
            ("::ffff:127.0.0.1", &["192.0.2.1"], "192.0.2.1"),
            // Sent by the client itself, so not to be trusted.
            ("127.0.0.1", &["198.51.100.7, 192.0.2.1"], "192.0.2.1"),
            ("127.0.0.1", &["198.51.100.7, 192.0.2.1, 10.1.2.3"], "192.0.2.1"),
            ("127.0.0.1", &["198.51.100.7", "192.0.2.1"], "192.0.2.1"),
            ("127.0.0.1", &["192.0.2.1, nonsense"], "127.0.0.1"),
            // Ports and brackets.
            ("127.0.0.1", &["192.0.2.1:5678"], "192.0.2.1"),
            ("127.0.0.1", &["[2001:db8::1]:5678"], "2001:db8::1"),
            ("127.0.0.1", &["[2001:db8::1]"], "2001:db8::1"),
        ] {
            assert_eq!(found(peer, forwarded), wanted, "{peer} {forwarded:?}");
        }
    }
}
