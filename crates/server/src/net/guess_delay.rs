//! Slows down whoever guesses the password of an account, without locking out its owner.
//!
//! Attempts count for the name and the address together. The first few are free; then each must wait
//! twice as long as the one before. So a guesser at one address does not stand in the way of the
//! owner at another.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Maximum time between two attempts.
const LONGEST: Duration = Duration::from_mins(15);

/// The time without an attempt after which the attempts before are forgotten.
const FORGOTTEN: Duration = Duration::from_hours(1);

/// Maximum number of pairs that are remembered. Beyond it the oldest is forgotten.
const PAIRS: usize = 10_000;

/// The attempts of one address for one name.
#[derive(Clone, Copy, Debug)]
struct Attempts {
    count: u32,
    last: Instant,
}

/// The attempts with passwords that were wrong, or are being checked.
#[derive(Debug)]
pub(crate) struct GuessDelay {
    /// Number of free attempts.
    free: u32,
    attempts: Mutex<HashMap<(String, IpAddr), Attempts>>,
}

impl GuessDelay {
    /// Allows `free` attempts before the delays begin.
    pub(crate) fn new(free: u32) -> GuessDelay {
        GuessDelay { free: free.max(1), attempts: Mutex::default() }
    }

    fn attempts(&self) -> MutexGuard<'_, HashMap<(String, IpAddr), Attempts>> {
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an attempt. It counts before its password is checked, so that many at once gain
    /// nothing.
    ///
    /// # Errors
    /// The time to wait until the next attempt. This one did not count.
    pub(crate) fn attempt(
        &self,
        name: &str,
        address: IpAddr,
        now: Instant,
    ) -> Result<(), Duration> {
        let mut attempts = self.attempts();
        let pair = (name.to_owned(), address);
        let before = attempts.get(&pair).copied();
        let before = before.filter(|it| now.saturating_duration_since(it.last) < FORGOTTEN);
        let count = before.map_or(0, |it| it.count);
        if let Some(before) = before {
            let due = before.last + self.delay(count);
            if now < due {
                return Err(due - now);
            }
        } else {
            make_room(&mut attempts, now);
        }
        attempts.insert(pair, Attempts { count: count.saturating_add(1), last: now });
        Ok(())
    }

    /// Forgets the attempts of an address that had the right password.
    pub(crate) fn succeeded(&self, name: &str, address: IpAddr) {
        self.attempts().remove(&(name.to_owned(), address));
    }

    /// Returns the time to wait after a number of attempts.
    fn delay(&self, count: u32) -> Duration {
        let Some(late) = count.checked_sub(self.free) else { return Duration::ZERO };
        Duration::from_secs(1_u64.checked_shl(late).unwrap_or(u64::MAX)).min(LONGEST)
    }
}

/// Forgets old pairs and, if there are still too many, the oldest one.
fn make_room(attempts: &mut HashMap<(String, IpAddr), Attempts>, now: Instant) {
    if attempts.len() < PAIRS {
        return;
    }
    attempts.retain(|_, it| now.saturating_duration_since(it.last) < FORGOTTEN);
    let oldest = attempts.iter().min_by_key(|(_, it)| it.last).map(|(pair, _)| pair.clone());
    if let Some(oldest) = oldest.filter(|_| attempts.len() >= PAIRS) {
        attempts.remove(&oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(host: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, host])
    }

    #[test]
    fn a_guesser_waits_longer_and_longer_and_the_owner_elsewhere_does_not() {
        let (guard, start) = (GuessDelay::new(3), Instant::now());
        for _ in 0..3 {
            assert_eq!(guard.attempt("alice", from(1), start), Ok(()));
        }
        let mut now = start;
        for seconds in [1, 2, 4, 8, 16] {
            let wait = Duration::from_secs(seconds);
            assert_eq!(guard.attempt("alice", from(1), now), Err(wait));
            now += wait;
            assert_eq!(guard.attempt("alice", from(1), now), Ok(()));
        }
        assert_eq!(guard.attempt("alice", from(2), now), Ok(()), "another address");
        assert_eq!(guard.attempt("bob", from(1), now), Ok(()), "another name");
        assert!(guard.delay(1000) == LONGEST && guard.delay(70) == LONGEST);
        assert_eq!(guard.attempt("alice", from(1), now + FORGOTTEN), Ok(()));
    }

    #[test]
    fn the_right_password_ends_the_delay() {
        let (guard, now) = (GuessDelay::new(1), Instant::now());
        assert_eq!(guard.attempt("alice", from(1), now), Ok(()));
        guard.succeeded("alice", from(1));
        assert_eq!(guard.attempt("alice", from(1), now), Ok(()));
    }

    #[test]
    fn the_number_of_pairs_is_limited() {
        let (guard, start) = (GuessDelay::new(1), Instant::now());
        for number in 0..=PAIRS {
            let now = start + Duration::from_millis(number as u64 / 100);
            assert_eq!(guard.attempt(&format!("user-{number}"), from(1), now), Ok(()));
        }
        assert_eq!(guard.attempts().len(), PAIRS);
    }
}
