//! The outgoing queues of all connections.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use tokio::time::Instant;
use willow_protocol::{CloseReason, Name, Notice, RequestId};

use crate::domain::{ConnId, EncodedNotice, UserId};

/// A message for a connection.
#[derive(Debug)]
pub(crate) enum Outbound {
    /// Sends a notice that came into the queue at a time.
    Send(Arc<EncodedNotice>, Instant),
    /// The client is logged in.
    SignedIn(UserId, Name),
    /// Closes the connection.
    Close(CloseReason),
}

/// The outgoing queues of all connections.
///
/// A queue that is full is removed: its client reads too slowly, and the connection ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionRegistry(Arc<Mutex<HashMap<ConnId, mpsc::Sender<Outbound>>>>);

impl ConnectionRegistry {
    fn queues(&self) -> MutexGuard<'_, HashMap<ConnId, mpsc::Sender<Outbound>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the queue of a connection.
    pub(crate) fn insert(&self, connection: ConnId, queue: mpsc::Sender<Outbound>) {
        self.queues().insert(connection, queue);
    }

    /// Removes the queue of a connection.
    pub(crate) fn remove(&self, connection: ConnId) {
        self.queues().remove(&connection);
    }

    /// Returns the number of connections.
    pub(crate) fn len(&self) -> usize {
        self.queues().len()
    }

    /// Adds a message to the queues of some connections, without waiting. Returns how many queues
    /// were full and have been removed.
    pub(crate) fn send(&self, to: &[ConnId], make: impl Fn() -> Outbound) -> usize {
        let mut queues = self.queues();
        let mut dropped = 0;
        for connection in to {
            let full = queues.get(connection).is_some_and(|queue| queue.try_send(make()).is_err());
            if full {
                queues.remove(connection);
                dropped += 1;
            }
        }
        dropped
    }

    /// Sends a notice to some connections. Returns how many were dropped.
    pub(crate) fn send_notice(&self, to: &[ConnId], notice: &Arc<EncodedNotice>) -> usize {
        let now = Instant::now();
        self.send(to, || Outbound::Send(notice.clone(), now))
    }

    /// Sends the answer to a command.
    pub(crate) fn answer(&self, to: ConnId, id: Option<RequestId>, notice: Notice) {
        self.send_notice(&[to], &EncodedNotice::new(notice.answering(id)));
    }
}

/// Returns the number of a new connection.
pub(crate) fn next_connection_id() -> ConnId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    ConnId(NEXT.fetch_add(1, Ordering::Relaxed))
}
