//! The outgoing queues of all connections.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;
use willow_protocol::{Notice, RequestId};

use super::outgoing::Outgoing;
use super::outgoing_queue::{Outbound, QueueReceiver, QueueSender, outgoing_queue};
use super::shared_format::SharedFormat;
use crate::domain::{ConnId, EncodedNotice};

/// The outgoing queue of a connection.
#[derive(Debug)]
struct Queue {
    messages: QueueSender,
    format: SharedFormat,
}

/// The outgoing queues of all connections.
///
/// A queue that is full is removed: its client reads too slowly, and the connection ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionRegistry(Arc<Mutex<HashMap<ConnId, Queue>>>);

/// What came of a notice or a batch for some connections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Delivered {
    /// How many notices came into queues. A client is not sent what its format lacks.
    pub(crate) n_notices: usize,
    /// How many queues were full and have been removed.
    pub(crate) n_dropped: usize,
}

impl ConnectionRegistry {
    fn queues(&self) -> MutexGuard<'_, HashMap<ConnId, Queue>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a queue for so many notices, of a connection whose client reads a format. Returns its other
    /// end.
    pub(crate) fn insert(
        &self,
        connection: ConnId,
        most: usize,
        format: SharedFormat,
    ) -> QueueReceiver {
        let (messages, received) = outgoing_queue(most);
        self.queues().insert(connection, Queue { messages, format });
        received
    }

    /// Removes the queue of a connection.
    pub(crate) fn remove(&self, connection: ConnId) {
        self.queues().remove(&connection);
    }

    /// Returns whether a connection still has its queue.
    pub(crate) fn contains(&self, connection: ConnId) -> bool {
        self.queues().contains_key(&connection)
    }

    /// Returns the number of connections.
    pub(crate) fn len(&self) -> usize {
        self.queues().len()
    }

    /// Adds a message to the queue of a connection, without waiting.
    pub(crate) fn send(&self, to: ConnId, message: Outbound) {
        let mut queues = self.queues();
        if queues.get_mut(&to).is_some_and(|queue| queue.messages.try_send(message).is_err()) {
            queues.remove(&to);
        }
    }

    /// Sends a notice or a batch to some connections, without waiting.
    pub(crate) fn send_to_all(&self, to: &[ConnId], outgoing: &Outgoing) -> Delivered {
        let (now, mut delivered) = (Instant::now(), Delivered::default());
        let mut queues = self.queues();
        for connection in to {
            let Some(queue) = queues.get_mut(connection) else { continue };
            let n_notices = outgoing.n_sent_as(queue.format.get());
            if n_notices == 0 {
                continue;
            }
            delivered.n_notices += n_notices;
            if queue.messages.try_send(Outbound::Send(outgoing.clone(), now)).is_err() {
                queues.remove(connection);
                delivered.n_dropped += 1;
            }
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
    use willow_protocol::{Event, Version};

    use super::*;
    use crate::domain::Format;

    /// The lobby's `progress` comes every second: version 1 and text do not have it, so that it is not
    /// worth a wake-up of their connections.
    #[test]
    fn a_connection_is_queued_only_what_its_client_reads() {
        let registry = ConnectionRegistry::default();
        let formats = [Format::Text, Format::Json(Version::One), Format::Json(Version::Two)];
        let mut queues: Vec<_> = (0..)
            .zip(formats)
            .map(|(number, format)| {
                let shared = SharedFormat::default();
                shared.set(format);
                (registry.insert(ConnId(number), 8, shared.clone()), shared)
            })
            .collect();
        let all = [ConnId(0), ConnId(1), ConnId(2)];
        let progress = EncodedNotice::new(Notice::new(1, Event::Progress { games: Vec::new() }));
        let delivered = registry.send_to_all(&all, &progress.clone().into());
        assert_eq!(delivered, Delivered { n_notices: 1, n_dropped: 0 });
        let n_queued: Vec<usize> = queues.iter().map(|(received, _)| received.len()).collect();
        assert_eq!(n_queued, [0, 0, 1]);
        // From the moment at which a client asks for version 2 it receives these events.
        queues[1].1.set(Format::Json(Version::Two));
        registry.send_to_all(&all, &progress.into());
        let pong = EncodedNotice::new(Notice::new(2, Event::Pong));
        let delivered = registry.send_to_all(&all, &pong.into());
        assert_eq!(delivered, Delivered { n_notices: 3, n_dropped: 0 });
        let n_queued: Vec<usize> = queues.iter_mut().map(|(received, _)| received.len()).collect();
        assert_eq!(n_queued, [1, 2, 3]);
    }

    #[test]
    fn a_queue_that_is_full_is_removed() {
        let registry = ConnectionRegistry::default();
        let _received = registry.insert(ConnId(7), 1, SharedFormat::default());
        let pong = EncodedNotice::new(Notice::new(2, Event::Pong)).into();
        assert_eq!(registry.send_to_all(&[ConnId(7)], &pong).n_dropped, 0);
        assert_eq!(registry.send_to_all(&[ConnId(7)], &pong).n_dropped, 1);
        assert_eq!(registry.len(), 0);
    }
}
