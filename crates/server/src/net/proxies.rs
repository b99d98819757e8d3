//! The players of another server whom a bridge has brought over one connection.

use std::collections::HashMap;

use willow_protocol::Name;

use crate::domain::{ConnId, UserId};

/// The proxies of one connection, by the keys of their names.
#[derive(Debug, Default)]
pub(super) struct Proxies(HashMap<String, Proxy>);

/// A player of another server.
#[derive(Debug)]
pub(super) struct Proxy {
    /// The connection that the player is to the domain.
    pub(super) connection: ConnId,
    pub(super) name: Name,
    /// The user, as soon as the player is online.
    pub(super) user: Option<UserId>,
}

impl Proxies {
    /// Returns the connections that the proxies are to the domain.
    pub(super) fn connections(&self) -> impl Iterator<Item = ConnId> {
        self.0.values().map(|proxy| proxy.connection)
    }

    pub(super) fn of_connection(&mut self, connection: ConnId) -> Option<&mut Proxy> {
        self.0.values_mut().find(|proxy| proxy.connection == connection)
    }

    /// Returns whether the domain has let a proxy in: then the connection is a bridge's.
    pub(super) fn any_is_online(&self) -> bool {
        self.0.values().any(|proxy| proxy.user.is_some())
    }

    pub(super) fn get(&self, name: &Name) -> Option<&Proxy> {
        self.0.get(&name.key())
    }

    pub(super) fn insert(&mut self, proxy: Proxy) {
        self.0.insert(proxy.name.key(), proxy);
    }

    pub(super) fn remove(&mut self, name: &Name) -> Option<Proxy> {
        self.0.remove(&name.key())
    }
}
