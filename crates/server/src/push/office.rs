//! Writes the messages about turns, and gives them to their services.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::post::post;
use super::seal::seal;
use super::{Answer, Letter, PushKey, PushServices, SealError, Target, tls};
use crate::domain::{Millis, SlowTurn};
use crate::store::PushSubscription;

/// The longest time for which a service is asked to keep a message: four weeks, which all of them allow.
const LONGEST: Millis = 28 * 24 * 3_600_000;

/// The most characters of an opponent's name, so that a message is never too long.
const NAME: usize = 40;

/// The time for which a signature is used again.
const SIGNED: Millis = 3_600_000;

/// What messages are written with.
#[derive(Debug)]
pub(super) struct Office {
    pub(super) key: PushKey,
    pub(super) services: PushServices,
    /// An address at which services can reach the operator.
    pub(super) contact: Option<String>,
    tls: Arc<ClientConfig>,
    /// The signature for each origin, and when it was made.
    signatures: Mutex<HashMap<String, (String, Millis)>>,
}

/// The services that could not be reached in a look.
#[derive(Debug, Default)]
pub(super) struct Dead(Mutex<HashSet<String>>);

/// What came of the messages to a browser.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// How many messages were taken.
    pub(super) n_taken: u64,
    /// The time up to which turns were told, if one was.
    pub(super) until: Option<Millis>,
    /// What was answered to the first message that was not taken, and when its turn began.
    pub(super) failure: Option<(Answer, Millis)>,
}

impl Office {
    pub(super) fn new(
        key: PushKey,
        services: PushServices,
        contact: Option<String>,
        roots: RootCertStore,
    ) -> Office {
        Office { key, services, contact, tls: tls(roots), signatures: Mutex::default() }
    }

    /// Returns the origin of the service of a browser, if the operator allows it still.
    pub(super) fn origin_of(&self, subscription: &PushSubscription) -> Option<String> {
        let target = self.services.target(&subscription.address.endpoint)?;
        Some(target.origin())
    }

    /// Gives the messages to one browser to its service in their order, up to the first that is not taken.
    /// A service that could not be reached is not tried again.
    pub(super) async fn tell(
        &self,
        subscription: &PushSubscription,
        turns: &[&SlowTurn],
        dead: &Dead,
        now: Millis,
    ) -> Told {
        let mut told = Told::default();
        let Some(target) = self.services.target(&subscription.address.endpoint) else {
            return told;
        };
        let origin = target.origin();
        for turn in turns {
            if dead.has(&origin) {
                return told;
            }
            let answer = match self.letter(subscription, target.clone(), turn, now) {
                Ok(letter) => post(letter, self.tls.clone()).await,
                Err(answer) => answer,
            };
            match answer {
                Answer::Taken => {
                    (told.n_taken, told.until) = (told.n_taken + 1, Some(turn.since));
                }
                failure => {
                    if matches!(failure, Answer::Unreachable(_)) {
                        dead.add(origin);
                    }
                    told.failure = Some((failure, turn.since));
                    return told;
                }
            }
        }
        told
    }

    /// Seals the message about a turn; an error is what is to be noted instead of an answer.
    fn letter(
        &self,
        subscription: &PushSubscription,
        target: Target,
        turn: &SlowTurn,
        now: Millis,
    ) -> Result<Letter, Answer> {
        let left = turn.deadline.map_or(LONGEST, |deadline| deadline.saturating_sub(now));
        let no_random = || Answer::Failed(io::Error::other("no random numbers"));
        let body = seal(&subscription.address, text_of(turn).as_bytes());
        let body = body.map_err(|error| match error {
            // Nobody can read what is sealed for it.
            SealError::Key => Answer::Gone,
            SealError::Text => Answer::Failed(io::Error::other("the message is too long")),
            SealError::Random => no_random(),
        })?;
        Ok(Letter {
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
}

impl Dead {
    fn has(&self, origin: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(origin)
    }

    fn add(&self, origin: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(origin);
    }
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
