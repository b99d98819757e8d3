//! The addresses that a ban keeps out, or a silence silences.

use std::collections::BTreeMap;
use std::net::IpAddr;

use crate::domain::{Millis, UserId};

/// The addresses of bans or of silences: until when they reach whoever is new at one, and whose ban or silence it is.
#[derive(Debug, Default)]
pub(crate) struct BannedAddresses(BTreeMap<IpAddr, (UserId, Millis)>);

impl BannedAddresses {
    /// Continues with the addresses of the store.
    pub(crate) fn restored(saved: Vec<(IpAddr, UserId, Millis)>) -> BannedAddresses {
        let reach = |(address, user, until)| (address, (user, until));
        BannedAddresses(saved.into_iter().map(reach).collect())
    }

    /// Reaches newcomers from an address of a user until a time.
    pub(crate) fn add(&mut self, address: IpAddr, user: UserId, until: Millis) {
        self.0.insert(address, (user, until));
    }

    /// Ends what the ban or silence of a user did to addresses.
    pub(crate) fn remove(&mut self, user: UserId) {
        self.0.retain(|_, (banned, _)| *banned != user);
    }

    /// Returns until when newcomers from an address are kept out, or silent.
    pub(crate) fn until(&mut self, address: IpAddr, now: Millis) -> Option<Millis> {
        let (_, until) = *self.0.get(&address)?;
        if until <= now {
            self.0.remove(&address);
        }
        Some(until).filter(|until| now < *until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_reached_until_the_time_is_over() {
        let from = |host| IpAddr::from([192, 0, 2, host]);
        let mut banned = BannedAddresses::default();
        banned.add(from(2), UserId(1), 5000);
        assert_eq!(banned.until(from(1), 4000), None);
        assert_eq!(banned.until(from(2), 4000), Some(5000));
        assert_eq!(banned.until(from(2), 5000), None);
    }
}
