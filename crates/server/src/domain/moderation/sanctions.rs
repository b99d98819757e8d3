//! The commands of moderators about users: silence, kick, ban, role.

use willow_protocol::{CloseReason, ErrorDetail, Event, Message, Name, Role};

use crate::domain::{
    AccessWrite, CommandOutcome, MINUTE, Moderation, Offers, Refusal, Reply, ServerState, Shared,
    UserId, UserWrite, refuse,
};

impl ServerState {
    pub(crate) fn kick(&mut self, by: UserId, name: &Name, reason: &Message) -> CommandOutcome {
        let to = self.shared.accounts.moderation_target(by, name)?;
        self.shared.log_moderation(by, to, "kick", reason.as_str());
        self.disconnect_user(to, CloseReason::Kicked);
        Ok(Reply::Done)
    }

    /// Disconnects a user and refuses further logins.
    pub(crate) fn ban(&mut self, by: UserId, name: &Name, reason: &Message) -> CommandOutcome {
        let to = self.shared.accounts.moderation_target(by, name)?;
        self.shared.accounts.ban(to, &mut self.shared.context);
        self.moderation.ban_addresses(to, &mut self.shared);
        self.lobby.withdraw_offers(to, Offers::All, &mut self.shared);
        self.shared.log_moderation(by, to, "ban", reason.as_str());
        self.disconnect_user(to, CloseReason::Kicked);
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
    /// Keeps newcomers from the addresses of a banned user out for a while.
    fn ban_addresses(&mut self, user: UserId, shared: &mut Shared) {
        if shared.context.settings.address_ban == 0 {
            return;
        }
        let until = shared.context.now + shared.context.settings.address_ban;
        for address in shared.accounts[user].bannable_addresses() {
            self.banned_addresses.ban(address, user, until);
            shared.context.write(AccessWrite::AddressBanned { address, user, until });
        }
    }

    /// Ends a ban.
    pub(crate) fn unban(&mut self, by: UserId, name: &Name, shared: &mut Shared) -> CommandOutcome {
        let to = shared.accounts.moderation_target(by, name)?;
        shared.accounts.unban(to, &mut shared.context);
        self.banned_addresses.unban(to);
        shared.log_moderation(by, to, "unban", "");
        Ok(Reply::Done)
    }
}

impl Shared {
    /// Stops a user from sending messages for some minutes.
    pub(crate) fn silence(
        &mut self,
        by: UserId,
        name: &Name,
        minutes: u32,
        reason: &Message,
    ) -> CommandOutcome {
        let to = self.accounts.moderation_target(by, name)?;
        let until = self.context.now + u64::from(minutes) * MINUTE;
        self.accounts.silence(to, until, &mut self.context);
        self.log_moderation(by, to, "silence", reason.as_str());
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
        let (reason, at) = (reason.to_owned(), self.context.now);
        let write = UserWrite::Moderation { by, to, action, reason: reason.clone(), at };
        self.context.write(write);
        let event = Event::Moderated {
            by: self.accounts[by].name().clone(),
            name: self.accounts[to].name().clone(),
            action: action.to_owned(),
            reason,
        };
        self.accounts.publish(to, event, &mut self.context);
    }
}
