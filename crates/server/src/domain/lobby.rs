//! The lobby: its chat and followers, offers and pools, and who comes and goes.

mod chat;
mod followers;
mod offers;
mod open_offers;
mod pairing;
mod presence;
mod progress;

use std::collections::BTreeSet;
use std::sync::Arc;

use self::followers::LobbyFollowers;
pub(crate) use self::offers::{OfferClosure, Offers};
pub(crate) use self::open_offers::{OpenOffer, OpenOffers};
use self::pairing::WaitingUser;
use self::presence::PresenceChanges;
#[cfg(test)]
pub(crate) use self::progress::MAX_GAMES;
use self::progress::Progress;
#[cfg(test)]
use super::UserId;
use super::{ConnId, EncodedNotice, KEPT_MESSAGES, Millis, RoomLog};

/// The room of the lobby, and those who look for a game there.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    log: RoomLog,
    /// The latest messages, for those who come.
    chat: RoomLog,
    followers: LobbyFollowers,
    offers: OpenOffers,
    /// The users who wait in pools, those who wait longest first.
    waiting: Vec<WaitingUser>,
    /// When those who wait are joined next, if the timer for it was set.
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

    pub(crate) const fn log_mut(&mut self) -> &mut RoomLog {
        &mut self.log
    }

    pub(crate) const fn offers(&self) -> &OpenOffers {
        &self.offers
    }

    /// Keeps a message for those who come.
    pub(crate) fn keep_message(&mut self, message: Arc<EncodedNotice>) {
        self.chat.push(message);
        self.chat.trim(KEPT_MESSAGES);
    }

    /// Drops the events and messages from before a time.
    pub(crate) fn drop_before(&mut self, time: Millis) {
        self.log.drop_before(time);
        self.chat.drop_before(time);
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

    /// Returns the followers, in their order, without some.
    pub(crate) fn followers_without(&mut self, unwanted: &BTreeSet<ConnId>) -> Arc<[ConnId]> {
        self.followers.without(unwanted)
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

    /// Returns who waits in a pool.
    pub(crate) fn waiting(&self) -> Vec<UserId> {
        self.waiting.iter().map(|waiting| waiting.user).collect()
    }

    pub(crate) const fn next_pairing(&self) -> Option<Millis> {
        self.next_pairing
    }
}
