//! Moderation: reports, and what moderators do to users and their addresses.

mod banned_addresses;
mod invitations;
mod messages;
mod reports;
mod sanctions;

use std::collections::BTreeMap;
use std::net::IpAddr;

use willow_protocol::ErrorDetail;

use self::banned_addresses::BannedAddresses;
use self::invitations::Invitations;
pub(crate) use self::invitations::{Invitation, InvitationTerms, SavedInvitations};
pub(crate) use self::reports::OpenReport;
pub(crate) use self::sanctions::BanTerms;
use super::{Millis, Refusal, UserId, refuse};

/// The open reports, and the addresses that bans keep out.
#[derive(Debug, Default)]
pub(crate) struct Moderation {
    /// The reports that no moderator has closed, by number.
    open_reports: BTreeMap<u64, OpenReport>,
    last_report: u64,
    banned_addresses: BannedAddresses,
    invitations: Invitations,
}

impl Moderation {
    /// Continues with the open reports, the number of the last report, the banned addresses and the invitations of
    /// the store.
    pub(crate) fn restored(
        open: Vec<OpenReport>,
        last_report: u64,
        banned: Vec<(IpAddr, UserId, Millis)>,
        invitations: SavedInvitations,
    ) -> Moderation {
        let open_reports = open.into_iter().map(|open| (open.report, open)).collect();
        let mut banned_addresses = BannedAddresses::default();
        for (address, user, until) in banned {
            banned_addresses.ban(address, user, until);
        }
        let invitations = Invitations::restored(invitations);
        Moderation { open_reports, last_report, banned_addresses, invitations }
    }

    /// Refuses a new account or guest at the address of a banned user.
    pub(crate) fn check_newcomer(&mut self, address: IpAddr, now: Millis) -> Result<(), Refusal> {
        if self.banned_addresses.is_banned(address, now) {
            let message = "a user was banned at your address; new accounts and guests are refused there for now";
            return refuse(ErrorDetail::AddressBanned, message);
        }
        Ok(())
    }

    /// Returns the author of an open report.
    pub(crate) fn reporter(&self, report: u64) -> Option<UserId> {
        self.open_reports.get(&report).map(|open| open.by)
    }
}
