//! The task that looks who is to move, writes the messages about turns, and gives them to their services.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::stream::{BoxStream, iter};
use futures_util::{FutureExt as _, StreamExt as _};
use tokio::time::{MissedTickBehavior, interval};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::post::{Answer, PushMessage, post, tls};
use super::retries::{AfterFailure, Retries};
use super::seal::{SealError, seal};
use super::{PushKey, PushServices};
use crate::domain::{Input, Millis, PushChange, ServerState, SlowTurn, TokenNumber, UserId};
use crate::ops::{Metrics, ServerClock};
use crate::pipeline::InputSender;
use crate::store::{PushSubscription, Store};

/// The time between two looks.
const PAUSE: Duration = Duration::from_secs(20);

/// How many messages are on their way at a time.
const AT_ONCE: usize = 8;

/// The longest time for which a service is asked to keep a message: four weeks, which all of them allow.
const LONGEST: Millis = 28 * 24 * 3_600_000;

/// The most characters of an opponent's name, so that a message is never too long.
const NAME: usize = 40;

/// The time for which a signature is used again.
const SIGNED: Millis = 3_600_000;

/// Sends notifications: gives messages to services, and remembers which failed.
#[derive(Debug)]
pub(crate) struct PushSender {
    key: PushKey,
    services: PushServices,
    /// An address at which services can reach the operator.
    contact: Option<String>,
    tls: Arc<ClientConfig>,
    /// The signature for each origin, and when it was made.
    signatures: Mutex<HashMap<String, (String, Millis)>>,
    failures: Mutex<Failures>,
    metrics: Arc<Metrics>,
}

/// What has failed, and is tried again later.
#[derive(Debug, Default)]
struct Failures {
    /// The logins whose messages failed.
    logins: Retries<TokenNumber>,
    /// The origins of the services that could not be reached.
    services: Retries<String>,
}

/// What pages are told, and how their addresses are checked.
#[derive(Clone, Debug)]
pub(crate) struct PushDoor {
    /// The public key of the server, as browsers want it.
    pub(crate) key: Arc<str>,
    pub(crate) services: PushServices,
}

/// What came of the messages to a browser.
#[derive(Debug, Default)]
struct Told {
    /// How many messages were taken.
    n_taken: u64,
    /// The time up to which turns were told, if one was.
    until: Option<Millis>,
    /// What was answered to the first message that was not taken, and when its turn began.
    failure: Option<(Answer, Millis)>,
}

impl PushSender {
    /// Returns a sender that trusts some certificates.
    pub(crate) fn new(
        key: PushKey,
        services: PushServices,
        contact: Option<String>,
        roots: RootCertStore,
        metrics: Arc<Metrics>,
    ) -> PushSender {
        PushSender {
            key,
            services,
            contact,
            tls: tls(roots),
            signatures: Mutex::default(),
            failures: Mutex::default(),
            metrics,
        }
    }

    /// Returns what the routes of HTTP need.
    pub(crate) fn door(&self) -> PushDoor {
        PushDoor { key: self.key.public().into(), services: self.services.clone() }
    }

    /// Looks every twenty seconds, until the server ends. If no browser takes notifications, a look is one
    /// query to the database.
    pub(crate) async fn run(self, store: Store, inputs: InputSender, clock: ServerClock) {
        let mut looks = interval(PAUSE);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
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
            let mut changes = self.tell(&subscriptions, &turns, || clock.now());
            while let Some(change) = changes.next().await {
                inputs.send(Input::Push(change)).await;
            }
        }
    }

    fn failures(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells each browser the turns that it has not been told. What is to be noted comes as each service answers: a
    /// slow one delays nothing but its own messages.
    pub(super) fn tell<'a>(
        &'a self,
        subscriptions: &'a [PushSubscription],
        turns: &'a [SlowTurn],
        now: impl Fn() -> Millis + Send + 'a,
    ) -> BoxStream<'a, PushChange> {
        let tokens: HashSet<_> = subscriptions.iter().map(|one| one.token).collect();
        self.failures().logins.keep(|token| tokens.contains(token));
        let origins = subscriptions.iter().filter_map(|one| self.origin_of(one));
        let origins: HashSet<String> = origins.collect();
        self.failures().services.keep(|origin| origins.contains(origin));
        let (expired, valid): (Vec<_>, Vec<_>) =
            subscriptions.iter().partition(|one| one.is_expired);
        let began = now();
        let failed = Arc::<Mutex<HashSet<String>>>::default();
        let messages = self.untold(valid, turns, began).into_iter().map(|(subscription, turns)| {
            let failed = failed.clone();
            let told = async move { self.tell_one(subscription, &turns, &failed, began).await };
            told.map(move |told| (subscription, told)).boxed()
        });
        let messages: Vec<_> = messages.collect();
        let answered = iter(messages).buffer_unordered(AT_ONCE);
        let changes = answered
            .flat_map(move |(subscription, told)| iter(self.changes(subscription, told, now())));
        iter(expired.into_iter().map(off)).chain(changes).boxed()
    }

    /// Returns the turns that each browser has not been told, if it is time to tell it.
    fn untold<'a>(
        &self,
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
                self.failures().logins.forget(&subscription.token);
                continue;
            }
            // A service that the operator allows no longer is sent nothing; the address stays, in case it is
            // allowed again.
            let Some(origin) = self.origin_of(subscription) else { continue };
            let failures = self.failures();
            let is_reached = failures.services.is_due(&origin, now);
            if is_reached && failures.logins.is_due(&subscription.token, now) {
                work.push((subscription, untold));
            }
        }
        work
    }

    /// Returns the origin of the service of a browser, if the operator allows it still.
    fn origin_of(&self, subscription: &PushSubscription) -> Option<String> {
        Some(self.services.target(&subscription.address.endpoint)?.origin())
    }

    /// Gives the messages to one browser to its service in their order, up to the first that is not taken.
    /// A service that could not be reached in this look, one of `failed`, is not tried again.
    async fn tell_one(
        &self,
        subscription: &PushSubscription,
        turns: &[&SlowTurn],
        failed: &Mutex<HashSet<String>>,
        now: Millis,
    ) -> Told {
        let failed = || failed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut told = Told::default();
        let Some(origin) = self.origin_of(subscription) else { return told };
        for turn in turns {
            if failed().contains(&origin) {
                return told;
            }
            let answer = match self.message(subscription, turn, now) {
                Ok(message) => post(message, self.tls.clone()).await,
                Err(answer) => answer,
            };
            if !matches!(answer, Answer::Taken) {
                if matches!(answer, Answer::Unreachable(_)) {
                    failed().insert(origin);
                }
                told.failure = Some((answer, turn.since));
                return told;
            }
            (told.n_taken, told.until) = (told.n_taken + 1, Some(turn.since));
        }
        told
    }

    /// Seals the message about a turn; an error is what is to be noted instead of an answer.
    fn message(
        &self,
        subscription: &PushSubscription,
        turn: &SlowTurn,
        now: Millis,
    ) -> Result<PushMessage, Answer> {
        let target = self.services.target(&subscription.address.endpoint).ok_or(Answer::Gone)?;
        let left = turn.deadline.map_or(LONGEST, |deadline| deadline.saturating_sub(now));
        let no_random = || Answer::Failed(io::Error::other("no random numbers"));
        let body = seal(&subscription.address, text_of(turn).as_bytes());
        let body = body.map_err(|error| match error {
            // Nobody can read what is sealed for it.
            SealError::Key => Answer::Gone,
            SealError::Text => Answer::Failed(io::Error::other("the message is too long")),
            SealError::Random => no_random(),
        })?;
        Ok(PushMessage {
            authorization: self.authorization(&target.origin(), now).ok_or_else(no_random)?,
            target,
            seconds: left.min(LONGEST) / 1000,
            topic: format!("game-{}", turn.game),
            body,
        })
    }

    /// Returns the server's signature for an origin.
    fn authorization(&self, origin: &str, now: Millis) -> Option<String> {
        let mut signatures = self.signatures.lock().unwrap_or_else(PoisonError::into_inner);
        signatures.retain(|_, (_, made)| now.saturating_sub(*made) < SIGNED);
        if let Some((signature, _)) = signatures.get(origin) {
            return Some(signature.clone());
        }
        let signature = self.key.authorization(origin, self.contact.as_deref(), now)?;
        signatures.insert(origin.to_owned(), (signature.clone(), now));
        Some(signature)
    }

    /// Remembers what came of the messages to a browser, and returns what is to be noted.
    fn changes(&self, subscription: &PushSubscription, told: Told, now: Millis) -> Vec<PushChange> {
        let (token, origin) = (subscription.token, self.origin_of(subscription));
        let origin = origin.unwrap_or_default();
        let note = |until| PushChange::Told { token, until };
        let mut changes: Vec<PushChange> = told.until.map(note).into_iter().collect();
        self.metrics.notifications.inc_by(told.n_taken);
        let mut failures = self.failures();
        if told.n_taken > 0 {
            failures.services.forget(&origin);
        }
        let Some((answer, since)) = told.failure else {
            if told.n_taken > 0 {
                failures.logins.forget(&token);
            }
            return changes;
        };
        let wait = match &answer {
            Answer::Gone => {
                changes.push(off(subscription));
                return changes;
            }
            Answer::Refused(status) => {
                self.metrics.failed_notifications.inc();
                tracing::warn!(service = origin, %status, "a push service refuses a message");
                changes.push(note(since));
                return changes;
            }
            Answer::Later { wait, .. } => *wait,
            Answer::Unreachable(_) if failures.services.is_due(&origin, now) => {
                failures.services.failed(origin.clone(), None, now);
                None
            }
            _ => None,
        };
        self.metrics.failed_notifications.inc();
        if failures.logins.failed(token, wait, now) == AfterFailure::GiveUp {
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

/// Writes the message about a turn: the service worker of the page makes a sentence of it.
fn text_of(turn: &SlowTurn) -> String {
    let opponent: String = turn.opponent.chars().take(NAME).collect();
    let last = turn.last.map(|square| square.to_string());
    serde_json::json!({
        "game": turn.game.0, "opponent": opponent, "move": last, "deadline": turn.deadline,
    })
    .to_string()
}
