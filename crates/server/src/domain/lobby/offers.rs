//! Offers of games.

use willow_protocol::text::offered_terms;
use willow_protocol::{
    CommandKind, CommandResult, ErrorDetail, Event, GameId, Name, Offer, Role, Room, SpeedClass,
    Terms,
};

use super::Lobby;
use crate::domain::{
    ABORT_BEFORE, Accounts, CommandOutcome, ConnId, Context, HostedGame, OpenOffer, Player,
    Refusal, Reply, ServerState, Shared, Timer, UserId, Write, is_private, refuse,
    same_but_for_colors,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offers {
    /// All of them.
    All,
    /// Those that end with the user's last connection.
    EndingWithConnection,
}

impl ServerState {
    /// Makes an offer; one of the server's bots accepts at once. A proxy's challenge replaces a game with the same
    /// opponent that was drawn differently on the other server: nobody accepts twice.
    pub(crate) fn offer(
        &mut self,
        connection: ConnId,
        user: UserId,
        to: Option<&Name>,
        terms: Terms,
    ) -> CommandOutcome {
        let terms = terms.normalized();
        let to =
            to.map(|name| self.shared.accounts.find(name).ok_or_else(|| Refusal::no_user(name)));
        let to = to.transpose()?;
        self.lobby.has_room_for_offer(user, &self.shared.context)?;
        let redrawn = to.and_then(|to| self.redrawn_game(user, to, &terms));
        if let Some(player) = redrawn {
            self.abort(player)?;
        }
        self.games.may_offer(user, to, &terms, &self.shared)?;
        self.shared.accounts.count_offer(user, to, &terms, &self.shared.context)?;
        let mut open = OpenOffer { to, ..self.games.new_offer(user, terms, &mut self.shared) };
        open.offer.to = to.map(|to| self.shared.accounts[to].name().clone());
        let accepts = |&to: &UserId| redrawn.is_some() || self.shared.accounts[to].is_server_bot();
        if let Some(opponent) = to.filter(accepts) {
            return Ok(Reply::DoneWith(self.begin(connection, open, opponent)));
        }
        Ok(Reply::DoneWith(self.lobby.open_offer(open, &mut self.shared)))
    }

    /// Returns a proxy's game that has not begun and that these terms replace.
    fn redrawn_game(&self, proxy: UserId, opponent: UserId, terms: &Terms) -> Option<Player> {
        let proxy_account = &self.shared.accounts[proxy];
        let hosted = proxy_account.games().iter().filter_map(|game| self.games.get(game));
        let is_redrawn = |hosted: &&HostedGame| {
            let drawn = Terms { color: terms.color, start: terms.start, ..hosted.terms.clone() };
            hosted.end.is_none()
                && hosted.game().n_plies() < ABORT_BEFORE
                && hosted.color_of(opponent).is_some()
                && drawn == *terms
        };
        let hosted = hosted.filter(|_| proxy_account.role() == Role::Proxy).find(is_redrawn)?;
        Some(Player { game: hosted.id, color: hosted.color_of(proxy)? })
    }

    /// Accepts an offer.
    pub(crate) fn join(
        &mut self,
        connection: ConnId,
        user: UserId,
        game: Option<GameId>,
    ) -> CommandOutcome {
        let game =
            game.map_or_else(|| self.lobby.offer_to_join(user, &self.shared.accounts), Ok)?;
        let open = self.lobby.offers.get(game).ok_or_else(|| Refusal::no_offer(game))?.clone();
        self.games.may_join(user, &open, &self.shared)?;
        Ok(Reply::DoneWith(self.accept(connection, open, user)))
    }

    pub(crate) fn accept(
        &mut self,
        connection: ConnId,
        open: OpenOffer,
        acceptor: UserId,
    ) -> CommandResult {
        self.lobby.offers.remove(open.offer.game);
        self.shared.accounts.accepted(open.from, acceptor);
        self.shared.context.write(Write::OfferClosed(open.offer.game));
        self.begin(connection, open, acceptor)
    }

    /// Begins the game of an offer, the current one of the connection.
    fn begin(&mut self, connection: ConnId, open: OpenOffer, acceptor: UserId) -> CommandResult {
        let game = open.offer.game;
        self.shared.connections.set_current_game(connection, game);
        self.start_games(open, acceptor);
        CommandResult::of_event(Room::Game(game), 1)
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
        let game = self.shared.connections.current_game(connection, game)?;
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

impl Accounts {
    /// Returns whether an offer is listed for a user, or for a client without a login.
    pub(crate) fn is_offer_visible(&self, user: Option<UserId>, offer: &OpenOffer) -> bool {
        let is_open = offer.is_public();
        let Some(user) = user else { return is_open };
        let is_own = offer.from == user;
        let may_join = is_open || offer.to == Some(user);
        is_own || (may_join && self.wants_offers_of(user, offer.from))
    }

    /// Returns whether an offer stays open while its maker is offline: one of a correspondence game
    /// and a link do, if the maker has an account.
    pub(crate) fn outlives_connection(&self, open: &OpenOffer) -> bool {
        let is_correspondence = open.offer.terms.speed_class() == SpeedClass::Correspondence;
        (is_correspondence || open.offer.expires_at.is_some())
            && self[open.from].role() != Role::Guest
    }
}

/// How many offers an error lists.
const MAX_LISTED: usize = 5;

fn only<'a>(
    candidates: impl Iterator<Item = &'a OpenOffer>,
    kind: CommandKind,
    none: &str,
) -> Result<GameId, Refusal> {
    // There may be thousands: one more than are listed shows that there are more.
    match &candidates.take(MAX_LISTED + 1).collect::<Vec<_>>()[..] {
        [] => refuse(ErrorDetail::NoSuchOffer, none),
        [offer] => Ok(offer.offer.game),
        several => {
            let command = kind.description().name;
            let listed = several.iter().take(MAX_LISTED).map(|open| {
                let offer = &open.offer;
                let to = offer.to.as_ref().map(|to| format!(" to {to}")).unwrap_or_default();
                let terms = offered_terms(offer);
                format!("`{command} {}` ({}{to}, {terms})", offer.game, offer.from)
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
    /// Makes sure that a user may have another open offer. Waiting helps only if one of them ends by itself.
    pub(super) fn has_room_for_offer(
        &self,
        user: UserId,
        context: &Context,
    ) -> Result<(), Refusal> {
        let max = context.settings.limits.offers_per_user;
        if self.offers.by(user).count() < max {
            return Ok(());
        }
        let message = format!("you already have {max} open offers; `cancel NUMBER` withdraws one");
        let refusal = Refusal::new(ErrorDetail::TooManyOffers, message);
        let next_end = self.offers.by(user).filter_map(|open| open.offer.expires_at).min();
        Err(next_end.map_or(refusal.clone(), |at| refusal.for_now(at.saturating_sub(context.now))))
    }

    /// Returns the open challenge of a user to another with these terms, whatever the colours.
    fn challenge_between(&self, from: UserId, to: UserId, terms: &Terms) -> Option<&OpenOffer> {
        self.offers
            .by(from)
            .find(|open| open.to == Some(to) && same_but_for_colors(&open.offer.terms, terms))
    }

    fn offer_of(&self, user: UserId) -> Result<GameId, Refusal> {
        only(self.offers.by(user), CommandKind::Cancel, "you have no open offer")
    }

    pub(crate) fn open_offer(&mut self, open: OpenOffer, shared: &mut Shared) -> CommandResult {
        let OpenOffer { offer, from, to } = open.clone();
        shared.context.write(Write::Offer(offer.clone()));
        self.offers.insert(open);
        let game = Some(offer.game);
        CommandResult { game, ..self.announce_offer(from, to, offer, shared) }
    }

    /// Shows an offer to its maker and to those who may accept it. Returns where the maker sees it.
    fn announce_offer(
        &mut self,
        user: UserId,
        to: Option<UserId>,
        offer: Offer,
        shared: &mut Shared,
    ) -> CommandResult {
        let offer = Offer { from_display_name: shared.accounts.display_name(user), ..offer };
        let is_listed = to.is_none() && !is_private(offer.game);
        let event = Event::Offered(offer.clone());
        let result = if is_listed {
            self.publish(event, shared)
        } else {
            shared.accounts.publish(user, event, &mut shared.context)
        };
        if let Some(to) = to {
            shared.accounts.notify(to, Event::Offered(offer), &mut shared.context);
        }
        result
    }

    pub(crate) fn decline(
        &mut self,
        user: UserId,
        game: Option<GameId>,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let game = game.map_or_else(|| self.challenge_to(user, &shared.accounts), Ok)?;
        let open = self.offers.get(game).filter(|offer| offer.to == Some(user));
        let open = open.ok_or_else(|| Refusal::no_offer(game))?;
        let (from, terms) = (open.from, open.offer.terms.clone());
        shared.accounts.declined(from, user, terms, shared.context.now);
        self.close_offer(game, Event::Withdrawn { game, declined: true }, shared);
        Ok(Reply::DoneWith(CommandResult::of_game(game)))
    }

    /// Withdraws one's own offer.
    pub(crate) fn cancel(
        &mut self,
        user: UserId,
        game: Option<GameId>,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let game = game.map_or_else(|| self.offer_of(user), Ok)?;
        let open = self.offers.get(game).filter(|offer| offer.from == user);
        open.ok_or_else(|| Refusal::no_offer(game))?;
        self.withdraw(game, shared);
        Ok(Reply::DoneWith(CommandResult::of_game(game)))
    }

    /// Closes an offer that its maker withdraws, or that nobody can accept any more.
    pub(crate) fn withdraw(&mut self, game: GameId, shared: &mut Shared) {
        self.close_offer(game, Event::Withdrawn { game, declined: false }, shared);
    }

    /// Closes an offer and notifies those who have seen it.
    fn close_offer(&mut self, game: GameId, event: Event, shared: &mut Shared) {
        let Some(open) = self.offers.remove(game) else { return };
        shared.context.write(Write::OfferClosed(game));
        if open.is_public() {
            self.publish(event, shared);
            return;
        }
        let Shared { accounts, context, .. } = shared;
        accounts.notify(open.from, event.clone(), context);
        if let Some(to) = open.to {
            accounts.notify(to, event, context);
        }
    }

    pub(crate) fn withdraw_offers(&mut self, user: UserId, which: Offers, shared: &mut Shared) {
        let of_user = self.offers.by(user);
        let of_user = of_user
            .filter(|offer| which == Offers::All || !shared.accounts.outlives_connection(offer));
        let games: Vec<GameId> = of_user.map(|offer| offer.offer.game).collect();
        for game in games {
            self.withdraw(game, shared);
        }
        self.leave_pool(user);
    }

    /// Returns the offers that a user has made or may accept alone.
    pub(crate) fn own_offers(&self, user: UserId, accounts: &Accounts) -> Vec<Offer> {
        let own = self.offers.by(user).chain(self.offers.to(user));
        let visible = own.filter(|open| accounts.is_offer_visible(Some(user), open));
        let mut offers: Vec<Offer> = visible.map(|open| accounts.listed_offer(open)).collect();
        offers.sort_unstable_by_key(|offer| offer.game);
        offers
    }

    /// Opens the offers again, except those whose parties are gone.
    pub(crate) fn restore_offers(&mut self, offers: Vec<Offer>, shared: &mut Shared) {
        for offer in offers {
            let game = offer.game;
            let to = offer.to.as_ref().map(|to| shared.accounts.find(to));
            let Some(from) = shared.accounts.find(&offer.from) else {
                shared.context.write(Write::OfferClosed(game));
                continue;
            };
            let recipient_is_gone = to == Some(None);
            let expires_at = offer.expires_at;
            shared.context.timers.extend(expires_at.map(|time| (time, Timer::Link(game))));
            self.offers.insert(OpenOffer { offer, from, to: to.flatten() });
            if recipient_is_gone {
                self.withdraw(game, shared);
            }
        }
    }

    /// Returns the offer that a user joins without naming one: the only challenge to the user, or the only public
    /// offer if nobody challenges the user.
    fn offer_to_join(&self, user: UserId, accounts: &Accounts) -> Result<GameId, Refusal> {
        let may_join =
            |offer: &&OpenOffer| offer.from != user && accounts.is_offer_visible(Some(user), offer);
        let mut candidates = self.offers.to(user).filter(may_join).peekable();
        let public = self.offers.public().filter(may_join);
        only(
            candidates.peek().is_none().then_some(public).into_iter().flatten().chain(candidates),
            CommandKind::Join,
            "there is no offer to join; `new` makes one, and `challenge NAME` asks a user or a bot",
        )
    }

    fn challenge_to(&self, user: UserId, accounts: &Accounts) -> Result<GameId, Refusal> {
        let to_user = self.offers.to(user);
        let visible = to_user.filter(|offer| accounts.is_offer_visible(Some(user), offer));
        only(visible, CommandKind::Decline, "nobody challenges you")
    }
}
