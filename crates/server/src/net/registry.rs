//! The outgoing queues of all connections.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use willow_protocol::{CloseReason, Encoding, Name, Notice, RequestId};

use super::{Outbound, Outgoing, QueueReceiver, QueueSender, outgoing_queue};
use crate::domain::{ConnId, EncodedNotice, UserId};

/// A proxy, whose notices go into the queue of its bridge.
#[derive(Clone, Debug)]
struct ProxyLine {
    bridge: ConnId,
    name: Name,
}

/// The queue of a connection, and how its client reads.
#[derive(Debug)]
struct ClientQueue {
    sender: QueueSender,
    encoding: Encoding,
}

/// The queues, and the proxies that have none of their own.
#[derive(Debug, Default)]
struct Queues {
    own: HashMap<ConnId, ClientQueue>,
    proxies: HashMap<ConnId, ProxyLine>,
}

/// The outgoing queues of all connections.
///
/// A queue that is full is removed: its client reads too slowly, and the connection ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionRegistry(Arc<Mutex<Queues>>);

/// The outcome of queuing a notice or a batch for some connections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Delivered {
    /// Number of queued notices.
    pub(crate) n_notices: usize,
    /// Number of queues that were full and have been removed.
    pub(crate) n_dropped: usize,
}

impl Queues {
    /// Adds a message to a queue, or removes the queue if it is full. Returns whether it was removed.
    fn push(&mut self, to: ConnId, message: Outbound) -> bool {
        let queue = self.own.get_mut(&to);
        let is_full = queue.is_some_and(|queue| queue.sender.try_send(message).is_err());
        if is_full {
            self.own.remove(&to);
        }
        is_full
    }

    /// Sends a notice or a batch to one connection, without what its client does not read.
    fn send(&mut self, to: ConnId, outgoing: &Outgoing) -> Delivered {
        let (to, outgoing) = match self.proxies.get(&to) {
            Some(line) => (line.bridge, outgoing.for_proxy(&line.name)),
            None => (to, outgoing.clone()),
        };
        let encoding = self.own.get(&to).map(|queue| queue.encoding);
        let Some(outgoing) = encoding.and_then(|encoding| outgoing.for_reader(encoding)) else {
            return Delivered::default();
        };
        let n_notices = outgoing.notices().len();
        let is_dropped = self.push(to, Outbound::Send(outgoing));
        Delivered { n_notices, n_dropped: usize::from(is_dropped) }
    }
}

impl ConnectionRegistry {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a queue for so many notices, and returns its other end.
    pub(crate) fn insert(&self, connection: ConnId, max: usize) -> QueueReceiver {
        let (sender, received) = outgoing_queue(max);
        let queue = ClientQueue { sender, encoding: Encoding::default() };
        self.queues().own.insert(connection, queue);
        received
    }

    /// Sets how the client of a connection reads: as text until it has sent a line.
    pub(crate) fn set_encoding(&self, connection: ConnId, encoding: Encoding) {
        if let Some(queue) = self.queues().own.get_mut(&connection) {
            queue.encoding = encoding;
        }
    }

    /// Adds a proxy, whose notices go to its bridge under a name.
    pub(crate) fn insert_proxy(&self, proxy: ConnId, bridge: ConnId, name: Name) {
        self.queues().proxies.insert(proxy, ProxyLine { bridge, name });
    }

    /// Removes the queue of a connection, or a proxy.
    pub(crate) fn remove(&self, connection: ConnId) {
        let mut queues = self.queues();
        queues.own.remove(&connection);
        queues.proxies.remove(&connection);
    }

    /// Returns whether a connection still has its queue.
    pub(crate) fn contains(&self, connection: ConnId) -> bool {
        let queues = self.queues();
        queues.own.contains_key(&connection) || queues.proxies.contains_key(&connection)
    }

    /// Returns the number of connections, without proxies.
    pub(crate) fn len(&self) -> usize {
        self.queues().own.len()
    }

    /// Sets the user who has logged in over a connection.
    pub(crate) fn logged_in(&self, to: ConnId, user: UserId, name: Name) {
        let mut queues = self.queues();
        match queues.proxies.get(&to).map(|line| line.bridge) {
            Some(bridge) => queues.push(bridge, Outbound::ProxyEntered(to, user)),
            None => queues.push(to, Outbound::LoggedIn(user, name)),
        };
    }

    /// Closes a connection, or ends a proxy.
    pub(crate) fn close(&self, to: ConnId, reason: CloseReason) {
        let mut queues = self.queues();
        match queues.proxies.remove(&to) {
            Some(line) => queues.push(line.bridge, Outbound::ProxyEnded(to, reason)),
            None => queues.push(to, Outbound::Close(reason)),
        };
    }

    /// Sends a notice or a batch to some connections, without waiting.
    pub(crate) fn send_to_all(&self, to: &[ConnId], outgoing: &Outgoing) -> Delivered {
        let mut delivered = Delivered::default();
        let mut queues = self.queues();
        for &connection in to {
            let Delivered { n_notices, n_dropped } = queues.send(connection, outgoing);
            delivered.n_notices += n_notices;
            delivered.n_dropped += n_dropped;
        }
        delivered
    }

    /// Sends the answer to a command.
    pub(crate) fn answer(&self, to: ConnId, id: Option<RequestId>, notice: Notice) {
        self.send_to_all(&[to], &EncodedNotice::new(notice.answering(id)).into());
    }
}

/// Returns the number of a new connection.
pub(crate) fn next_connection_id() -> ConnId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    ConnId(NEXT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use willow_protocol::Event;

    use super::*;
    use crate::net::NoticeBatch;

    #[test]
    fn what_people_do_not_read_is_not_queued_for_them() {
        let registry = ConnectionRegistry::default();
        let [text, json] = [ConnId(1), ConnId(2)];
        let mut queues = [text, json].map(|connection| registry.insert(connection, 8));
        registry.set_encoding(json, Encoding::Json);
        let [progress, pong] = [Event::Progress { games: Vec::new() }, Event::Pong]
            .map(|event| EncodedNotice::new(Notice::new(2, event)));
        let batch = NoticeBatch::new(vec![pong, progress.clone()]);
        for outgoing in [progress.into(), Outgoing::Batch(batch)] {
            registry.send_to_all(&[text, json], &outgoing);
        }
        let n_notices = queues.each_mut().map(|queue| {
            let sizes = std::iter::from_fn(|| match queue.try_recv() {
                Ok(Outbound::Send(outgoing)) => Some(outgoing.notices().len()),
                _ => None,
            });
            sizes.collect::<Vec<usize>>()
        });
        assert_eq!(n_notices, [vec![1], vec![1, 2]]);
    }

    #[test]
    fn what_is_for_a_proxy_comes_to_its_bridge_under_its_name() {
        let registry = ConnectionRegistry::default();
        let (bridge, proxy) = (ConnId(1), ConnId(2));
        let mut received = registry.insert(bridge, 8);
        let name: Name = "ggs-alice".parse().unwrap();
        registry.insert_proxy(proxy, bridge, name.clone());
        assert_eq!(registry.len(), 1, "a proxy is no connection");
        let pong = EncodedNotice::new(Notice::new(2, Event::Pong)).into();
        registry.send_to_all(&[bridge, proxy], &pong);
        let mut names = Vec::new();
        while let Ok(Outbound::Send(outgoing)) = received.try_recv() {
            names.extend(outgoing.notices().iter().map(|it| it.notice().proxy.clone()));
        }
        assert_eq!(names, [None, Some(name)]);
        registry.close(proxy, CloseReason::Kicked);
        let ended = received.try_recv();
        assert!(matches!(ended, Ok(Outbound::ProxyEnded(ConnId(2), CloseReason::Kicked))));
        assert!(!registry.contains(proxy) && registry.contains(bridge));
        registry.send_to_all(&[proxy], &pong);
        assert_eq!(received.len(), 0, "a proxy that has gone receives nothing");
    }
}
