//! How two people find a game: links, seeks and pools.
//!
//! A link is a private offer whose number its maker gives to others. The number cannot be guessed, so it is the
//! only thing that is needed to accept the offer.
//!
//! A seek is an offer to everybody whose rating is in its range. It is joined at once with the oldest
//! offer that fits; otherwise it waits in the lobby as an offer like others.
//!
//! Bots seek and wait among themselves: nobody is joined with a bot who did not accept its offer.
//!
//! In a pool users wait who want to play now, at one of a few clocks. Two of them are joined if neither's rating is
//! too far from the other's. How far it may be grows with the time that each waits. Those who wait longest are
//! joined first. A wait ends with the user's game, with `unseek`, some time after the last connection, and with the
//! server.

use willow_protocol::{
    ColorChoice, CommandResult, ErrorDetail, Event, GameId, OfferState, Pool, PoolSummary, Role,
    Room, SeekTerms, SpeedClass, Terms,
};

use super::Lobby;
use crate::domain::{
    Accounts, CommandOutcome, ConnId, HostedGames, MINUTE, Millis, OpenOffer, Refusal, Reply,
    ServerState, Shared, Timer, UserId, is_private, refuse,
};

impl ServerState {
    /// Makes an offer that anybody with its number may accept.
    pub(crate) fn offer_link(&mut self, user: UserId, terms: Terms) -> CommandOutcome {
        let terms = Terms { private: true, ..terms.normalized() };
        self.lobby.has_room_for_offer(user, &self.shared.context)?;
        self.games.may_begin(user, &terms, &self.shared)?;
        self.shared.accounts.count_offer(user, None, &terms, &self.shared.context)?;
        let expires_at = self.shared.context.now + self.shared.context.settings.link_lifetime;
        let mut open = self.games.new_offer(user, terms, &mut self.shared);
        open.offer.expires_at = Some(expires_at);
        self.shared.context.timers.set(expires_at, Timer::Link(open.offer.game));
        Ok(Reply::DoneWith(self.lobby.open_offer(open, &mut self.shared)))
    }
}

impl ServerState {
    /// Joins a user with the oldest offer that fits the seek, or opens the seek. An earlier seek of
    /// the user ends; the same one stays.
    pub(crate) fn seek(
        &mut self,
        connection: ConnId,
        user: UserId,
        seek: SeekTerms,
    ) -> CommandOutcome {
        let seek = SeekTerms { terms: seek.terms.normalized(), ..seek };
        self.games.may_seek(user, &seek.terms, &self.shared)?;
        let earlier = self.lobby.seek_of(user);
        if let Some(open) = earlier.and_then(|game| self.lobby.offers.get(game))
            && (&open.offer.terms, open.offer.range) == (&seek.terms, seek.range)
        {
            return Ok(Reply::Answer(Event::Offered(open.offer.clone())));
        }
        if earlier.is_none() {
            self.lobby.has_room_for_offer(user, &self.shared.context)?;
        }
        self.shared.accounts.count_offer(user, None, &seek.terms, &self.shared.context)?;
        if let Some(earlier) = earlier {
            self.lobby.withdraw(earlier, &mut self.shared);
        }
        let result = if let Some(mut open) =
            self.lobby.oldest_match(user, &seek, &self.games, &self.shared)
        {
            open.offer.terms.color = maker_color(open.offer.terms.color, seek.terms.color);
            self.accept(connection, open, user)
        } else {
            let mut open = self.games.new_offer(user, seek.terms, &mut self.shared);
            (open.offer.range, open.offer.seek) = (seek.range, true);
            self.lobby.open_offer(open, &mut self.shared)
        };
        Ok(Reply::DoneWith(result))
    }
}

/// Returns whether two users who want these terms want the same game: the colours must be free, or
/// not the same.
fn same_game(one: &Terms, other: &Terms) -> bool {
    let colors_fit = one.color == ColorChoice::Random || one.color != other.color;
    colors_fit && Terms { color: other.color, ..one.clone() } == *other
}

/// Returns the colour of the maker of an offer, after the wishes of both.
const fn maker_color(maker: ColorChoice, seeker: ColorChoice) -> ColorChoice {
    match (maker, seeker) {
        (ColorChoice::Random, ColorChoice::Black) => ColorChoice::White,
        (ColorChoice::Random, ColorChoice::White) => ColorChoice::Black,
        (maker, _) => maker,
    }
}

impl ServerState {
    /// Adds a user to a pool, and removes them from any other. Has no effect on one who waits there already.
    pub(crate) fn join_pool(
        &mut self,
        connection: ConnId,
        user: UserId,
        pool: Pool,
    ) -> CommandOutcome {
        self.shared.accounts.may_be_paired(user)?;
        let terms = Terms { rated: self.shared.accounts.is_rated_in_pools(user), ..pool.terms() };
        self.games.may_begin(user, &terms, &self.shared)?;
        if self.lobby.waiting.iter().any(|waiting| (waiting.user, waiting.pool) == (user, pool)) {
            return Ok(Reply::Done);
        }
        self.shared.accounts.count_offer(user, None, &terms, &self.shared.context)?;
        self.lobby.leave_pool(user);
        self.lobby.waiting.push(WaitingUser {
            user,
            connection,
            pool,
            since: self.shared.context.now,
        });
        self.pair_waiting();
        if self.lobby.waiting.iter().any(|waiting| waiting.user == user) {
            return Ok(Reply::Done);
        }
        let game = self.shared.connections.current_game(connection, None)?;
        Ok(Reply::DoneWith(CommandResult::of_event(Room::Game(game), 1)))
    }

    /// Joins those who wait, and sets the timer for the next attempt.
    pub(crate) fn pair_waiting(&mut self) {
        let now = self.shared.context.now;
        while let Some([first, second]) = self.lobby.next_pair(&self.games, &self.shared) {
            self.start_pool_game(first, second);
        }
        if self.lobby.waiting.is_empty() {
            return;
        }
        if self.lobby.next_pairing.is_none_or(|time| time <= now) {
            let next = now + PAIRING_INTERVAL;
            self.lobby.next_pairing = Some(next);
            self.shared.context.timers.set(next, Timer::Pools);
        }
    }

    fn start_pool_game(&mut self, first: WaitingUser, second: WaitingUser) {
        let rated = self.shared.accounts.is_rated_in_pools(first.user);
        let terms = Terms { rated, ..first.pool.terms() };
        let open = self.games.new_offer(first.user, terms, &mut self.shared);
        for waiting in [first, second] {
            self.shared.connections.set_current_game(waiting.connection, open.offer.game);
        }
        self.start_games(open, second.user);
    }
}

impl Accounts {
    /// Makes sure that the server may look for a user's opponent. Those who come over a bridge have another server
    /// for that.
    pub(crate) fn may_be_paired(&self, user: UserId) -> Result<(), Refusal> {
        if matches!(self[user].role(), Role::Proxy | Role::Bridge) {
            let message = "players from a bridge cannot use pairing; offer a game with `new`";
            return refuse(ErrorDetail::BotInPairing, message);
        }
        Ok(())
    }

    /// Returns whether the server may join two users: two people, or two bots.
    pub(crate) fn are_of_a_kind(&self, one: UserId, other: UserId) -> bool {
        let roles = [one, other].map(|user| self[user].role());
        let is_person = |role: Role| !role.is_of_programs();
        roles == [Role::Bot; 2] || roles.into_iter().all(is_person)
    }

    /// Makes sure that a user's rating is in the range of an offer.
    pub(crate) fn is_welcome(&self, user: UserId, open: &OpenOffer) -> Result<(), Refusal> {
        let Some(range) = open.offer.range else { return Ok(()) };
        let rating = self.shown_rating(user, &open.offer.terms);
        if range.contains(rating) {
            return Ok(());
        }
        refuse(
            ErrorDetail::RatingOutOfRange,
            format!("this offer is for ratings {range}, and yours is {rating}"),
        )
    }
}

impl Lobby {
    /// Lists the pools with the asker's possible opponents: bots for a bot, people for everybody else.
    pub(crate) fn list_pools(&self, asker: Option<UserId>, accounts: &Accounts) -> Reply {
        let is_program = |user: UserId| accounts[user].role().is_of_programs();
        let asks_program = asker.is_some_and(is_program);
        let of_kind = |waiting: &&WaitingUser| is_program(waiting.user) == asks_program;
        let in_pool = |pool| self.waiting.iter().filter(move |waiting| waiting.pool == pool);
        let pools = Pool::ALL.map(|pool| PoolSummary {
            pool,
            clock: pool.clock(),
            waiting: in_pool(pool).filter(of_kind).count(),
            joined: self
                .waiting
                .iter()
                .any(|waiting| waiting.pool == pool && Some(waiting.user) == asker),
        });
        Reply::Answer(Event::Pools { pools: pools.into() })
    }

    /// Ends a user's wait in a pool, and returns whether there was one.
    pub(crate) fn leave_pool(&mut self, user: UserId) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.user != user);
        self.waiting.len() < before
    }

    /// Ends all waits in pools.
    pub(crate) fn leave_all_pools(&mut self) {
        self.waiting.clear();
    }

    fn seek_of(&self, user: UserId) -> Option<GameId> {
        let found = self.offers.by(user).find(|open| open.offer.seek);
        found.map(|open| open.offer.game)
    }

    /// Shows an offer to those who may accept it, and to its maker.
    pub(crate) fn show_offer(
        &self,
        asker: Option<UserId>,
        game: GameId,
        accounts: &Accounts,
    ) -> CommandOutcome {
        let open = self.offers.get(game).ok_or_else(|| Refusal::no_offer(game))?;
        let knows_number = open.to.is_none() && is_private(game);
        let is_unwanted = asker.is_some_and(|asker| !accounts.wants_offers_of(asker, open.from));
        if !accounts.is_offer_visible(asker, open) && (!knows_number || is_unwanted) {
            return Err(Refusal::no_offer(game));
        }
        let online = accounts[open.from].is_online();
        Ok(Reply::Answer(Event::Offer(Box::new(OfferState {
            offer: accounts.listed_offer(open),
            online,
        }))))
    }

    /// Returns the oldest open offer that fits a seek. The numbers of public offers ascend.
    fn oldest_match(
        &self,
        user: UserId,
        SeekTerms { terms, range }: &SeekTerms,
        games: &HostedGames,
        shared: &Shared,
    ) -> Option<OpenOffer> {
        let mut offers = self.offers.public_with(terms);
        let found = offers.find(|open| {
            let maker = &shared.accounts[open.from];
            let is_there = maker.is_online() || shared.accounts.outlives_connection(open);
            is_there
                && shared.accounts.are_of_a_kind(open.from, user)
                && open.from != user
                && same_game(&open.offer.terms, terms)
                && !maker.ignores(user)
                && !shared.accounts[user].ignores(open.from)
                && range.is_none_or(|range| {
                    range.contains(shared.accounts.shown_rating(open.from, terms))
                })
                && shared.accounts.is_welcome(user, open).is_ok()
                && games.may_play(open.from, terms, shared).is_ok()
                && games.can_begin_now(open, &shared.accounts).is_ok()
        });
        found.cloned()
    }

    /// Ends the seek of a user, and the wait in a pool.
    pub(crate) fn unseek(&mut self, user: UserId, shared: &mut Shared) -> CommandOutcome {
        let seek = self.seek_of(user);
        if let Some(seek) = seek {
            self.withdraw(seek, shared);
        }
        if !self.leave_pool(user) && seek.is_none() {
            return refuse(ErrorDetail::NoSeek, "you have no open seek and are in no pool");
        }
        Ok(Reply::Done)
    }

    /// Ends what a user seeks because a game starts; a seek of a correspondence game stays.
    pub(crate) fn stop_seeking(&mut self, user: UserId, shared: &mut Shared) {
        self.leave_pool(user);
        let seek = self.seek_of(user).and_then(|game| self.offers.get(game));
        if let Some(open) = seek
            && open.offer.terms.speed_class() != SpeedClass::Correspondence
        {
            self.withdraw(open.offer.game, shared);
        }
    }

    /// Returns the two users to join next: who waits longest, with the first who fits.
    pub(crate) fn next_pair(
        &self,
        games: &HostedGames,
        shared: &Shared,
    ) -> Option<[WaitingUser; 2]> {
        self.waiting.iter().enumerate().find_map(|(index, &first)| {
            let mut later = self.waiting[index + 1..].iter();
            later.find(|&&second| first.fits(second, games, shared)).map(|&second| [first, second])
        })
    }
}

/// How far the opponent's rating may be at first, and by how much this grows after each interval.
const RATING_STEP: i32 = 100;

/// The time between two attempts to join those who wait.
const PAIRING_INTERVAL: Millis = 5_000;

/// After this time any rating will do.
const ANY_RATING_AFTER: Millis = MINUTE;

/// A user who waits in a pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitingUser {
    pub(super) user: UserId,
    connection: ConnId,
    pool: Pool,
    since: Millis,
}

impl WaitingUser {
    /// Returns whether the ratings of two users differ by no more than both accept by now.
    fn accepts(self, difference: i32, now: Millis) -> bool {
        let waited = now.saturating_sub(self.since);
        let steps = i32::try_from(waited / PAIRING_INTERVAL).unwrap_or(i32::MAX);
        waited >= ANY_RATING_AFTER || difference <= RATING_STEP.saturating_mul(1 + steps)
    }

    /// Returns whether two users may be joined now.
    fn fits(&self, second: WaitingUser, games: &HostedGames, shared: &Shared) -> bool {
        let now = shared.context.now;
        if self.pool != second.pool {
            return false;
        }
        let users = [self.user, second.user];
        let rated = users.map(|user| shared.accounts.is_rated_in_pools(user));
        let terms = Terms { rated: rated[0], ..self.pool.terms() };
        let [one, other] = users.map(|user| shared.accounts.shown_rating(user, &terms));
        let difference = (one - other).abs();
        rated[0] == rated[1]
            && shared.accounts.are_of_a_kind(self.user, second.user)
            && self.accepts(difference, now)
            && second.accepts(difference, now)
            && users.iter().all(|&user| {
                shared.accounts[user].is_online() && games.may_play(user, &terms, shared).is_ok()
            })
            && !shared.accounts[self.user].ignores(second.user)
            && !shared.accounts[second.user].ignores(self.user)
    }
}
