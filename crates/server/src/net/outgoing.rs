//! Messages to a client, a notice or several that many clients receive together, and the queue of a connection.
//!
//! A batch is one message and has many notices, so the queue counts notices: what waits for a client
//! that does not read is bounded, however it is put together.

use std::slice;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TryRecvError;
use willow_protocol::{CloseReason, Encoding, Name, Notice};

use crate::domain::{ConnId, EncodedNotice, UserId};

/// Notices for many clients. Their JSON is put together once for all of these, and a connection is
/// woken once for all of them.
#[derive(Debug)]
pub(crate) struct NoticeBatch {
    notices: Vec<Arc<EncodedNotice>>,
    lines: OnceLock<Box<str>>,
}

/// A notice or a batch, on its way to a client.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    Notice(Arc<EncodedNotice>),
    /// Several notices, in order.
    Batch(Arc<NoticeBatch>),
}

impl NoticeBatch {
    /// Puts notices together, in order.
    pub(crate) fn new(notices: Vec<Arc<EncodedNotice>>) -> Arc<NoticeBatch> {
        Arc::new(NoticeBatch { notices, lines: OnceLock::new() })
    }

    /// Returns the notices as JSON, one a line.
    pub(crate) fn lines(&self) -> &str {
        self.lines.get_or_init(|| {
            let encoded = self.notices.iter().map(|notice| notice.json());
            encoded.flat_map(|line| [line, "\n"]).collect::<String>().into_boxed_str()
        })
    }
}

impl Outgoing {
    /// Returns the notices, in order.
    pub(crate) fn notices(&self) -> &[Arc<EncodedNotice>] {
        match self {
            Outgoing::Notice(notice) => slice::from_ref(notice),
            Outgoing::Batch(batch) => &batch.notices,
        }
    }

    /// Returns what a client of an encoding reads of this, if there is anything.
    pub(crate) fn for_reader(&self, encoding: Encoding) -> Option<Outgoing> {
        let is_read = |notice: &&Arc<EncodedNotice>| notice.is_for_people();
        if encoding == Encoding::Json || self.notices().iter().all(|notice| is_read(&notice)) {
            return Some(self.clone());
        }
        let read: Vec<_> = self.notices().iter().filter(is_read).cloned().collect();
        (!read.is_empty()).then(|| Outgoing::Batch(NoticeBatch::new(read)))
    }

    /// Returns the same for a proxy, under its name.
    pub(crate) fn for_proxy(&self, name: &Name) -> Outgoing {
        let marked = |notice: &Arc<EncodedNotice>| {
            let proxy = Some(name.clone());
            EncodedNotice::new(Notice { proxy, ..notice.notice().clone() })
        };
        match self {
            Outgoing::Notice(notice) => Outgoing::Notice(marked(notice)),
            Outgoing::Batch(batch) => {
                Outgoing::Batch(NoticeBatch::new(batch.notices.iter().map(marked).collect()))
            }
        }
    }
}

impl From<Arc<EncodedNotice>> for Outgoing {
    fn from(notice: Arc<EncodedNotice>) -> Outgoing {
        Outgoing::Notice(notice)
    }
}

/// A message for a connection.
#[derive(Debug)]
pub(crate) enum Outbound {
    /// Sends what came into the queue at a time.
    Send(Outgoing),
    /// The client is logged in.
    LoggedIn(UserId, Name),
    Close(CloseReason),
    /// A proxy of the bridge is online.
    ProxyEntered(ConnId, UserId),
    /// A proxy of the bridge goes offline, or could not come.
    ProxyEnded(ConnId, CloseReason),
}

impl Outbound {
    fn n_notices(&self) -> usize {
        if let Outbound::Send(outgoing) = self { outgoing.notices().len() } else { 0 }
    }
}

/// The end of a queue that is filled.
#[derive(Debug)]
pub(crate) struct QueueSender {
    messages: mpsc::Sender<Outbound>,
    n_waiting: Arc<AtomicUsize>,
    max: usize,
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
pub(crate) fn outgoing_queue(max: usize) -> (QueueSender, QueueReceiver) {
    let max = max.max(1);
    let (messages, received) = mpsc::channel(max);
    let n_waiting = Arc::new(AtomicUsize::new(0));
    let sender = QueueSender { messages, n_waiting: n_waiting.clone(), max };
    (sender, QueueReceiver { messages: received, n_waiting })
}

impl QueueSender {
    /// Adds a message without blocking. `&mut self` guarantees a single sender, so nothing is added between the count
    /// and the send.
    pub(crate) fn try_send(&mut self, message: Outbound) -> Result<(), QueueClosed> {
        let n = message.n_notices();
        if self.n_waiting.load(Ordering::Relaxed) + n > self.max {
            return Err(QueueClosed);
        }
        // Counted first: the receiver may take the message at once.
        self.n_waiting.fetch_add(n, Ordering::Relaxed);
        self.messages.try_send(message).map_err(|_| QueueClosed)
    }
}

impl QueueReceiver {
    /// Waits for the next message; `None` when the queue was removed and is empty.
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
