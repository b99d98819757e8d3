//! The connections that receive the events of the lobby.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::domain::ConnId;

/// The connections that receive the events of the lobby. Events for all of them share one list, which is made anew
/// only after somebody came or went: it is long, and many events may wait for their delivery.
#[derive(Debug, Default)]
pub(crate) struct LobbyFollowers {
    connections: BTreeSet<ConnId>,
    list: Option<Arc<[ConnId]>>,
}

impl LobbyFollowers {
    pub(crate) fn insert(&mut self, connection: ConnId) {
        if self.connections.insert(connection) {
            self.list = None;
        }
    }

    pub(crate) fn remove(&mut self, connection: ConnId) {
        if self.connections.remove(&connection) {
            self.list = None;
        }
    }

    pub(crate) fn contains(&self, connection: ConnId) -> bool {
        self.connections.contains(&connection)
    }

    /// Returns whether nobody follows the lobby.
    pub(crate) fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    /// Returns all of them, in their order, without some.
    pub(crate) fn without(&mut self, unwanted: &BTreeSet<ConnId>) -> Arc<[ConnId]> {
        let connections = &self.connections;
        let all = self.list.get_or_insert_with(|| connections.iter().copied().collect());
        if unwanted.is_empty() {
            return all.clone();
        }
        all.iter().copied().filter(|connection| !unwanted.contains(connection)).collect()
    }
}
