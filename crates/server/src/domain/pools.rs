//! Pools: users who want to play now, at one of a few clocks.
//!
//! Two users are joined if neither's rating is too far from the other's. How far it may be grows with
//! the time that each waits. Those who wait longest are joined first. A wait ends with the user's
//! game, with `unseek`, some time after the last connection, and with the server.

use willow_protocol::{CommandResult, ErrorDetail, Event, Pool, PoolSummary, Role, Room, Terms};

use super::{ConnId, Millis, OpenOffer, Outcome, Reply, ServerState, Timer, UserId, refuse};

impl ServerState {
    /// Lists the pools.
    pub(super) fn list_pools(&self, asker: Option<UserId>) -> Reply {
        let pools = Pool::ALL.map(|pool| PoolSummary {
            pool,
            clock: pool.clock(),
            waiting: self.waiting.iter().filter(|waiting| waiting.pool == pool).count(),
            joined: self
                .waiting
                .iter()
                .any(|waiting| waiting.pool == pool && Some(waiting.user) == asker),
        });
        Reply::Answer(Event::Pools { pools: pools.into() })
    }

    /// Lets a user wait in a pool. A wait in another pool ends; a wait in the same one goes on.
    pub(super) fn join_pool(
        &mut self,
        connection: ConnId,
        user: UserId,
        pool: Pool,
        now: Millis,
    ) -> Outcome {
        if self.users[user].role.is_of_programs() {
            return refuse(
                ErrorDetail::BotInPairing,
                "bots do not play in pools; offer a game with `new`",
            );
        }
        let terms = Terms { rated: self.is_rated_in_pools(user), ..pool.terms() };
        self.may_begin(user, &terms)?;
        if self.waiting.iter().any(|waiting| (waiting.user, waiting.pool) == (user, pool)) {
            return Ok(Reply::Done);
        }
        self.count_offer(user, None, &terms, now)?;
        self.leave_pool(user);
        self.waiting.push(WaitingUser { user, connection, pool, since: now });
        self.pair_waiting(now);
        if self.waiting.iter().any(|waiting| waiting.user == user) {
            return Ok(Reply::Done);
        }
        let game = self.current_game(connection, None)?;
        Ok(Reply::DoneWith(CommandResult::of_event(Room::Game(game), 1)))
    }

    /// Ends a user's wait in a pool, and returns whether there was one.
    pub(super) fn leave_pool(&mut self, user: UserId) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.user != user);
        self.waiting.len() < before
    }

    /// Joins those who wait, and sets the timer for the next attempt.
    pub(super) fn pair_waiting(&mut self, now: Millis) {
        while let Some([first, second]) = self.next_pair(now) {
            self.start_pool_game(first, second, now);
        }
        if self.waiting.is_empty() {
            return;
        }
        if self.next_pairing.is_none_or(|time| time <= now) {
            let next = now + PAIRING_INTERVAL;
            self.next_pairing = Some(next);
            self.timers.insert((next, Timer::Pools));
        }
    }

    /// Returns the two users to join next: who waits longest, with the first who fits.
    pub(super) fn next_pair(&self, now: Millis) -> Option<[WaitingUser; 2]> {
        self.waiting.iter().enumerate().find_map(|(index, &first)| {
            let mut later = self.waiting[index + 1..].iter();
            later.find(|&&second| self.fits(first, second, now)).map(|&second| [first, second])
        })
    }

    /// Returns whether two users may be joined now.
    fn fits(&self, first: WaitingUser, second: WaitingUser, now: Millis) -> bool {
        if first.pool != second.pool {
            return false;
        }
        let users = [first.user, second.user];
        let rated = users.map(|user| self.is_rated_in_pools(user));
        let terms = Terms { rated: rated[0], ..first.pool.terms() };
        let [one, other] = users.map(|user| self.shown_rating(user, &terms));
        let difference = (one - other).abs();
        rated[0] == rated[1]
            && first.accepts(difference, now)
            && second.accepts(difference, now)
            && users
                .iter()
                .all(|&user| self.users[user].is_online() && self.may_play(user, &terms).is_ok())
            && !self.users[first.user].ignores(second.user)
            && !self.users[second.user].ignores(first.user)
    }

    /// Returns whether a user's games in pools are rated: those of guests are not, so guests play
    /// each other.
    fn is_rated_in_pools(&self, user: UserId) -> bool {
        self.users[user].role != Role::Guest
    }

    fn start_pool_game(&mut self, first: WaitingUser, second: WaitingUser, now: Millis) {
        let rated = self.is_rated_in_pools(first.user);
        let terms = Terms { rated, ..first.pool.terms() };
        let game = self.next_game_id(&terms);
        let offer = self.new_offer(game, first.user, terms);
        self.set_current_game(first.connection, game);
        self.set_current_game(second.connection, game);
        self.start_games(OpenOffer { offer, from: first.user, to: None }, second.user, now);
    }
}

/// How far the opponent's rating may be at first, and by how much this grows after each interval.
const RATING_STEP: i32 = 100;

/// The time between two attempts to join those who wait.
pub(super) const PAIRING_INTERVAL: Millis = 5_000;

/// After this time any rating will do.
const ANY_RATING_AFTER: Millis = 60_000;

/// A user who waits in a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitingUser {
    pub(super) user: UserId,
    pub(super) connection: ConnId,
    pub(super) pool: Pool,
    pub(super) since: Millis,
}

impl WaitingUser {
    /// Returns whether the ratings of two users differ by no more than both accept by now.
    pub(super) fn accepts(self, difference: i32, now: Millis) -> bool {
        let waited = now.saturating_sub(self.since);
        let steps = i32::try_from(waited / PAIRING_INTERVAL).unwrap_or(i32::MAX);
        waited >= ANY_RATING_AFTER || difference <= RATING_STEP.saturating_mul(1 + steps)
    }
}
