//! Offers of games: to everybody, or to one.

use willow_board::Color;
use willow_protocol::{ColorChoice, Event, GameId, Name, Offer, Role, SpeedClass, Start, Terms};

use super::effects::{BegunGame, RoomKey, Write};
use super::input::{ConnId, Millis, UserId};
use super::start::is_private;
use super::table::{Seating, Table};
use super::{Core, Outcome, Refusal, Reply};

/// How many numbers of games are reserved in the store at once.
const RESERVED_AT_ONCE: u64 = 100;

/// An offer that may be accepted.
#[derive(Clone, Debug)]
pub(super) struct StandingOffer {
    pub(super) offer: Offer,
    pub(super) from: UserId,
    pub(super) to: Option<UserId>,
}

/// Which offers of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offers {
    /// All of them.
    All,
    /// Those that do not stand while he is away.
    Passing,
}

impl Core {
    /// Makes an offer; a bot of the house accepts at once.
    pub(super) fn offer(
        &mut self,
        connection: ConnId,
        user: UserId,
        to: Option<&Name>,
        terms: Terms,
        now: Millis,
    ) -> Outcome {
        let to = to.map(|name| self.users.find(name).ok_or_else(|| Refusal::no_user(name)));
        let to = to.transpose()?;
        self.may_offer(user, to, &terms)?;
        let game = self.new_number(terms.private);
        let offer = Offer {
            game,
            from: self.users[user].name.clone(),
            to: to.map(|to| self.users[to].name.clone()),
            terms,
        };
        let standing = StandingOffer { offer: offer.clone(), from: user, to };
        if let Some(bot) = to.filter(|&to| self.users[to].house.is_some()) {
            self.hold(connection, game);
            self.seat_players(standing, bot, now);
            return Ok(Reply::Done);
        }
        self.effects.writes.push(Write::Offer(offer.clone()));
        self.offers.insert(game, standing);
        self.tell_of_offer(user, to, offer, now);
        Ok(Reply::Done)
    }

    fn tell_of_offer(&mut self, user: UserId, to: Option<UserId>, offer: Offer, now: Millis) {
        match to {
            Some(to) => {
                self.tell_privately(user, Event::Offered(offer.clone()), now);
                self.tell_privately(to, Event::Offered(offer), now);
            }
            None if is_private(offer.game) => self.tell_privately(user, Event::Offered(offer), now),
            None => self.publish(RoomKey::Lobby, Event::Offered(offer), now),
        }
    }

    /// Makes sure that an offer may be made.
    fn may_offer(&self, user: UserId, to: Option<UserId>, terms: &Terms) -> Result<(), Refusal> {
        let most = self.rules.offers_per_user;
        if self.offers.values().filter(|offer| offer.from == user).count() >= most {
            return Err(Refusal::limit(format!("you have {most} offers already")));
        }
        self.may_play(user, terms)?;
        if terms.rated && matches!(terms.start, Start::Position(_)) {
            return Err(Refusal::not_now("a rated game does not begin at a given position"));
        }
        if let Start::Position(position) = terms.start
            && (position.is_game_over() || position.must_pass())
        {
            return Err(Refusal::not_now("the side to move has no move in this position"));
        }
        let Some(to) = to else { return Ok(()) };
        if to == user {
            return Err(Refusal::not_now("you cannot play yourself"));
        }
        if self.users[to].blocked.contains(&user) {
            return Err(Refusal::forbidden("this player does not want to play you"));
        }
        self.may_play(to, terms).map_err(|refusal| {
            Refusal::new(refusal.code, format!("{}: {}", self.users[to].name, refusal.message))
        })
    }

    /// Makes sure that a user may begin a game of such terms.
    fn may_play(&self, user: UserId, terms: &Terms) -> Result<(), Refusal> {
        let person = &self.users[user];
        let n_new = if terms.synchro { 2 } else { 1 };
        if terms.rated && person.role == Role::Guest {
            return Err(Refusal::forbidden("guests do not play rated games; register first"));
        }
        if person.house.is_some() {
            // A game that never ends would hold one of the places of the bots for ever.
            if terms.speed_class() == SpeedClass::Correspondence {
                return Err(Refusal::not_now("bots of the house play with a clock of some hours"));
            }
            let bots = self.users.iter().filter(|(_, user)| user.house.is_some());
            if bots.map(|(_, bot)| bot.games.len()).sum::<usize>() + n_new > self.rules.bot_games {
                return Err(Refusal::limit("the bots are busy; try again later"));
            }
            return Ok(());
        }
        let most = self.rules.games_per_user;
        if person.games.len() + n_new > most {
            return Err(Refusal::limit(format!("no more than {most} games at a time")));
        }
        Ok(())
    }

    /// Returns the number of a new game, and reserves numbers in the store.
    pub(super) fn new_number(&mut self, private: bool) -> GameId {
        if private {
            return self.lots.private_number();
        }
        let number = self.next_game;
        self.next_game += 1;
        if self.next_game > self.reserved {
            self.reserved = self.next_game + RESERVED_AT_ONCE;
            self.effects.writes.push(Write::Reserved(self.reserved));
        }
        GameId(number)
    }

    /// Returns whether an offer is in the list of a user, or of a stranger.
    pub(super) fn shows_offer(&self, user: Option<UserId>, offer: &StandingOffer) -> bool {
        let open = offer.to.is_none() && !is_private(offer.offer.game);
        let Some(user) = user else { return open };
        let theirs = offer.from == user || offer.to == Some(user);
        (open || theirs) && !self.users[user].hides(offer.from)
    }

    pub(super) fn join(
        &mut self,
        connection: ConnId,
        user: UserId,
        game: GameId,
        now: Millis,
    ) -> Outcome {
        let standing = self.offers.get(&game).ok_or_else(|| Refusal::no_offer(game))?;
        if standing.to.is_some_and(|to| to != user) {
            return Err(Refusal::no_offer(game));
        }
        if standing.from == user {
            return Err(Refusal::not_now("this is your own offer"));
        }
        if self.users[standing.from].blocked.contains(&user) {
            return Err(Refusal::no_offer(game));
        }
        self.may_play(user, &standing.offer.terms)?;
        let standing = standing.clone();
        self.may_play(standing.from, &standing.offer.terms)?;
        self.offers.remove(&game);
        self.effects.writes.push(Write::OfferGone(game));
        self.hold(connection, game);
        self.seat_players(standing, user, now);
        Ok(Reply::Done)
    }

    /// Makes a game the game in hand of a connection.
    pub(super) fn hold(&mut self, connection: ConnId, game: GameId) {
        if let Some(connection) = self.connections.get_mut(&connection) {
            connection.game = Some(game);
        }
    }

    /// Begins the game of an offer that was accepted.
    fn seat_players(&mut self, standing: StandingOffer, guest: UserId, now: Millis) {
        let StandingOffer { offer, from, .. } = standing;
        let host = match offer.terms.color {
            ColorChoice::Black => Color::Black,
            ColorChoice::Random if self.lots.coin() => Color::Black,
            ColorChoice::White | ColorChoice::Random => Color::White,
        };
        let players = if host == Color::Black { [from, guest] } else { [guest, from] };
        let names = players.map(|player| self.users[player].name.clone());
        let start = self.lots.position(offer.terms.start);
        let (id, terms) = (offer.game, offer.terms);
        let is_slow = terms.speed_class() == SpeedClass::Correspondence;
        let twin = terms.synchro.then(|| self.new_number(terms.private));
        let seating = Seating { id, players, names, terms, start, twin };
        if let Some(twin) = twin {
            let mut second = Seating { id: twin, twin: Some(id), ..seating.clone() };
            second.players.reverse();
            second.names.reverse();
            self.begin(second, now);
        }
        // The game that was accepted comes last: it is the one in hand.
        self.begin(seating, now);
        if is_slow {
            self.watch_over_slow_games(now);
        }
    }

    fn begin(&mut self, seating: Seating, now: Millis) {
        let game = seating.id;
        let Seating { players, names, terms, start, twin, .. } = seating.clone();
        let row = BegunGame { game, players, names, terms, start, twin, at: now };
        self.effects.writes.push(Write::Begun(Box::new(row)));
        let table = Table::new(seating, now);
        let state = table.state(now);
        self.tables.insert(game, table);
        for player in players {
            self.users[player].games.insert(game);
            let hands: Vec<ConnId> = self.users[player].connections.iter().copied().collect();
            for connection in hands {
                self.hold(connection, game);
            }
        }
        self.tell_of_game(game, now);
        self.publish(RoomKey::Game(game), Event::Started(state), now);
        for player in players {
            if !self.users[player].is_here() {
                self.is_gone(player, now);
            }
        }
        self.next_turn(game);
    }

    pub(super) fn decline(&mut self, user: UserId, game: GameId, now: Millis) -> Outcome {
        let standing = self.offers.get(&game).filter(|offer| offer.to == Some(user));
        standing.ok_or_else(|| Refusal::no_offer(game))?;
        self.withdraw(game, true, now);
        Ok(Reply::Done)
    }

    pub(super) fn cancel(&mut self, user: UserId, game: GameId, now: Millis) -> Outcome {
        let standing = self.offers.get(&game).filter(|offer| offer.from == user);
        standing.ok_or_else(|| Refusal::no_offer(game))?;
        self.withdraw(game, false, now);
        Ok(Reply::Done)
    }

    /// Takes an offer away and tells those who knew of it.
    pub(super) fn withdraw(&mut self, game: GameId, declined: bool, now: Millis) {
        let Some(standing) = self.offers.remove(&game) else { return };
        self.effects.writes.push(Write::OfferGone(game));
        let event = Event::Withdrawn { game, declined };
        match standing.to {
            Some(to) => {
                self.tell_privately(standing.from, event.clone(), now);
                self.tell_privately(to, event, now);
            }
            None if is_private(game) => self.tell_privately(standing.from, event, now),
            None => self.publish(RoomKey::Lobby, event, now),
        }
    }

    /// Returns whether an offer stands while the one who made it is away: one of a game of days does,
    /// if its maker has an account.
    pub(super) fn outlasts_connections(&self, standing: &StandingOffer) -> bool {
        let slow = standing.offer.terms.speed_class() == SpeedClass::Correspondence;
        slow && self.users[standing.from].role != Role::Guest
    }

    /// Takes the offers of a user away who has gone: all, or those that do not stand without him.
    pub(super) fn withdraw_offers_of(&mut self, user: UserId, which: Offers, now: Millis) {
        let theirs = self.offers.values().filter(|offer| offer.from == user);
        let theirs =
            theirs.filter(|offer| which == Offers::All || !self.outlasts_connections(offer));
        let games: Vec<GameId> = theirs.map(|offer| offer.offer.game).collect();
        for game in games {
            self.withdraw(game, false, now);
        }
    }
}
