//! Messages of the connections' tasks to the bridge.

use tokio::sync::mpsc::Sender;

/// A message of a connection's task.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) link: usize,
    /// The number of the attempt: what comes from older ones is ignored.
    pub(super) attempt: u64,
    /// What happened.
    pub(super) what: LinkEvent,
}

/// What happens to a connection.
#[derive(Debug)]
pub(super) enum LinkEvent {
    /// It stands.
    Connected,
    /// Bytes came.
    Bytes(Vec<u8>),
    /// It ended, or does not come about.
    Closed(String),
}

/// Tells what happens to a connection.
#[derive(Debug)]
pub(super) struct Notifier {
    pub(super) link: usize,
    pub(super) attempt: u64,
    pub(super) arrivals: Sender<Arrival>,
}

impl Notifier {
    /// Tells something, and waits while the bridge is busy.
    pub(super) async fn notify(&self, what: LinkEvent) {
        let arrival = Arrival { link: self.link, attempt: self.attempt, what };
        // Nobody listens any more when the bridge ends.
        let _ = self.arrivals.send(arrival).await;
    }
}
