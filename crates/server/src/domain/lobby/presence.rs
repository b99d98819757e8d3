//! Who is online, and what the others are told about it.
//!
//! A page that is loaded again and a phone that changes its network are away for a moment only. So
//! an absence is told after [`ABSENCE_DELAY`], and an offer waits longer for its maker. Followers of
//! the lobby receive who came and who went in batches, of each user only the last change: a client
//! that connects and disconnects without end costs them nothing.

use std::collections::BTreeSet;

use willow_board::TimeControl;
use willow_protocol::{Event, GameId, Role};

use crate::domain::{ActiveGame, ConnId, Millis, RoomKey, ServerState, Timer, User, UserId};

/// How long a user is away before others are told. A page needs less to load again.
const ABSENCE_DELAY: Millis = 3_000;

/// The time between two batches of `online` and `offline`.
const BATCH_INTERVAL: Millis = 1_000;

impl ServerState {
    /// Notes that a user who was offline has connected.
    pub(crate) fn user_came(&mut self, user: UserId) {
        self.end_absence(user);
        self.presence_changed(user);
        self.player_reconnected(user);
    }

    /// Detaches a connection that ended.
    pub(crate) fn disconnected(&mut self, conn: ConnId) {
        let Some(connection) = self.connections.remove(&conn) else { return };
        self.lobby_followers.remove(conn);
        self.end_proxies(conn, &connection);
        for game in connection.watching {
            self.stop_watching(conn, game);
        }
        let Some(id) = connection.user else { return };
        self.users.disconnect(id, conn);
        if self.users[id].is_online() {
            return;
        }
        self.store_seen(id);
        self.note_last_seen(id);
        self.begin_absence(id);
    }

    /// Starts the countdowns of a user who is offline: others are told, then offers end, then the
    /// opponents may claim the win.
    pub(crate) fn begin_absence(&mut self, user: UserId) {
        let now = self.now;
        self.end_absence(user);
        self.users[user].absent_since = Some(now);
        self.timers.extend(self.absence_timers(user, now));
        for game in self.users[user].games.clone() {
            self.start_countdown(user, game);
        }
    }

    fn end_absence(&mut self, user: UserId) {
        if let Some(since) = self.users[user].absent_since.take() {
            for timer in self.absence_timers(user, since) {
                self.timers.remove(&timer);
            }
        }
    }

    /// Returns the countdowns of an absence.
    fn absence_timers(&self, user: UserId, since: Millis) -> [(Millis, Timer); 3] {
        [
            (since + ABSENCE_DELAY, Timer::Absence(user)),
            (since + self.settings.offer_grace, Timer::Offers(user)),
            (self.departure(user, since), Timer::Departure(user)),
        ]
    }

    /// Returns when a user who is offline need no longer be in memory: a guest, whose account ends then, and
    /// one whose account has ended soon, others after what the server told about them.
    fn departure(&self, user: UserId, since: Millis) -> Millis {
        let is_short = |user: &User| user.role == Role::Guest || user.is_deleted;
        if self.users.get(user).is_none_or(is_short) {
            return since + self.settings.guest_grace;
        }
        let told = ABSENCE_DELAY.max(self.settings.offer_grace);
        since + self.settings.account_grace.max(told)
    }

    /// Removes a guest who left some minutes ago, as soon as their games are over. Frees the memory of a user who
    /// left long ago, when the input at hand has been handled: it found the user in memory.
    pub(crate) fn departure_timer_expired(&mut self, id: UserId) {
        let Some(user) = self.users.get(id).filter(|user| !user.is_online()) else { return };
        if user.absent_since.is_some_and(|since| self.departure(id, since) > self.now) {
            return;
        }
        if user.role == Role::Guest && !user.is_deleted {
            self.end_departed_guest(id);
        }
        self.departed.push(id);
    }

    /// Frees the memory of those whose time has come, or tries again later.
    pub(crate) fn forget_departed(&mut self) {
        for user in std::mem::take(&mut self.departed) {
            self.forget(user);
        }
    }

    fn forget(&mut self, id: UserId) {
        let has_offer = self.offers.by(id).chain(self.offers.to(id)).next().is_some();
        let forgotten = if has_offer { None } else { self.users.forget(id) };
        let Some(user) = forgotten else {
            self.timers.insert((self.now + self.settings.guest_grace, Timer::Departure(id)));
            return;
        };
        self.presence.users.remove(&id);
        if let Some(since) = user.absent_since {
            self.timers.remove(&(since + ABSENCE_DELAY, Timer::Absence(id)));
            self.timers.remove(&(since + self.settings.offer_grace, Timer::Offers(id)));
        }
    }

    /// Tells others that a user is away.
    pub(crate) fn absence_timer_expired(&mut self, user: UserId) {
        for game in self.users[user].games.clone() {
            self.publish_gone(user, game);
        }
        self.end_requests_of(user);
        self.adjourn_games_of_proxy(user);
        self.presence_changed(user);
    }

    /// Tells the followers of the lobby that a user came or went: at once if they were not told
    /// anything for a while, otherwise with the next batch.
    fn presence_changed(&mut self, user: UserId) {
        let is_first = self.presence.users.is_empty();
        self.presence.users.insert(user);
        self.followed_user_changed(user);
        if self.presence.next_batch <= self.now {
            self.send_presence();
        } else if is_first {
            self.timers.insert((self.presence.next_batch, Timer::Presence));
        }
    }

    /// Sends a batch of `online` and `offline` to the followers of the lobby.
    pub(crate) fn send_presence(&mut self) {
        let mut was_sent = false;
        for user in std::mem::take(&mut self.presence.users) {
            let found = &mut self.users[user];
            let is_online = found.is_online();
            if std::mem::replace(&mut found.told_online, is_online) == is_online {
                continue;
            }
            let name = found.name.clone();
            let event = if is_online { self.online_event(user) } else { Event::Offline { name } };
            was_sent |= self.broadcast_unnumbered(event);
        }
        // A batch that nobody receives delays no other.
        if was_sent {
            self.presence.next_batch = self.now + BATCH_INTERVAL;
        }
    }

    /// Starts the countdown to a claim by the opponent of a user who is offline.
    pub(crate) fn start_countdown(&mut self, user: UserId, game: GameId) {
        let Some(active) = self.games.get_mut(&game) else { return };
        let Some(color) = active.color_of(user) else { return };
        if active.adjourned_since().is_some() {
            return;
        }
        let wait = if active.is_unlimited() {
            self.settings.unlimited_claim_after
        } else if active.is_correspondence() {
            return;
        } else {
            self.settings.claim_after
        };
        let claim_at = &mut active.claim_at[color.index()];
        *claim_at = claim_at.or(Some(self.now + wait));
    }

    /// Publishes that a player is away, if a countdown runs that was not told yet.
    pub(crate) fn publish_gone(&mut self, user: UserId, game: GameId) {
        let Some(active) = self.games.get_mut(&game) else { return };
        let Some(color) = active.color_of(user) else { return };
        let Some(claim_at) = active.claim_at[color.index()] else { return };
        if active.told_gone[color.index()].replace(claim_at) != Some(claim_at) {
            self.publish(RoomKey::Game(game), Event::Gone { color, claim_at });
        }
    }

    /// Publishes that the opponent may claim the win later than a player was told.
    pub(crate) fn tell_later_claim(&mut self, user: UserId, game: GameId) {
        let active = self.games.get(&game);
        let color = active.and_then(|active| active.color_of(user));
        if active.zip(color).is_some_and(|(it, color)| it.told_gone[color.index()].is_some()) {
            self.publish_gone(user, game);
        }
    }

    /// Ends the countdowns to a claim.
    fn player_reconnected(&mut self, user: UserId) {
        for game in self.users[user].games.clone() {
            let Some(active) = self.games.get_mut(&game) else { continue };
            let Some(color) = active.color_of(user) else { continue };
            active.claim_at[color.index()] = None;
            if active.told_gone[color.index()].take().is_some() {
                self.publish(RoomKey::Game(game), Event::Back { color });
            }
            self.both_may_be_back(game);
        }
    }
}

impl ActiveGame {
    /// Returns whether this is a game without a clock.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.terms.clock == TimeControl::Unlimited
    }
}

/// The users who came or went since followers of the lobby were told the last time.
#[derive(Debug, Default)]
pub(crate) struct PresenceChanges {
    pub(crate) users: BTreeSet<UserId>,
    /// When the next batch may be sent.
    pub(crate) next_batch: Millis,
}
