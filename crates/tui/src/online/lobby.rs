//! The lobby: who is here, what is offered and played, what is said.

use std::collections::BTreeMap;

use willow_protocol::{Event, GameId, GameSummary, Name, Offer, Role};

use super::log::{Kind, Log};

/// What is known of the lobby.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lobby {
    /// Who is here, people before programs: there may be many of those.
    users: BTreeMap<(bool, String), (Name, Role)>,
    offers: BTreeMap<GameId, Offer>,
    games: BTreeMap<GameId, GameSummary>,
    pub(crate) log: Log,
    pub(crate) unseen: bool,
    /// The list that the arrow keys move in.
    pub(crate) list: List,
    game: usize,
    user: usize,
}

/// A list of the lobby.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum List {
    /// Offers and games.
    #[default]
    Games,
    /// Who is here.
    Users,
}

/// Something in the list of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Row<'a> {
    /// It may be accepted.
    Offer(&'a Offer),
    /// It is being played.
    Game(&'a GameSummary),
}

/// Returns the place of a user in the list.
fn place(name: &Name, role: Role) -> (bool, String) {
    (role == Role::Bot, name.key())
}

impl Lobby {
    /// Returns offers, challenges first, and then games.
    pub(crate) fn rows(&self) -> Vec<Row<'_>> {
        let (to_one, to_all): (Vec<&Offer>, Vec<&Offer>) =
            self.offers.values().partition(|offer| offer.to.is_some());
        let offers = to_one.into_iter().chain(to_all).map(Row::Offer);
        offers.chain(self.games.values().map(Row::Game)).collect()
    }

    /// Returns who is here, people first.
    pub(crate) fn users(&self) -> impl ExactSizeIterator<Item = &(Name, Role)> {
        self.users.values()
    }

    /// Returns the place of what is selected in the list of games.
    pub(crate) fn selected_row(&self) -> usize {
        self.game.min((self.offers.len() + self.games.len()).saturating_sub(1))
    }

    /// Returns the place of who is selected in the list of users.
    pub(crate) fn selected_user(&self) -> usize {
        self.user.min(self.users.len().saturating_sub(1))
    }

    /// Returns what is selected in the list of games.
    pub(crate) fn row(&self) -> Option<Row<'_>> {
        self.rows().get(self.selected_row()).copied()
    }

    /// Returns who is selected in the list of users.
    pub(crate) fn user(&self) -> Option<&Name> {
        self.users().nth(self.selected_user()).map(|(name, _)| name)
    }

    /// Selects the next of a list, or the one before.
    pub(crate) fn select(&mut self, down: bool) {
        let (last, place) = match self.list {
            List::Games => (self.selected_row(), &mut self.game),
            List::Users => (self.selected_user(), &mut self.user),
        };
        *place = if down { last + 1 } else { last.saturating_sub(1) };
        self.game = self.selected_row();
        self.user = self.selected_user();
    }

    /// Takes somebody out of the list of users.
    pub(crate) fn forget(&mut self, user: &Name) {
        self.users.retain(|_, (name, _)| name != user);
    }

    /// Takes an event of the lobby, of the private room, or an answer.
    pub(crate) fn hear(&mut self, event: &Event, reader: Option<&Name>) {
        match event {
            Event::Online { name, role } => {
                self.users.insert(place(name, *role), (name.clone(), *role));
            }
            Event::Offline { name } => self.forget(name),
            Event::Users { users } => {
                let users = users
                    .iter()
                    .map(|user| (place(&user.name, user.role), (user.name.clone(), user.role)));
                self.users = users.collect();
            }
            Event::Said { from, text } => self.log.add(Kind::Chat, &format!("{from}: {text}")),
            Event::Offered(offer) => self.offered(offer, reader),
            Event::Withdrawn { game, declined } => {
                if let Some(offer) = self.offers.remove(game)
                    && *declined
                    && let Some(to) = &offer.to
                {
                    self.log.add(Kind::Info, &format!("{to} declines."));
                }
            }
            Event::Playing(summary) => {
                self.offers.remove(&summary.game);
                self.games.insert(summary.game, summary.clone());
            }
            Event::Over(summary) => {
                self.games.remove(&summary.game);
            }
            Event::Games { offers, games } => {
                self.offers = offers.iter().map(|offer| (offer.game, offer.clone())).collect();
                self.games = games.iter().map(|game| (game.game, game.clone())).collect();
            }
            _ => {}
        }
    }

    fn offered(&mut self, offer: &Offer, reader: Option<&Name>) {
        self.offers.insert(offer.game, offer.clone());
        if offer.to.as_ref() == reader && reader.is_some() {
            let text = format!(
                "{} challenges you: {}. Select it and press Enter, or d to decline.",
                offer.from, offer.terms
            );
            self.log.add(Kind::Private, &text);
            self.game = 0;
            self.list = List::Games;
        }
    }

    /// Takes note that a game is over that nobody else was told of.
    pub(crate) fn over(&mut self, game: GameId) {
        self.games.remove(&game);
    }
}
