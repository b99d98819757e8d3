//! The commands of moderators about users: silence, kick, ban, role, and what they wrote into their profiles.

use std::net::IpAddr;

use willow_protocol::{
    BanReach, CloseReason, ErrorDetail, Event, Message, Name, ProfileText, Role,
};

use crate::domain::router::Sender;
use crate::domain::{
    AccessWrite, CommandOutcome, HOUR, MINUTE, Millis, Moderation, Offers, Query, Refusal, Reply,
    ServerState, Shared, UserId, UserWrite, refuse,
};

/// What a moderator says of a ban.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BanTerms {
    /// The duration; without one the ban has no end.
    pub(crate) minutes: Option<u32>,
    pub(crate) reach: BanReach,
}

/// What a moderator says of a silence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SilenceTerms {
    /// The duration; 0 ends a silence.
    pub(crate) minutes: u32,
    pub(crate) reach: BanReach,
}

impl ServerState {
    pub(crate) fn kick(&mut self, by: UserId, name: &Name, reason: &Message) -> CommandOutcome {
        let to = self.shared.accounts.moderation_target(by, name)?;
        self.shared.log_moderation(by, to, "kick", reason.as_str());
        self.disconnect_user(to, CloseReason::Kicked);
        Ok(Reply::Done)
    }

    /// Disconnects a user and refuses further logins. A ban takes the place of an earlier one.
    pub(crate) fn ban(
        &mut self,
        by: UserId,
        name: &Name,
        BanTerms { minutes, reach }: BanTerms,
        reason: &Message,
    ) -> CommandOutcome {
        let to = self.shared.accounts.moderation_target(by, name)?;
        if minutes == Some(0) {
            let message = "minutes must be 1 or more; `unban` ends a ban";
            return Err(Refusal::new(ErrorDetail::InvalidArgument, message).about("minutes"));
        }
        let until = minutes.map(|minutes| self.shared.context.now + Millis::from(minutes) * MINUTE);
        self.shared.accounts.unban(to, &mut self.shared.context);
        self.moderation.banned_addresses.remove(to);
        self.shared.accounts.ban(to, until, &mut self.shared.context);
        if reach == BanReach::Addresses {
            let (addresses, until) = self.shared.reached_addresses(to, until);
            for address in addresses {
                self.moderation.banned_addresses.add(address, to, until);
                let write = AccessWrite::AddressBanned { address, user: to, until };
                self.shared.context.write(write);
            }
        }
        self.lobby.withdraw_offers(to, Offers::All, &mut self.shared);
        self.shared.log_until(by, to, "ban", reason.as_str(), until);
        self.disconnect_user(to, CloseReason::Kicked);
        Ok(Reply::Done)
    }

    /// Stops a user from sending messages for some minutes, and perhaps newcomers from the user's addresses. A silence
    /// takes the place of an earlier one.
    pub(crate) fn silence(
        &mut self,
        by: UserId,
        name: &Name,
        SilenceTerms { minutes, reach }: SilenceTerms,
        reason: &Message,
    ) -> CommandOutcome {
        let Shared { accounts, context, .. } = &mut self.shared;
        let to = accounts.moderation_target(by, name)?;
        let until = context.now + u64::from(minutes) * MINUTE;
        accounts.silence(to, until, context);
        self.moderation.silenced_addresses.remove(to);
        if minutes == 0 {
            self.shared.log_moderation(by, to, "unsilence", reason.as_str());
            return Ok(Reply::Done);
        }
        if reach == BanReach::Addresses {
            let (addresses, until) = self.shared.reached_addresses(to, Some(until));
            for address in addresses {
                self.moderation.silenced_addresses.add(address, to, until);
                let write = AccessWrite::AddressSilenced { address, user: to, until };
                self.shared.context.write(write);
            }
        }
        self.shared.log_until(by, to, "silence", reason.as_str(), Some(until));
        Ok(Reply::Done)
    }

    /// Gives an account a role.
    pub(crate) fn set_role(&mut self, by: UserId, name: &Name, role: Role) -> CommandOutcome {
        let to = self.shared.accounts.find(name).ok_or_else(|| Refusal::no_user(name))?;
        let is_fixed = |role| matches!(role, Role::Guest | Role::Proxy);
        if is_fixed(self.shared.accounts[to].role()) || is_fixed(role) {
            return refuse(
                ErrorDetail::GuestRole,
                "the role of a guest or a proxy cannot be changed or given",
            );
        }
        if role == Role::Bridge {
            self.shared.accounts.may_become_bridge(to)?;
        }
        if role != Role::Admin && self.shared.accounts.is_last_admin(to) {
            return Err(Refusal::last_admin());
        }
        let was_bot = self.shared.accounts[to].role() == Role::Bot;
        self.shared.accounts.set_role(to, role);
        if was_bot != (role == Role::Bot) {
            // Whoever accepts them expects a person, or a bot.
            self.lobby.withdraw_offers(to, Offers::All, &mut self.shared);
        }
        if role != Role::Bridge {
            self.end_proxies_of(to);
        }
        self.shared.context.write(UserWrite::Role(to, role));
        self.shared.log_moderation(by, to, "role", &role.to_string());
        Ok(Reply::Done)
    }
}

impl Moderation {
    /// Ends a ban.
    pub(crate) fn unban(&mut self, by: UserId, name: &Name, shared: &mut Shared) -> CommandOutcome {
        let to = shared.accounts.moderation_target(by, name)?;
        shared.accounts.unban(to, &mut shared.context);
        self.banned_addresses.remove(to);
        shared.log_moderation(by, to, "unban", "");
        Ok(Reply::Done)
    }
}

impl Shared {
    /// Returns the addresses of a user that a sanction reaches, and until when: for a while, but no longer than it.
    fn reached_addresses(&self, user: UserId, end: Option<Millis>) -> (Vec<IpAddr>, Millis) {
        let hours = self.context.settings.address_ban;
        let until = self.context.now + hours;
        let addresses = match hours {
            0 => Vec::new(),
            _ => self.accounts[user].bannable_addresses(),
        };
        (addresses, end.map_or(until, |end| end.min(until)))
    }

    /// Lets the store tell which accounts share an address or a browser with a user.
    pub(crate) fn related(&mut self, sender: Sender<'_>, name: &Name) -> CommandOutcome {
        let user = self.accounts.find(name).ok_or_else(|| Refusal::no_user(name))?;
        let hours = self.context.settings.address_ban / HOUR;
        let addresses = match hours {
            0 => 0,
            _ => self.accounts[user].bannable_addresses().len(),
        };
        let (name, now) = (self.accounts[user].name().clone(), self.context.now);
        self.context.ask_store(sender, Query::Related { user, name, addresses, hours, now })
    }

    /// Removes a text from the profile of a user.
    pub(crate) fn clear_profile(
        &mut self,
        by: UserId,
        name: &Name,
        part: ProfileText,
        reason: &Message,
    ) -> CommandOutcome {
        let to = self.accounts.moderation_target(by, name)?;
        self.accounts.clear_profile(to, part, &mut self.context);
        let action = match part {
            ProfileText::DisplayName => "clear-display-name",
            ProfileText::About => "clear-about",
        };
        self.log_moderation(by, to, action, reason.as_str());
        Ok(Reply::Done)
    }

    /// Writes an action to the moderation log, and notifies the user.
    pub(crate) fn log_moderation(
        &mut self,
        by: UserId,
        to: UserId,
        action: &'static str,
        reason: &str,
    ) {
        self.log_until(by, to, action, reason, None);
    }

    /// The same for what ends by itself.
    fn log_until(
        &mut self,
        by: UserId,
        to: UserId,
        action: &'static str,
        reason: &str,
        until: Option<Millis>,
    ) {
        let (reason, at) = (reason.to_owned(), self.context.now);
        let write = UserWrite::Moderation { by, to, action, reason: reason.clone(), at, until };
        self.context.write(write);
        let event = Event::Moderated {
            by: self.accounts[by].name().clone(),
            name: self.accounts[to].name().clone(),
            action: action.to_owned(),
            reason,
            until,
        };
        self.accounts.publish(to, event, &mut self.context);
    }
}
