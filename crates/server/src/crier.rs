//! What happens in the lobby, gathered for a moment when much happens.
//!
//! Everybody hears of it, and to write to everybody for every game that begins or ends would cost
//! more than the games. So after the lobby heard something it hears the next things together, a
//! moment later. In a quiet lobby nothing waits.
//!
//! Invariant: all that happens in the lobby goes this way, so that its order stays. What somebody
//! has missed there and asks for again does not: it is said before the answer that it was all.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use crate::core::ConnId;
use crate::directory::Directory;
use crate::metrics::Metrics;
use crate::outgoing::Outgoing;

/// How long what comes is gathered. Nobody who reads notices it.
const MOMENT: Duration = Duration::from_millis(50);

/// How many things are gathered at most before those who bring them wait.
const GATHERED: usize = 4096;

/// Something to be said, and to whom.
struct Cry {
    to: Vec<ConnId>,
    notice: Arc<Outgoing>,
}

/// The way to the one who says it.
#[derive(Debug)]
pub(crate) struct Crier(mpsc::Sender<Cry>);

impl Crier {
    /// Starts the one who says it. He ends when this is dropped and all is said.
    pub(crate) fn start(directory: Directory, metrics: Arc<Metrics>) -> Crier {
        let (sender, mut cries) = mpsc::channel(GATHERED);
        tokio::spawn(async move {
            let mut gathered: Vec<Cry> = Vec::new();
            while cries.recv_many(&mut gathered, GATHERED).await > 0 {
                for Cry { to, notice } in gathered.drain(..) {
                    let dropped = directory.say(&to, &notice);
                    metrics.delivered(to.len(), dropped);
                }
                tokio::time::sleep(MOMENT).await;
            }
        });
        Crier(sender)
    }

    /// Says something now or in a moment.
    pub(crate) async fn cry(&self, to: Vec<ConnId>, notice: Arc<Outgoing>) {
        // Without a crier the process is about to end.
        let _ = self.0.send(Cry { to, notice }).await;
    }
}

#[cfg(test)]
mod tests {
    use tokio::runtime::Runtime;
    use willow_protocol::{Event, Notice};

    use super::*;
    use crate::directory::Outbound;

    #[test]
    fn all_is_said_in_its_order() {
        Runtime::new().unwrap().block_on(async {
            let directory = Directory::default();
            let (queue, mut heard) = mpsc::channel(8);
            directory.insert(ConnId(1), queue);
            let crier = Crier::start(directory, Arc::default());
            for time in 1..=4 {
                crier.cry(vec![ConnId(1)], Outgoing::new(Notice::new(time, Event::Pong))).await;
            }
            for time in 1..=4 {
                let Some(Outbound::Say(notice)) = heard.recv().await else { panic!("silence") };
                assert_eq!(notice.notice().time, time);
            }
        });
    }
}
