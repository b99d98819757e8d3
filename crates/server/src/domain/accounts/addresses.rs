//! The addresses from which users log in.

use std::net::IpAddr;

use crate::domain::{DAY, Millis};

/// How many addresses of a user are remembered: home, office, telephone and some more.
pub(crate) const REMEMBERED_ADDRESSES: usize = 8;

/// Minimum time between two notes of the same address.
const NOTED: Millis = DAY;

/// The addresses of a user, oldest first, and when they were noted. Of IPv6 an address is a network of 64 bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct UserAddresses(pub(crate) Vec<(IpAddr, Millis)>);

impl UserAddresses {
    /// Remembers that the user logged in from an address. Returns whether that is news for the store.
    pub(crate) fn used(&mut self, address: IpAddr, now: Millis) -> bool {
        let UserAddresses(used) = self;
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

    /// Returns whether the user logged in from an address lately. The server's own machine is nobody's address:
    /// proxies without a name for their clients come from there.
    pub(crate) fn is_of(&self, address: IpAddr) -> bool {
        !address.is_loopback() && self.0.iter().any(|&(known, _)| known == address)
    }

    /// Returns the addresses that a ban keeps out. The server's own machine is never banned: proxies without a
    /// name for their clients come from there.
    pub(crate) fn bannable(&self) -> Vec<IpAddr> {
        let used = self.0.iter().map(|&(address, _)| address);
        used.filter(|address| !address.is_loopback()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_addresses_are_remembered_and_noted_once_a_day() {
        let mut addresses = UserAddresses::default();
        let from = |host| IpAddr::from([192, 0, 2, host]);
        for host in 1..=9 {
            assert!(addresses.used(from(host), 1000));
        }
        assert!(!addresses.used(from(9), 2000));
        assert!(addresses.used(from(9), 1000 + NOTED));
        assert!(!addresses.used(from(9), 2000 + NOTED));
        let kept = (2..=9).map(from).collect::<Vec<_>>();
        assert_eq!(addresses.bannable(), kept, "the oldest was forgotten");
        assert_eq!(kept.len(), REMEMBERED_ADDRESSES);
    }
}
