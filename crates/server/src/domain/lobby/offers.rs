//! Offers of games.

use willow_protocol::text::counted;
use willow_protocol::{
    CommandKind, CommandResult, ErrorDetail, Event, GameId, Name, Offer, Role, Room, SpeedClass,
    Start, Terms,
};

use super::Lobby;
use crate::domain::{
    CommandOutcome, ConnId, OpenOffer, Refusal, Reply, RoomKey, ServerState, Timer, User, UserId,
    Write, check_komi, is_private, refuse, same_but_for_colors,
};

/// Why an open offer is closed without a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfferClosure {
    /// The challenged user declined it.
    Declined,
    /// Its maker cancelled it or left.
    Withdrawn,
}

/// Which offers of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offers {
    /// All of them.
    All,
    /// Those that end with the user's last connection.
    EndingWithConnection,
}

impl ServerState {
    /// Makes an offer; one of the server's bots accepts at once.
    pub(crate) fn offer(
        &mut self,
        connection: ConnId,
        user: UserId,
        to: Option<&Name>,
        terms: Terms,
    ) -> CommandOutcome {
        let terms = terms.normalized();
        let to = to.map(|name| self.accounts.find(name).ok_or_else(|| Refusal::no_user(name)));
        let to = to.transpose()?;
        self.may_offer(user, to, &terms)?;
        self.accounts.count_offer(user, to, &terms, &self.context)?;
        let mut open = OpenOffer { to, ..self.new_offer(user, terms) };
        open.offer.to = to.map(|to| self.accounts[to].name().clone());
        if let Some(bot) = to.filter(|&to| self.accounts[to].is_server_bot()) {
            return Ok(Reply::DoneWith(self.begin(connection, open, bot)));
        }
        Ok(Reply::DoneWith(self.open_offer(open)))
    }

    /// Returns a new offer of a user to everybody, with the user's rating.
    pub(crate) fn new_offer(&mut self, user: UserId, terms: Terms) -> OpenOffer {
        let game = self.games.next_id(&terms, &mut self.context);
        let rating = Some(self.accounts[user].rating(terms.speed_class()).shown());
        let offer = Offer::new(game, self.accounts[user].name().clone(), None, terms);
        OpenOffer { offer: Offer { rating, ..offer }, from: user, to: None }
    }

    /// Opens an offer and announces it.
    pub(crate) fn open_offer(&mut self, open: OpenOffer) -> CommandResult {
        let OpenOffer { offer, from, to } = open.clone();
        self.context.write(Write::Offer(offer.clone()));
        self.lobby.offers.insert(open);
        let game = Some(offer.game);
        CommandResult { game, ..self.announce_offer(from, to, offer) }
    }

    /// Shows an offer to its maker and to those who may accept it. Returns where the maker sees it.
    fn announce_offer(&mut self, user: UserId, to: Option<UserId>, offer: Offer) -> CommandResult {
        let offer = Offer { from_display_name: self.accounts.display_name(user), ..offer };
        let is_listed = to.is_none() && !is_private(offer.game);
        let room = if is_listed { RoomKey::Lobby } else { RoomKey::Private(user) };
        let result = self.publish_result(room, Event::Offered(offer.clone()));
        if let Some(to) = to {
            self.notify_user(to, Event::Offered(offer));
        }
        result
    }

    /// Makes sure that an offer may be made.
    fn may_offer(&self, user: UserId, to: Option<UserId>, terms: &Terms) -> Result<(), Refusal> {
        self.lobby.has_room_for_offer(user, self.context.settings.limits.offers_per_user)?;
        self.may_begin(user, terms)?;
        let Some(to) = to else { return Ok(()) };
        if to == user {
            return refuse(ErrorDetail::SelfPlay, "you cannot play against yourself");
        }
        if self.accounts[to].blocks(user) {
            return refuse(ErrorDetail::Blocked, "this player has blocked you");
        }
        if self.accounts[user].blocks(to) {
            let name = self.accounts[to].name();
            let message = format!("you have blocked {name}; `unblock {name}` first");
            return refuse(ErrorDetail::NotPossibleHere, message);
        }
        if self.accounts[to].is_server_bot() {
            self.bot_accepts(to, terms)?;
            if terms.speed_class() == SpeedClass::Correspondence {
                self.may_play_slowly(user, terms)?;
            }
        }
        self.may_play(to, terms).map_err(|refusal| {
            Refusal::new(
                refusal.detail,
                format!("{}: {}", self.accounts[to].name(), refusal.message),
            )
        })
    }

    /// Makes sure that a user may offer a game with these terms.
    pub(crate) fn may_begin(&self, user: UserId, terms: &Terms) -> Result<(), Refusal> {
        check_fair(terms, self.accounts[user].role())?;
        self.may_play(user, terms)
    }

    /// Makes sure that a user may play a game with these terms, which were looked at when it was offered.
    pub(crate) fn may_play(&self, user: UserId, terms: &Terms) -> Result<(), Refusal> {
        let player = &self.accounts[user];
        let n_new = if terms.synchro { 2 } else { 1 };
        if terms.rated && player.role() == Role::Guest {
            return refuse(
                ErrorDetail::GuestInRatedGame,
                "guests cannot play rated games; register first",
            );
        }
        if player.is_server_bot() {
            if terms.speed_class() == SpeedClass::Correspondence {
                return Ok(());
            }
            let bots = self.accounts.bots();
            let games = bots.flat_map(User::games).filter_map(|game| self.games.get(game));
            let fast = games.filter(|hosted| !hosted.is_correspondence()).count();
            if fast + n_new > self.context.settings.limits.bot_games {
                return refuse(
                    ErrorDetail::BotsBusy,
                    "the server's bots are busy; try again later",
                );
            }
            return Ok(());
        }
        let most = self.context.settings.limits.games_per_user;
        let is_adjourned = |game: &&GameId| {
            self.games.get(game).is_some_and(|hosted| hosted.adjourned_since().is_some())
        };
        if player.games().iter().filter(|game| !is_adjourned(game)).count() + n_new > most {
            return refuse(
                ErrorDetail::TooManyGames,
                format!("you may play {} at a time; end one first", counted(most as u64, "game")),
            );
        }
        Ok(())
    }

    /// Returns whether an offer is listed for a user, or for a client without a login.
    pub(crate) fn is_offer_visible(&self, user: Option<UserId>, offer: &OpenOffer) -> bool {
        let is_open = offer.is_public();
        let Some(user) = user else { return is_open };
        let is_own = offer.from == user;
        let may_join = is_open || offer.to == Some(user);
        is_own || (may_join && self.accounts.wants_offers_of(user, offer.from))
    }

    /// Accepts an offer.
    pub(crate) fn join(
        &mut self,
        connection: ConnId,
        user: UserId,
        game: Option<GameId>,
    ) -> CommandOutcome {
        let game = game.map_or_else(|| self.offer_to_join(user), Ok)?;
        let open = self.lobby.offers.get(game).ok_or_else(|| Refusal::no_offer(game))?.clone();
        self.may_join(user, &open)?;
        Ok(Reply::DoneWith(self.accept(connection, open, user)))
    }

    /// Makes sure that a user may accept an offer.
    fn may_join(&self, user: UserId, open: &OpenOffer) -> Result<(), Refusal> {
        let OpenOffer { offer, from, to } = open;
        let is_blocked = self.accounts[*from].blocks(user);
        if to.is_some_and(|to| to != user) || is_blocked {
            return Err(Refusal::no_offer(offer.game));
        }
        if *from == user {
            return refuse(ErrorDetail::OwnOffer, "this is your own offer");
        }
        self.may_play(user, &offer.terms)?;
        self.may_play(*from, &offer.terms)?;
        self.is_welcome(user, open)?;
        self.can_begin_now(open)
    }

    /// Accepts an offer.
    pub(crate) fn accept(
        &mut self,
        connection: ConnId,
        open: OpenOffer,
        acceptor: UserId,
    ) -> CommandResult {
        self.lobby.offers.remove(open.offer.game);
        self.context.write(Write::OfferClosed(open.offer.game));
        self.begin(connection, open, acceptor)
    }

    /// Begins the game of an offer, the current one of the connection.
    fn begin(&mut self, connection: ConnId, open: OpenOffer, acceptor: UserId) -> CommandResult {
        let game = open.offer.game;
        self.connections.set_current_game(connection, game);
        self.start_games(open, acceptor);
        CommandResult::of_event(Room::Game(game), 1)
    }

    /// Declines a challenge.
    pub(crate) fn decline(&mut self, user: UserId, game: Option<GameId>) -> CommandOutcome {
        let game = game.map_or_else(|| self.challenge_to(user), Ok)?;
        let open = self.lobby.offers.get(game).filter(|offer| offer.to == Some(user));
        let open = open.ok_or_else(|| Refusal::no_offer(game))?;
        let (from, terms) = (open.from, open.offer.terms.clone());
        self.accounts.declined(from, user, terms, self.context.now);
        self.close_offer(game, OfferClosure::Declined);
        Ok(Reply::Done)
    }

    /// Withdraws one's own offer.
    pub(crate) fn cancel(&mut self, user: UserId, game: Option<GameId>) -> CommandOutcome {
        let game = game.map_or_else(|| self.lobby.offer_of(user), Ok)?;
        let open = self.lobby.offers.get(game).filter(|offer| offer.from == user);
        open.ok_or_else(|| Refusal::no_offer(game))?;
        self.close_offer(game, OfferClosure::Withdrawn);
        Ok(Reply::Done)
    }

    /// Closes an offer and notifies those who have seen it.
    pub(crate) fn close_offer(&mut self, game: GameId, closure: OfferClosure) {
        let Some(open) = self.lobby.offers.remove(game) else { return };
        self.context.write(Write::OfferClosed(game));
        let declined = closure == OfferClosure::Declined;
        let event = Event::Withdrawn { game, declined };
        match open.to {
            Some(to) => {
                self.notify_user(open.from, event.clone());
                self.notify_user(to, event);
            }
            None if is_private(game) => self.notify_user(open.from, event),
            None => self.publish(RoomKey::Lobby, event),
        }
    }

    /// Returns whether an offer stays open while its maker is offline: one of a correspondence game
    /// and a link do, if the maker has an account.
    pub(crate) fn outlives_connection(&self, open: &OpenOffer) -> bool {
        let is_correspondence = open.offer.terms.speed_class() == SpeedClass::Correspondence;
        (is_correspondence || open.offer.expires_at.is_some())
            && self.accounts[open.from].role() != Role::Guest
    }

    /// Closes offers of a user.
    pub(crate) fn withdraw_offers(&mut self, user: UserId, which: Offers) {
        let of_user = self.lobby.offers.by(user);
        let of_user =
            of_user.filter(|offer| which == Offers::All || !self.outlives_connection(offer));
        let games: Vec<GameId> = of_user.map(|offer| offer.offer.game).collect();
        for game in games {
            self.close_offer(game, OfferClosure::Withdrawn);
        }
        self.lobby.leave_pool(user);
    }

    /// Returns the offers that a user has made or may accept alone.
    pub(crate) fn own_offers(&self, user: UserId) -> Vec<Offer> {
        let own = self.lobby.offers.by(user).chain(self.lobby.offers.to(user));
        let visible = own.filter(|open| self.is_offer_visible(Some(user), open));
        let mut offers: Vec<Offer> = visible.map(|open| self.accounts.listed_offer(open)).collect();
        offers.sort_unstable_by_key(|offer| offer.game);
        offers
    }

    /// Opens the offers again, except those whose parties are gone.
    pub(crate) fn restore_offers(&mut self, offers: Vec<Offer>) {
        for offer in offers {
            let game = offer.game;
            let to = offer.to.as_ref().map(|to| self.accounts.find(to));
            let Some(from) = self.accounts.find(&offer.from) else {
                self.context.write(Write::OfferClosed(game));
                continue;
            };
            let recipient_is_gone = to == Some(None);
            let expires_at = offer.expires_at;
            self.context.timers.extend(expires_at.map(|time| (time, Timer::Link(game))));
            self.lobby.offers.insert(OpenOffer { offer, from, to: to.flatten() });
            if recipient_is_gone {
                self.close_offer(game, OfferClosure::Withdrawn);
            }
        }
    }
}

/// Makes sure that a game can be played by these terms and, if it is rated, that it is fair. A proxy offers
/// the position that the other server has drawn.
fn check_fair(terms: &Terms, maker: Role) -> Result<(), Refusal> {
    if terms.is_lost_at_once() {
        let message = format!("the clock {} leaves no time for the first move", terms.clock);
        return refuse(ErrorDetail::ClockLostAtOnce, message);
    }
    if terms.rated {
        let checked = match maker {
            Role::Proxy => terms.check_ratable_as_drawn(),
            _ => terms.check_ratable(),
        };
        checked.map_err(|unratable| Refusal::new(unratable.detail(), unratable))?;
    }
    check_komi(terms)?;
    match terms.start {
        // A side that must pass does so first, but it cannot bid.
        Start::Position(position)
            if position.is_game_over() || terms.komi && position.must_pass() =>
        {
            refuse(
                ErrorDetail::PositionWithoutMove,
                "nobody has a move in this position, or the side to move has none to bid",
            )
        }
        _ => Ok(()),
    }
}

impl ServerState {
    /// Offers the opponent a rematch, or accepts the opponent's offer. A rematch that is offered
    /// already is not offered again.
    pub(crate) fn rematch(
        &mut self,
        connection: ConnId,
        user: UserId,
        game: Option<GameId>,
    ) -> CommandOutcome {
        let game = self.connections.current_game(connection, game)?;
        let hosted = self.games.find(game)?;
        let not_a_player = || {
            Refusal::new(ErrorDetail::NotAPlayer, format!("you were not a player of game {game}"))
        };
        let color = hosted.color_of(user).ok_or_else(not_a_player)?;
        if hosted.end.is_none() {
            return refuse(ErrorDetail::GameNotOver, "the game is not over");
        }
        let (opponent, name) = (hosted.player(!color), hosted.names[(!color).index()].clone());
        let terms = hosted.rematch_terms(color);
        if let Some(open) = self.lobby.challenge_between(opponent, user, &terms) {
            return self.join(connection, user, Some(open.offer.game));
        }
        if let Some(open) = self.lobby.challenge_between(user, opponent, &terms) {
            return Ok(Reply::Answer(Event::Offered(open.offer.clone())));
        }
        self.offer(connection, user, Some(&name), terms)
    }
}

/// How many offers an error lists.
const MAX_LISTED: usize = 5;

impl ServerState {
    /// Returns the offer that a user joins without naming one: the only challenge to the user, or the only public
    /// offer if nobody challenges the user.
    fn offer_to_join(&self, user: UserId) -> Result<GameId, Refusal> {
        let may_join =
            |offer: &&OpenOffer| offer.from != user && self.is_offer_visible(Some(user), offer);
        let mut candidates = self.lobby.offers.to(user).filter(may_join).peekable();
        let public = self.lobby.offers.public().filter(may_join);
        only(
            candidates.peek().is_none().then_some(public).into_iter().flatten().chain(candidates),
            CommandKind::Join,
            "there is no offer to join; `new` makes one, and `challenge NAME` asks a user or a bot",
        )
    }

    /// Returns the only challenge to a user.
    fn challenge_to(&self, user: UserId) -> Result<GameId, Refusal> {
        let to_user = self.lobby.offers.to(user);
        let visible = to_user.filter(|offer| self.is_offer_visible(Some(user), offer));
        only(visible, CommandKind::Decline, "nobody challenges you")
    }
}

/// Returns the only candidate of a command.
fn only<'a>(
    candidates: impl Iterator<Item = &'a OpenOffer>,
    kind: CommandKind,
    none: &str,
) -> Result<GameId, Refusal> {
    // There may be thousands: one more than are listed tells that there are more.
    match &candidates.take(MAX_LISTED + 1).collect::<Vec<_>>()[..] {
        [] => refuse(ErrorDetail::NoSuchOffer, none),
        [offer] => Ok(offer.offer.game),
        several => {
            let command = kind.description().name;
            let listed = several.iter().take(MAX_LISTED).map(|open| {
                let offer = &open.offer;
                let to = offer.to.as_ref().map(|to| format!(" to {to}")).unwrap_or_default();
                format!("`{command} {}` ({}{to}, {})", offer.game, offer.from, offer.terms)
            });
            let listed = listed.collect::<Vec<String>>().join(", ");
            let n_offers = match several.len() {
                n if n > MAX_LISTED => format!("more than {MAX_LISTED}"),
                n => n.to_string(),
            };
            let message = format!("there are {n_offers} offers: {listed}");
            refuse(ErrorDetail::SeveralOffers, message)
        }
    }
}

impl Lobby {
    /// Makes sure that a user may have another open offer.
    pub(super) fn has_room_for_offer(&self, user: UserId, most: usize) -> Result<(), Refusal> {
        if self.offers.by(user).count() >= most {
            return refuse(
                ErrorDetail::TooManyOffers,
                format!("you already have {most} open offers"),
            );
        }
        Ok(())
    }

    /// Returns the open challenge of a user to another with these terms, whatever the colours.
    fn challenge_between(&self, from: UserId, to: UserId, terms: &Terms) -> Option<&OpenOffer> {
        self.offers
            .by(from)
            .find(|open| open.to == Some(to) && same_but_for_colors(&open.offer.terms, terms))
    }

    /// Returns the only offer of a user.
    fn offer_of(&self, user: UserId) -> Result<GameId, Refusal> {
        only(self.offers.by(user), CommandKind::Cancel, "you have no open offer")
    }
}
