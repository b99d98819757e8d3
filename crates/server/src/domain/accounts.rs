//! The accounts: names, logins, secrets, profiles, relations, quotas and ratings.

mod absence;
mod addresses;
mod changed_credentials;
mod command_ids;
mod deletion;
mod email;
mod event_filter;
mod following;
mod glicko;
mod listed_users;
mod login;
mod offer_limits;
mod password_changes;
mod profiles;
mod quotas;
mod ratings;
mod relations;
mod reserved_names;
mod roles;
mod tokens;
mod user;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::{Index, IndexMut};
#[cfg(test)]
use std::sync::atomic::{AtomicUsize, Ordering};

use willow_protocol::{CommandResult, DisplayName, Event, GameId, Name, Role, look_alike_key};

pub(crate) use self::addresses::{REMEMBERED_ADDRESSES, UserAddresses};
use self::changed_credentials::ChangedCredentials;
pub(crate) use self::changed_credentials::CheckedAccount;
pub(crate) use self::command_ids::{CommandIdScope, REMEMBERED_COMMANDS, UsedCommandId};
pub(crate) use self::deletion::NAME_HELD;
pub(crate) use self::email::{EmailAddress, EmailChange, MailLanguage};
pub(crate) use self::glicko::{GamePoints, RatedPlayer, Rating, rate_game};
pub(crate) use self::offer_limits::{LatestOffers, same_but_for_colors};
pub(crate) use self::password_changes::RECOVERY_LIFETIME;
pub(crate) use self::quotas::{LimitedAction, QuotaUse};
pub(crate) use self::ratings::{
    EarlyEnds, FREE_EARLY_ENDS, Familiarity, Opponents, forgotten_until,
};
pub(crate) use self::reserved_names::{NameKind, is_reserved};
use self::tokens::Tokens;
pub(crate) use self::tokens::{NewToken, token_expiry};
pub(crate) use self::user::{Ban, User, UserProfile, UserRecord};
use super::{
    ConnId, Context, KEPT_SEEN, Millis, RoomKey, RoomLog, SavedName, SavedUser, UserId, UserWrite,
};

/// All names, the loaded users, and their credentials.
#[derive(Debug, Default)]
pub(crate) struct Accounts {
    /// Users loaded in memory: online, in a game or offer, recently active, or with a role above player.
    by_id: HashMap<UserId, Box<User>>,
    /// Loaded users who are offline, by when they left or were loaded.
    offline: BTreeSet<(Millis, UserId)>,
    /// The names of all whose accounts exist.
    names: HashMap<UserId, Name>,
    by_key: HashMap<String, UserId>,
    /// Without the proxies, whose names may be confusable.
    by_skeleton: HashMap<String, UserId>,
    /// The look-alike keys of the names of proxies.
    proxy_skeletons: HashSet<String>,
    /// The names of deleted accounts, by what they look like, and when they are free.
    held: HashMap<String, Millis>,
    /// By the look-alike keys of display names.
    by_display_name: HashMap<String, UserId>,
    /// Those with a connection, and the server's bots.
    online: BTreeSet<UserId>,
    /// The server's bots.
    bots: Vec<UserId>,
    last: i64,
    /// The group of decisions that is being made.
    group: u64,
    /// The last group that is on the disk.
    committed: u64,
    tokens: Tokens,
    changed_credentials: ChangedCredentials,
    /// The users whose time in memory is over.
    departed: Vec<UserId>,
    /// Number of single-user lookups, counted by tests.
    #[cfg(test)]
    pub(crate) looked_at: AtomicUsize,
}

impl Accounts {
    /// Continues after the largest numbers of users and tokens.
    pub(crate) fn after(last_user: i64, last_token: u64) -> Accounts {
        Accounts { last: last_user, tokens: Tokens::after(last_token), ..Accounts::default() }
    }

    /// Restores all names, and the users loaded at the start.
    pub(crate) fn restore(
        &mut self,
        held: &[(Name, Millis)],
        names: Vec<SavedName>,
        users: Vec<SavedUser>,
    ) {
        for (name, free_at) in held {
            self.held.insert(name.skeleton(), *free_at);
        }
        for SavedName { user, name, role, display_name } in names {
            self.add_name(user, name, role, display_name.as_ref());
        }
        for saved in users {
            self.admit_saved(saved);
        }
    }

    /// Takes a user into memory as the store has them.
    pub(crate) fn admit_saved(&mut self, saved: SavedUser) {
        let (id, user) = (saved.user, restored_user(saved, self));
        self.admit(id, user);
    }

    /// Returns the number of a new user.
    fn next_id(&mut self) -> UserId {
        self.last += 1;
        UserId(self.last)
    }

    /// Marks numbers up to this one as taken.
    fn skip_ids_up_to(&mut self, last: i64) {
        self.last = self.last.max(last);
    }

    fn insert(&mut self, id: UserId, user: User) {
        self.add_name(id, user.name.clone(), user.role, user.record.profile.display_name.as_ref());
        self.admit(id, user);
    }

    /// Adds the name of a user who may be unloaded.
    fn add_name(&mut self, id: UserId, name: Name, role: Role, display_name: Option<&DisplayName>) {
        self.by_key.insert(name.key(), id);
        let skeleton = name.skeleton();
        if role == Role::Proxy {
            self.proxy_skeletons.insert(skeleton);
        } else {
            self.by_skeleton.insert(skeleton, id);
        }
        if let Some(name) = display_name {
            self.by_display_name.insert(name.look_alike_key(), id);
        }
        self.names.insert(id, name);
        self.skip_ids_up_to(id.0);
    }

    /// Takes a user whose name is known into memory.
    fn admit(&mut self, id: UserId, mut user: User) {
        user.changed_in = self.group;
        self.by_id.insert(id, Box::new(user));
    }

    /// Returns whether a user has an account and is not loaded in memory.
    pub(crate) fn is_unloaded(&self, id: UserId) -> bool {
        !self.by_id.contains_key(&id) && self.names.contains_key(&id)
    }

    /// Returns the name of a user whose account exists.
    pub(crate) fn name(&self, id: UserId) -> Option<&Name> {
        self.names.get(&id)
    }

    /// Records which group of decisions begins, and which was committed last.
    pub(crate) const fn begin_group(&mut self, group: u64, committed: u64) {
        (self.group, self.committed) = (group, committed);
    }

    /// Returns the group of decisions that is being made.
    pub(crate) const fn group(&self) -> u64 {
        self.group
    }

    /// Returns whether a group of decisions is on the disk.
    pub(crate) const fn is_committed(&self, group: u64) -> bool {
        group <= self.committed
    }

    /// Ends the account of a user who has no games in progress. The name is free at once, or from a
    /// time on. The user is still known by number, until [`forget`](Accounts::forget).
    fn end(&mut self, id: UserId, held_until: Option<Millis>) {
        self.free_name(id, held_until);
        let Some(user) = self.by_id.get_mut(&id).filter(|user| !user.is_deleted) else { return };
        let (muted, blocked) = (std::mem::take(&mut user.muted), std::mem::take(&mut user.blocked));
        user.end();
        for other in muted {
            self.by_id.get_mut(&other).map(|other| other.muted_by.remove(&id));
        }
        for other in blocked {
            self.by_id.get_mut(&other).map(|other| other.blocked_by.remove(&id));
        }
    }

    /// Evicts a user unless something in memory refers to them or their last write is not committed yet. A deleted
    /// account does not wait for that: it is never read again. Returns whether the user was evicted.
    fn forget(&mut self, id: UserId) -> bool {
        let Some(user) = self.by_id.get(&id) else { return false };
        let is_named = user.is_online() || user.told_online || user.n_loaded_games > 0;
        let is_kept = !matches!(user.role, Role::Player | Role::Bot)
            || user.told.pending
            || !self.is_committed(user.changed_in);
        if is_named || is_kept && !user.is_deleted {
            return false;
        }
        self.end_offline(id);
        self.by_id.remove(&id).is_some()
    }

    /// Records that a user in memory is offline from now on.
    pub(crate) fn begin_offline(&mut self, id: UserId, now: Millis) {
        self.end_offline(id);
        self[id].offline_since = Some(now);
        self.offline.insert((now, id));
    }

    fn end_offline(&mut self, id: UserId) {
        let since = self.by_id.get_mut(&id).and_then(|user| user.offline_since.take());
        if let Some(since) = since {
            self.offline.remove(&(since, id));
        }
    }

    /// Removes and returns the user who has been offline longest, if there are more than `max`.
    fn longest_away(&mut self, max: usize) -> Option<UserId> {
        let is_excess = self.offline.len() > max;
        let (_, id) = is_excess.then(|| self.offline.pop_first()).flatten()?;
        self.by_id.get_mut(&id)?.offline_since = None;
        Some(id)
    }

    pub(crate) fn connect(&mut self, id: UserId, connection: ConnId) {
        self[id].connections.insert(connection);
        self.online.insert(id);
        self.end_offline(id);
    }

    /// Records that the client of a connection reads the private room.
    pub(crate) fn reads_private_room(&mut self, id: UserId, connection: ConnId) {
        self[id].private_readers.insert(connection);
    }

    pub(crate) fn disconnect(&mut self, id: UserId, connection: ConnId) {
        self[id].connections.remove(&connection);
        self[id].private_readers.remove(&connection);
        if !self[id].is_online() {
            self.online.remove(&id);
        }
    }

    /// Makes a user one of the server's bots, by its index in the settings.
    pub(crate) fn make_bot(&mut self, id: UserId, number: usize, first_rating: Rating) {
        self[id].first_rating = first_rating;
        self[id].bot = Some(number);
        self.bots.push(id);
        self.online.insert(id);
    }

    /// Records that a game of a user is in progress.
    pub(crate) fn game_began(&mut self, id: UserId, game: GameId) {
        self[id].games.insert(game);
        self[id].n_loaded_games += 1;
    }

    /// Records that a game of a user is over, and still in memory.
    pub(crate) fn game_ended(&mut self, id: UserId, game: GameId) {
        self[id].games.remove(&game);
    }

    /// Records that a game of a user is no longer in memory.
    pub(crate) fn game_unloaded(&mut self, id: UserId) {
        self[id].n_loaded_games -= 1;
    }

    /// Publishes an event in the private room of a user.
    pub(crate) fn publish(
        &mut self,
        id: UserId,
        event: Event,
        context: &mut Context,
    ) -> CommandResult {
        let unwanted = self.connections_without_interest_in(&event);
        let user = &mut self[id];
        let readers = user.connections.difference(&unwanted).copied().collect();
        let result = context.publish(RoomKey::Private(id), &mut user.private, event, readers);
        // Hidden events count as sent, so that they are not sent again.
        if !user.private_readers.is_empty() {
            user.seen = user.private.last();
            user.private.trim(KEPT_SEEN);
        }
        result
    }

    /// Publishes an event in the private room of a user. The server's bots have none.
    pub(crate) fn notify(&mut self, id: UserId, event: Event, context: &mut Context) {
        if !self[id].is_server_bot() {
            self.publish(id, event, context);
        }
    }

    /// Removes a message from the private room of a user, and tells the user.
    pub(crate) fn remove_private_message(
        &mut self,
        id: UserId,
        removed: Event,
        context: &mut Context,
    ) {
        if let Event::Removed { message, .. } = removed {
            self[id].private.remove_message(message);
            self.notify(id, removed, context);
        }
    }

    /// Drops the private events that are older than the operator keeps them.
    pub(crate) fn forget_expired(&mut self, id: UserId, context: &Context) {
        if let Some(kept) = context.settings.private_kept {
            self[id].private.drop_before(context.now.saturating_sub(kept));
        }
    }

    /// Records that all private events were sent.
    pub(crate) fn private_was_sent(&mut self, user: UserId, context: &mut Context) {
        let last = self[user].private.last();
        if self[user].seen < last {
            self[user].seen = last;
            self.store_seen(user, context);
        }
    }

    /// Writes how far the private room was sent, unless the store knows.
    pub(crate) fn store_seen(&mut self, user: UserId, context: &mut Context) {
        let seen = self[user].seen;
        if self[user].stored_seen != seen {
            self[user].stored_seen = seen;
            context.write(UserWrite::PrivateSeen(user, seen));
        }
    }

    pub(crate) fn silence(&mut self, id: UserId, until: Millis, context: &mut Context) {
        self[id].record.silenced_until = until;
        context.write(UserWrite::Silenced(id, until));
    }

    /// Bans a user until a time or permanently, and ends the user's logins.
    pub(crate) fn ban(&mut self, id: UserId, until: Option<Millis>, context: &mut Context) {
        self[id].record.ban = Ban::On(until);
        context.write(UserWrite::Banned(id, until));
        self.revoke_tokens(id, None, context);
    }

    pub(crate) fn unban(&mut self, id: UserId, context: &mut Context) {
        self[id].record.ban = Ban::Off;
        context.write(UserWrite::Unbanned(id));
    }

    pub(crate) fn set_role(&mut self, id: UserId, role: Role) {
        self[id].role = role;
    }

    /// Returns the users with a connection, and the server's bots.
    pub(crate) fn online(&self) -> impl Iterator<Item = (UserId, &User)> {
        self.online.iter().map(|&id| (id, &self[id]))
    }

    /// Returns how many are online, without the server's bots.
    pub(crate) fn n_people_online(&self) -> usize {
        self.online.len().saturating_sub(self.bots.len())
    }

    /// Returns the server's bots.
    pub(crate) fn bots(&self) -> impl Iterator<Item = &User> {
        self.bots.iter().map(|&id| &self[id])
    }

    fn free_name(&mut self, id: UserId, held_until: Option<Millis>) {
        let Some(user) = self.by_id.get(&id) else { return };
        let (key, skeleton) = (user.name.key(), user.name.skeleton());
        self.by_key.remove(&key);
        self.names.remove(&id);
        // Before a new rule of look-alikes, two users may have had the same.
        if self.by_skeleton.get(&skeleton) == Some(&id) {
            self.by_skeleton.remove(&skeleton);
        }
        if let Some(time) = held_until {
            self.held.insert(skeleton, time);
        }
        self.forget_display_name(id);
    }

    fn forget_display_name(&mut self, id: UserId) {
        let name = self.by_id.get(&id).and_then(|user| user.record.profile.display_name.as_ref());
        if let Some(key) = name.map(DisplayName::look_alike_key) {
            self.by_display_name.remove(&key);
        }
    }

    /// Sets and returns a display name, or refuses one that is confusable with another user's name or display name.
    pub(crate) fn set_display_name(
        &mut self,
        id: UserId,
        name: Option<DisplayName>,
    ) -> Result<(), DisplayName> {
        if let Some(name) = name {
            let key = name.look_alike_key();
            let owners = [self.by_skeleton.get(&key), self.by_display_name.get(&key)];
            let is_proxys = self.proxy_skeletons.contains(&key);
            if is_proxys || owners.into_iter().flatten().any(|&owner| owner != id) {
                return Err(name);
            }
            self.forget_display_name(id);
            self.by_display_name.insert(key, id);
        } else {
            self.forget_display_name(id);
        }
        Ok(())
    }

    pub(crate) fn find(&self, name: &Name) -> Option<UserId> {
        self.by_key.get(&name.key()).copied()
    }

    /// Finds the user, no proxy, whose name is confusable with this text.
    pub(crate) fn looks_like(&self, text: &str) -> Option<UserId> {
        self.by_skeleton.get(&look_alike_key(text)).copied()
    }

    pub(crate) fn get(&self, id: UserId) -> Option<&User> {
        self.count();
        self.by_id.get(&id).map(|user| &**user)
    }

    pub(crate) fn get_mut(&mut self, id: UserId) -> Option<&mut User> {
        let user = self.by_id.get_mut(&id)?;
        user.changed_in = self.group;
        Some(user)
    }

    /// Returns whether a name is taken, or confusable with a name that is taken.
    pub(crate) fn is_taken(&self, name: &Name) -> bool {
        let look = name.skeleton();
        self.by_key.contains_key(&name.key())
            || self.by_skeleton.contains_key(&look)
            || self.proxy_skeletons.contains(&look)
            || self.by_display_name.contains_key(&look)
    }

    /// Returns whether a name is that of an account that was deleted not long ago.
    fn is_held(&mut self, name: &Name, now: Millis) -> bool {
        let skeleton = name.skeleton();
        let free_at = self.held.get(&skeleton).copied();
        if free_at.is_some_and(|free_at| free_at <= now) {
            self.held.remove(&skeleton);
        }
        free_at.is_some_and(|free_at| free_at > now)
    }

    /// Returns the number of users in memory.
    pub(crate) fn len(&self) -> usize {
        self.by_id.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (UserId, &User)> {
        self.by_id.iter().map(|(&id, user)| (id, &**user)).inspect(|_| self.count())
    }

    /// Counts visits of users, in tests.
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "only tests count"))]
    fn count(&self) {
        #[cfg(test)]
        self.looked_at.fetch_add(1, Ordering::Relaxed);
    }
}

/// Restores a user. Relations to accounts that no longer exist are left out: the store may learn of their end later.
fn restored_user(saved: SavedUser, users: &Accounts) -> User {
    let exists = |other: UserId| users.name(other).is_some();
    let mut user = User::new(saved.name, saved.role);
    user.record = saved.record;
    (user.seen, user.stored_seen) = (saved.seen, saved.seen);
    user.private = RoomLog::restored(saved.private);
    for (other, relation) in saved.relations.into_iter().filter(|&(other, _)| exists(other)) {
        user.related(relation).insert(other);
    }
    for (other, relation) in saved.related_by.into_iter().filter(|&(other, _)| exists(other)) {
        user.related_by(relation).map(|set| set.insert(other));
    }
    user
}

/// Why a user in memory is found.
const NAMED: &str = "whom an input or something in memory names is in memory";

impl Index<UserId> for Accounts {
    type Output = User;

    fn index(&self, id: UserId) -> &User {
        self.get(id).expect(NAMED)
    }
}

impl IndexMut<UserId> for Accounts {
    fn index_mut(&mut self, id: UserId) -> &mut User {
        self.get_mut(id).expect(NAMED)
    }
}
