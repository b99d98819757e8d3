//! Rate limits and permits: what clients may do, and how often.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use governor::clock::MonotonicClock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};
use willow_protocol::ErrorDetail;

use super::GuessDelay;
use super::failure_limiter::FailureLimiter;
use crate::domain::{Millis, Refusal, SECOND, UserId};
use crate::ops::Limits;

/// Minimum keys of a limiter before it drops those without recent events.
const KEYS: usize = 10_000;

/// Number of connections beyond the limits that may ask for the health of the server.
const MONITORS: usize = 16;

/// Maximum number of addresses new for a name that may use up their logins at the same time.
const ADDRESSES_OF_A_NAME: u32 = 10;

/// Maximum number of passwords and codes checked at a time: as many as are hashed.
const LOGIN_TURNS: usize = 2;

/// Burst of exports of their own data per user.
const ACCOUNT_EXPORTS: u32 = 2;
/// Time per export after that.
const ACCOUNT_EXPORT_PERIOD: Duration = Duration::from_mins(10);

/// Burst of switches of notifications per user.
const PUSH_CHANGES: u32 = 10;
/// Time per switch after that.
const PUSH_PERIOD: Duration = Duration::from_secs(10);

/// Burst of games of devices that a user sends.
const DEVICE_GAMES: u32 = 60;
/// Time per game after that.
const DEVICE_GAME_PERIOD: Duration = Duration::from_secs(5);

/// Burst of requests that change a user's library.
const LIBRARY_CHANGES: u32 = 120;
/// Time per request after that.
const LIBRARY_PERIOD: Duration = Duration::from_secs(1);

/// Burst of links for a new password per user, and of e-mail addresses that a user gives.
const MAILS: u32 = 3;
/// Time per mail after that.
const MAIL_PERIOD: Duration = Duration::from_mins(20);

/// Burst of requests for such links per address.
const MAIL_REQUESTS: u32 = 10;
/// Time per request after that.
const MAIL_REQUEST_PERIOD: Duration = Duration::from_mins(1);

type GovernorLimiter<K> =
    RateLimiter<K, HashMapStateStore<K>, MonotonicClock, NoOpMiddleware<std::time::Instant>>;

/// A rate limiter for each of many keys.
#[derive(Debug)]
struct KeyedLimiter<K: Hash + Eq + Clone> {
    limiter: RwLock<GovernorLimiter<K>>,
    /// Number of keys at which those without recent events are dropped next.
    full: AtomicUsize,
}

impl<K: Hash + Eq + Clone> KeyedLimiter<K> {
    fn new(quota: Quota) -> KeyedLimiter<K> {
        let limiter = RateLimiter::new(quota, HashMapStateStore::default(), MonotonicClock);
        KeyedLimiter { limiter: RwLock::new(limiter), full: AtomicUsize::new(KEYS) }
    }

    /// Begins again with another quota.
    fn renew(&self, quota: Quota) {
        let limiter = RateLimiter::new(quota, HashMapStateStore::default(), MonotonicClock);
        *self.limiter.write().unwrap_or_else(PoisonError::into_inner) = limiter;
    }

    /// Counts an event.
    ///
    /// # Errors
    /// The time to wait until the next one is allowed. This one did not count.
    fn count(&self, key: &K) -> Result<(), Duration> {
        let limiter = self.limiter.read().unwrap_or_else(PoisonError::into_inner);
        if limiter.len() > self.full.load(Ordering::Relaxed) {
            limiter.retain_recent();
            // Looking through all keys for every command would be slow.
            self.full.store(KEYS.max(2 * limiter.len()), Ordering::Relaxed);
        }
        limiter.check_key(key).map_err(|until| until.wait_time_from(Instant::now()))
    }
}

/// The quotas that the configuration sets.
struct Rates {
    user: Quota,
    bridge: Quota,
    address: Quota,
    visitors: Quota,
    sign_ups: Quota,
}

impl Rates {
    fn new(limits: &Limits) -> Rates {
        let per_second = |n, burst| quota(n, burst, Duration::from_secs(1));
        Rates {
            user: per_second(limits.commands_per_second, limits.command_burst),
            bridge: per_second(limits.bridge_commands_per_second, limits.bridge_command_burst),
            address: per_second(
                limits.commands_per_second_per_address,
                limits.command_burst_per_address,
            ),
            visitors: per_second(
                limits.visitor_commands_per_second_per_address,
                limits.visitor_command_burst_per_address,
            ),
            sign_ups: quota(
                limits.newcomers_per_minute,
                limits.newcomers_per_minute,
                Duration::from_mins(1),
            ),
        }
    }
}

/// The rate limits of the whole server.
#[derive(Debug)]
pub(crate) struct RateLimits {
    commands_of_user: KeyedLimiter<UserId>,
    commands_of_bridge: KeyedLimiter<UserId>,
    commands_of_address: KeyedLimiter<IpAddr>,
    guess_delay: GuessDelay,
    commands_of_visitors: KeyedLimiter<IpAddr>,
    failed_logins_of_name: FailureLimiter<String>,
    failed_logins_of_address: FailureLimiter<IpAddr>,
    login_turns: Semaphore,
    sign_ups_of_address: KeyedLimiter<IpAddr>,
    account_exports: KeyedLimiter<UserId>,
    push_changes: KeyedLimiter<UserId>,
    device_games: KeyedLimiter<UserId>,
    library_changes: KeyedLimiter<UserId>,
    email_changes: KeyedLimiter<UserId>,
    recoveries: KeyedLimiter<UserId>,
    recovery_requests: KeyedLimiter<IpAddr>,
    connections: Mutex<OpenConnections>,
    max: AtomicUsize,
    max_per_address: AtomicUsize,
}

/// The connections that have a permit. The total is kept: every client that connects asks for it, and
/// after a failure of the network all of them do so at once.
#[derive(Debug, Default)]
struct OpenConnections {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
    /// The addresses with a connection from the reserve for monitoring.
    monitors: HashSet<IpAddr>,
}

/// Permits for queries to the store or for exports, shared by all clients.
#[derive(Clone, Debug)]
pub(crate) struct Permits {
    /// The number of queries at a time.
    max: usize,
    free: Arc<Semaphore>,
}

impl Permits {
    /// Allows this number of queries at a time.
    pub(crate) fn new(max: usize) -> Permits {
        let max = max.min(Semaphore::MAX_PERMITS);
        Permits { max, free: Arc::new(Semaphore::new(max)) }
    }

    /// Takes a permit until the answer is there, or refuses the query.
    pub(crate) fn acquire(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        self.free.clone().try_acquire_owned().map_err(|_| too_many_queries())
    }

    /// Waits for a permit, unless the operator allows no queries at all.
    pub(crate) async fn wait(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        if self.max == 0 {
            return Err(too_many_queries());
        }
        self.free.clone().acquire_owned().await.map_err(|_| too_many_queries())
    }
}

/// When a query that found no permit may be tried again: most take far less.
const RETRY_AFTER: Millis = SECOND;

fn too_many_queries() -> Refusal {
    let message = "too many queries at a time; try again";
    Refusal::new(ErrorDetail::TooManyQueries, message).for_now(RETRY_AFTER)
}

/// A permit for a connection. It is returned when this is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    rate_limits: Arc<RateLimits>,
    address: IpAddr,
}

/// A permit for a connection from the reserve for monitoring. It is returned when this is dropped.
#[derive(Debug)]
pub(crate) struct MonitorPermit {
    rate_limits: Arc<RateLimits>,
    address: IpAddr,
}

impl RateLimits {
    pub(crate) fn new(limits: &Limits) -> Arc<RateLimits> {
        let Rates { user, bridge, address, visitors, sign_ups } = Rates::new(limits);
        Arc::new(RateLimits {
            commands_of_user: KeyedLimiter::new(user),
            commands_of_bridge: KeyedLimiter::new(bridge),
            commands_of_address: KeyedLimiter::new(address),
            guess_delay: GuessDelay::new(limits.logins_per_minute),
            failed_logins_of_name: FailureLimiter::per_minute(
                limits.logins_per_minute.saturating_mul(ADDRESSES_OF_A_NAME),
            ),
            commands_of_visitors: KeyedLimiter::new(visitors),
            failed_logins_of_address: FailureLimiter::per_minute(limits.logins_per_minute),
            login_turns: Semaphore::new(LOGIN_TURNS),
            sign_ups_of_address: KeyedLimiter::new(sign_ups),
            account_exports: KeyedLimiter::new(quota(1, ACCOUNT_EXPORTS, ACCOUNT_EXPORT_PERIOD)),
            push_changes: KeyedLimiter::new(quota(1, PUSH_CHANGES, PUSH_PERIOD)),
            device_games: KeyedLimiter::new(quota(1, DEVICE_GAMES, DEVICE_GAME_PERIOD)),
            library_changes: KeyedLimiter::new(quota(1, LIBRARY_CHANGES, LIBRARY_PERIOD)),
            email_changes: KeyedLimiter::new(quota(1, MAILS, MAIL_PERIOD)),
            recoveries: KeyedLimiter::new(quota(1, MAILS, MAIL_PERIOD)),
            recovery_requests: KeyedLimiter::new(quota(1, MAIL_REQUESTS, MAIL_REQUEST_PERIOD)),
            connections: Mutex::new(OpenConnections::default()),
            max: AtomicUsize::new(limits.connections),
            max_per_address: AtomicUsize::new(limits.connections_per_address),
        })
    }

    /// Takes over other limits, but for those of logins. What was counted is forgotten, and connections that are open
    /// stay.
    pub(crate) fn reload(&self, limits: &Limits) {
        let Rates { user, bridge, address, visitors, sign_ups } = Rates::new(limits);
        self.commands_of_user.renew(user);
        self.commands_of_bridge.renew(bridge);
        self.commands_of_address.renew(address);
        self.commands_of_visitors.renew(visitors);
        self.sign_ups_of_address.renew(sign_ups);
        self.max.store(limits.connections, Ordering::Relaxed);
        self.max_per_address.store(limits.connections_per_address, Ordering::Relaxed);
    }

    /// Takes a permit for a connection, if there is one.
    pub(crate) fn admit(self: &Arc<RateLimits>, address: IpAddr) -> Option<ConnectionPermit> {
        let address = limited_address(address);
        let mut connections = self.connections();
        if connections.total >= self.max.load(Ordering::Relaxed) {
            return None;
        }
        let count = connections.by_address.entry(address).or_default();
        if *count >= self.max_per_address.load(Ordering::Relaxed) {
            return None;
        }
        *count += 1;
        connections.total += 1;
        Some(ConnectionPermit { rate_limits: self.clone(), address })
    }

    /// Takes a permit from the reserve for monitoring: one per address at a time.
    pub(crate) fn admit_monitor(self: &Arc<RateLimits>, address: IpAddr) -> Option<MonitorPermit> {
        let address = limited_address(address);
        let monitors = &mut self.connections().monitors;
        let is_admitted = monitors.len() < MONITORS && monitors.insert(address);
        is_admitted.then(|| MonitorPermit { rate_limits: self.clone(), address })
    }

    fn connections(&self) -> MutexGuard<'_, OpenConnections> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a command of a user, or of a client that is not logged in, or refuses it.
    pub(crate) fn count_command(
        &self,
        user: Option<UserId>,
        address: IpAddr,
    ) -> Result<(), Refusal> {
        user.map_or(Ok(()), |user| self.commands_of_user.count(&user))
            .and_then(|()| self.commands_of_address.count(&limited_address(address)))
            .map_err(too_many_commands)
    }

    /// Counts a command of a bridge for one of its proxies, or refuses it.
    pub(crate) fn count_proxied(
        &self,
        bridge: UserId,
        proxy: Option<UserId>,
    ) -> Result<(), Refusal> {
        self.commands_of_bridge
            .count(&bridge)
            .and_then(|()| proxy.map_or(Ok(()), |proxy| self.commands_of_user.count(&proxy)))
            .map_err(too_many_commands)
    }

    /// Counts a command of a visitor without a login, or refuses it.
    pub(crate) fn count_visitor(&self, address: IpAddr) -> Result<(), Refusal> {
        let visitors = &self.commands_of_visitors;
        visitors.count(&limited_address(address)).map_err(too_many_commands)
    }

    /// Waits for a permit to check a password or a code: of many attempts at once, no more are checked before the
    /// failures of the others count.
    pub(crate) async fn login_turn(&self) -> Option<SemaphorePermit<'_>> {
        self.login_turns.acquire().await.ok()
    }

    /// Refuses an attempt to log in from an address that is new for this name, after too many failures: of the address,
    /// or for the name from all such addresses together.
    pub(crate) fn check_login(&self, name: &str, address: IpAddr) -> Result<(), Refusal> {
        let now = Instant::now();
        self.failed_logins_of_address
            .check(&limited_address(address), now)
            .and_then(|()| self.failed_logins_of_name.check(&name.to_owned(), now))
            .map_err(too_many_logins)
    }

    /// Counts an attempt to log in that failed.
    pub(crate) fn login_failed(&self, name: &str, address: IpAddr) {
        let now = Instant::now();
        self.failed_logins_of_address.count(limited_address(address), now);
        self.failed_logins_of_name.count(name.to_owned(), now);
    }

    /// Returns the delays of guesses at passwords.
    pub(crate) const fn guess_delay(&self) -> &GuessDelay {
        &self.guess_delay
    }

    /// Counts an attempt to log in with an unknown token, or refuses it. It counts for the address alone: a token
    /// names no user, and nobody guesses 256 bits.
    pub(crate) fn count_unknown_token(&self, address: IpAddr) -> Result<(), Refusal> {
        let (address, now) = (limited_address(address), Instant::now());
        self.failed_logins_of_address.check(&address, now).map_err(too_many_logins)?;
        self.failed_logins_of_address.count(address, now);
        Ok(())
    }

    /// Counts an export of a user's own data, or refuses it.
    pub(crate) fn count_account_export(&self, user: UserId) -> Result<(), Refusal> {
        let message = "you have exported your data a moment ago; try again in ten minutes";
        self.account_exports.count(&user).map_err(too_many(ErrorDetail::TooManyQueries, message))
    }

    /// Counts that a user switches notifications on or off, or refuses it.
    pub(crate) fn count_push_change(&self, user: UserId) -> Result<(), Refusal> {
        let message = "you have switched notifications too often; try again in ten seconds";
        self.push_changes.count(&user).map_err(too_many(ErrorDetail::TooManyQueries, message))
    }

    /// Counts a game of a device that a user sends, or refuses it.
    pub(crate) fn count_device_game(&self, user: UserId) -> Result<(), Refusal> {
        let message = "you have sent many games; send the next one in five seconds";
        self.device_games.count(&user).map_err(too_many(ErrorDetail::TooManyQueries, message))
    }

    /// Counts a request that changes a user's library, or refuses it.
    pub(crate) fn count_library_change(&self, user: UserId) -> Result<(), Refusal> {
        let message = "your library has changed too often; try again soon";
        self.library_changes.count(&user).map_err(too_many(ErrorDetail::TooManyQueries, message))
    }

    /// Counts an e-mail address that a user gives, or refuses it.
    pub(crate) fn count_email_change(&self, user: UserId) -> Result<(), Refusal> {
        let message = "you have given several addresses a moment ago; try again in twenty minutes";
        self.email_changes.count(&user).map_err(too_many(ErrorDetail::TooManyQueries, message))
    }

    /// Counts a link for a new password that a user is sent, or refuses it.
    pub(crate) fn count_recovery(&self, user: UserId) -> Result<(), Refusal> {
        let message = "this user was sent several links a moment ago";
        self.recoveries.count(&user).map_err(too_many(ErrorDetail::TooManyQueries, message))
    }

    /// Counts a request for such a link, or refuses it.
    pub(crate) fn count_recovery_request(&self, address: IpAddr) -> Result<(), Refusal> {
        let message = "too many requests for links from your address; wait a minute";
        let refused = too_many(ErrorDetail::TooManyQueries, message);
        self.recovery_requests.count(&limited_address(address)).map_err(refused)
    }

    /// Counts a new guest or account, or refuses it.
    pub(crate) fn count_sign_up(&self, address: IpAddr) -> Result<(), Refusal> {
        let message = "rate limit exceeded: too many new users from your address; wait a minute";
        let newcomers = &self.sign_ups_of_address;
        let refused = too_many(ErrorDetail::TooManySignUps, message);
        newcomers.count(&limited_address(address)).map_err(refused)
    }
}

/// Returns the refusal of an excess request, with the time to wait.
fn too_many(detail: ErrorDetail, message: &'static str) -> impl Fn(Duration) -> Refusal {
    move |wait| {
        let wait = Millis::try_from(wait.as_millis()).unwrap_or(Millis::MAX);
        Refusal::new(detail, message).for_now(wait)
    }
}

fn too_many_commands(wait: Duration) -> Refusal {
    too_many(ErrorDetail::TooManyCommands, "rate limit exceeded; wait a moment")(wait)
}

fn too_many_logins(wait: Duration) -> Refusal {
    let message = "rate limit exceeded: too many login attempts; wait a minute";
    too_many(ErrorDetail::TooManyLogins, message)(wait)
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut connections = self.rate_limits.connections();
        connections.total -= 1;
        if let Entry::Occupied(mut count) = connections.by_address.entry(self.address) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

impl Drop for MonitorPermit {
    fn drop(&mut self) {
        self.rate_limits.connections().monitors.remove(&self.address);
    }
}

/// Returns the address that is counted: of IPv6 the network of 64 bits, because one client has all
/// addresses of such a network.
pub(crate) fn limited_address(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Returns the quota of `n` in each period, with bursts of `burst`. Zero counts as one.
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

    fn rate_limits(limits: &Limits) -> (Arc<RateLimits>, IpAddr) {
        (RateLimits::new(limits), IpAddr::from([127, 0, 0, 1]))
    }

    #[test]
    fn passwords_are_limited_by_name_and_by_address() {
        let limits = Limits { logins_per_minute: 3, ..Limits::default() };
        let (rate_limits, _) = rate_limits(&limits);
        let from = |host| IpAddr::from([192, 0, 2, host]);
        let fails = |name: &str, address| {
            let is_tried = rate_limits.check_login(name, address).is_ok();
            if is_tried {
                rate_limits.login_failed(name, address);
            }
            is_tried
        };
        let tried = (1..90).filter(|&host| fails("alice", from(host))).count();
        assert_eq!(tried, 30, "a name from everywhere");
        let tried = (0..10).filter(|n| fails(&format!("user-{n}"), from(99))).count();
        assert_eq!(tried, 3, "all names from one address");
        assert!(fails("bob", from(50)), "others are not limited");
        let succeeds = |n| rate_limits.check_login(&format!("member-{n}"), from(98)).is_ok();
        assert!((0..40).all(succeeds), "who has the right password is not counted");
    }

    #[test]
    fn the_total_of_connections_is_limited() {
        let limits = Limits { connections: 3, ..Limits::default() };
        let (rate_limits, _) = rate_limits(&limits);
        let mut open: Vec<_> =
            (1..10).filter_map(|host| rate_limits.admit(IpAddr::from([192, 0, 2, host]))).collect();
        assert_eq!(open.len(), 3);
        open.pop();
        let again = rate_limits.admit(IpAddr::from([192, 0, 2, 99]));
        assert!(again.is_some());
        assert_eq!(rate_limits.connections.lock().unwrap().total, 3);
        let monitor = |host| rate_limits.admit_monitor(IpAddr::from([192, 0, 2, host]));
        let mut monitors: Vec<_> =
            (1..=MONITORS as u8).map(|host| monitor(host).unwrap()).collect();
        assert!(monitor(99).is_none(), "the reserve is small");
        monitors.pop();
        assert!(monitor(1).is_none(), "an address has one");
        assert!(monitor(99).is_some());
        drop((open, again));
        let left = rate_limits.connections.lock().unwrap();
        assert_eq!((left.total, left.by_address.len()), (0, 0), "each is counted once");
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address_and_mapped_ipv4_as_ipv4() {
        let limits = Limits { newcomers_per_minute: 2, ..Limits::default() };
        let (rate_limits, _) = rate_limits(&limits);
        let from = |text: &str| rate_limits.count_sign_up(text.parse().unwrap()).is_ok();
        let hosts = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ffff::3"];
        assert_eq!(hosts.map(from), [true, true, false]);
        assert!(from("2001:db8:1:3::1"), "the next network is another address");
        assert_eq!(["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"].map(from), [true, true, false]);
    }
}
