//! The task that looks who is to move, and tells browsers.

use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::iter;
use futures_util::{FutureExt, StreamExt};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::{MissedTickBehavior, interval};
use tokio_rustls::rustls::RootCertStore;

use super::{
    AfterFailure, Answer, Dead, Office, PushKey, PushServices, Retries, Told, system_roots,
};
use crate::domain::{Input, Millis, PushChange, SlowTurn, TokenNumber, UserId};
use crate::ops::{Metrics, ServerClock};
use crate::pipeline::{InputSender, TurnAsker};
use crate::store::{PushSubscription, Store};

/// The time between two looks.
const PAUSE: Duration = Duration::from_secs(20);

/// How many messages are on their way at a time.
const AT_ONCE: usize = 8;

/// Sends notifications.
#[derive(Debug)]
pub(crate) struct PushTask {
    pub(crate) store: Store,
    pub(crate) sender: PushSender,
}

/// Gives messages to services, and remembers which failed.
#[derive(Debug)]
pub(crate) struct PushSender {
    pub(super) office: Office,
    /// The logins whose messages failed.
    retries: Retries<TokenNumber>,
    /// The origins of the services that could not be reached.
    unreachable: Retries<String>,
    metrics: Arc<Metrics>,
}

/// What pages are told, and how their addresses are checked.
#[derive(Clone, Debug)]
pub(crate) struct PushDoor {
    /// The public key of the server, as browsers want it.
    pub(crate) key: Arc<str>,
    pub(crate) services: PushServices,
}

impl PushTask {
    /// Looks every twenty seconds, until the server ends. If no browser takes notifications, a look is one
    /// query to the database.
    pub(crate) async fn run(mut self, inputs: InputSender, turns: TurnAsker, clock: ServerClock) {
        let mut looks = interval(PAUSE);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (notes, mut noted) = unbounded_channel();
        let writer = inputs.clone();
        tokio::spawn(async move {
            while let Some(change) = noted.recv().await {
                writer.send(Input::Push(change)).await;
            }
        });
        loop {
            looks.tick().await;
            let subscriptions = match self.store.push_subscriptions(clock.now()).await {
                Ok(subscriptions) => subscriptions,
                Err(error) => {
                    tracing::warn!(%error, "the addresses of notifications cannot be read");
                    continue;
                }
            };
            if subscriptions.is_empty() {
                continue;
            }
            let Some(turns) = turns.ask().await else { return };
            self.sender.tell(&subscriptions, &turns, || clock.now(), &notes).await;
        }
    }
}

impl PushSender {
    pub(crate) fn new(
        key: PushKey,
        services: PushServices,
        contact: Option<String>,
        metrics: Arc<Metrics>,
    ) -> PushSender {
        PushSender::with_roots(key, services, contact, metrics, system_roots())
    }

    /// Returns a sender that trusts some certificates.
    pub(super) fn with_roots(
        key: PushKey,
        services: PushServices,
        contact: Option<String>,
        metrics: Arc<Metrics>,
        roots: RootCertStore,
    ) -> PushSender {
        let office = Office::new(key, services, contact, roots);
        let (retries, unreachable) = (Retries::default(), Retries::default());
        PushSender { office, retries, unreachable, metrics }
    }

    /// Returns what the routes of HTTP need.
    pub(crate) fn door(&self) -> PushDoor {
        PushDoor { key: self.office.key.public().into(), services: self.office.services.clone() }
    }

    /// Tells each browser the turns that it has not been told. What is to be noted is sent as it happens, so that
    /// a slow service delays nothing but its own messages.
    pub(super) async fn tell(
        &mut self,
        subscriptions: &[PushSubscription],
        turns: &[SlowTurn],
        now: impl Fn() -> Millis,
        notes: &UnboundedSender<PushChange>,
    ) {
        // Nobody reads the notes at the end of the server.
        let send = |change| _ = notes.send(change);
        let tokens: HashSet<_> = subscriptions.iter().map(|one| one.token).collect();
        self.retries.keep(|token| tokens.contains(token));
        let origins = subscriptions.iter().filter_map(|one| self.office.origin_of(one));
        let origins: HashSet<String> = origins.collect();
        self.unreachable.keep(|origin| origins.contains(origin));
        let (expired, valid): (Vec<_>, Vec<_>) =
            subscriptions.iter().partition(|one| one.is_expired);
        expired.into_iter().map(off).for_each(send);
        let began = now();
        let work = self.untold(valid, turns, began);
        let (office, dead) = (&self.office, &Dead::default());
        let mut letters = Vec::new();
        for (subscription, turns) in work {
            let told = async move { office.tell(subscription, &turns, dead, began).await };
            letters.push(told.map(move |told| (subscription, told)).boxed());
        }
        let mut told = pin!(iter(letters).buffer_unordered(AT_ONCE));
        while let Some((subscription, told)) = told.next().await {
            self.metrics.notified(told.n_taken);
            let memory = Memory {
                retries: &mut self.retries,
                unreachable: &mut self.unreachable,
                metrics: &self.metrics,
            };
            let origin = office.origin_of(subscription).unwrap_or_default();
            memory.note(subscription, &origin, told, now()).into_iter().for_each(send);
        }
    }

    /// Returns the turns that each browser has not been told, if it is time to tell it.
    fn untold<'a>(
        &mut self,
        subscriptions: Vec<&'a PushSubscription>,
        turns: &'a [SlowTurn],
        now: Millis,
    ) -> Vec<(&'a PushSubscription, Vec<&'a SlowTurn>)> {
        let mut by_user: HashMap<UserId, Vec<&SlowTurn>> = HashMap::new();
        for turn in turns {
            by_user.entry(turn.user).or_default().push(turn);
        }
        let mut work = Vec::new();
        for subscription in subscriptions {
            let turns = by_user.get(&subscription.user).into_iter().flatten().copied();
            let untold: Vec<_> =
                turns.filter(|turn| turn.since > subscription.told_until).collect();
            if untold.is_empty() {
                self.retries.forget(&subscription.token);
                continue;
            }
            // A service that the operator allows no longer is sent nothing; the address stays, in case it is
            // allowed again.
            let Some(origin) = self.office.origin_of(subscription) else { continue };
            let is_reached = self.unreachable.is_due(&origin, now);
            if is_reached && self.retries.is_due(&subscription.token, now) {
                work.push((subscription, untold));
            }
        }
        work
    }
}

/// What is remembered of earlier messages.
struct Memory<'a> {
    retries: &'a mut Retries<TokenNumber>,
    unreachable: &'a mut Retries<String>,
    metrics: &'a Metrics,
}

impl Memory<'_> {
    /// Returns what is to be noted about a browser.
    fn note(
        self,
        subscription: &PushSubscription,
        origin: &str,
        told: Told,
        now: Millis,
    ) -> Vec<PushChange> {
        let token = subscription.token;
        let note = |until| PushChange::Told { token, until };
        let mut changes: Vec<PushChange> = told.until.map(note).into_iter().collect();
        if told.n_taken > 0 {
            self.unreachable.forget(origin);
        }
        let Some((answer, since)) = told.failure else {
            if told.n_taken > 0 {
                self.retries.forget(&token);
            }
            return changes;
        };
        let wait = match &answer {
            Answer::Taken => return changes,
            Answer::Gone => {
                changes.push(off(subscription));
                return changes;
            }
            Answer::Refused(status) => {
                self.metrics.notification_failed();
                tracing::warn!(service = origin, %status, "a push service refuses a message");
                changes.push(note(since));
                return changes;
            }
            Answer::Later { wait, .. } => *wait,
            Answer::Unreachable(_) if self.unreachable.is_due(origin, now) => {
                self.unreachable.failed(origin.to_owned(), None, now);
                None
            }
            Answer::Unsigned(_) | Answer::Failed(_) | Answer::Unreachable(_) => None,
        };
        self.metrics.notification_failed();
        if self.retries.failed(token, wait, now) == AfterFailure::GiveUp {
            tracing::warn!(service = origin, %answer, "a push service takes no message of a turn");
            // An address for which the server cannot sign is forgotten.
            let is_refused = matches!(answer, Answer::Unsigned(_));
            changes.push(if is_refused { off(subscription) } else { note(since) });
        }
        changes
    }
}

fn off(subscription: &PushSubscription) -> PushChange {
    let endpoint = Some(subscription.address.endpoint.clone());
    PushChange::Off { token: subscription.token, endpoint }
}
