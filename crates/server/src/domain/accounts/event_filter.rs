//! The filter of events by recipient: mutes and blocks take effect here.

use std::collections::BTreeSet;

use willow_protocol::{Event, Name};

use super::{Accounts, User};
use crate::domain::{ConnId, UserId};

/// The user whom an event is about; other users may not want to receive it.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// The author of a message or an offer.
    Author(UserId),
    Maker(UserId),
    /// A user who comes online or goes offline.
    Visitor(UserId),
}

impl Accounts {
    /// Returns the connections of the users who do not want to receive an event. Only the few users
    /// who ignore its origin are looked up, not all subscribers.
    pub(crate) fn connections_without_interest_in(&self, event: &Event) -> BTreeSet<ConnId> {
        let Some(origin) = self.origin(event) else { return BTreeSet::new() };
        let (Origin::Author(id) | Origin::Maker(id) | Origin::Visitor(id)) = origin;
        let Some(about) = self.get(id) else { return BTreeSet::new() };
        let ignoring = about.muted_by.iter().chain(&about.blocked_by).chain(&about.blocked);
        let online = ignoring.filter(|&&user| self.get(user).is_some_and(User::is_online));
        let ignoring = online.filter(|&&user| !self.wants_events_about(user, origin));
        ignoring.flat_map(|&user| self[user].connections.iter().copied()).collect()
    }

    /// Returns whether a user wants to receive an event.
    pub(crate) fn visible_to(&self, user: UserId, event: &Event) -> bool {
        self.origin(event).is_none_or(|origin| self.wants_events_about(user, origin))
    }

    /// Returns whether a user, or a visitor without a login, wants to receive an event.
    pub(crate) fn visible_to_reader(&self, reader: Option<UserId>, event: &Event) -> bool {
        reader.is_none_or(|user| self.visible_to(user, event))
    }

    /// Returns whom an event is about, if it may be unwanted because of them.
    fn origin(&self, event: &Event) -> Option<Origin> {
        match event {
            Event::Said { from, .. } | Event::Told { from, .. } => {
                self.find(from).map(Origin::Author)
            }
            Event::Offered(offer) => self.find(&offer.from).map(Origin::Maker),
            Event::Online { name, .. } | Event::Offline { name } => {
                self.find(name).map(Origin::Visitor)
            }
            _ => None,
        }
    }

    /// Returns whether a user wants events about another: mutes and blocks take effect only here.
    fn wants_events_about(&self, user: UserId, origin: Origin) -> bool {
        match origin {
            Origin::Author(author) => !self[user].ignores(author),
            Origin::Maker(maker) => self.wants_offers_of(user, maker),
            Origin::Visitor(visitor) => !self[user].blocked.contains(&visitor),
        }
    }

    /// Returns whether a user wants another's offers, and could accept them: not if one has blocked the other.
    pub(crate) fn wants_offers_of(&self, user: UserId, maker: UserId) -> bool {
        !self[user].ignores(maker) && !self[user].blocked_by.contains(&maker)
    }

    /// Returns the users whose messages are hidden from a reader, for queries of the store.
    pub(crate) fn hidden_from(&self, reader: Option<UserId>) -> Vec<Name> {
        let reader = reader.map(|reader| &self[reader]);
        let hidden = reader.into_iter().flat_map(|reader| reader.muted.union(&reader.blocked));
        hidden.filter_map(|&id| self.name(id).cloned()).collect()
    }
}
