//! The addresses from which users log in, and those that a ban keeps out.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;

use super::{Millis, UserId};

/// How many addresses of a user are remembered: home, office, telephone and some more.
pub(crate) const REMEMBERED_ADDRESSES: usize = 8;

/// The least time between two notes of the same address.
const NOTED: Millis = 24 * 3_600_000;

/// The addresses of users and of bans. Of IPv6 an address is a network of 64 bits.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    of_users: HashMap<UserId, Vec<(IpAddr, Millis)>>,
    /// Until when nobody new may come from an address, and whose ban it is.
    banned: BTreeMap<IpAddr, (UserId, Millis)>,
}

impl Addresses {
    /// Restores what the store has, oldest addresses first.
    pub(super) fn restore(
        used: Vec<(UserId, IpAddr, Millis)>,
        banned: Vec<(IpAddr, UserId, Millis)>,
    ) -> Addresses {
        let mut addresses = Addresses::default();
        for (user, address, at) in used {
            addresses.of_users.entry(user).or_default().push((address, at));
        }
        for (address, user, until) in banned {
            addresses.banned.insert(address, (user, until));
        }
        addresses
    }

    /// Remembers that a user logged in from an address. Returns whether that is news for the store.
    pub(super) fn used(&mut self, user: UserId, address: IpAddr, now: Millis) -> bool {
        let used = self.of_users.entry(user).or_default();
        if let Some(place) = used.iter().position(|(known, _)| *known == address) {
            let (_, noted) = used.remove(place);
            let is_news = now >= noted + NOTED;
            used.push((address, if is_news { now } else { noted }));
            return is_news;
        }
        used.push((address, now));
        if used.len() > REMEMBERED_ADDRESSES {
            used.remove(0);
        }
        true
    }

    /// Returns whether a user logged in from an address lately. The server's own machine is nobody's address:
    /// proxies without a name for their clients come from there.
    pub(super) fn is_of(&self, user: UserId, address: IpAddr) -> bool {
        let mut used = self.of_users.get(&user).into_iter().flatten();
        !address.is_loopback() && used.any(|&(known, _)| known == address)
    }

    /// Forgets the addresses of a user.
    pub(super) fn forget(&mut self, user: UserId) {
        self.of_users.remove(&user);
    }

    /// Keeps newcomers from all addresses of a user out until a time. The server's own machine is
    /// never banned: proxies without a name for their clients come from there.
    pub(super) fn ban(&mut self, user: UserId, until: Millis) -> Vec<IpAddr> {
        let used = self.of_users.get(&user).into_iter().flatten().map(|&(address, _)| address);
        let banned: Vec<IpAddr> = used.filter(|address| !address.is_loopback()).collect();
        for &address in &banned {
            self.banned.insert(address, (user, until));
        }
        banned
    }

    /// Ends what the ban of a user did to addresses.
    pub(super) fn unban(&mut self, user: UserId) {
        self.banned.retain(|_, (banned, _)| *banned != user);
    }

    /// Returns whether newcomers from an address are kept out.
    pub(super) fn is_banned(&mut self, address: IpAddr, now: Millis) -> bool {
        match self.banned.get(&address) {
            Some(&(_, until)) if now < until => true,
            Some(_) => {
                self.banned.remove(&address);
                false
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_addresses_are_remembered_and_noted_once_a_day() {
        let mut addresses = Addresses::default();
        let from = |host| IpAddr::from([192, 0, 2, host]);
        for host in 1..=9 {
            assert!(addresses.used(UserId(1), from(host), 1000));
        }
        assert_eq!(addresses.of_users[&UserId(1)].len(), REMEMBERED_ADDRESSES);
        assert!(!addresses.used(UserId(1), from(9), 2000));
        assert!(addresses.used(UserId(1), from(9), 1000 + NOTED));
        assert!(!addresses.used(UserId(1), from(9), 2000 + NOTED));
        let banned = addresses.ban(UserId(1), 5000 + NOTED);
        assert_eq!(banned.len(), REMEMBERED_ADDRESSES);
        assert!(!addresses.is_banned(from(1), NOTED), "the oldest was forgotten");
        assert!(addresses.is_banned(from(2), NOTED));
        assert!(!addresses.is_banned(from(2), 5000 + NOTED));
    }
}
