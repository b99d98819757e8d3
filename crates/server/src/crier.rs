//! What happens in the lobby, gathered for a moment when much happens.
//!
//! Everybody hears of it, and to write to everybody for every game that begins or ends would cost
//! more than the games. So after the lobby heard something it hears the next things together, a
//! moment later. In a quiet lobby nothing waits.
//!
//! And where many follow, not all hear at once: they come by groups with a pause after each, so
//! that somebody's move does not wait until a thousand others have been written to.
//!
//! Invariant: all that happens in the lobby goes this way, so that its order stays. What somebody
//! has missed there and asks for again does not: it is said before the answer that it was all.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::core::ConnId;
use crate::directory::Directory;
use crate::metrics::Metrics;
use crate::outgoing::Outgoing;

/// How long what comes is gathered. Nobody who reads notices it.
const MOMENT: Duration = Duration::from_millis(50);

/// How many things are gathered at most before those who bring them wait.
const GATHERED: usize = 4096;

/// How many hear at once. To write to somebody takes some 10 microseconds.
const GROUP: usize = 64;

/// How long the others' turn is after each group: the shortest that the runtime's clock knows.
const PAUSE: Duration = Duration::from_millis(1);

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
                say(&by_listener(gathered.drain(..)), &directory, &metrics).await;
                sleep(MOMENT).await;
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

/// What each listener is to hear, in the order in which it happened.
type Listeners = Vec<(ConnId, Vec<Arc<Outgoing>>)>;

fn by_listener(cries: impl Iterator<Item = Cry>) -> Listeners {
    let mut listeners: BTreeMap<ConnId, Vec<Arc<Outgoing>>> = BTreeMap::new();
    for Cry { to, notice } in cries {
        for listener in to {
            listeners.entry(listener).or_default().push(notice.clone());
        }
    }
    listeners.into_iter().collect()
}

/// Says to each listener what it is to hear, to one group after the other.
async fn say(listeners: &Listeners, directory: &Directory, metrics: &Metrics) {
    for (i, group) in listeners.chunks(GROUP).enumerate() {
        if i > 0 {
            sleep(PAUSE).await;
        }
        for (listener, notices) in group {
            for notice in notices {
                let dropped = directory.say(&[*listener], notice);
                metrics.delivered(1, dropped);
            }
        }
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

    #[test]
    fn each_of_many_hears_its_own_in_order() {
        Runtime::new().unwrap().block_on(async {
            let directory = Directory::default();
            let many = 2 * GROUP as u64 + 1;
            let mut ears: Vec<_> = (0..many)
                .map(|i| {
                    let (queue, heard) = mpsc::channel(8);
                    directory.insert(ConnId(i), queue);
                    heard
                })
                .collect();
            let crier = Crier::start(directory, Arc::default());
            // The first is said at once, the others are gathered: time 2 for the odd ones only.
            for (time, step) in [(1, 1), (2, 2), (3, 1)] {
                let to = (step - 1..many).step_by(step as usize).map(ConnId).collect();
                crier.cry(to, Outgoing::new(Notice::new(time, Event::Pong))).await;
            }
            for (i, heard) in ears.iter_mut().enumerate() {
                for time in 1..=3 {
                    if time == 2 && i % 2 == 0 {
                        continue;
                    }
                    let Some(Outbound::Say(notice)) = heard.recv().await else { panic!("silence") };
                    assert_eq!(notice.notice().time, time, "for {i}");
                }
            }
        });
    }
}
