//! Sends push notifications to users whose turn it is.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use futures_util::stream::{BoxStream, iter};
use futures_util::{FutureExt as _, StreamExt as _};
use tokio::time::{MissedTickBehavior, interval};
use willow_protocol::client::Tls;

use super::post::{PostError, PushMessage, post};
use super::seal::{SealError, seal};
use super::services::Target;
use super::{PushKey, PushServices};
use crate::domain::{
    DAY, Input, MINUTE, Millis, PushChange, ServerState, SlowTurn, TokenNumber, UserId,
};
use crate::ops::{Metrics, ServerClock};
use crate::pipeline::InputSender;
use crate::store::{PushSubscription, Store};

/// Interval between polls.
const POLL_INTERVAL: Duration = Duration::from_secs(20);

/// Maximum browsers notified at the same time.
const MAX_IN_FLIGHT: usize = 8;

/// Maximum time for which a service is asked to keep a message: four weeks, which all of them allow.
const MAX_TTL: Millis = 28 * DAY;

/// Maximum characters of an opponent's name, so that a message is never too long.
const MAX_NAME_CHARS: usize = 40;

/// Minimum delay before retrying a message or an unresponsive service.
const RETRY_DELAY: Millis = 5 * MINUTE;

/// Time after which a message that always fails is dropped.
const MAX_RETRY_TIME: Millis = DAY;

/// Posts notifications to push services, and remembers failures.
#[derive(Debug)]
pub(crate) struct PushSender {
    key: PushKey,
    services: PushServices,
    /// An address at which services can reach the operator.
    contact: Option<String>,
    /// The certificates that are trusted, if there are any.
    tls: Option<Tls>,
    failures: Mutex<Failures>,
    metrics: Arc<Metrics>,
}

/// Failures that are still to be retried.
#[derive(Debug, Default)]
struct Failures {
    /// The first failed message of each login.
    logins: HashMap<TokenNumber, FailedMessage>,
    /// When unresponsive services are tried again, by origin.
    services: HashMap<String, Millis>,
}

/// A message that its service did not accept.
#[derive(Debug)]
struct FailedMessage {
    /// When the turn began.
    since: Millis,
    first: Millis,
    /// When it is tried again.
    next: Millis,
}

impl PushSender {
    /// Returns a sender with the server's key.
    pub(crate) fn new(
        key: PushKey,
        services: PushServices,
        contact: Option<String>,
        tls: Option<Tls>,
        metrics: Arc<Metrics>,
    ) -> PushSender {
        PushSender { key, services, contact, tls, failures: Mutex::default(), metrics }
    }

    /// Returns the public key of the server, as browsers want it.
    pub(crate) fn public_key(&self) -> String {
        self.key.public()
    }

    /// Returns whether messages may be sent to an address.
    pub(crate) fn allows(&self, endpoint: &str) -> bool {
        self.services.target(endpoint).is_some()
    }

    /// Polls every 20 seconds until shutdown. Without subscriptions a poll is one query.
    pub(crate) async fn run(
        self: Arc<PushSender>,
        store: Store,
        inputs: InputSender,
        clock: ServerClock,
    ) {
        let mut polls = interval(POLL_INTERVAL);
        polls.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            polls.tick().await;
            let subscriptions = match store.push_subscriptions(clock.now()).await {
                Ok(subscriptions) => subscriptions,
                Err(error) => {
                    tracing::warn!(%error, "the addresses of notifications cannot be read");
                    continue;
                }
            };
            if subscriptions.is_empty() {
                continue;
            }
            let Some(turns) = inputs.ask(ServerState::slow_turns).await else { return };
            let mut changes = self.tell(&subscriptions, &turns, move || clock.now());
            while let Some(change) = changes.next().await {
                inputs.send(Input::Push(change)).await;
            }
        }
    }

    fn failures(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notifies each browser of new turns. Yields a `PushChange` as each push service responds: a slow one delays
    /// only its own messages.
    pub(super) fn tell<'a>(
        &'a self,
        subscriptions: &'a [PushSubscription],
        turns: &'a [SlowTurn],
        now: impl Fn() -> Millis + Copy + Send + Sync + 'a,
    ) -> BoxStream<'a, PushChange> {
        let mut by_user: HashMap<UserId, Vec<&SlowTurn>> = HashMap::new();
        for turn in turns {
            by_user.entry(turn.user).or_default().push(turn);
        }
        let tokens: HashSet<_> = subscriptions.iter().map(|one| one.token).collect();
        let mut failures = self.failures();
        failures.services.retain(|_, next| now() < *next);
        failures.logins.retain(|token, _| tokens.contains(token));
        drop(failures);
        let told = subscriptions.iter().map(|subscription| {
            let turns = by_user.get(&subscription.user).into_iter().flatten().copied();
            let untold = turns.filter(|turn| turn.since > subscription.told_until).collect();
            self.tell_one(subscription, untold, now).boxed()
        });
        let told: Vec<_> = told.collect();
        iter(told).buffer_unordered(MAX_IN_FLIGHT).flat_map(iter).boxed()
    }

    /// Posts one browser's messages in order, stopping at the first failure.
    async fn tell_one(
        &self,
        subscription: &PushSubscription,
        untold: Vec<&SlowTurn>,
        now: impl Fn() -> Millis,
    ) -> Vec<PushChange> {
        let token = subscription.token;
        if subscription.is_expired {
            return vec![off(subscription)];
        }
        if untold.is_empty() {
            self.failures().logins.remove(&token);
        }
        let mut changes = Vec::new();
        for turn in untold {
            // A service that the operator allows no longer is sent nothing; the address stays, in case it is
            // allowed again.
            let Some(target) = self.services.target(&subscription.address.endpoint) else { break };
            if !self.is_due(token, &target, now()) {
                break;
            }
            let origin = target.origin();
            match self.post(subscription, turn, target, now()).await {
                Ok(()) => {
                    self.metrics.notifications.inc();
                    self.failures().logins.remove(&token);
                    changes.push(PushChange::Told { token, until: turn.since });
                }
                Err(PostError::Gone) => {
                    changes.push(off(subscription));
                    break;
                }
                Err(error) => {
                    changes.extend(self.failed(subscription, turn, &origin, &error, now()));
                    break;
                }
            }
        }
        changes
    }

    /// Returns whether it is time to send a message to a login.
    fn is_due(&self, token: TokenNumber, target: &Target, now: Millis) -> bool {
        let failures = self.failures();
        let of_login = failures.logins.get(&token).map(|failed| failed.next);
        let of_service = failures.services.get(&target.origin()).copied();
        of_login.max(of_service).is_none_or(|next| next <= now)
    }

    /// Records a failure. Returns the change of the subscription if the message is dropped.
    fn failed(
        &self,
        subscription: &PushSubscription,
        turn: &SlowTurn,
        origin: &str,
        error: &PostError,
        now: Millis,
    ) -> Option<PushChange> {
        self.metrics.failed_notifications.inc();
        let (token, since) = (subscription.token, turn.since);
        let mut failures = self.failures();
        let wait = match error {
            PostError::Later { wait, .. } => RETRY_DELAY.max(*wait).min(MAX_RETRY_TIME),
            _ => RETRY_DELAY,
        };
        if matches!(error, PostError::Unanswered(_)) {
            failures.services.insert(origin.to_owned(), now + wait);
        }
        let earlier = failures.logins.get(&token).filter(|earlier| earlier.since == since);
        let first = earlier.map_or(now, |earlier| earlier.first);
        if now - first < MAX_RETRY_TIME && !matches!(error, PostError::Refused(_)) {
            failures.logins.insert(token, FailedMessage { since, first, next: now + wait });
            return None;
        }
        failures.logins.remove(&token);
        tracing::warn!(service = origin, %error, "push service rejected a turn notification");
        Some(match error {
            // The subscription is for another key.
            PostError::Later {
                status: StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, ..
            } => off(subscription),
            _ => PushChange::Told { token, until: since },
        })
    }

    /// Seals the message about a turn, and gives it to its service.
    async fn post(
        &self,
        subscription: &PushSubscription,
        turn: &SlowTurn,
        target: Target,
        now: Millis,
    ) -> Result<(), PostError> {
        let left = turn.deadline.map_or(MAX_TTL, |deadline| deadline.saturating_sub(now));
        let body = seal(&subscription.address, text_of(turn).as_bytes());
        let body = body.map_err(|error| match error {
            SealError::Key => PostError::Gone,
            SealError::Text | SealError::Random => io::Error::other(error).into(),
        })?;
        let authorization = self.key.authorization(&target.origin(), self.contact.as_deref(), now);
        let message = PushMessage {
            authorization: authorization.ok_or_else(|| io::Error::other(SealError::Random))?,
            target,
            seconds: left.min(MAX_TTL) / 1000,
            topic: format!("game-{}", turn.game),
            body,
        };
        post(message, self.tls.as_ref().map(Tls::config)).await
    }
}

fn off(subscription: &PushSubscription) -> PushChange {
    let endpoint = Some(subscription.address.endpoint.clone());
    PushChange::Off { token: subscription.token, endpoint }
}

/// Writes the message about a turn: the service worker of the page makes a sentence of it.
fn text_of(turn: &SlowTurn) -> String {
    let opponent: String = turn.opponent.chars().take(MAX_NAME_CHARS).collect();
    let last = turn.last.map(|square| square.to_string());
    serde_json::json!({
        "game": turn.game.0, "opponent": opponent, "move": last, "deadline": turn.deadline,
    })
    .to_string()
}
