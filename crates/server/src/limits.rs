//! Counts what clients do, and says when it is too much.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::MonotonicClock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use willow_protocol::ErrorCode;

use crate::config::Limits;
use crate::core::{Refusal, UserId};

/// How many keys a counter holds at least before it forgets those who were quiet.
const KEYS: usize = 10_000;

type Keyed<K> =
    RateLimiter<K, HashMapStateStore<K>, MonotonicClock, NoOpMiddleware<std::time::Instant>>;

/// A rate limit for each of many.
#[derive(Debug)]
struct Rate<K: Hash + Eq + Clone> {
    limiter: Keyed<K>,
    /// At how many keys those who were quiet are forgotten the next time.
    full: AtomicUsize,
}

impl<K: Hash + Eq + Clone> Rate<K> {
    fn new(quota: Quota) -> Rate<K> {
        let limiter = RateLimiter::new(quota, HashMapStateStore::default(), MonotonicClock);
        Rate { limiter, full: AtomicUsize::new(KEYS) }
    }

    fn allows(&self, key: &K) -> bool {
        if self.limiter.len() > self.full.load(Ordering::Relaxed) {
            self.limiter.retain_recent();
            // To look through all keys for every command would make a crowd slow.
            self.full.store(KEYS.max(2 * self.limiter.len()), Ordering::Relaxed);
        }
        self.limiter.check_key(key).is_ok()
    }
}

/// All that is counted for the whole server.
#[derive(Debug)]
pub(crate) struct Gauge {
    commands_of_user: Rate<UserId>,
    commands_of_address: Rate<IpAddr>,
    logins_of_name: Rate<String>,
    logins_of_address: Rate<IpAddr>,
    newcomers_of_address: Rate<IpAddr>,
    connections: Mutex<HashMap<IpAddr, usize>>,
    most: usize,
    most_per_address: usize,
}

/// The places for questions to the archive, whoever asks.
#[derive(Clone, Debug)]
pub(crate) struct Questions(Arc<Semaphore>);

impl Questions {
    /// Makes places for so many questions at a time.
    pub(crate) fn new(most: usize) -> Questions {
        Questions(Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS))))
    }

    /// Takes a place until the answer is there, or refuses the question.
    pub(crate) fn begin(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let busy = |_| Refusal::new(ErrorCode::Limit, "the archive is busy; try again");
        self.0.clone().try_acquire_owned().map_err(busy)
    }
}

/// A counted connection; it is not counted any more when this is dropped.
#[derive(Debug)]
pub(crate) struct Admission {
    gauge: Arc<Gauge>,
    address: IpAddr,
}

impl Gauge {
    pub(crate) fn new(limits: &Limits) -> Arc<Gauge> {
        let per_minute = |n| quota(n, n, Duration::from_mins(1));
        let per_second = |n, burst| quota(n, burst, Duration::from_secs(1));
        let user = per_second(limits.commands_per_second, limits.command_burst);
        let address =
            per_second(limits.commands_per_second_per_address, limits.command_burst_per_address);
        Arc::new(Gauge {
            commands_of_user: Rate::new(user),
            commands_of_address: Rate::new(address),
            logins_of_name: Rate::new(per_minute(limits.logins_per_minute)),
            logins_of_address: Rate::new(per_minute(limits.logins_per_minute)),
            newcomers_of_address: Rate::new(per_minute(limits.newcomers_per_minute)),
            connections: Mutex::new(HashMap::new()),
            most: limits.connections,
            most_per_address: limits.connections_per_address,
        })
    }

    /// Counts a connection, or refuses it.
    pub(crate) fn admit(self: &Arc<Gauge>, address: IpAddr) -> Option<Admission> {
        let address = place_of(address);
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        if connections.values().sum::<usize>() >= self.most {
            return None;
        }
        let count = connections.entry(address).or_default();
        if *count >= self.most_per_address {
            return None;
        }
        *count += 1;
        Some(Admission { gauge: self.clone(), address })
    }

    /// Counts a command and reports whether it may be carried out.
    pub(crate) fn allows_command(&self, user: Option<UserId>, address: IpAddr) -> bool {
        user.is_none_or(|user| self.commands_of_user.allows(&user))
            && self.commands_of_address.allows(&place_of(address))
    }

    /// Counts an attempt to come in with a password.
    pub(crate) fn allows_login(&self, name: &str, address: IpAddr) -> bool {
        self.logins_of_address.allows(&place_of(address))
            && self.logins_of_name.allows(&name.to_owned())
    }

    /// Counts an attempt to come in with a token that is not known. There is no name to count for: a
    /// token belongs to one user, and nobody guesses 256 bits.
    pub(crate) fn allows_token(&self, address: IpAddr) -> bool {
        self.logins_of_address.allows(&place_of(address))
    }

    /// Counts a new guest or account.
    pub(crate) fn allows_newcomer(&self, address: IpAddr) -> bool {
        self.newcomers_of_address.allows(&place_of(address))
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut connections = self.gauge.connections.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = connections.entry(self.address) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// Returns what is counted for an address: of IPv6 the network of 64 bits, within which whoever has one
/// address has them all.
fn place_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Returns the quota of `n` in each period, `burst` of them at once. Zero is taken for one.
fn quota(n: u32, burst: u32, period: Duration) -> Quota {
    let positive = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
    let each = period / positive(n).get();
    let each = each.max(Duration::from_nanos(1));
    Quota::with_period(each)
        .map_or_else(|| Quota::per_second(positive(n)), |quota| quota.allow_burst(positive(burst)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gauge(limits: &Limits) -> (Arc<Gauge>, IpAddr) {
        (Gauge::new(limits), IpAddr::from([127, 0, 0, 1]))
    }

    #[test]
    fn a_burst_is_allowed_and_no_more() {
        let limits = Limits { commands_per_second: 1, command_burst: 3, ..Limits::default() };
        let (gauge, address) = gauge(&limits);
        let allowed = (0..10).filter(|_| gauge.allows_command(Some(UserId(1)), address)).count();
        assert_eq!(allowed, 3);
        assert!(gauge.allows_command(Some(UserId(2)), address), "others are not hit");
    }

    #[test]
    fn tokens_are_counted_for_each_address_and_not_for_all_together() {
        let limits = Limits { logins_per_minute: 3, ..Limits::default() };
        let (gauge, address) = gauge(&limits);
        let tried = (0..10).filter(|_| gauge.allows_token(address)).count();
        assert_eq!(tried, 3);
        for other in 2..50 {
            assert!(gauge.allows_token(IpAddr::from([127, 0, 0, other])), "others are not hit");
        }
        assert!(!gauge.allows_login("alice", address), "the address is the same");
    }

    #[test]
    fn passwords_are_counted_for_each_name_and_for_each_address() {
        let limits = Limits { logins_per_minute: 3, ..Limits::default() };
        let (gauge, _) = gauge(&limits);
        let from = |host| IpAddr::from([192, 0, 2, host]);
        let tried = (1..10).filter(|&host| gauge.allows_login("alice", from(host))).count();
        assert_eq!(tried, 3, "a name from everywhere");
        let tried = (0..10).filter(|n| gauge.allows_login(&format!("user-{n}"), from(99))).count();
        assert_eq!(tried, 3, "all names from one address");
        assert!(gauge.allows_login("bob", from(50)), "others are not hit");
    }

    #[test]
    fn there_are_so_many_connections_in_all() {
        let limits = Limits { connections: 3, ..Limits::default() };
        let (gauge, _) = gauge(&limits);
        let mut open: Vec<_> =
            (1..10).filter_map(|host| gauge.admit(IpAddr::from([192, 0, 2, host]))).collect();
        assert_eq!(open.len(), 3);
        open.pop();
        assert!(gauge.admit(IpAddr::from([192, 0, 2, 99])).is_some());
    }

    #[test]
    fn a_network_of_ipv6_is_one_place_and_ipv4_within_ipv6_is_ipv4() {
        let limits = Limits { newcomers_per_minute: 2, ..Limits::default() };
        let (gauge, _) = gauge(&limits);
        let from = |text: &str| gauge.allows_newcomer(text.parse().unwrap());
        let hosts = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::3"];
        assert_eq!(hosts.map(from), [true, true, false]);
        assert!(from("2001:db8:1:3::1"), "the next network is another place");
        assert_eq!(["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"].map(from), [true, true, false]);
    }

    #[test]
    fn connections_are_counted_until_they_end() {
        let limits = Limits { connections_per_address: 2, ..Limits::default() };
        let (gauge, address) = gauge(&limits);
        let first = gauge.admit(address);
        let _second = gauge.admit(address);
        assert!(gauge.admit(address).is_none());
        assert!(gauge.admit(IpAddr::from([127, 0, 0, 2])).is_some());
        drop(first);
        assert!(gauge.admit(address).is_some());
    }
}
