//! The absence of users: what happens step by step after the last connection of one has ended.
//!
//! A page that is loaded again and a phone that changes its network are away for a moment only. So an
//! absence is announced after [`ABSENCE_DELAY`], and an offer waits longer for its maker.

use willow_protocol::Role;

use crate::domain::{Accounts, Context, Millis, ServerState, Shared, Timer, User, UserId};

/// How long a user is away before it is announced, in milliseconds. A page needs less to load again.
const ABSENCE_DELAY: Millis = 3_000;

impl ServerState {
    /// Records that a user who was offline has connected.
    pub(crate) fn user_came(&mut self, user: UserId) {
        self.shared.accounts.end_absence(user, &mut self.shared.context);
        self.presence_changed(user);
        self.games.player_reconnected(user, &mut self.shared);
    }

    /// Starts the countdowns of a user who is offline: the absence is announced, then offers end, then the
    /// opponents may claim the win.
    pub(crate) fn begin_absence(&mut self, user: UserId) {
        self.shared.accounts.begin_absence(user, &mut self.shared.context);
        for game in self.shared.accounts[user].games.clone() {
            self.games.start_countdown(user, game, &self.shared.context);
        }
    }

    /// Removes a guest who left some minutes ago, as soon as their games are over. Frees the memory of a user who
    /// left long ago, when the input at hand has been handled: it found the user in memory.
    pub(crate) fn departure_timer_expired(&mut self, id: UserId) {
        let Shared { accounts, context, .. } = &self.shared;
        let Some(user) = accounts.get(id).filter(|user| !user.is_online()) else { return };
        let is_early = |since| accounts.departure(id, since, context) > context.now;
        if user.absent_since.is_some_and(is_early) {
            return;
        }
        self.depart(id);
    }

    fn depart(&mut self, id: UserId) {
        let user = &self.shared.accounts[id];
        if user.role == Role::Guest && !user.is_deleted {
            self.end_departed_guest(id);
        }
        self.shared.accounts.departed.push(id);
    }

    /// Frees the memory of those whose time has come, or tries again later. Of too many who are offline, those who
    /// have been longest go early: a flood of guests must not fill the memory. Accounts whose quotas or ids of
    /// commands count stay.
    pub(crate) fn forget_departed(&mut self) {
        if self.is_read_only() {
            return;
        }
        while let Some(id) =
            self.shared.accounts.longest_away(self.shared.context.settings.max_offline)
        {
            let user = &self.shared.accounts[id];
            if user.role == Role::Guest || user.has_no_recent_acts() {
                self.depart(id);
            }
        }
        for user in std::mem::take(&mut self.shared.accounts.departed) {
            self.forget(user);
        }
    }

    fn forget(&mut self, id: UserId) {
        let Shared { accounts, context, .. } = &mut self.shared;
        let since = accounts.get(id).and_then(User::absent_since);
        let timers = since.map(|since| accounts.absence_timers(id, since, context));
        let is_needed = self.lobby.offers().concerns(id) || self.tournaments.concerns(id);
        if is_needed || !accounts.forget(id) {
            context.timers.set(context.now + context.settings.guest_grace, Timer::Departure(id));
            return;
        }
        self.lobby.forget(id);
        for (time, timer) in timers.into_iter().flatten() {
            context.timers.cancel(time, timer);
        }
    }

    /// Tells others that a user is away.
    pub(crate) fn absence_timer_expired(&mut self, user: UserId) {
        for game in self.shared.accounts[user].games.clone() {
            self.games.publish_gone(user, game, &mut self.shared);
        }
        self.games.end_requests_of(user, &mut self.shared);
        self.games.adjourn_games_of_proxy(user, &mut self.shared);
        self.presence_changed(user);
    }
}

impl Accounts {
    fn begin_absence(&mut self, user: UserId, context: &mut Context) {
        self.end_absence(user, context);
        self[user].absent_since = Some(context.now);
        self.begin_offline(user, context.now);
        let timers = self.absence_timers(user, context.now, context);
        context.timers.extend(timers);
    }

    fn end_absence(&mut self, user: UserId, context: &mut Context) {
        if let Some(since) = self[user].absent_since.take() {
            for (time, timer) in self.absence_timers(user, since, context) {
                context.timers.cancel(time, timer);
            }
        }
    }

    /// Returns the countdowns of an absence.
    fn absence_timers(
        &self,
        user: UserId,
        since: Millis,
        context: &Context,
    ) -> [(Millis, Timer); 3] {
        [
            (since + ABSENCE_DELAY, Timer::Absence(user)),
            (since + context.settings.offer_grace, Timer::Offers(user)),
            (self.departure(user, since, context), Timer::Departure(user)),
        ]
    }

    /// Returns when a user who is offline need no longer be in memory: a guest, whose account ends then, and
    /// one whose account has ended soon, others after what the server told about them.
    fn departure(&self, user: UserId, since: Millis, context: &Context) -> Millis {
        let is_short = |user: &User| user.role == Role::Guest || user.is_deleted;
        if self.get(user).is_none_or(is_short) {
            return since + context.settings.guest_grace;
        }
        let told = ABSENCE_DELAY.max(context.settings.offer_grace);
        since + context.settings.account_grace.max(told)
    }
}
