//! The absence of users: what happens step by step after the last connection of one has ended.
//!
//! A page that is loaded again and a phone that changes its network are away for a moment only. So an
//! absence is told after [`ABSENCE_DELAY`], and an offer waits longer for its maker.

use willow_protocol::Role;

use crate::domain::{Millis, ServerState, Timer, User, UserId};

/// How long a user is away before others are told. A page needs less to load again.
const ABSENCE_DELAY: Millis = 3_000;

impl ServerState {
    /// Notes that a user who was offline has connected.
    pub(crate) fn user_came(&mut self, user: UserId) {
        self.end_absence(user);
        self.presence_changed(user);
        self.player_reconnected(user);
    }

    /// Starts the countdowns of a user who is offline: others are told, then offers end, then the
    /// opponents may claim the win.
    pub(crate) fn begin_absence(&mut self, user: UserId) {
        let now = self.context.now;
        self.end_absence(user);
        self.accounts[user].absent_since = Some(now);
        self.context.timers.extend(self.absence_timers(user, now));
        for game in self.accounts[user].games.clone() {
            self.games.start_countdown(user, game, &self.context);
        }
    }

    fn end_absence(&mut self, user: UserId) {
        if let Some(since) = self.accounts[user].absent_since.take() {
            for (time, timer) in self.absence_timers(user, since) {
                self.context.timers.cancel(time, timer);
            }
        }
    }

    /// Returns the countdowns of an absence.
    fn absence_timers(&self, user: UserId, since: Millis) -> [(Millis, Timer); 3] {
        [
            (since + ABSENCE_DELAY, Timer::Absence(user)),
            (since + self.context.settings.offer_grace, Timer::Offers(user)),
            (self.departure(user, since), Timer::Departure(user)),
        ]
    }

    /// Returns when a user who is offline need no longer be in memory: a guest, whose account ends then, and
    /// one whose account has ended soon, others after what the server told about them.
    fn departure(&self, user: UserId, since: Millis) -> Millis {
        let is_short = |user: &User| user.role == Role::Guest || user.is_deleted;
        if self.accounts.get(user).is_none_or(is_short) {
            return since + self.context.settings.guest_grace;
        }
        let told = ABSENCE_DELAY.max(self.context.settings.offer_grace);
        since + self.context.settings.account_grace.max(told)
    }

    /// Removes a guest who left some minutes ago, as soon as their games are over. Frees the memory of a user who
    /// left long ago, when the input at hand has been handled: it found the user in memory.
    pub(crate) fn departure_timer_expired(&mut self, id: UserId) {
        let Some(user) = self.accounts.get(id).filter(|user| !user.is_online()) else { return };
        if user.absent_since.is_some_and(|since| self.departure(id, since) > self.context.now) {
            return;
        }
        if user.role == Role::Guest && !user.is_deleted {
            self.end_departed_guest(id);
        }
        self.accounts.departed.push(id);
    }

    /// Frees the memory of those whose time has come, or tries again later.
    pub(crate) fn forget_departed(&mut self) {
        for user in std::mem::take(&mut self.accounts.departed) {
            self.forget(user);
        }
    }

    fn forget(&mut self, id: UserId) {
        let has_offer = self.lobby.offers().concerns(id);
        let forgotten = if has_offer { None } else { self.accounts.forget(id) };
        let Some(user) = forgotten else {
            self.context
                .timers
                .set(self.context.now + self.context.settings.guest_grace, Timer::Departure(id));
            return;
        };
        self.lobby.forget(id);
        if let Some(since) = user.absent_since {
            self.context.timers.cancel(since + ABSENCE_DELAY, Timer::Absence(id));
            self.context
                .timers
                .cancel(since + self.context.settings.offer_grace, Timer::Offers(id));
        }
    }

    /// Tells others that a user is away.
    pub(crate) fn absence_timer_expired(&mut self, user: UserId) {
        for game in self.accounts[user].games.clone() {
            self.publish_gone(user, game);
        }
        self.end_requests_of(user);
        self.adjourn_games_of_proxy(user);
        self.presence_changed(user);
    }
}
