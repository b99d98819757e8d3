//! Where connections are reached.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use willow_protocol::{CloseReason, Name, Notice, RequestId};

use crate::core::{ConnId, UserId};
use crate::outgoing::Outgoing;

/// Something for a connection.
#[derive(Debug)]
pub(crate) enum Outbound {
    /// Says something.
    Say(Arc<Outgoing>),
    /// The client is in.
    Entered(UserId, Name),
    /// Ends the connection.
    Close(CloseReason),
}

/// The queues of all connections.
///
/// A queue that is full is taken away: its connection reads too slowly, hears that its queue is
/// closed, and ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directory(Arc<Mutex<HashMap<ConnId, mpsc::Sender<Outbound>>>>);

impl Directory {
    fn queues(&self) -> MutexGuard<'_, HashMap<ConnId, mpsc::Sender<Outbound>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn insert(&self, connection: ConnId, queue: mpsc::Sender<Outbound>) {
        self.queues().insert(connection, queue);
    }

    pub(crate) fn remove(&self, connection: ConnId) {
        self.queues().remove(&connection);
    }

    pub(crate) fn len(&self) -> usize {
        self.queues().len()
    }

    /// Puts something into the queues of some connections, and never waits. Returns how many
    /// queues were full and are gone.
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

    pub(crate) fn say(&self, to: &[ConnId], notice: &Arc<Outgoing>) -> usize {
        self.send(to, || Outbound::Say(notice.clone()))
    }

    pub(crate) fn answer(&self, to: ConnId, id: Option<RequestId>, notice: Notice) {
        self.say(&[to], &Outgoing::new(notice.answering(id)));
    }
}
