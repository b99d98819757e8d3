//! When a message that could not be delivered is tried again, and when a service that could not be reached.

use std::collections::HashMap;
use std::hash::Hash;

use crate::domain::Millis;

/// The pause after the first failure; each further one doubles it.
const FIRST: Millis = 60_000;

/// The longest pause by itself.
const LONGEST: Millis = 3_600_000;

/// The longest pause that a service may ask for.
const DAY: Millis = 24 * 3_600_000;

/// The failures in a row after which the turn is not told any more: some three hours, if no service asks for
/// more.
const MAX: u32 = 9;

/// What a failure leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterFailure {
    TryAgain,
    GiveUp,
}

/// The logins whose messages failed, or the services.
#[derive(Debug)]
pub(super) struct Retries<K>(HashMap<K, Failed>);

#[derive(Debug)]
struct Failed {
    times: u32,
    not_before: Millis,
}

impl<K> Default for Retries<K> {
    fn default() -> Retries<K> {
        Retries(HashMap::new())
    }
}

impl<K: Hash + Eq> Retries<K> {
    /// Returns whether a message may be sent at a time.
    pub(super) fn is_due(&self, key: &K, now: Millis) -> bool {
        self.0.get(key).is_none_or(|failed| failed.not_before <= now)
    }

    /// Notes a failure. `wait` is what the service asks for.
    pub(super) fn failed(&mut self, key: K, wait: Option<Millis>, now: Millis) -> AfterFailure {
        let times = self.0.get(&key).map_or(0, |failed| failed.times) + 1;
        if times >= MAX {
            self.0.remove(&key);
            return AfterFailure::GiveUp;
        }
        let pause = (FIRST << (times - 1)).min(LONGEST).max(wait.unwrap_or(0).min(DAY));
        self.0.insert(key, Failed { times, not_before: now + pause });
        AfterFailure::TryAgain
    }

    /// Notes that a message was taken, or that there is none to send.
    pub(super) fn forget(&mut self, key: &K) {
        self.0.remove(key);
    }

    /// Forgets logins that are not there any more.
    pub(super) fn keep(&mut self, is_there: impl Fn(&K) -> bool) {
        self.0.retain(|key, _| is_there(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_an_hour_and_the_turn_is_given_up() {
        let (mut retries, token) = (Retries::default(), "a login");
        let (mut now, mut pauses) = (0, Vec::new());
        while retries.failed(token, None, now) == AfterFailure::TryAgain {
            let began = now;
            while !retries.is_due(&token, now) {
                now += 1000;
            }
            pauses.push((now - began) / 60_000);
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert!(retries.is_due(&token, now), "the next turn has its own tries");
        assert_eq!(retries.failed(token, Some(600_000), now), AfterFailure::TryAgain);
        assert!(!retries.is_due(&token, now + 599_999));
        assert!(retries.is_due(&token, now + 600_000), "the service asks for ten minutes");
        assert_eq!(retries.failed(token, Some(5 * LONGEST), now), AfterFailure::TryAgain);
        assert!(!retries.is_due(&token, now + 5 * LONGEST - 1), "it asks for five hours");
        assert_eq!(retries.failed(token, Some(Millis::MAX), now), AfterFailure::TryAgain);
        assert!(retries.is_due(&token, now + DAY), "no longer than a day");
    }
}
