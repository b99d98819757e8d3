//! Who may offer, accept and play which games.

use willow_protocol::text::counted;
use willow_protocol::{ErrorDetail, GameId, Offer, Role, SpeedClass, Start, Terms};

use crate::domain::{
    Accounts, HostedGames, OpenOffer, Refusal, Shared, User, UserId, check_komi, refuse,
};

impl HostedGames {
    /// Returns a new offer of a user to everybody, with the user's rating.
    pub(crate) fn new_offer(
        &mut self,
        user: UserId,
        terms: Terms,
        shared: &mut Shared,
    ) -> OpenOffer {
        let game = self.next_id(&terms, &mut shared.context);
        let rating = Some(shared.accounts[user].rating(terms.speed_class()).shown());
        let offer = Offer::new(game, shared.accounts[user].name().clone(), None, terms);
        OpenOffer { offer: Offer { rating, ..offer }, from: user, to: None }
    }

    /// Makes sure that an offer may be made.
    pub(crate) fn may_offer(
        &self,
        user: UserId,
        to: Option<UserId>,
        terms: &Terms,
        shared: &Shared,
    ) -> Result<(), Refusal> {
        self.may_begin(user, terms, shared)?;
        let Some(to) = to else { return Ok(()) };
        if to == user {
            return refuse(ErrorDetail::SelfPlay, "you cannot play against yourself");
        }
        if shared.accounts[to].blocks(user) {
            return refuse(ErrorDetail::Blocked, "this player has blocked you");
        }
        if shared.accounts[user].blocks(to) {
            let name = shared.accounts[to].name();
            let message = format!("you have blocked {name}; `unblock {name}` first");
            return refuse(ErrorDetail::NotPossibleHere, message);
        }
        if shared.accounts[to].is_server_bot() {
            shared.accounts.bot_accepts(to, terms, &shared.context)?;
            if terms.speed_class() == SpeedClass::Correspondence {
                self.may_play_slowly(user, terms, shared)?;
            }
        }
        self.may_play(to, terms, shared).map_err(|refusal| {
            Refusal::new(
                refusal.detail,
                format!("{}: {}", shared.accounts[to].name(), refusal.message),
            )
        })
    }

    /// Makes sure that a user may offer a game with these terms.
    pub(crate) fn may_begin(
        &self,
        user: UserId,
        terms: &Terms,
        shared: &Shared,
    ) -> Result<(), Refusal> {
        check_fair(terms, shared.accounts[user].role())?;
        self.may_play(user, terms, shared)
    }

    /// Makes sure that a user may play a game with these terms, which were looked at when it was offered.
    pub(crate) fn may_play(
        &self,
        user: UserId,
        terms: &Terms,
        shared: &Shared,
    ) -> Result<(), Refusal> {
        shared.context.announcements.check_new_game(terms, shared.context.now)?;
        let player = &shared.accounts[user];
        let n_new = if terms.synchro { 2 } else { 1 };
        if terms.rated && player.role() == Role::Guest {
            return refuse(
                ErrorDetail::GuestInRatedGame,
                "guests cannot play rated games; `register NAME` makes an account",
            );
        }
        if player.is_server_bot() {
            if terms.speed_class() == SpeedClass::Correspondence {
                return Ok(());
            }
            let bots = shared.accounts.bots();
            let games = bots.flat_map(User::games).filter_map(|game| self.get(game));
            let fast = games.filter(|hosted| !hosted.is_correspondence()).count();
            if fast + n_new > shared.context.settings.limits.bot_games {
                return refuse(
                    ErrorDetail::BotsBusy,
                    "the server's bots are busy; try again later",
                );
            }
            return Ok(());
        }
        let max = shared.context.settings.limits.games_per_user;
        let is_adjourned = |game: &&GameId| {
            self.get(game).is_some_and(|hosted| hosted.adjourned_since().is_some())
        };
        if player.games().iter().filter(|game| !is_adjourned(game)).count() + n_new > max {
            return refuse(
                ErrorDetail::TooManyGames,
                format!("you may play {} at a time; end one first", counted(max as u64, "game")),
            );
        }
        Ok(())
    }

    /// Makes sure that a user may accept an offer.
    pub(crate) fn may_join(
        &self,
        user: UserId,
        open: &OpenOffer,
        shared: &Shared,
    ) -> Result<(), Refusal> {
        let OpenOffer { offer, from, to } = open;
        let is_blocked = shared.accounts[*from].blocks(user);
        if to.is_some_and(|to| to != user) || is_blocked {
            return Err(Refusal::no_offer(offer.game));
        }
        if *from == user {
            return refuse(ErrorDetail::OwnOffer, "this is your own offer");
        }
        if offer.seek
            && shared.accounts[user].role() == Role::Bot
            && !shared.accounts.are_of_a_kind(user, *from)
        {
            let message = "a seek is for people only; use `challenge NAME`";
            return refuse(ErrorDetail::BotInPairing, message);
        }
        self.may_play(user, &offer.terms, shared)?;
        self.may_play(*from, &offer.terms, shared)?;
        shared.accounts.is_welcome(user, open)?;
        self.can_begin_now(open, &shared.accounts)
    }

    /// Makes sure that a user may seek a game with these terms.
    pub(crate) fn may_seek(
        &self,
        user: UserId,
        terms: &Terms,
        shared: &Shared,
    ) -> Result<(), Refusal> {
        shared.accounts.may_be_paired(user)?;
        if terms.private {
            return refuse(
                ErrorDetail::PrivateSeek,
                "a seek is public; make a private offer with `link` or `new`",
            );
        }
        if matches!(terms.start, Start::Position(_)) {
            return refuse(
                ErrorDetail::PositionInSeek,
                "a seek has no given position; offer the game with `new`",
            );
        }
        self.may_begin(user, terms, shared)
    }

    /// Makes sure that the maker of an offer is there to play: the maker of a link is online, and no maker plays
    /// a rated game meanwhile, but for programs. A correspondence game need not wait.
    pub(crate) fn can_begin_now(
        &self,
        open: &OpenOffer,
        accounts: &Accounts,
    ) -> Result<(), Refusal> {
        let OpenOffer { offer, from, .. } = open;
        let maker = &accounts[*from];
        if offer.terms.speed_class() == SpeedClass::Correspondence {
            return Ok(());
        }
        if offer.expires_at.is_some() && !maker.is_online() {
            return refuse(
                ErrorDetail::MakerOffline,
                format!("{} is not online now; try again later", offer.from),
            );
        }
        let mut games = maker.games().iter().filter_map(|game| self.get(game));
        let is_playing = games.any(|hosted| {
            let is_adjourned = hosted.adjourned_since().is_some();
            let is_slow = hosted.is_correspondence();
            hosted.terms.rated && hosted.end.is_none() && !is_adjourned && !is_slow
        });
        if is_playing && !maker.role().is_of_programs() {
            return refuse(
                ErrorDetail::TooManyGames,
                format!("{} plays a rated game now; try again when it is over", offer.from),
            );
        }
        Ok(())
    }
}

/// Makes sure that a game can be played by these terms and, if it is rated, that it is fair. A proxy offers
/// the position that the other server has drawn.
pub(crate) fn check_fair(terms: &Terms, maker: Role) -> Result<(), Refusal> {
    if terms.is_lost_at_once() {
        let message = format!("the clock {} leaves no time for the first move", terms.clock);
        return refuse(ErrorDetail::ClockLostAtOnce, message);
    }
    if terms.rated {
        let checked = match maker {
            Role::Proxy => terms.check_ratable_as_sampled(),
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
