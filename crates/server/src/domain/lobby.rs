//! The lobby: its chat and subscribers, offers and pools.

mod chat;
mod followers;
mod offers;
mod open_offers;
mod pairing;
mod presence;
mod progress;

use willow_protocol::{CommandResult, Event, Notice, Room};

use self::followers::LobbyFollowers;
pub(crate) use self::offers::Offers;
pub(crate) use self::open_offers::{OpenOffer, OpenOffers};
use self::pairing::WaitingUser;
use self::presence::PresenceChanges;
#[cfg(test)]
pub(crate) use self::progress::MAX_GAMES;
use self::progress::Progress;
#[cfg(test)]
use super::UserId;
use super::{ConnId, Context, EncodedNotice, KEPT_MESSAGES, Millis, RoomKey, RoomLog, Shared};

/// The lobby's room, offers and pools.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    log: RoomLog,
    /// The latest messages, for newcomers.
    chat: RoomLog,
    followers: LobbyFollowers,
    offers: OpenOffers,
    /// The users in pools, the longest waiting first.
    waiting: Vec<WaitingUser>,
    /// When the pools are paired next, if the timer for it was set.
    next_pairing: Option<Millis>,
    presence: PresenceChanges,
    progress: Progress,
}

impl Lobby {
    /// Continues with the latest events and messages.
    pub(crate) fn restored(log: RoomLog, chat: RoomLog) -> Lobby {
        Lobby { log, chat, ..Lobby::default() }
    }

    pub(crate) const fn log(&self) -> &RoomLog {
        &self.log
    }

    pub(crate) const fn offers(&self) -> &OpenOffers {
        &self.offers
    }

    /// Publishes an event in the lobby, and keeps a message for newcomers.
    pub(crate) fn publish(&mut self, event: Event, shared: &mut Shared) -> CommandResult {
        let Shared { accounts, context, .. } = shared;
        let unwanted = accounts.connections_without_interest_in(&event);
        let is_message = matches!(event, Event::Said { .. });
        let notice = context.record(RoomKey::Lobby, &mut self.log, event);
        if is_message {
            self.chat.push(notice.clone());
            self.chat.trim(KEPT_MESSAGES);
        }
        context.effects.broadcast(self.followers.without(&unwanted), notice);
        CommandResult::of_event(Room::Lobby, self.log.last())
    }

    /// Sends an event without a number to the followers. Returns whether there are any.
    pub(crate) fn broadcast(&mut self, event: Event, shared: &mut Shared) -> bool {
        let Shared { accounts, context, .. } = shared;
        let unwanted = accounts.connections_without_interest_in(&event);
        let followers = self.followers.without(&unwanted);
        let notice = Notice { room: Some(Room::Lobby), ..Notice::new(context.now, event) };
        let has_followers = !followers.is_empty();
        context.effects.broadcast(followers, EncodedNotice::new(notice));
        has_followers
    }

    /// Drops the events and messages that are older than the operator keeps them.
    pub(crate) fn forget_expired(&mut self, context: &Context) {
        if let Some(kept) = context.settings.lobby_kept {
            let oldest = context.now.saturating_sub(kept);
            self.log.drop_before(oldest);
            self.chat.drop_before(oldest);
        }
    }

    /// Replaces the name of a deleted account in what newcomers can read.
    pub(crate) fn erase_name(&mut self, name: &str, neutral: &str) {
        for log in [&mut self.log, &mut self.chat] {
            log.rename(name, neutral);
        }
    }

    /// Leaves of a message only that somebody wrote it.
    pub(crate) fn remove_message(&mut self, number: u64) {
        for log in [&mut self.log, &mut self.chat] {
            log.remove_message(number);
        }
    }

    pub(crate) fn follow(&mut self, connection: ConnId) {
        self.followers.insert(connection);
    }

    pub(crate) fn unfollow(&mut self, connection: ConnId) {
        self.followers.remove(connection);
    }

    pub(crate) fn is_followed_by(&self, connection: ConnId) -> bool {
        self.followers.contains(connection)
    }
}

#[cfg(test)]
impl Lobby {
    pub(crate) const fn offers_mut(&mut self) -> &mut OpenOffers {
        &mut self.offers
    }

    pub(crate) const fn chat(&self) -> &RoomLog {
        &self.chat
    }

    /// Returns the users in a pool.
    pub(crate) fn waiting(&self) -> Vec<UserId> {
        self.waiting.iter().map(|waiting| waiting.user).collect()
    }

    pub(crate) const fn next_pairing(&self) -> Option<Millis> {
        self.next_pairing
    }
}
