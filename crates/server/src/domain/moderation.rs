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
use super::{Millis, Refusal, Shared, UserId, refuse};

/// The open reports, and the addresses that bans and silences reach.
#[derive(Debug, Default)]
pub(crate) struct Moderation {
    /// The reports that no moderator has closed, by number.
    open_reports: BTreeMap<u64, OpenReport>,
    last_report: u64,
    banned_addresses: BannedAddresses,
    silenced_addresses: BannedAddresses,
    invitations: Invitations,
}

impl Moderation {
    /// Continues with the open reports, the number of the last report, the addresses of bans and of silences and the
    /// invitations of the store.
    pub(crate) fn restored(
        (open, last_report): (Vec<OpenReport>, u64),
        [banned, silenced]: [Vec<(IpAddr, UserId, Millis)>; 2],
        invitations: SavedInvitations,
    ) -> Moderation {
        let open_reports = open.into_iter().map(|open| (open.report, open)).collect();
        let [banned_addresses, silenced_addresses] = [banned, silenced].map(|saved| {
            let mut addresses = BannedAddresses::default();
            for (address, user, until) in saved {
                addresses.add(address, user, until);
            }
            addresses
        });
        let invitations = Invitations::restored(invitations);
        Moderation { open_reports, last_report, banned_addresses, silenced_addresses, invitations }
    }

    /// Refuses a new account or guest at the address of a banned user.
    pub(crate) fn check_newcomer(&mut self, address: IpAddr, now: Millis) -> Result<(), Refusal> {
        if self.banned_addresses.until(address, now).is_some() {
            let message = "a user was banned at your address; new accounts and guests are refused there for now";
            return refuse(ErrorDetail::AddressBanned, message);
        }
        Ok(())
    }

    /// Silences a new account or guest at the address of a user whose silence reaches it.
    pub(crate) fn silence_newcomer(&mut self, user: UserId, address: IpAddr, shared: &mut Shared) {
        if let Some(until) = self.silenced_addresses.until(address, shared.context.now) {
            shared.accounts.silence(user, until, &mut shared.context);
        }
    }

    /// Returns the author of an open report.
    pub(crate) fn reporter(&self, report: u64) -> Option<UserId> {
        self.open_reports.get(&report).map(|open| open.by)
    }
}
