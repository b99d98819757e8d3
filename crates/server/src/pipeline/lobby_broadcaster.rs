//! Sends the events of the lobby to its subscribers, in batches when there are many.
//!
//! Every subscriber receives every event. Writing to all of them for each game that starts or ends
//! would cost more than the games. So after an event was sent, the next ones are collected for a
//! moment. In a quiet lobby no event is delayed.
//!
//! Events for the same subscribers go into the queues as one [`NoticeBatch`], which is encoded and
//! written once: when 2,000 users come within a second, each of 2,000 subscribers is woken and
//! written to ten times, not 2,000 times.
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
use tokio::time::sleep;

use crate::domain::{ConnId, EncodedNotice};
use crate::net::{ConnectionRegistry, NoticeBatch, Outgoing};
use crate::ops::Metrics;

/// Minimum time for which events are collected. No reader notices the delay.
const DELAY: Duration = Duration::from_millis(50);

/// How long events are collected for each subscriber, so that writing to many takes at most a tenth of a
/// processor: 400 ms for 4,000.
const DELAY_EACH: Duration = Duration::from_micros(100);

/// How many events are collected before their senders wait. The acknowledgements of moves would wait
/// with them, so this is more than a storm of reconnects makes.
const CAPACITY: usize = 65_536;

/// Maximum number of events in a portion. It keeps the time short for which one subscriber is
/// written to.
const MAX_PORTION: usize = 200;

/// A portion is at most this part of a subscriber's queue: so a queue takes some portions before a
/// connection's task has run.
const QUEUE_PART: usize = 8;

/// The pause after a full portion, in which the connections write what is in their queues.
const PORTION_PAUSE: Duration = Duration::from_millis(5);

/// Number of subscribers served at once. Each takes some 10 microseconds.
const GROUP: usize = 64;

/// The pause after each group: the shortest that the runtime's timer supports.
const PAUSE: Duration = Duration::from_millis(1);

/// An event and its subscribers.
struct Broadcast {
    to: Arc<[ConnId]>,
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
                let subscribers = by_subscriber(collected.drain(..));
                send(&subscribers, &registry, &metrics).await;
                let delay = DELAY.max(DELAY_EACH * subscribers.len() as u32);
                sleep(if n == portion { PORTION_PAUSE } else { delay }).await;
            }
        });
        LobbyBroadcaster(sender)
    }

    /// Sends an event now or in a moment.
    pub(crate) async fn broadcast(&self, to: Arc<[ConnId]>, notice: Arc<EncodedNotice>) {
        // Without the task the process is about to end.
        let _ = self.0.send(Broadcast { to, notice }).await;
    }
}

/// The batches for each subscriber, in the order in which the events happened.
type BySubscriber = Vec<(ConnId, Vec<Outgoing>)>;

fn by_subscriber(broadcasts: impl Iterator<Item = Broadcast>) -> BySubscriber {
    let mut subscribers: BTreeMap<ConnId, Vec<Outgoing>> = BTreeMap::new();
    for (to, batch) in batches(broadcasts) {
        for &subscriber in to.iter() {
            subscribers.entry(subscriber).or_default().push(Outgoing::Batch(batch.clone()));
        }
    }
    subscribers.into_iter().collect()
}

/// Puts events together that have the same subscribers and follow each other.
fn batches(
    broadcasts: impl Iterator<Item = Broadcast>,
) -> impl Iterator<Item = (Arc<[ConnId]>, Arc<NoticeBatch>)> {
    let mut broadcasts = broadcasts.peekable();
    std::iter::from_fn(move || {
        let Broadcast { to, notice } = broadcasts.next()?;
        let mut notices = vec![notice];
        while let Some(next) = broadcasts.next_if(|next| is_same(&next.to, &to)) {
            notices.push(next.notice);
        }
        Some((to, NoticeBatch::new(notices)))
    })
}

/// Returns whether two events have the same subscribers. Mostly these are one list.
fn is_same(one: &Arc<[ConnId]>, other: &Arc<[ConnId]>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

/// Sends each subscriber its events, one group of subscribers after the other.
async fn send(subscribers: &BySubscriber, registry: &ConnectionRegistry, metrics: &Metrics) {
    for (i, group) in subscribers.chunks(GROUP).enumerate() {
        if i > 0 {
            sleep(PAUSE).await;
        }
        for (subscriber, batches) in group {
            for batch in batches {
                let delivered = registry.send_to_all(&[*subscriber], batch);
                metrics.delivered(delivered.n_notices, delivered.n_dropped);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tokio::runtime::Runtime;
    use willow_protocol::{Event, Notice};

    use super::*;
    use crate::net::{Outbound, QueueReceiver};

    fn connect(registry: &ConnectionRegistry, number: u64, queue: usize) -> Subscriber {
        Subscriber(registry.insert(ConnId(number), queue))
    }

    struct Subscriber(QueueReceiver);

    impl Subscriber {
        /// Returns the times of the next events, as many as came together.
        async fn times(&mut self) -> Vec<u64> {
            let Some(Outbound::Send(outgoing)) = self.0.recv().await else { panic!("dropped") };
            outgoing.notices().iter().map(|notice| notice.notice().time).collect()
        }

        async fn times_up_to(&mut self, last: u64) -> Vec<u64> {
            let mut times = Vec::new();
            while times.last() != Some(&last) {
                times.extend(self.times().await);
            }
            times
        }
    }

    fn event(time: u64) -> Arc<EncodedNotice> {
        EncodedNotice::new(Notice::new(time, Event::Pong))
    }

    /// Two thousand users come within a second: each subscriber is woken by some batches, not by two
    /// thousand events.
    #[test]
    fn events_for_the_same_subscribers_are_one_batch() {
        const EVENTS: u64 = 2000;
        Runtime::new().unwrap().block_on(async {
            let registry = ConnectionRegistry::default();
            let mut subscribers = [1, 2].map(|number| connect(&registry, number, 2000));
            let broadcaster =
                LobbyBroadcaster::start(registry, Arc::new(Metrics::new(Path::new(""))), 2000);
            let to: Arc<[ConnId]> = [ConnId(1), ConnId(2)].into();
            for time in 1..=EVENTS {
                broadcaster.broadcast(to.clone(), event(time)).await;
            }
            for subscriber in &mut subscribers {
                let mut batches = Vec::new();
                while batches.last().and_then(|batch: &Vec<u64>| batch.last()) != Some(&EVENTS) {
                    batches.push(subscriber.times().await);
                }
                assert!(batches.len() < 2 * EVENTS as usize / MAX_PORTION, "{}", batches.len());
                assert!(batches.concat().into_iter().eq(1..=EVENTS));
            }
        });
    }

    #[test]
    fn a_subscriber_who_reads_is_not_dropped_by_a_burst() {
        const QUEUE: usize = 80;
        const BURST: u64 = 40 * QUEUE as u64;
        Runtime::new().unwrap().block_on(async {
            let registry = ConnectionRegistry::default();
            let mut subscriber = connect(&registry, 1, QUEUE);
            let broadcaster = LobbyBroadcaster::start(
                registry.clone(),
                Arc::new(Metrics::new(Path::new(""))),
                QUEUE,
            );
            let reader = tokio::spawn(async move {
                let times = subscriber.times_up_to(BURST).await;
                assert!(times.into_iter().eq(1..=BURST));
                subscriber
            });
            for time in 1..=BURST {
                broadcaster.broadcast([ConnId(1), ConnId(time + 1)].into(), event(time)).await;
            }
            let _subscriber = reader.await.unwrap();
            assert_eq!(registry.len(), 1);
        });
    }

    #[test]
    fn each_of_many_subscribers_receives_its_events_in_order() {
        Runtime::new().unwrap().block_on(async {
            let registry = ConnectionRegistry::default();
            let many = 2 * GROUP as u64 + 1;
            let mut subscribers: Vec<_> =
                (0..many).map(|number| connect(&registry, number, 8)).collect();
            let broadcaster =
                LobbyBroadcaster::start(registry, Arc::new(Metrics::new(Path::new(""))), 1000);
            // The first is sent at once, the others are collected: time 2 for the odd ones only.
            for (time, step) in [(1, 1), (2, 2), (3, 1)] {
                let to = (step - 1..many).step_by(step as usize).map(ConnId).collect();
                broadcaster.broadcast(to, event(time)).await;
            }
            for (i, subscriber) in subscribers.iter_mut().enumerate() {
                let wanted: &[u64] = if i % 2 == 0 { &[1, 3] } else { &[1, 2, 3] };
                assert_eq!(subscriber.times_up_to(3).await, wanted, "for {i}");
            }
        });
    }
}
