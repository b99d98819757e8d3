//! The addresses that a ban keeps out.

use std::collections::BTreeMap;
use std::net::IpAddr;

use crate::domain::{Millis, UserId};

/// The addresses of bans: until when nobody new may come from one, and whose ban it is.
#[derive(Debug, Default)]
pub(crate) struct BannedAddresses(BTreeMap<IpAddr, (UserId, Millis)>);

impl BannedAddresses {
    /// Keeps newcomers from an address of a user out until a time.
    pub(crate) fn ban(&mut self, address: IpAddr, user: UserId, until: Millis) {
        self.0.insert(address, (user, until));
    }

    /// Ends what the ban of a user did to addresses.
    pub(crate) fn unban(&mut self, user: UserId) {
        self.0.retain(|_, (banned, _)| *banned != user);
    }

    /// Returns whether newcomers from an address are kept out.
    pub(crate) fn is_banned(&mut self, address: IpAddr, now: Millis) -> bool {
        match self.0.get(&address) {
            Some(&(_, until)) if now < until => true,
            Some(_) => {
                self.0.remove(&address);
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
    fn an_address_is_banned_until_the_time_is_over() {
        let from = |host| IpAddr::from([192, 0, 2, host]);
        let mut banned = BannedAddresses::default();
        banned.ban(from(2), UserId(1), 5000);
        assert!(!banned.is_banned(from(1), 4000));
        assert!(banned.is_banned(from(2), 4000));
        assert!(!banned.is_banned(from(2), 5000));
    }
}
