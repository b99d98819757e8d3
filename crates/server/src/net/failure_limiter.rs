//! Rate-limits failures only: an attempt is counted after it failed, not before it is made.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The smallest number of keys at which those without failures are forgotten.
const KEYS: usize = 10_000;

/// The failures of each of many keys, which are forgotten one after the other.
#[derive(Debug)]
pub(super) struct FailureLimiter<K> {
    /// Time until a failure is forgotten, after those before it.
    each: Duration,
    /// Burst size, as the time in which that many failures are forgotten.
    full: Duration,
    /// When all failures of a key will be forgotten.
    clean_at: Mutex<HashMap<K, Instant>>,
}

impl<K: Hash + Eq> FailureLimiter<K> {
    /// Allows so many failures in each minute.
    pub(super) fn per_minute(n: u32) -> FailureLimiter<K> {
        let minute = Duration::from_mins(1);
        FailureLimiter { each: minute / n.max(1), full: minute, clean_at: Mutex::default() }
    }

    /// Returns whether one more failure of a key is allowed.
    ///
    /// # Errors
    /// The time to wait until it is.
    pub(super) fn check(&self, key: &K, now: Instant) -> Result<(), Duration> {
        let clean_at = self.clean_at.lock().unwrap_or_else(PoisonError::into_inner);
        let counted =
            clean_at.get(key).map_or(Duration::ZERO, |at| at.saturating_duration_since(now));
        match (counted + self.each).checked_sub(self.full) {
            Some(wait) if !wait.is_zero() => Err(wait),
            _ => Ok(()),
        }
    }

    pub(super) fn count(&self, key: K, now: Instant) {
        let mut clean_at = self.clean_at.lock().unwrap_or_else(PoisonError::into_inner);
        if clean_at.len() >= KEYS {
            clean_at.retain(|_, at| *at > now);
        }
        let at = clean_at.entry(key).or_insert(now);
        *at = (*at).max(now) + self.each;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_limited_and_forgotten_one_after_the_other() {
        let (limiter, start) = (FailureLimiter::per_minute(3), Instant::now());
        for _ in 0..3 {
            assert_eq!(limiter.check(&"a", start), Ok(()));
            limiter.count("a", start);
        }
        let third = Duration::from_secs(20);
        assert_eq!(limiter.check(&"a", start), Err(third));
        assert_eq!(limiter.check(&"b", start), Ok(()), "another key");
        let later = start + third;
        assert_eq!(limiter.check(&"a", later), Ok(()));
        limiter.count("a", later);
        assert_eq!(limiter.check(&"a", later), Err(third));
    }

    #[test]
    fn what_does_not_fail_is_not_limited() {
        let (limiter, now) = (FailureLimiter::<&str>::per_minute(1), Instant::now());
        assert!((0..1000).all(|_| limiter.check(&"a", now).is_ok()));
    }
}
