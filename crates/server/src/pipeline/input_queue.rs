//! The queue of inputs for the domain.

use tokio::sync::mpsc;

use crate::domain::Input;

/// How many inputs the queue holds before senders wait.
const CAPACITY: usize = 4096;

/// The sending end of the input queue.
#[derive(Clone, Debug)]
pub(crate) struct InputSender(mpsc::Sender<Input>);

/// The receiving end of the input queue.
pub(crate) type InputReceiver = mpsc::Receiver<Input>;

/// Creates the input queue.
pub(crate) fn input_queue() -> (InputSender, InputReceiver) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    (InputSender(sender), receiver)
}

impl InputSender {
    /// Sends an input, when there is room in the queue.
    pub(crate) async fn send(&self, input: Input) {
        // Without a receiver the process is about to end.
        let _ = self.0.send(input).await;
    }

    /// Sends an input from a thread outside the runtime.
    pub(crate) fn blocking_send(&self, input: Input) {
        let _ = self.0.blocking_send(input);
    }

    /// Returns whether inputs are still handled.
    pub(crate) fn is_alive(&self) -> bool {
        !self.0.is_closed()
    }
}
