//! The lobby: users, offers, running games and chat.

use std::collections::BTreeMap;

use willow_protocol::{
    Event, GameId, GameProgress, GameSummary, Name, Notice, Offer, PoolSummary, Role, UserSummary,
};

use super::message_log::{MessageKind, MessageLog, chat_line};

/// The lobby as far as the server has reported it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lobby {
    /// The users online. Bots come last, so that a long list of bots does not hide the people; the
    /// weakest bot first.
    users: BTreeMap<UserKey, UserSummary>,
    offers: BTreeMap<GameId, Offer>,
    games: BTreeMap<GameId, GameSummary>,
    /// The pools, as the server listed them last.
    pub(crate) pools: Vec<PoolSummary>,
    pub(crate) log: MessageLog,
    /// The numbers of the first and the last chat message in the log.
    shown_chat: Option<(u64, u64)>,
    /// Whether the chat from before the login is in the log.
    pub(crate) has_earlier_chat: bool,
    pub(crate) unseen: bool,
    /// The list in which the arrow keys select.
    pub(crate) list: LobbyList,
    game_index: usize,
    user_index: usize,
}

/// One of the two lists on the lobby screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LobbyList {
    /// Offers and games.
    #[default]
    Games,
    /// The users online.
    Users,
}

/// An entry in the list of offers and games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GameListEntry<'a> {
    /// An offer or a challenge that is still open.
    Offer(&'a Offer),
    /// A game in progress.
    Game(&'a GameSummary),
}

/// What users are sorted by: people come first, bots by their strength, then the name decides.
type UserKey = (bool, i32, String);

fn sort_key(user: &UserSummary) -> UserKey {
    let is_bot = user.role == Role::Bot;
    let strength = bot_rating(user).filter(|_| is_bot).unwrap_or(if is_bot { i32::MAX } else { 0 });
    (is_bot, strength, user.name.key())
}

/// Returns the rating of one of the server's bots, if its strength was measured.
pub(crate) fn bot_rating(user: &UserSummary) -> Option<i32> {
    user.bot.as_ref()?.ladder_elo
}

/// Returns a user who has just come online, of whom the name and the role are known.
fn newcomer(name: &Name, role: Role) -> UserSummary {
    let (name, ratings) = (name.clone(), BTreeMap::new());
    UserSummary { name, role, display_name: None, playing: 0, ratings, bot: None }
}

impl Lobby {
    /// Returns the entries in the order shown: challenges, open offers, games.
    pub(crate) fn entries(&self) -> Vec<GameListEntry<'_>> {
        let (challenges, open): (Vec<&Offer>, Vec<&Offer>) =
            self.offers.values().partition(|offer| offer.to.is_some());
        let offers = challenges.into_iter().chain(open).map(GameListEntry::Offer);
        offers.chain(self.games.values().map(GameListEntry::Game)).collect()
    }

    /// Returns the users online, people first.
    pub(crate) fn users(&self) -> impl ExactSizeIterator<Item = &UserSummary> {
        self.users.values()
    }

    /// Returns the index of the selected entry in the list of offers and games.
    pub(crate) fn selected_entry_index(&self) -> usize {
        self.game_index.min((self.offers.len() + self.games.len()).saturating_sub(1))
    }

    /// Returns the index of the selected user.
    pub(crate) fn selected_user_index(&self) -> usize {
        self.user_index.min(self.users.len().saturating_sub(1))
    }

    /// Returns the selected offer or game.
    pub(crate) fn selected_entry(&self) -> Option<GameListEntry<'_>> {
        self.entries().get(self.selected_entry_index()).copied()
    }

    /// Returns the selected user.
    pub(crate) fn selected_user(&self) -> Option<&Name> {
        self.users().nth(self.selected_user_index()).map(|user| &user.name)
    }

    /// Moves the selection by so many lines.
    pub(crate) fn select(&mut self, lines: isize) {
        let (current, index) = match self.list {
            LobbyList::Games => (self.selected_entry_index(), &mut self.game_index),
            LobbyList::Users => (self.selected_user_index(), &mut self.user_index),
        };
        *index = current.saturating_add_signed(lines);
        self.game_index = self.selected_entry_index();
        self.user_index = self.selected_user_index();
    }

    /// Removes a user from the list.
    pub(crate) fn remove_user(&mut self, user: &Name) {
        self.users.retain(|_, online| online.name != *user);
    }

    /// Adds a chat message to the log, unless it is there already. Other events are ignored.
    pub(crate) fn said(&mut self, notice: &Notice) {
        let (Some(line), Some(number)) = (chat_line(notice), notice.number) else { return };
        let (first, last) = self.shown_chat.unwrap_or((number, 0));
        if last < number {
            self.shown_chat = Some((first, number));
            self.log.add_chat(notice, &line);
        }
    }

    /// Puts the chat from before the login, oldest first, before what came since.
    pub(crate) fn add_earlier_chat(&mut self, messages: &[Notice]) {
        self.has_earlier_chat = true;
        for notice in messages.iter().rev() {
            let (Some(line), Some(number)) = (chat_line(notice), notice.number) else { continue };
            let (first, last) = self.shown_chat.unwrap_or((u64::MAX, number));
            if number < first {
                self.shown_chat = Some((number, last));
                self.log.add_earlier_chat(notice, &line);
            }
        }
    }

    /// Applies an event of the lobby or of the user's private room, or the reply to a command.
    pub(crate) fn apply(&mut self, event: &Event, own_name: Option<&Name>) {
        match event {
            Event::Online { name, role, .. } => {
                // What else is known of a user who was online stays.
                let user = newcomer(name, *role);
                self.users.entry(sort_key(&user)).or_insert(user);
            }
            Event::Offline { name } => self.remove_user(name),
            Event::Users { users } => {
                self.users = users.iter().map(|user| (sort_key(user), user.clone())).collect();
            }
            Event::Offered(offer) => self.add_offer(offer, own_name),
            Event::Withdrawn { game, declined } => {
                if let Some(offer) = self.offers.remove(game)
                    && *declined
                    && let Some(to) = &offer.to
                {
                    self.log.add(MessageKind::Info, &format!("{to} declined your challenge."));
                }
            }
            Event::Playing(summary) => {
                self.offers.remove(&summary.game);
                self.games.insert(summary.game, summary.clone());
            }
            Event::Over(summary) => {
                self.games.remove(&summary.game);
            }
            Event::Progress { games } => self.update_progress(games),
            Event::Games { offers, games } => {
                self.offers = offers.iter().map(|offer| (offer.game, offer.clone())).collect();
                self.games = games.iter().map(|game| (game.game, game.clone())).collect();
            }
            _ => {}
        }
    }

    /// Takes the moves and spectators of running games.
    fn update_progress(&mut self, games: &[GameProgress]) {
        for progress in games {
            if let Some(summary) = self.games.get_mut(&progress.game) {
                summary.plies = progress.plies;
                summary.details.spectators = Some(progress.spectators);
                summary.details.black_discs = Some(progress.black_discs);
                summary.details.white_discs = Some(progress.white_discs);
            }
        }
    }

    fn add_offer(&mut self, offer: &Offer, own_name: Option<&Name>) {
        self.offers.insert(offer.game, offer.clone());
        if offer.to.as_ref() == own_name && own_name.is_some() {
            let text = format!(
                "{} challenges you: {}. Select it and press Enter, or d to decline.",
                offer.from, offer.terms
            );
            self.log.add(MessageKind::Private, &text);
            self.game_index = 0;
            self.list = LobbyList::Games;
        }
    }

    /// Removes a game that is over. The lobby does not announce the end of every game.
    pub(crate) fn remove_game(&mut self, game: GameId) {
        self.games.remove(&game);
    }
}
