//! Sends the events of the lobby to its subscribers, in batches when there are many.
//!
//! Every subscriber receives every event. Writing to all of them for each game that starts or ends
//! would cost more than the games. So after an event was sent, the next ones are collected for a
//! moment. In a quiet lobby no event is delayed.
//!
//! Many subscribers are served in groups with a pause after each, so that no move waits until a
//! thousand subscribers have been written to.
//!
//! When very many events come at once, such as when all clients reconnect, a subscriber receives them
//! in portions that are small beside its queue, so that nobody who reads is dropped.
//!
//! Invariant: all events of the lobby go this way, so that their order stays. Missed events that a
//! client asks for do not: they are sent before the answer that says they are complete.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use crate::domain::{ConnId, EncodedNotice};
use crate::net::registry::ConnectionRegistry;
use crate::ops::Metrics;

/// How long events are collected. No reader notices the delay.
const DELAY: Duration = Duration::from_millis(50);

/// How many events are collected before their senders wait.
const CAPACITY: usize = 4096;

/// The largest number of events in a portion. It keeps the time short for which one subscriber is
/// written to.
const MAX_PORTION: usize = 200;

/// A portion is at most this part of a subscriber's queue: so a queue takes some portions before a
/// connection's task has run.
const QUEUE_PART: usize = 8;

/// The pause after a full portion, in which the connections write what is in their queues.
const PORTION_PAUSE: Duration = Duration::from_millis(5);

/// How many subscribers are served at once. Each takes some 10 microseconds.
const GROUP: usize = 64;

/// The pause after each group: the shortest that the runtime's timer supports.
const PAUSE: Duration = Duration::from_millis(1);

/// An event and its subscribers.
struct Broadcast {
    to: Vec<ConnId>,
    notice: Arc<EncodedNotice>,
}

/// The queue of the task that sends the lobby's events.
#[derive(Debug)]
pub(crate) struct LobbyBroadcaster(mpsc::Sender<Broadcast>);

impl LobbyBroadcaster {
    /// Starts the task. The task ends when this is dropped and all events are sent.
    /// `queue` is the capacity of a connection's queue.
    pub(crate) fn start(
        registry: ConnectionRegistry,
        metrics: Arc<Metrics>,
        queue: usize,
    ) -> LobbyBroadcaster {
        let portion = (queue / QUEUE_PART).clamp(1, MAX_PORTION);
        let (sender, mut receiver) = mpsc::channel(CAPACITY);
        tokio::spawn(async move {
            let mut collected: Vec<Broadcast> = Vec::new();
            loop {
                let n = receiver.recv_many(&mut collected, portion).await;
                if n == 0 {
                    return;
                }
                let began = Instant::now();
                send(&by_subscriber(collected.drain(..)), &registry, &metrics).await;
                metrics.lobby_flushed(began.elapsed());
                sleep(if n == portion { PORTION_PAUSE } else { DELAY }).await;
            }
        });
        LobbyBroadcaster(sender)
    }

    /// Sends an event now or in a moment.
    pub(crate) async fn broadcast(&self, to: Vec<ConnId>, notice: Arc<EncodedNotice>) {
        // Without the task the process is about to end.
        let _ = self.0.send(Broadcast { to, notice }).await;
    }
}

/// The events for each subscriber, in the order in which they happened.
type BySubscriber = Vec<(ConnId, Vec<Arc<EncodedNotice>>)>;

fn by_subscriber(broadcasts: impl Iterator<Item = Broadcast>) -> BySubscriber {
    let mut subscribers: BTreeMap<ConnId, Vec<Arc<EncodedNotice>>> = BTreeMap::new();
    for Broadcast { to, notice } in broadcasts {
        for subscriber in to {
            subscribers.entry(subscriber).or_default().push(notice.clone());
        }
    }
    subscribers.into_iter().collect()
}

/// Sends each subscriber its events, one group of subscribers after the other.
async fn send(subscribers: &BySubscriber, registry: &ConnectionRegistry, metrics: &Metrics) {
    for (i, group) in subscribers.chunks(GROUP).enumerate() {
        if i > 0 {
            sleep(PAUSE).await;
        }
        for (subscriber, notices) in group {
            for notice in notices {
                let dropped = registry.send_notice(&[*subscriber], notice);
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
    use crate::net::registry::Outbound;

    #[test]
    fn events_are_sent_in_order() {
        Runtime::new().unwrap().block_on(async {
            let registry = ConnectionRegistry::default();
            let (queue, mut received) = mpsc::channel(8);
            registry.insert(ConnId(1), queue);
            let broadcaster = LobbyBroadcaster::start(registry, Arc::new(Metrics::new()), 1000);
            for time in 1..=4 {
                broadcaster
                    .broadcast(vec![ConnId(1)], EncodedNotice::new(Notice::new(time, Event::Pong)))
                    .await;
            }
            for time in 1..=4 {
                let Some(Outbound::Send(notice, _)) = received.recv().await else {
                    panic!("no notice")
                };
                assert_eq!(notice.notice().time, time);
            }
        });
    }

    /// More events at once than the queue of a subscriber holds.
    #[test]
    fn a_subscriber_who_reads_is_not_dropped_by_a_burst() {
        const QUEUE: usize = 80;
        const BURST: u64 = 40 * QUEUE as u64;
        Runtime::new().unwrap().block_on(async {
            let registry = ConnectionRegistry::default();
            let (queue, mut received) = mpsc::channel(QUEUE);
            registry.insert(ConnId(1), queue);
            let broadcaster =
                LobbyBroadcaster::start(registry.clone(), Arc::new(Metrics::new()), QUEUE);
            let reader = tokio::spawn(async move {
                for time in 1..=BURST {
                    let Some(Outbound::Send(notice, _)) = received.recv().await else {
                        panic!("dropped before event {time}")
                    };
                    assert_eq!(notice.notice().time, time);
                }
                received
            });
            for time in 1..=BURST {
                let notice = EncodedNotice::new(Notice::new(time, Event::Pong));
                broadcaster.broadcast(vec![ConnId(1)], notice).await;
            }
            let _received = reader.await.unwrap();
            assert_eq!(registry.len(), 1);
        });
    }

    #[test]
    fn each_of_many_subscribers_receives_its_events_in_order() {
        Runtime::new().unwrap().block_on(async {
            let registry = ConnectionRegistry::default();
            let many = 2 * GROUP as u64 + 1;
            let mut receivers: Vec<_> = (0..many)
                .map(|i| {
                    let (queue, received) = mpsc::channel(8);
                    registry.insert(ConnId(i), queue);
                    received
                })
                .collect();
            let broadcaster = LobbyBroadcaster::start(registry, Arc::new(Metrics::new()), 1000);
            // The first is sent at once, the others are collected: time 2 for the odd ones only.
            for (time, step) in [(1, 1), (2, 2), (3, 1)] {
                let to = (step - 1..many).step_by(step as usize).map(ConnId).collect();
                broadcaster.broadcast(to, EncodedNotice::new(Notice::new(time, Event::Pong))).await;
            }
            for (i, received) in receivers.iter_mut().enumerate() {
                for time in 1..=3 {
                    if time == 2 && i % 2 == 0 {
                        continue;
                    }
                    let Some(Outbound::Send(notice, _)) = received.recv().await else {
                        panic!("no notice")
                    };
                    assert_eq!(notice.notice().time, time, "for {i}");
                }
            }
        });
    }
}
