//! Who may send how many messages: the checks of quotas, and who knows whom.

use std::hash::{DefaultHasher, Hash, Hasher};

use willow_protocol::{ErrorDetail, Message, Role};

use super::{
    LimitedAction, Millis, Refusal, Relation, RoomKey, ServerState, UserId, Write, refuse,
};

/// How many people a user is known to have met; further ones count as strangers.
const MAX_ACQUAINTANCES: usize = 10_000;

/// Returns a hash that is equal for messages that differ in case and blanks only.
fn hash_of(room: RoomKey, text: &Message) -> u64 {
    let mut hasher = DefaultHasher::new();
    room.hash(&mut hasher);
    for word in text.as_str().split_whitespace() {
        word.to_lowercase().hash(&mut hasher);
    }
    hasher.finish()
}

impl ServerState {
    /// Takes a message from its author's quotas, or refuses it. Moderators have no quotas.
    pub(super) fn spend_message(
        &mut self,
        user: UserId,
        room: RoomKey,
        text: &Message,
        actions: &[LimitedAction],
        now: Millis,
    ) -> Result<(), Refusal> {
        if self.users[user].role >= Role::Moderator {
            return Ok(());
        }
        let hash = hash_of(room, text);
        let most = self.settings.quotas.same_message_per_minute;
        let wait = self.users[user].quota_use.repetition_wait(hash, most, now);
        if wait > 0 {
            return refuse(
                ErrorDetail::MessageRepeated,
                format!(
                    "the same message may be sent {most} times a minute; change it or wait {} seconds",
                    wait.div_ceil(1000)
                ),
            );
        }
        self.spend(user, actions, now)?;
        self.users[user].quota_use.remember_message(hash, now);
        Ok(())
    }

    /// Takes actions from a user's quotas, or refuses them all. Moderators have no quotas.
    pub(super) fn spend(
        &mut self,
        user: UserId,
        actions: &[LimitedAction],
        now: Millis,
    ) -> Result<(), Refusal> {
        if self.users[user].role >= Role::Moderator {
            return Ok(());
        }
        let quota_use = &mut self.users[user].quota_use;
        for &action in actions {
            let (count, period, words) = action.quota(&self.settings.quotas);
            let wait = quota_use.wait(action, count, period, now);
            if count == 0 {
                return refuse(action.detail(), format!("you may send no {words}"));
            }
            if wait > 0 {
                let wait = wait.div_ceil(1000);
                let message = format!("you may send {count} {words}; wait {wait} seconds");
                return refuse(action.detail(), message);
            }
        }
        for &action in actions {
            let (count, period, _) = action.quota(&self.settings.quotas);
            quota_use.spend(action, count, period, now);
        }
        Ok(())
    }

    /// Returns whether a private message to this user counts as one to a stranger.
    pub(super) fn is_stranger(&self, sender: UserId, recipient: UserId) -> bool {
        sender != recipient
            && !self.users[sender].acquaintances.contains(&recipient)
            && !self.users[sender].followers.contains(&recipient)
    }

    /// Remembers that a user has written to another or has played the other, who may now write
    /// back as often as to a friend.
    pub(super) fn meet(&mut self, user: UserId, by: UserId) {
        let is_person = |id: UserId| self.users[id].bot.is_none();
        if user == by || !is_person(user) || !is_person(by) {
            return;
        }
        let acquaintances = &mut self.users[user].acquaintances;
        if acquaintances.len() < MAX_ACQUAINTANCES && acquaintances.insert(by) {
            let write = Write::Relation(user, by, Relation::Acquainted, true);
            self.effects.writes.push(write);
        }
    }
}
