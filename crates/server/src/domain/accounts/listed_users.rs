//! Users as lists and events name them.

use willow_protocol::{BotDetails, DisplayName, Event, Name, Offer, UserSummary};

use super::{Accounts, User};
use crate::domain::{OpenOffer, Refusal, Settings, UserId};

impl Accounts {
    /// Returns the unsent presence change of a user, for followers of the lobby.
    pub(crate) fn presence_event(&mut self, id: UserId) -> Option<Event> {
        let user = &mut self[id];
        let is_online = user.is_online();
        if std::mem::replace(&mut user.told_online, is_online) == is_online {
            return None;
        }
        let name = user.name.clone();
        Some(if is_online { self.online_event(id) } else { Event::Offline { name } })
    }

    pub(crate) fn display_name(&self, user: UserId) -> Option<DisplayName> {
        self.get(user).and_then(|user| user.record.profile.display_name.clone())
    }

    pub(crate) fn online_event(&self, id: UserId) -> Event {
        let user = &self[id];
        let display_name = user.record.profile.display_name.clone();
        Event::Online { name: user.name.clone(), role: user.role, display_name }
    }

    /// Returns a user's name as its owner wrote it; `None` means the asker's own.
    pub(crate) fn name_of(
        &self,
        asker: Option<UserId>,
        name: Option<Name>,
    ) -> Result<Name, Refusal> {
        let Some(name) = name else {
            let asker = asker.ok_or_else(Refusal::not_logged_in)?;
            return Ok(self[asker].name.clone());
        };
        let found = self.find(&name).and_then(|found| self.name(found));
        found.cloned().ok_or_else(|| Refusal::no_user(&name))
    }

    /// Lists who is online, without the users whom the asker has blocked.
    pub(crate) fn users_online(&self, asker: Option<UserId>, settings: &Settings) -> Event {
        let asker = asker.map(|asker| &self[asker]);
        let is_shown =
            |(id, _): &(UserId, &User)| asker.is_none_or(|asker| !asker.blocked.contains(id));
        let online = self.online().filter(is_shown);
        let mut users: Vec<UserSummary> = online
            .map(|(_, user @ User { record, .. })| UserSummary {
                name: user.name.clone(),
                role: user.role,
                display_name: record.profile.display_name.clone(),
                playing: user.games.len(),
                ratings: record.ratings.iter().map(|(&class, it)| (class, it.shown())).collect(),
                bot: user.bot_details(settings),
            })
            .collect();
        // People first: the server has many bots.
        users.sort_by_cached_key(|user| (user.role.is_of_programs(), user.name.key()));
        Event::Users { users }
    }

    /// Returns an offer for a list.
    pub(crate) fn listed_offer(&self, open: &OpenOffer) -> Offer {
        Offer { from_display_name: self.display_name(open.from), ..open.offer.clone() }
    }
}

impl User {
    /// Returns what one of the server's bots is.
    pub(crate) fn bot_details(&self, settings: &Settings) -> Option<BotDetails> {
        let bot = self.bot.and_then(|number| settings.bots.get(number));
        bot.map(|bot| bot.details.clone())
    }
}
