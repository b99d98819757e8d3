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
pub(crate) use self::sanctions::{BanTerms, SilenceTerms};
use super::{Millis, Refusal, Shared, UserId, refuse};

/// What the store keeps of reports, of the addresses of sanctions and of invitations.
#[derive(Clone, Debug, Default)]
pub(crate) struct SavedModeration {
    /// The reports that no moderator has closed.
    pub(crate) open_reports: Vec<OpenReport>,
    /// The number of the last report, open or closed.
    pub(crate) last_report: u64,
    /// The addresses that refuse new accounts and guests: whose ban it is, and until when.
    pub(crate) banned_addresses: Vec<(IpAddr, UserId, Millis)>,
    /// The addresses whose new accounts and guests are silent: whose silence it is, and until when.
    pub(crate) silenced_addresses: Vec<(IpAddr, UserId, Millis)>,
    pub(crate) invitations: SavedInvitations,
}

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
    /// Continues with what the store keeps.
    pub(crate) fn restored(saved: SavedModeration) -> Moderation {
        let open_reports = saved.open_reports.into_iter().map(|open| (open.report, open));
        Moderation {
            open_reports: open_reports.collect(),
            last_report: saved.last_report,
            banned_addresses: BannedAddresses::restored(saved.banned_addresses),
            silenced_addresses: BannedAddresses::restored(saved.silenced_addresses),
            invitations: Invitations::restored(saved.invitations),
        }
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
