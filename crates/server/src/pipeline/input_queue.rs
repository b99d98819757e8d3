//! The queue of inputs for the domain.

use std::time::Instant;

use tokio::sync::{mpsc, oneshot};

use crate::domain::{Input, ServerState};

/// Maximum inputs in the queue before senders wait.
const CAPACITY: usize = 4096;

/// What the deciding task takes from its queue.
#[expect(
    clippy::large_enum_variant,
    reason = "nearly all are inputs, which a box would make slower"
)]
pub(crate) enum Queued {
    /// An input, and when it came, before its sender waited for a free slot in the queue.
    Input(Input, Instant),
    /// A question about the state, which sends its answer itself.
    Question(Box<dyn FnOnce(&ServerState) + Send>),
}

/// The sending end of the input queue.
#[derive(Clone, Debug)]
pub(crate) struct InputSender(mpsc::Sender<Queued>);

/// The receiving end of the input queue.
pub(crate) type InputReceiver = mpsc::Receiver<Queued>;

pub(crate) fn input_queue() -> (InputSender, InputReceiver) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    (InputSender(sender), receiver)
}

impl InputSender {
    /// Sends an input, when the queue has a free slot.
    pub(crate) async fn send(&self, input: Input) {
        // Without a receiver the process is about to end.
        let _ = self.0.send(Queued::Input(input, Instant::now())).await;
    }

    /// Sends an input from a thread outside the runtime.
    pub(crate) fn blocking_send(&self, input: Input) {
        let _ = self.0.blocking_send(Queued::Input(input, Instant::now()));
    }

    /// Asks a question about the state. There is no answer when the server ends.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&ServerState) -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, told) = oneshot::channel();
        let ask = Box::new(move |state: &ServerState| _ = answer.send(question(state)));
        self.0.send(Queued::Question(ask)).await.ok()?;
        told.await.ok()
    }

    /// Returns whether inputs are still handled.
    pub(crate) fn is_alive(&self) -> bool {
        !self.0.is_closed()
    }
}
