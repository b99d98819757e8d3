//! The commands of moderators about users: silence, kick, ban, role.

use willow_protocol::{CloseReason, ErrorDetail, Event, Message, Name, Role};

use crate::domain::{
    AccessWrite, CommandOutcome, Offers, Refusal, Reply, RoomKey, ServerState, UserId, UserWrite,
    refuse,
};

impl ServerState {
    /// Stops a user from sending messages for some minutes.
    pub(crate) fn silence(
        &mut self,
        by: UserId,
        name: &Name,
        minutes: u32,
        reason: &Message,
    ) -> CommandOutcome {
        let to = self.accounts.moderation_target(by, name)?;
        let until = self.context.now + u64::from(minutes) * 60_000;
        self.accounts.silence(to, until);
        self.context.write(UserWrite::Silenced(to, until));
        self.log_moderation(by, to, "silence", reason.as_str());
        Ok(Reply::Done)
    }

    /// Disconnects a user.
    pub(crate) fn kick(&mut self, by: UserId, name: &Name, reason: &Message) -> CommandOutcome {
        let to = self.accounts.moderation_target(by, name)?;
        self.log_moderation(by, to, "kick", reason.as_str());
        self.disconnect_user(to, CloseReason::Kicked);
        Ok(Reply::Done)
    }

    /// Disconnects a user and refuses further logins.
    pub(crate) fn ban(&mut self, by: UserId, name: &Name, reason: &Message) -> CommandOutcome {
        let to = self.accounts.moderation_target(by, name)?;
        self.accounts.ban(to, &mut self.context);
        self.ban_addresses(to);
        self.withdraw_offers(to, Offers::All);
        self.log_moderation(by, to, "ban", reason.as_str());
        self.disconnect_user(to, CloseReason::Kicked);
        Ok(Reply::Done)
    }

    /// Keeps newcomers from the addresses of a banned user out for a while.
    fn ban_addresses(&mut self, user: UserId) {
        if self.context.settings.address_ban == 0 {
            return;
        }
        let until = self.context.now + self.context.settings.address_ban;
        for address in self.accounts[user].bannable_addresses() {
            self.moderation.banned_addresses.ban(address, user, until);
            self.context.write(AccessWrite::AddressBanned { address, user, until });
        }
    }

    /// Ends a ban.
    pub(crate) fn unban(&mut self, by: UserId, name: &Name) -> CommandOutcome {
        let to = self.accounts.moderation_target(by, name)?;
        self.accounts.unban(to, &mut self.context);
        self.moderation.banned_addresses.unban(to);
        self.log_moderation(by, to, "unban", "");
        Ok(Reply::Done)
    }

    /// Gives an account a role.
    pub(crate) fn set_role(&mut self, by: UserId, name: &Name, role: Role) -> CommandOutcome {
        let to = self.accounts.find(name).ok_or_else(|| Refusal::no_user(name))?;
        let is_fixed = |role| matches!(role, Role::Guest | Role::Proxy);
        if is_fixed(self.accounts[to].role()) || is_fixed(role) {
            return refuse(
                ErrorDetail::GuestRole,
                "the role of a guest or a proxy cannot be changed or given",
            );
        }
        if role == Role::Bridge {
            self.accounts.may_become_bridge(to)?;
        }
        if role != Role::Admin && self.accounts.is_last_admin(to) {
            return Err(Refusal::last_admin());
        }
        self.accounts.set_role(to, role);
        if role != Role::Bridge {
            self.end_proxies_of(to);
        }
        self.context.write(UserWrite::Role(to, role));
        self.log_moderation(by, to, "role", &role.to_string());
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
        let now = self.context.now;
        let reason = reason.to_owned();
        let write = UserWrite::Moderation { by, to, action, reason: reason.clone(), at: now };
        self.context.write(write);
        let event = Event::Moderated {
            by: self.accounts[by].name().clone(),
            name: self.accounts[to].name().clone(),
            action: action.to_owned(),
            reason,
        };
        self.publish(RoomKey::Private(to), event);
    }
}
