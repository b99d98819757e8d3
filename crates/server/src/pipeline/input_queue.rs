//! The queue of inputs for the domain.

use std::time::Instant;

use tokio::sync::mpsc;

use crate::domain::Input;

/// How many inputs the queue holds before senders wait.
const CAPACITY: usize = 4096;

/// The sending end of the input queue.
#[derive(Clone, Debug)]
pub(crate) struct InputSender(mpsc::Sender<QueuedInput>);

/// The receiving end of the input queue.
pub(crate) type InputReceiver = mpsc::Receiver<QueuedInput>;

/// An input with the time at which it came.
#[derive(Debug)]
pub(crate) struct QueuedInput {
    pub(super) input: Input,
    /// Before its sender waited for room in the queue.
    pub(super) queued: Instant,
}

impl QueuedInput {
    fn new(input: Input) -> QueuedInput {
        QueuedInput { input, queued: Instant::now() }
    }
}

/// Creates the input queue.
pub(crate) fn input_queue() -> (InputSender, InputReceiver) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    (InputSender(sender), receiver)
}

impl InputSender {
    /// Sends an input, when there is room in the queue.
    pub(crate) async fn send(&self, input: Input) {
        // Without a receiver the process is about to end.
        let _ = self.0.send(QueuedInput::new(input)).await;
    }

    /// Sends an input from a thread outside the runtime.
    pub(crate) fn blocking_send(&self, input: Input) {
        let _ = self.0.blocking_send(QueuedInput::new(input));
    }

    /// Returns whether inputs are still handled.
    pub(crate) fn is_alive(&self) -> bool {
        !self.0.is_closed()
    }
}
