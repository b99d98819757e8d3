//! Mutes and blocks, and the commands of moderators.

use std::collections::BTreeSet;

use willow_protocol::{CloseReason, ErrorDetail, Event, Message, Name, Role};

use crate::domain::{
    AccessWrite, Offers, Outcome, Refusal, Relation, Reply, RoomKey, ServerState, UserId,
    UserWrite, refuse,
};

/// A change of a relation to another user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelationChange {
    /// The other user is now muted or blocked.
    Begin,
    /// The other user is no longer muted or blocked.
    End,
}

impl ServerState {
    /// Mutes or blocks a user, or ends that.
    pub(crate) fn relate(
        &mut self,
        user: UserId,
        name: &Name,
        relation: Relation,
        change: RelationChange,
    ) -> Outcome {
        let other = self.users.find(name).ok_or_else(|| Refusal::no_user(name))?;
        if other == user {
            return refuse(ErrorDetail::OwnName, "this is your own name");
        }
        let set = self.users[user].related(relation);
        let changed = match change {
            RelationChange::Begin => set.insert(other),
            RelationChange::End => set.remove(&other),
        };
        if changed {
            let is_on = change == RelationChange::Begin;
            self.effects.writes.push(UserWrite::Relation(user, other, relation, is_on).into());
            if let Some(set) = self.users[other].related_by(relation) {
                if is_on {
                    set.insert(user)
                } else {
                    set.remove(&user)
                };
            }
        }
        if (relation, change) == (Relation::Blocked, RelationChange::Begin) {
            self.end_following(other, user);
        }
        Ok(Reply::Done)
    }

    /// Lists the users whom a user has muted or blocked.
    pub(crate) fn muted(&self, user: UserId) -> Reply {
        let names = |ids: &BTreeSet<UserId>| {
            ids.iter().filter_map(|&id| self.users.name(id).cloned()).collect()
        };
        let user = &self.users[user];
        Reply::Answer(Event::Muted { muted: names(&user.muted), blocked: names(&user.blocked) })
    }

    /// Stops a user from sending messages for some minutes.
    pub(crate) fn silence(
        &mut self,
        by: UserId,
        name: &Name,
        minutes: u32,
        reason: &Message,
    ) -> Outcome {
        let to = self.moderation_target(by, name)?;
        let until = self.now + u64::from(minutes) * 60_000;
        self.users[to].silenced_until = until;
        self.effects.writes.push(UserWrite::Silenced(to, until).into());
        self.log_moderation(by, to, "silence", reason.as_str());
        Ok(Reply::Done)
    }

    /// Disconnects a user.
    pub(crate) fn kick(&mut self, by: UserId, name: &Name, reason: &Message) -> Outcome {
        let to = self.moderation_target(by, name)?;
        self.log_moderation(by, to, "kick", reason.as_str());
        self.disconnect_user(to, CloseReason::Kicked);
        Ok(Reply::Done)
    }

    /// Disconnects a user and refuses further logins.
    pub(crate) fn ban(&mut self, by: UserId, name: &Name, reason: &Message) -> Outcome {
        let to = self.moderation_target(by, name)?;
        self.users[to].banned = true;
        self.effects.writes.push(UserWrite::Banned(to).into());
        self.revoke_tokens(to, None);
        self.ban_addresses(to);
        self.withdraw_offers(to, Offers::All);
        self.log_moderation(by, to, "ban", reason.as_str());
        self.disconnect_user(to, CloseReason::Kicked);
        Ok(Reply::Done)
    }

    /// Keeps newcomers from the addresses of a banned user out for a while.
    fn ban_addresses(&mut self, user: UserId) {
        if self.settings.address_ban == 0 {
            return;
        }
        let until = self.now + self.settings.address_ban;
        for address in self.users[user].addresses.bannable() {
            self.banned_addresses.ban(address, user, until);
            self.effects.writes.push(AccessWrite::AddressBanned { address, user, until }.into());
        }
    }

    /// Ends a ban.
    pub(crate) fn unban(&mut self, by: UserId, name: &Name) -> Outcome {
        let to = self.moderation_target(by, name)?;
        self.users[to].banned = false;
        self.effects.writes.push(UserWrite::Unbanned(to).into());
        self.banned_addresses.unban(to);
        self.log_moderation(by, to, "unban", "");
        Ok(Reply::Done)
    }

    /// Gives an account a role.
    pub(crate) fn set_role(&mut self, by: UserId, name: &Name, role: Role) -> Outcome {
        let to = self.users.find(name).ok_or_else(|| Refusal::no_user(name))?;
        let is_fixed = |role| matches!(role, Role::Guest | Role::Proxy);
        if is_fixed(self.users[to].role) || is_fixed(role) {
            return refuse(
                ErrorDetail::GuestRole,
                "the role of a guest or a proxy cannot be changed or given",
            );
        }
        if role == Role::Bridge {
            self.may_become_bridge(to)?;
        }
        if role != Role::Admin && self.is_last_admin(to) {
            return Err(Refusal::last_admin());
        }
        self.users[to].role = role;
        if role != Role::Bridge {
            self.end_proxies_of(to);
        }
        self.effects.writes.push(UserWrite::Role(to, role).into());
        self.log_moderation(by, to, "role", &role.to_string());
        Ok(Reply::Done)
    }

    /// Refuses a command to users of a lower role.
    pub(crate) fn require_role(&self, user: UserId, role: Role) -> Result<(), Refusal> {
        if self.users[user].role < role {
            return refuse(ErrorDetail::RoleTooLow, format!("this command needs the role {role}"));
        }
        Ok(())
    }

    /// Finds a user of a lower role than the moderator's.
    pub(crate) fn moderation_target(&self, by: UserId, name: &Name) -> Result<UserId, Refusal> {
        let to = self.users.find(name).ok_or_else(|| Refusal::no_user(name))?;
        if self.users[to].role >= self.users[by].role {
            return refuse(
                ErrorDetail::RoleNotLower,
                format!("{name} does not have a lower role than you"),
            );
        }
        Ok(to)
    }

    /// Writes an action to the moderation log, and notifies the user.
    pub(crate) fn log_moderation(
        &mut self,
        by: UserId,
        to: UserId,
        action: &'static str,
        reason: &str,
    ) {
        let now = self.now;
        let reason = reason.to_owned();
        let write =
            UserWrite::Moderation { by, to, action, reason: reason.clone(), at: now }.into();
        self.effects.writes.push(write);
        let event = Event::Moderated {
            by: self.users[by].name.clone(),
            name: self.users[to].name.clone(),
            action: action.to_owned(),
            reason,
        };
        self.publish(RoomKey::Private(to), event);
    }
}
