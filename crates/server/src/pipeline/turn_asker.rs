//! Asks the deciding task who is to move in games of days.

use tokio::sync::{mpsc, oneshot};

use crate::domain::{ServerState, SlowTurn};

/// How many questions wait. One task asks, a few times a minute.
const WAITING: usize = 4;

/// The asking end.
#[derive(Clone, Debug)]
pub(crate) struct TurnAsker(mpsc::Sender<oneshot::Sender<Vec<SlowTurn>>>);

/// The end of the deciding task.
#[derive(Debug)]
pub(crate) struct TurnTeller {
    questions: mpsc::Receiver<oneshot::Sender<Vec<SlowTurn>>>,
    /// Held so that a server without notifications waits for ever, and does not see the end of its askers.
    _open: mpsc::Sender<oneshot::Sender<Vec<SlowTurn>>>,
}

/// Creates both ends.
pub(crate) fn turn_asker() -> (TurnTeller, TurnAsker) {
    let (sender, questions) = mpsc::channel(WAITING);
    (TurnTeller { questions, _open: sender.clone() }, TurnAsker(sender))
}

impl TurnAsker {
    /// Returns the turns, or nothing when the server ends.
    pub(crate) async fn ask(&self) -> Option<Vec<SlowTurn>> {
        let (answer, told) = oneshot::channel();
        self.0.send(answer).await.ok()?;
        told.await.ok()
    }
}

impl TurnTeller {
    /// Waits for a question.
    pub(super) async fn wanted(&mut self) -> Option<oneshot::Sender<Vec<SlowTurn>>> {
        self.questions.recv().await
    }
}

/// Answers a question.
pub(super) fn tell(answer: oneshot::Sender<Vec<SlowTurn>>, state: &ServerState) {
    // Nobody waits any more if the server ends.
    let _ = answer.send(state.slow_turns());
}
