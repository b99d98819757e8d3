//! The outgoing queue of a connection.
//!
//! A batch is one message and has many notices, so the queue counts notices: what waits for a client
//! that does not read is bounded, however it is put together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TryRecvError;
use willow_protocol::{CloseReason, Name};

use super::Outgoing;
use crate::domain::{ConnId, UserId};

/// A message for a connection.
#[derive(Debug)]
pub(crate) enum Outbound {
    /// Sends what came into the queue at a time.
    Send(Outgoing),
    /// The client is logged in.
    SignedIn(UserId, Name),
    /// Closes the connection.
    Close(CloseReason),
    /// A proxy of the bridge is online.
    ProxyEntered(ConnId, UserId),
    /// A proxy of the bridge goes offline, or could not come.
    ProxyEnded(ConnId, CloseReason),
}

impl Outbound {
    fn n_notices(&self) -> usize {
        match self {
            Outbound::Send(outgoing) => outgoing.notices().len(),
            Outbound::SignedIn(..)
            | Outbound::Close(_)
            | Outbound::ProxyEntered(..)
            | Outbound::ProxyEnded(..) => 0,
        }
    }
}

/// The end of a queue that is filled.
#[derive(Debug)]
pub(crate) struct QueueSender {
    messages: mpsc::Sender<Outbound>,
    n_waiting: Arc<AtomicUsize>,
    most: usize,
}

/// The end of a queue from which the connection takes.
#[derive(Debug)]
pub(crate) struct QueueReceiver {
    messages: mpsc::Receiver<Outbound>,
    n_waiting: Arc<AtomicUsize>,
}

/// The queue is full, or the connection has ended.
#[derive(Debug)]
pub(crate) struct QueueClosed;

/// Makes a queue for so many notices, at least one.
pub(crate) fn outgoing_queue(most: usize) -> (QueueSender, QueueReceiver) {
    let most = most.max(1);
    let (messages, received) = mpsc::channel(most);
    let n_waiting = Arc::new(AtomicUsize::new(0));
    let sender = QueueSender { messages, n_waiting: n_waiting.clone(), most };
    (sender, QueueReceiver { messages: received, n_waiting })
}

impl QueueSender {
    /// Adds a message without waiting. It has one sender at a time, which the `mut` says: nobody else
    /// adds between the count and the message.
    pub(crate) fn try_send(&mut self, message: Outbound) -> Result<(), QueueClosed> {
        let n = message.n_notices();
        if self.n_waiting.load(Ordering::Relaxed) + n > self.most {
            return Err(QueueClosed);
        }
        // Counted first: the receiver may take the message at once.
        self.n_waiting.fetch_add(n, Ordering::Relaxed);
        self.messages.try_send(message).map_err(|_| QueueClosed)
    }
}

impl QueueReceiver {
    /// Waits for the next message. There is none when the queue was removed and is empty.
    pub(crate) async fn recv(&mut self) -> Option<Outbound> {
        let message = self.messages.recv().await?;
        self.taken(&message);
        Some(message)
    }

    /// Takes the next message if there is one.
    pub(crate) fn try_recv(&mut self) -> Result<Outbound, TryRecvError> {
        let message = self.messages.try_recv()?;
        self.taken(&message);
        Ok(message)
    }

    fn taken(&self, message: &Outbound) {
        self.n_waiting.fetch_sub(message.n_notices(), Ordering::Relaxed);
    }

    /// Returns how many messages wait.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.messages.len()
    }
}

#[cfg(test)]
mod tests {
    use willow_protocol::{Event, Notice};

    use super::*;
    use crate::domain::EncodedNotice;
    use crate::net::NoticeBatch;

    /// Returns a message with so many notices.
    fn batch(n: usize) -> Outbound {
        let notice = EncodedNotice::new(Notice::new(1, Event::Pong));
        let batch = NoticeBatch::new(vec![notice; n]);
        Outbound::Send(Outgoing::Batch(batch))
    }

    #[test]
    fn a_queue_is_full_when_its_batches_have_as_many_notices() {
        let (mut sender, mut receiver) = outgoing_queue(100);
        for _ in 0..2 {
            assert!(sender.try_send(batch(40)).is_ok());
        }
        assert!(sender.try_send(batch(21)).is_err());
        assert!(sender.try_send(batch(20)).is_ok());
        assert!(sender.try_send(batch(1)).is_err());
        receiver.try_recv().unwrap();
        assert!(sender.try_send(batch(40)).is_ok(), "what was taken makes room");
        assert!(sender.try_send(batch(1)).is_err());
        drop(receiver);
        let (mut sender, _) = outgoing_queue(0);
        assert!(sender.try_send(batch(1)).is_err(), "the connection has ended");
    }
}
