//! The lobby: who is online, chat and private messages, the list of games.

use std::collections::BTreeMap;

use willow_protocol::text::counted;
use willow_protocol::{BotDetails, ErrorDetail, Event, GameId, Message, Name, Role, UserSummary};

use crate::domain::router::Sender;
use crate::domain::{
    ActiveGame, KEPT_MESSAGES, LimitedAction, OpenOffer, Outcome, PastChat, Query, Refusal, Reply,
    RoomKey, SEARCHED_EVENTS, ServerState, User, UserId, is_private, refuse,
};

impl ServerState {
    /// Returns what `who` and `games` answer to clients without a login.
    pub(crate) fn public_lists(&self) -> (Event, Event) {
        (self.users_online(None), self.open_games(None))
    }

    /// Lists who is online, without the users whom the asker has blocked.
    pub(crate) fn users_online(&self, asker: Option<UserId>) -> Event {
        let asker = asker.map(|asker| &self.users[asker]);
        let is_shown =
            |(id, _): &(UserId, &User)| asker.is_none_or(|asker| !asker.blocked.contains(id));
        let online = self.users.online().filter(is_shown);
        let mut users: Vec<UserSummary> = online
            .map(|(_, user)| UserSummary {
                name: user.name.clone(),
                role: user.role,
                display_name: user.profile.display_name.clone(),
                playing: user.games.len(),
                ratings: user.ratings.iter().map(|(&class, it)| (class, it.shown())).collect(),
                bot: self.bot_details(user),
            })
            .collect();
        // People first: the server has many bots.
        users.sort_by_cached_key(|user| (user.role.is_of_programs(), user.name.key()));
        Event::Users { users }
    }

    /// Returns what a user is who is one of the server's bots.
    pub(crate) fn bot_details(&self, user: &User) -> Option<BotDetails> {
        let bot = user.bot.and_then(|number| self.settings.bots.get(number));
        bot.map(|bot| bot.details.clone())
    }

    /// Makes sure that a user may send a message.
    pub(crate) fn may_chat(&self, user: UserId, text: &Message) -> Result<(), Refusal> {
        let most = self.settings.limits.message_chars;
        if text.as_str().chars().count() > most {
            return refuse(
                ErrorDetail::MessageTooLong,
                format!("a message has at most {most} characters"),
            );
        }
        self.is_not_silenced(user)
    }

    /// Makes sure that a user may write what others read.
    pub(crate) fn is_not_silenced(&self, user: UserId) -> Result<(), Refusal> {
        let left = self.users[user].silenced_until.saturating_sub(self.now);
        if left > 0 {
            let minutes = counted(left.div_ceil(60_000), "minute");
            return refuse(ErrorDetail::Silenced, format!("you are silenced for {minutes}"));
        }
        Ok(())
    }

    /// Publishes a message in the lobby.
    pub(crate) fn chat_in_lobby(&mut self, user: UserId, text: Message) -> Outcome {
        self.may_chat(user, &text)?;
        let action = LimitedAction::SayInLobby;
        self.spend_message(user, RoomKey::Lobby, &text, &[action])?;
        let from = self.users[user].name.clone();
        let event = Event::Said { from, text };
        Ok(Reply::DoneWith(self.publish_result(RoomKey::Lobby, event)))
    }

    /// Returns the latest messages of the lobby: among its events there may be few. The store has
    /// those before a number.
    pub(crate) fn lobby_messages(&mut self, sender: Sender<'_>, before: Option<u64>) -> Reply {
        let now = self.now;
        let reader = sender.user;
        if let Some(before) = before {
            let kept_from = now.saturating_sub(self.settings.lobby_kept.unwrap_or(now));
            let page = PastChat { before, kept_from, hidden: self.hidden_from(reader) };
            return self.query_store(sender, Query::LobbyChat(Box::new(page)));
        }
        self.forget_expired(RoomKey::Lobby);
        let kept = || self.lobby_chat.recent().map(|notice| notice.notice());
        let next = kept().next().and_then(|oldest| oldest.number);
        let may_have_more = kept().count() == KEPT_MESSAGES || self.lobby.last > SEARCHED_EVENTS;
        let messages = kept().filter(|notice| self.visible_to_reader(reader, &notice.event));
        let messages = messages.cloned().collect();
        Reply::Answer(Event::Chat { messages, next: next.filter(|_| may_have_more) })
    }

    /// Sends a private message.
    pub(crate) fn send_private(&mut self, user: UserId, to: &Name, text: Message) -> Outcome {
        self.may_chat(user, &text)?;
        let recipient = self.users.find(to).ok_or_else(|| Refusal::no_user(to))?;
        if self.users[recipient].bot.is_some() {
            return refuse(
                ErrorDetail::BotsReadNoMessages,
                "the server's bots do not read messages",
            );
        }
        if self.users[recipient].blocked.contains(&user) {
            return refuse(ErrorDetail::Blocked, format!("{to} has blocked you"));
        }
        let mut actions = vec![LimitedAction::Tell];
        // A bridge tells everybody who plays over it how their matches stand.
        let is_bridge = self.users[user].role == Role::Bridge;
        if !is_bridge && self.is_stranger(user, recipient) {
            actions.push(LimitedAction::TellStranger);
        }
        self.spend_message(user, RoomKey::Private(recipient), &text, &actions)?;
        self.meet(recipient, user);
        let (from, to) = (self.users[user].name.clone(), self.users[recipient].name.clone());
        let event = Event::Told { from, to, text };
        if recipient != user {
            self.notify_user(recipient, event.clone());
        }
        Ok(Reply::DoneWith(self.publish_result(RoomKey::Private(user), event)))
    }

    /// Lists the offers and games that a user, or a client without a login, may join or watch.
    pub(crate) fn open_games(&self, user: Option<UserId>) -> Event {
        let own = user.into_iter().flat_map(|it| self.offers.by(it).chain(self.offers.to(it)));
        let offers = self.offers.public().chain(own);
        let offers = offers.filter(|open| self.is_offer_visible(user, open));
        let offers: BTreeMap<GameId, &OpenOffer> =
            offers.map(|open| (open.offer.game, open)).collect();
        let plays = |active: &ActiveGame| user.is_some_and(|user| active.color_of(user).is_some());
        let games = self
            .games
            .values()
            .filter(|active| active.end().is_none() && (!is_private(active.id) || plays(active)));
        Event::Games {
            offers: offers.into_values().map(|open| self.listed_offer(open)).collect(),
            games: games.map(|active| self.listed_game(active)).collect(),
        }
    }

    /// Announces the start or the end of a game to its players and, if it is public, in the lobby.
    pub(crate) fn announce_game(&mut self, game: GameId) {
        let Some(active) = self.games.get(&game) else { return };
        let (summary, players) = (self.listed_game(active), active.players());
        let is_over = summary.end.is_some();
        if !is_over {
            for player in players {
                self.notify_user(player, Event::Playing(summary.clone()));
            }
            for player in players {
                self.followed_user_changed(player);
            }
            self.meet(players[0], players[1]);
            self.meet(players[1], players[0]);
        }
        if !is_private(game) {
            let event = if is_over { Event::Over(summary) } else { Event::Playing(summary) };
            self.publish(RoomKey::Lobby, event);
        }
    }
}
