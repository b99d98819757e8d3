//! Mails that wait for the relay, each in a task of its own.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::{Mail, Relay};
use crate::ops::Metrics;

/// How many mails and questions for links wait at a time. What comes then is given up.
const MAX_WAITING: usize = 100;

/// How many mails the relay is handed at a time.
const AT_ONCE: usize = 2;

/// The times between the tries of a mail. Greylisting takes some minutes; after hours nobody waits for a link.
const PAUSES: [Duration; 5] = [
    Duration::from_secs(10),
    Duration::from_mins(1),
    Duration::from_mins(5),
    Duration::from_mins(20),
    Duration::from_hours(1),
];

/// A mail was not taken.
#[derive(Debug, Error)]
#[error("{cause}")]
pub(super) struct SendError {
    pub(super) cause: String,
    /// Whether another try is in vain.
    pub(super) is_final: bool,
}

/// Hands mails to the relay, and tries again what it does not take.
#[derive(Debug)]
pub(super) struct Outbox {
    relay: Relay,
    metrics: Arc<Metrics>,
    places: Arc<Semaphore>,
    turns: Semaphore,
    pauses: Vec<Duration>,
}

impl Outbox {
    pub(super) fn new(relay: Relay, metrics: Arc<Metrics>) -> Outbox {
        Outbox::with_pauses(relay, metrics, PAUSES.to_vec())
    }

    /// The same with other times between the tries.
    pub(super) fn with_pauses(
        relay: Relay,
        metrics: Arc<Metrics>,
        pauses: Vec<Duration>,
    ) -> Outbox {
        let (places, turns) = (Arc::new(Semaphore::new(MAX_WAITING)), Semaphore::new(AT_ONCE));
        Outbox { relay, metrics, places, turns, pauses }
    }

    /// Sends a mail, as soon as the relay takes it.
    pub(super) fn send(self: &Arc<Outbox>, mail: Mail) {
        let outbox = self.clone();
        self.run(async move { outbox.try_often(&mail).await });
    }

    /// Runs what ends with a mail, if there is a place for it.
    pub(super) fn run(&self, work: impl Future<Output = ()> + Send + 'static) {
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            self.metrics.failed_mails.inc();
            tracing::warn!("a mail is given up: {MAX_WAITING} others wait");
            return;
        };
        tokio::spawn(async move {
            work.await;
            drop(place);
        });
    }

    async fn try_often(&self, mail: &Mail) {
        let mut pauses = self.pauses.iter();
        loop {
            let turn = self.turns.acquire().await;
            let sent = self.relay.send(mail).await;
            drop(turn);
            match (sent, pauses.next()) {
                (Ok(()), _) => {
                    self.metrics.mails.inc();
                    return;
                }
                (Err(cause), Some(pause)) if !cause.is_final => {
                    tracing::warn!(%cause, "a mail is tried again in {} s", pause.as_secs());
                    sleep(*pause).await;
                }
                (Err(cause), _) => {
                    self.metrics.failed_mails.inc();
                    tracing::error!(%cause, "a mail is given up");
                    return;
                }
            }
        }
    }
}
