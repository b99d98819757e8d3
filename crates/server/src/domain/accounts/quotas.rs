//! Quotas: how often a user may do something, action by action, and who knows whom.
//!
//! Quotas are counted in memory: after a restart of the server they are whole again.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use willow_protocol::text::counted;
use willow_protocol::{ErrorDetail, Message, Role};

use crate::domain::{
    Accounts, Context, DAY, HOUR, MINUTE, Millis, Quotas, Refusal, Relation, RelationChange,
    RoomKey, UserId, UserWrite, refuse,
};

/// How many messages of a user are remembered to find repetitions.
const REMEMBERED_MESSAGES: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LimitedAction {
    SayInLobby,
    /// A message to the players or spectators of a game.
    SayInGame,
    /// A request to the opponent in a game, or a gift of time.
    AskInGame,
    /// A private message.
    Tell,
    /// A private message to a stranger.
    TellStranger,
    /// A report of another user.
    Report,
}

impl LimitedAction {
    /// Returns the reason of a refusal.
    pub(crate) const fn detail(self) -> ErrorDetail {
        match self {
            LimitedAction::SayInLobby | LimitedAction::SayInGame | LimitedAction::Tell => {
                ErrorDetail::TooManyMessages
            }
            LimitedAction::AskInGame => ErrorDetail::TooManyCommands,
            LimitedAction::TellStranger => ErrorDetail::TooManyStrangerMessages,
            LimitedAction::Report => ErrorDetail::TooManyReports,
        }
    }

    /// Returns how often the action is allowed, in which time, and the words for both.
    pub(crate) const fn quota(self, quotas: &Quotas) -> (u32, Millis, &'static str) {
        match self {
            LimitedAction::SayInLobby => {
                (quotas.lobby_messages_per_minute, MINUTE, "messages a minute in the lobby")
            }
            LimitedAction::SayInGame => {
                (quotas.game_messages_per_minute, MINUTE, "messages a minute in games")
            }
            LimitedAction::AskInGame => {
                (quotas.game_requests_per_minute, MINUTE, "requests a minute in games")
            }
            LimitedAction::Tell => {
                (quotas.private_messages_per_minute, MINUTE, "private messages a minute")
            }
            LimitedAction::Report => (quotas.reports_per_day, DAY, "reports a day"),
            LimitedAction::TellStranger => (
                quotas.stranger_messages_per_hour,
                HOUR,
                "private messages an hour to people who have not written to you or played you",
            ),
        }
    }
}

/// A user's use of the quotas.
#[derive(Debug, Default)]
pub(crate) struct QuotaUse {
    /// For each action the time at which its quota is whole again.
    whole_at: BTreeMap<LimitedAction, Millis>,
    /// The latest messages, oldest first: a hash of recipient and text, and the time.
    messages: VecDeque<(u64, Millis)>,
}

impl QuotaUse {
    /// Returns whether nothing was ever counted.
    pub(crate) fn is_empty(&self) -> bool {
        self.whole_at.is_empty() && self.messages.is_empty()
    }

    /// Returns how long the user must wait before the action; 0 if it is allowed now. The quota
    /// refills evenly, and a rested user may use all of it at once.
    pub(crate) fn wait(
        &self,
        action: LimitedAction,
        count: u32,
        period: Millis,
        now: Millis,
    ) -> Millis {
        let used = self.whole_at.get(&action).map_or(0, |whole| whole.saturating_sub(now));
        let refill = period / Millis::from(count.max(1));
        (used + refill).saturating_sub(period)
    }

    fn spend(&mut self, action: LimitedAction, count: u32, period: Millis, now: Millis) {
        let whole = self.whole_at.entry(action).or_insert(now);
        *whole = (*whole).max(now) + period / Millis::from(count.max(1));
    }

    /// Returns how long the user must wait before the same message again; 0 if it is allowed now.
    fn repetition_wait(&self, hash: u64, max: u32, now: Millis) -> Millis {
        let same = self.messages.iter().rev().filter(|&&(known, _)| known == hash);
        let nth = same.map(|&(_, time)| time).nth(max.saturating_sub(1) as usize);
        nth.map_or(0, |time| (time + MINUTE).saturating_sub(now))
    }

    /// Remembers the hash of a message, and forgets the oldest one.
    fn remember_message(&mut self, hash: u64, now: Millis) {
        self.messages.push_back((hash, now));
        if self.messages.len() > REMEMBERED_MESSAGES {
            self.messages.pop_front();
        }
    }
}

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

impl Accounts {
    /// Takes actions from a user's quotas, or refuses them all. Moderators have no quotas.
    pub(crate) fn spend(
        &mut self,
        user: UserId,
        actions: &[LimitedAction],
        context: &Context,
    ) -> Result<(), Refusal> {
        let now = context.now;
        if self[user].role >= Role::Moderator {
            return Ok(());
        }
        let quota_use = &mut self[user].quota_use;
        for &action in actions {
            let (count, period, words) = action.quota(&context.settings.quotas);
            let wait = quota_use.wait(action, count, period, now);
            if count == 0 {
                return refuse(action.detail(), format!("you may send no {words}"));
            }
            if wait > 0 {
                let seconds = counted(wait.div_ceil(1000), "second");
                let message = format!("you may send {count} {words}; wait {seconds}");
                return Err(Refusal::new(action.detail(), message).for_now(wait));
            }
        }
        for &action in actions {
            let (count, period, _) = action.quota(&context.settings.quotas);
            quota_use.spend(action, count, period, now);
        }
        Ok(())
    }

    /// Takes a message from its author's quotas, or refuses it. Moderators have no quotas.
    pub(crate) fn spend_message(
        &mut self,
        user: UserId,
        room: RoomKey,
        text: &Message,
        actions: &[LimitedAction],
        context: &Context,
    ) -> Result<(), Refusal> {
        let (now, hash) = (context.now, hash_of(room, text));
        let max = context.settings.quotas.same_message_per_minute;
        let wait = self[user].quota_use.repetition_wait(hash, max, now);
        if wait > 0 && self[user].role < Role::Moderator {
            let message = format!(
                "the same message may be sent {} a minute; change it or wait {}",
                counted(max.into(), "time"),
                counted(wait.div_ceil(1000), "second")
            );
            return Err(Refusal::new(ErrorDetail::MessageRepeated, message).for_now(wait));
        }
        self.spend(user, actions, context)?;
        self[user].quota_use.remember_message(hash, now);
        Ok(())
    }

    /// Returns whether a private message to this user counts as one to a stranger.
    pub(crate) fn is_stranger(&self, sender: UserId, recipient: UserId) -> bool {
        sender != recipient
            && !self[sender].acquaintances.contains(&recipient)
            && !self[sender].followers.contains(&recipient)
    }

    /// Remembers that a user has written to another or has played the other, who may now write
    /// back as often as to a friend.
    pub(crate) fn meet(&mut self, user: UserId, by: UserId, context: &mut Context) {
        let is_person = |id: UserId| self[id].bot.is_none();
        if user == by || !is_person(user) || !is_person(by) {
            return;
        }
        let acquaintances = &mut self[user].acquaintances;
        if acquaintances.len() < MAX_ACQUAINTANCES && acquaintances.insert(by) {
            let (relation, change) = (Relation::Acquainted, RelationChange::Begin);
            let write = UserWrite::Relation { user, other: by, relation, change };
            context.write(write);
        }
    }

    /// Makes sure that a user may send a message.
    pub(crate) fn may_chat(
        &self,
        user: UserId,
        text: &Message,
        context: &Context,
    ) -> Result<(), Refusal> {
        let max = context.settings.limits.message_chars;
        if text.as_str().chars().count() > max {
            return refuse(
                ErrorDetail::MessageTooLong,
                format!("a message has at most {max} characters"),
            );
        }
        self.is_not_silenced(user, context.now)
    }

    /// Makes sure that a user may write what others read.
    pub(crate) fn is_not_silenced(&self, user: UserId, now: Millis) -> Result<(), Refusal> {
        let left = self[user].record.silenced_until.saturating_sub(now);
        if left > 0 {
            let minutes = counted(left.div_ceil(MINUTE), "minute");
            let message = format!("you are silenced for {minutes}");
            return Err(Refusal::new(ErrorDetail::Silenced, message).for_now(left));
        }
        Ok(())
    }
}
