//! Chat and private messages, and the lists of offers and games.

use std::collections::BTreeMap;

use willow_protocol::{ErrorDetail, Event, GameId, Message, Name, Role};

use crate::domain::router::Sender;
use crate::domain::{
    CommandOutcome, HostedGame, KEPT_MESSAGES, LimitedAction, OpenOffer, PastChat, Query, Refusal,
    Reply, RoomKey, SEARCHED_EVENTS, ServerState, UserId, is_private, refuse,
};

impl ServerState {
    /// Returns what `who` and `games` answer to clients without a login.
    pub(crate) fn public_lists(&self) -> (Event, Event) {
        (self.accounts.users_online(None, &self.context.settings), self.open_games(None))
    }

    /// Publishes a message in the lobby.
    pub(crate) fn chat_in_lobby(&mut self, user: UserId, text: Message) -> CommandOutcome {
        self.accounts.may_chat(user, &text, &self.context)?;
        let action = LimitedAction::SayInLobby;
        self.accounts.spend_message(user, RoomKey::Lobby, &text, &[action], &self.context)?;
        let from = self.accounts[user].name().clone();
        let event = Event::Said { from, text };
        Ok(Reply::DoneWith(self.publish_result(RoomKey::Lobby, event)))
    }

    /// Returns the latest messages of the lobby: among its events there may be few. The store has
    /// those before a number.
    pub(crate) fn lobby_messages(&mut self, sender: Sender<'_>, before: Option<u64>) -> Reply {
        let now = self.context.now;
        let reader = sender.user;
        if let Some(before) = before {
            let kept_from = now.saturating_sub(self.context.settings.lobby_kept.unwrap_or(now));
            let page = PastChat { before, kept_from, hidden: self.accounts.hidden_from(reader) };
            return self.query_store(sender, Query::LobbyChat(Box::new(page)));
        }
        self.forget_expired(RoomKey::Lobby);
        let kept = || self.lobby.chat.recent().map(|notice| notice.notice());
        let next = kept().next().and_then(|oldest| oldest.number);
        let may_have_more =
            kept().count() == KEPT_MESSAGES || self.lobby.log.last() > SEARCHED_EVENTS;
        let messages =
            kept().filter(|notice| self.accounts.visible_to_reader(reader, &notice.event));
        let messages = messages.cloned().collect();
        Reply::Answer(Event::Chat { messages, next: next.filter(|_| may_have_more) })
    }

    /// Sends a private message.
    pub(crate) fn send_private(
        &mut self,
        user: UserId,
        to: &Name,
        text: Message,
    ) -> CommandOutcome {
        self.accounts.may_chat(user, &text, &self.context)?;
        let recipient = self.accounts.find(to).ok_or_else(|| Refusal::no_user(to))?;
        if self.accounts[recipient].is_server_bot() {
            return refuse(
                ErrorDetail::BotsReadNoMessages,
                "the server's bots do not read messages",
            );
        }
        if self.accounts[recipient].blocks(user) {
            return refuse(ErrorDetail::Blocked, format!("{to} has blocked you"));
        }
        let mut actions = vec![LimitedAction::Tell];
        // A bridge tells everybody who plays over it how their matches stand.
        let is_bridge = self.accounts[user].role() == Role::Bridge;
        if !is_bridge && self.accounts.is_stranger(user, recipient) {
            actions.push(LimitedAction::TellStranger);
        }
        self.accounts.spend_message(
            user,
            RoomKey::Private(recipient),
            &text,
            &actions,
            &self.context,
        )?;
        self.accounts.meet(recipient, user, &mut self.context);
        let (from, to) =
            (self.accounts[user].name().clone(), self.accounts[recipient].name().clone());
        let event = Event::Told { from, to, text };
        if recipient != user {
            self.notify_user(recipient, event.clone());
        }
        Ok(Reply::DoneWith(self.publish_result(RoomKey::Private(user), event)))
    }

    /// Lists the offers and games that a user, or a client without a login, may join or watch.
    pub(crate) fn open_games(&self, user: Option<UserId>) -> Event {
        let own = user
            .into_iter()
            .flat_map(|it| self.lobby.offers.by(it).chain(self.lobby.offers.to(it)));
        let offers = self.lobby.offers.public().chain(own);
        let offers = offers.filter(|open| self.is_offer_visible(user, open));
        let offers: BTreeMap<GameId, &OpenOffer> =
            offers.map(|open| (open.offer.game, open)).collect();
        let plays = |hosted: &HostedGame| user.is_some_and(|user| hosted.color_of(user).is_some());
        let games = self
            .games
            .values()
            .filter(|hosted| hosted.end.is_none() && (!is_private(hosted.id) || plays(hosted)));
        Event::Games {
            offers: offers.into_values().map(|open| self.accounts.listed_offer(open)).collect(),
            games: games.map(|hosted| self.listed_game(hosted)).collect(),
        }
    }

    /// Announces the start or the end of a game to its players and, if it is public, in the lobby.
    pub(crate) fn announce_game(&mut self, game: GameId) {
        let Some(hosted) = self.games.get(&game) else { return };
        let (summary, players) = (self.listed_game(hosted), hosted.players);
        let is_over = summary.end.is_some();
        if !is_over {
            for player in players {
                self.notify_user(player, Event::Playing(summary.clone()));
            }
            for player in players {
                self.followed_user_changed(player);
            }
            self.accounts.meet(players[0], players[1], &mut self.context);
            self.accounts.meet(players[1], players[0], &mut self.context);
        }
        if !is_private(game) {
            let event = if is_over { Event::Over(summary) } else { Event::Playing(summary) };
            self.publish(RoomKey::Lobby, event);
        }
    }
}
