//! Peace and quiet: what users hide from each other, and what moderators do.

use willow_protocol::{CloseReason, Command, Event, Name, Role};

use super::effects::{Relation, RoomKey, Write};
use super::input::{Millis, UserId};
use super::{Core, Outcome, Refusal, Reply};

impl Core {
    /// Carries out a command about other users.
    pub(super) fn order(&mut self, user: UserId, command: Command, now: Millis) -> Outcome {
        match command {
            Command::Mute { name } => self.relate(user, &name, Relation::Muted, true),
            Command::Unmute { name } => self.relate(user, &name, Relation::Muted, false),
            Command::Block { name } => self.relate(user, &name, Relation::Blocked, true),
            Command::Unblock { name } => self.relate(user, &name, Relation::Blocked, false),
            Command::Muted => Ok(self.muted(user)),
            command => self.moderate(user, command, now),
        }
    }

    fn relate(&mut self, user: UserId, name: &Name, relation: Relation, on: bool) -> Outcome {
        let other = self.users.find(name).ok_or_else(|| Refusal::no_user(name))?;
        if other == user {
            return Err(Refusal::not_now("that is you"));
        }
        let set = match relation {
            Relation::Muted => &mut self.users[user].muted,
            Relation::Blocked => &mut self.users[user].blocked,
        };
        let changed = if on { set.insert(other) } else { set.remove(&other) };
        if changed {
            self.effects.writes.push(Write::Relation(user, other, relation, on));
        }
        Ok(Reply::Done)
    }

    fn muted(&self, user: UserId) -> Reply {
        let names = |ids: &std::collections::BTreeSet<UserId>| {
            let known = ids.iter().filter_map(|&id| self.users.get(id));
            known.map(|user| user.name.clone()).collect()
        };
        let user = &self.users[user];
        Reply::Answer(Event::Muted { muted: names(&user.muted), blocked: names(&user.blocked) })
    }

    fn moderate(&mut self, by: UserId, command: Command, now: Millis) -> Outcome {
        let needed = match command {
            Command::Role { .. } => Role::Admin,
            _ => Role::Moderator,
        };
        self.needs(by, needed)?;
        match command {
            Command::Silence { name, minutes, reason } => {
                let to = self.below(by, &name)?;
                let until = now + u64::from(minutes) * 60_000;
                self.users[to].silenced_until = until;
                self.effects.writes.push(Write::Silenced(to, until));
                self.moderated(by, to, "silence", reason.as_str(), now);
            }
            Command::Kick { name, reason } => {
                let to = self.below(by, &name)?;
                self.moderated(by, to, "kick", reason.as_str(), now);
                self.throw_out(to, CloseReason::Kicked);
            }
            Command::Ban { name, reason } => {
                let to = self.below(by, &name)?;
                self.users[to].banned = true;
                self.effects.writes.push(Write::Banned(to, true));
                self.effects.writes.push(Write::TokensEnd(to));
                self.moderated(by, to, "ban", reason.as_str(), now);
                self.throw_out(to, CloseReason::Kicked);
            }
            Command::Unban { name } => {
                let to = self.below(by, &name)?;
                self.users[to].banned = false;
                self.effects.writes.push(Write::Banned(to, false));
                self.moderated(by, to, "unban", "", now);
            }
            Command::Role { name, role } => self.give_role(by, &name, role, now)?,
            other => return Err(Refusal::not_now(format!("`{}` is not for here", other.name()))),
        }
        Ok(Reply::Done)
    }

    /// Refuses what is for those who keep order to everybody else.
    pub(super) fn needs(&self, user: UserId, role: Role) -> Result<(), Refusal> {
        if self.users[user].role < role {
            return Err(Refusal::forbidden(format!("only a {role} may do this")));
        }
        Ok(())
    }

    fn give_role(
        &mut self,
        by: UserId,
        name: &Name,
        role: Role,
        now: Millis,
    ) -> Result<(), Refusal> {
        let to = self.users.find(name).ok_or_else(|| Refusal::no_user(name))?;
        if self.users[to].role == Role::Guest || role == Role::Guest {
            return Err(Refusal::not_now("guests have no other role, and nobody becomes one"));
        }
        self.users[to].role = role;
        self.effects.writes.push(Write::Role(to, role));
        self.moderated(by, to, "role", &role.to_string(), now);
        Ok(())
    }

    /// Finds a user over whom a moderator has power.
    fn below(&self, by: UserId, name: &Name) -> Result<UserId, Refusal> {
        let to = self.users.find(name).ok_or_else(|| Refusal::no_user(name))?;
        if self.users[to].role >= self.users[by].role {
            return Err(Refusal::forbidden(format!("you have no power over {name}")));
        }
        Ok(to)
    }

    /// Writes what a moderator did into the log, and tells the one it was done to.
    fn moderated(
        &mut self,
        by: UserId,
        to: UserId,
        action: &'static str,
        reason: &str,
        now: Millis,
    ) {
        let reason = reason.to_owned();
        self.effects.writes.push(Write::Moderation {
            by,
            to,
            action,
            reason: reason.clone(),
            at: now,
        });
        let event = Event::Moderated {
            by: self.users[by].name.clone(),
            name: self.users[to].name.clone(),
            action: action.to_owned(),
            reason,
        };
        self.publish(RoomKey::Private(to), event, now);
    }
}
