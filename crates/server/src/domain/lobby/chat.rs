//! Chat and private messages, and the lists of offers and games.

use std::collections::BTreeMap;

use willow_protocol::{ErrorDetail, Event, GameId, Message, Name, Role};

use crate::domain::router::Sender;
use crate::domain::{
    Accounts, CommandOutcome, Context, HostedGame, HostedGames, KEPT_MESSAGES, LimitedAction,
    Lobby, OpenOffer, PastChat, Query, Refusal, Reply, RoomKey, SEARCHED_EVENTS, ServerState,
    Shared, UserId, is_private, refuse,
};

impl ServerState {
    /// Returns what `who` and `games` answer to clients without a login.
    pub(crate) fn public_lists(&self) -> (Event, Event) {
        (
            self.shared.accounts.users_online(None, &self.shared.context.settings),
            self.lobby.open_games(None, &self.games, &self.shared.accounts),
        )
    }

    /// Announces the start or the end of a game to its players and, if it is public, in the lobby.
    pub(crate) fn announce_game(&mut self, game: GameId) {
        let Some(hosted) = self.games.get(&game) else { return };
        let Shared { accounts, context, .. } = &mut self.shared;
        let (summary, players) = (hosted.listed_game(accounts), hosted.players);
        let is_over = summary.end.is_some();
        if !is_over {
            for player in players {
                accounts.notify(player, Event::Playing(summary.clone()), context);
            }
            for player in players {
                accounts.followed_user_changed(player, &self.games, context);
            }
            accounts.meet(players[0], players[1], context);
            accounts.meet(players[1], players[0], context);
        }
        if !is_private(game) {
            let event = if is_over { Event::Over(summary) } else { Event::Playing(summary) };
            self.lobby.publish(event, &mut self.shared);
        }
    }
}

impl Accounts {
    pub(crate) fn send_private(
        &mut self,
        user: UserId,
        to: &Name,
        text: Message,
        context: &mut Context,
    ) -> CommandOutcome {
        self.may_chat(user, &text, context)?;
        let recipient = self.find(to).ok_or_else(|| Refusal::no_user(to))?;
        if self[recipient].is_server_bot() {
            return refuse(
                ErrorDetail::BotsReadNoMessages,
                "the server's bots do not read messages",
            );
        }
        if self[recipient].blocks(user) {
            return refuse(ErrorDetail::Blocked, format!("{to} has blocked you"));
        }
        let mut actions = vec![LimitedAction::Tell];
        // A bridge messages everybody who plays over it about their matches.
        let is_bridge = self[user].role() == Role::Bridge;
        if !is_bridge && self.is_stranger(user, recipient) {
            actions.push(LimitedAction::TellStranger);
        }
        self.spend_message(user, RoomKey::Private(recipient), &text, &actions, context)?;
        self.meet(recipient, user, context);
        let (from, to) = (self[user].name().clone(), self[recipient].name().clone());
        let event = Event::Told { from, to, text };
        if recipient != user {
            self.notify(recipient, event.clone(), context);
        }
        Ok(Reply::DoneWith(self.publish(user, event, context)))
    }
}

impl Lobby {
    pub(crate) fn chat_in_lobby(
        &mut self,
        user: UserId,
        text: Message,
        shared: &mut Shared,
    ) -> CommandOutcome {
        shared.accounts.may_chat(user, &text, &shared.context)?;
        let action = LimitedAction::SayInLobby;
        shared.accounts.spend_message(user, RoomKey::Lobby, &text, &[action], &shared.context)?;
        let from = shared.accounts[user].name().clone();
        let event = Event::Said { from, text };
        Ok(Reply::DoneWith(self.publish(event, shared)))
    }

    /// Returns the latest messages of the lobby: among its events there may be few. The store has
    /// those before a number.
    pub(crate) fn lobby_messages(
        &mut self,
        sender: Sender<'_>,
        before: Option<u64>,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let now = shared.context.now;
        let reader = sender.user;
        if let Some(before) = before {
            let kept_from = now.saturating_sub(shared.context.settings.lobby_kept.unwrap_or(now));
            let (room, hidden) = (RoomKey::Lobby, shared.accounts.hidden_from(reader));
            let page = PastChat { room, with: None, before, kept_from, hidden };
            return shared.context.ask_store(sender, Query::Chat(Box::new(page)));
        }
        self.forget_expired(&shared.context);
        let kept = || self.chat.recent().map(|notice| notice.notice());
        let next = kept().next().and_then(|oldest| oldest.number);
        let may_have_more = kept().count() == KEPT_MESSAGES || self.log.last() > SEARCHED_EVENTS;
        let messages =
            kept().filter(|notice| shared.accounts.visible_to_reader(reader, &notice.event));
        let messages = messages.cloned().collect();
        Ok(Reply::Answer(Event::Chat { messages, next: next.filter(|_| may_have_more) }))
    }

    /// Lists the offers and games that a user, or a client without a login, may join or watch.
    pub(crate) fn open_games(
        &self,
        user: Option<UserId>,
        games: &HostedGames,
        accounts: &Accounts,
    ) -> Event {
        let own = user.into_iter().flat_map(|it| self.offers.by(it).chain(self.offers.to(it)));
        let offers = self.offers.public().chain(own);
        let offers = offers.filter(|open| accounts.is_offer_visible(user, open));
        let offers: BTreeMap<GameId, &OpenOffer> =
            offers.map(|open| (open.offer.game, open)).collect();
        let plays = |hosted: &HostedGame| user.is_some_and(|user| hosted.color_of(user).is_some());
        let games = games
            .values()
            .filter(|hosted| hosted.end.is_none() && (!is_private(hosted.id) || plays(hosted)));
        Event::Games {
            offers: offers.into_values().map(|open| accounts.listed_offer(open)).collect(),
            games: games.map(|hosted| hosted.listed_game(accounts)).collect(),
        }
    }
}
