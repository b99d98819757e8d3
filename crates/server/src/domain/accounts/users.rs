//! The users.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::ops::{Index, IndexMut};

use willow_protocol::{
    Country, DisplayName, GameId, Message, Name, Role, SpeedClass, look_alike_key,
};

use super::{Secrets, Tokens};
use crate::domain::{
    ConnId, Context, EarlyEnds, KEPT_SEEN, LatestOffers, Millis, Opponents, QuotaUse, Rating,
    Relation, RoomLog, SavedName, SavedUser, UsedCommandId, UserAddresses, UserId, UserWrite,
};

/// A user.
#[derive(Debug)]
pub(crate) struct User {
    pub(super) name: Name,
    pub(super) role: Role,
    pub(super) record: UserRecord,
    /// Whether the account was deleted. The number stays known for the games.
    pub(super) is_deleted: bool,
    pub(super) connections: BTreeSet<ConnId>,
    /// When the last connection ended, while the user is offline. Unknown for users who have not
    /// been online since the start of the server and whom nobody waits for.
    pub(super) absent_since: Option<Millis>,
    /// Whether followers of the lobby were told that the user is online.
    pub(super) told_online: bool,
    /// The games in progress.
    pub(super) games: BTreeSet<GameId>,
    /// How many games in memory name the user: those in progress, and those that ended a moment ago.
    pub(super) n_loaded_games: usize,
    pub(super) muted: BTreeSet<UserId>,
    pub(super) blocked: BTreeSet<UserId>,
    pub(super) muted_by: BTreeSet<UserId>,
    pub(super) blocked_by: BTreeSet<UserId>,
    /// The users whom this user follows.
    pub(super) following: BTreeSet<UserId>,
    /// The users who follow this user.
    pub(super) followers: BTreeSet<UserId>,
    pub(super) told: ToldPresence,
    /// The people who have written to this user or have played them.
    pub(super) acquaintances: BTreeSet<UserId>,
    pub(super) quota_use: QuotaUse,
    /// The rating before the first rated game of a class.
    pub(super) first_rating: Rating,
    pub(super) private: RoomLog,
    /// The number of the last event of the private room that was sent to a connection.
    pub(super) seen: u64,
    /// What the store knows of `seen`.
    pub(super) stored_seen: u64,
    /// The user's latest offers.
    pub(super) latest_offers: LatestOffers,
    /// The index of the bot in the settings, for one of the server's bots.
    pub(super) bot: Option<usize>,
    /// The number of the group of decisions in which the user changed last.
    changed_in: u64,
}

/// What the followers of a user were told last.
#[derive(Debug, Default)]
pub(crate) struct ToldPresence {
    pub(super) at: Millis,
    pub(super) online: bool,
    pub(super) games: BTreeSet<GameId>,
    /// Whether a timer for the next time is set.
    pub(super) pending: bool,
}

impl User {
    pub(crate) fn new(name: Name, role: Role) -> User {
        User {
            name,
            role,
            record: UserRecord::default(),
            is_deleted: false,
            connections: BTreeSet::new(),
            absent_since: None,
            told_online: false,
            games: BTreeSet::new(),
            n_loaded_games: 0,
            muted: BTreeSet::new(),
            blocked: BTreeSet::new(),
            muted_by: BTreeSet::new(),
            blocked_by: BTreeSet::new(),
            following: BTreeSet::new(),
            followers: BTreeSet::new(),
            told: ToldPresence::default(),
            acquaintances: BTreeSet::new(),
            quota_use: QuotaUse::default(),
            first_rating: Rating::default(),
            private: RoomLog::default(),
            seen: 0,
            stored_seen: 0,
            latest_offers: LatestOffers::default(),
            bot: None,
            changed_in: 0,
        }
    }

    pub(crate) const fn name(&self) -> &Name {
        &self.name
    }

    pub(crate) const fn role(&self) -> Role {
        self.role
    }

    pub(crate) const fn is_banned(&self) -> bool {
        self.record.banned
    }

    /// Returns the index in the settings of one of the server's bots.
    pub(crate) const fn bot(&self) -> Option<usize> {
        self.bot
    }

    pub(crate) const fn is_server_bot(&self) -> bool {
        self.bot.is_some()
    }

    pub(crate) const fn connections(&self) -> &BTreeSet<ConnId> {
        &self.connections
    }

    /// Returns when the last connection ended, if that is known and the user is offline.
    pub(crate) const fn absent_since(&self) -> Option<Millis> {
        self.absent_since
    }

    /// Returns the games in progress.
    pub(crate) const fn games(&self) -> &BTreeSet<GameId> {
        &self.games
    }

    /// Returns the users whom the user follows.
    pub(crate) const fn following(&self) -> &BTreeSet<UserId> {
        &self.following
    }

    pub(crate) fn blocks(&self, other: UserId) -> bool {
        self.blocked.contains(&other)
    }

    /// Returns whether the user logged in from an address lately.
    pub(crate) fn was_at(&self, address: IpAddr) -> bool {
        self.record.addresses.is_of(address)
    }

    pub(crate) fn bannable_addresses(&self) -> Vec<IpAddr> {
        self.record.addresses.bannable()
    }

    pub(crate) const fn private_log(&self) -> &RoomLog {
        &self.private
    }

    pub(crate) const fn private_log_mut(&mut self) -> &mut RoomLog {
        &mut self.private
    }

    /// Returns the number of the last private event that was sent to a connection.
    pub(crate) const fn seen(&self) -> u64 {
        self.seen
    }

    /// Notes that a private event was sent as it happened.
    pub(crate) fn saw(&mut self, number: u64) {
        self.seen = number;
        self.private.trim(KEPT_SEEN);
    }

    /// Returns whether the user is online. The server's bots always are.
    pub(crate) fn is_online(&self) -> bool {
        self.bot.is_some() || !self.connections.is_empty()
    }

    /// Ends the account. What remains is needed until nothing in memory names the user: when a connection
    /// ends, or when an event is written. The numbers of the private room go on.
    fn end(&mut self) {
        let user = User::new(self.name.clone(), self.role);
        let ended = std::mem::replace(self, user);
        self.is_deleted = true;
        (self.record.banned, self.told_online) = (ended.record.banned, ended.told_online);
        (self.connections, self.absent_since) = (ended.connections, ended.absent_since);
        (self.seen, self.stored_seen) = (ended.seen, ended.stored_seen);
        self.n_loaded_games = ended.n_loaded_games;
        self.private = ended.private;
        self.private.clear();
    }

    /// Returns the users to whom the user has a relation.
    pub(crate) const fn related(&mut self, relation: Relation) -> &mut BTreeSet<UserId> {
        match relation {
            Relation::Muted => &mut self.muted,
            Relation::Blocked => &mut self.blocked,
            Relation::Followed => &mut self.following,
            Relation::Acquainted => &mut self.acquaintances,
        }
    }

    /// Returns the users who have a relation to the user, of the relations that are known from both sides.
    pub(crate) const fn related_by(&mut self, relation: Relation) -> Option<&mut BTreeSet<UserId>> {
        match relation {
            Relation::Muted => Some(&mut self.muted_by),
            Relation::Blocked => Some(&mut self.blocked_by),
            Relation::Followed => Some(&mut self.followers),
            Relation::Acquainted => None,
        }
    }

    /// Returns whether the user has muted or blocked another.
    pub(crate) fn ignores(&self, author: UserId) -> bool {
        self.muted.contains(&author) || self.blocked.contains(&author)
    }
}

/// The names of all users, those users who are in memory, and what proves who they are.
#[derive(Debug, Default)]
pub(crate) struct Accounts {
    /// Those who matter now, and those who did lately; among them everybody whose role is not player.
    by_id: HashMap<UserId, User>,
    /// The names of all whose accounts exist.
    names: HashMap<UserId, Name>,
    by_key: HashMap<String, UserId>,
    /// Without the proxies, whose names may look alike.
    by_skeleton: HashMap<String, UserId>,
    /// What the names of proxies look like.
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
    pub(super) tokens: Tokens,
    pub(super) secrets: Secrets,
    /// The users whose time in memory is over.
    pub(super) departed: Vec<UserId>,
}

impl Accounts {
    /// Continues after the largest numbers of users and tokens.
    pub(crate) fn after(last_user: i64, last_token: u64) -> Accounts {
        Accounts { last: last_user, tokens: Tokens::after(last_token), ..Accounts::default() }
    }

    /// Restores the names of all users, and those users who are in memory from the start.
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
    pub(super) fn next_id(&mut self) -> UserId {
        self.last += 1;
        UserId(self.last)
    }

    /// Marks numbers up to this one as taken.
    pub(super) fn skip_ids_up_to(&mut self, last: i64) {
        self.last = self.last.max(last);
    }

    pub(super) fn insert(&mut self, id: UserId, user: User) {
        self.add_name(id, user.name.clone(), user.role, user.record.profile.display_name.as_ref());
        self.admit(id, user);
    }

    /// Adds the name of a user who need not be in memory.
    pub(super) fn add_name(
        &mut self,
        id: UserId,
        name: Name,
        role: Role,
        display_name: Option<&DisplayName>,
    ) {
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
    pub(super) fn admit(&mut self, id: UserId, mut user: User) {
        user.changed_in = self.group;
        self.by_id.insert(id, user);
    }

    /// Returns whether a user has an account and is not in memory.
    pub(crate) fn is_absent(&self, id: UserId) -> bool {
        !self.by_id.contains_key(&id) && self.names.contains_key(&id)
    }

    /// Returns the name of a user whose account exists.
    pub(crate) fn name(&self, id: UserId) -> Option<&Name> {
        self.names.get(&id)
    }

    /// Notes which group of decisions begins, and which was committed last.
    pub(crate) const fn begin_group(&mut self, group: u64, committed: u64) {
        (self.group, self.committed) = (group, committed);
    }

    /// Ends the account of a user who has no games in progress. The name is free at once, or from a
    /// time on. The user is still known by number, until [`forget`](Accounts::forget).
    pub(super) fn end(&mut self, id: UserId, held_until: Option<Millis>) {
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

    /// Takes a user out of memory, unless something in memory names the user, or the disk does not have yet
    /// what was decided about them. An account that has ended is never read again.
    pub(super) fn forget(&mut self, id: UserId) -> Option<User> {
        let user = self.by_id.get(&id)?;
        let is_named = user.is_online() || user.told_online || user.n_loaded_games > 0;
        let is_kept =
            user.role != Role::Player || user.told.pending || self.committed < user.changed_in;
        if is_named || is_kept && !user.is_deleted { None } else { self.by_id.remove(&id) }
    }

    /// Adds a connection of a user.
    pub(crate) fn connect(&mut self, id: UserId, connection: ConnId) {
        self[id].connections.insert(connection);
        self.online.insert(id);
    }

    /// Removes a connection of a user.
    pub(crate) fn disconnect(&mut self, id: UserId, connection: ConnId) {
        self[id].connections.remove(&connection);
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

    /// Notes that a game of a user is in progress.
    pub(crate) fn game_began(&mut self, id: UserId, game: GameId) {
        self[id].games.insert(game);
        self[id].n_loaded_games += 1;
    }

    /// Notes that a game of a user is over, and still in memory.
    pub(crate) fn game_ended(&mut self, id: UserId, game: GameId) {
        self[id].games.remove(&game);
    }

    /// Notes that a game of a user is no longer in memory.
    pub(crate) fn game_unloaded(&mut self, id: UserId) {
        self[id].n_loaded_games -= 1;
    }

    /// Notes that all private events were sent.
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

    pub(crate) fn silence(&mut self, id: UserId, until: Millis) {
        self[id].record.silenced_until = until;
    }

    /// Bans a user, and ends the user's logins.
    pub(crate) fn ban(&mut self, id: UserId, context: &mut Context) {
        self[id].record.banned = true;
        context.write(UserWrite::Banned(id));
        self.revoke_tokens(id, None, context);
    }

    pub(crate) fn unban(&mut self, id: UserId, context: &mut Context) {
        self[id].record.banned = false;
        context.write(UserWrite::Unbanned(id));
    }

    pub(crate) fn set_role(&mut self, id: UserId, role: Role) {
        self[id].role = role;
    }

    /// Returns who is online: those with a connection, and the server's bots.
    pub(crate) fn online(&self) -> impl Iterator<Item = (UserId, &User)> {
        self.online.iter().map(|&id| (id, &self[id]))
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

    /// Makes a display name the user's own, or refuses one that looks like another user's name or
    /// display name, and returns it.
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

    /// Finds the user, no proxy, whose name looks like this text.
    pub(crate) fn looks_like(&self, text: &str) -> Option<UserId> {
        self.by_skeleton.get(&look_alike_key(text)).copied()
    }

    pub(crate) fn get(&self, id: UserId) -> Option<&User> {
        self.by_id.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: UserId) -> Option<&mut User> {
        let user = self.by_id.get_mut(&id)?;
        user.changed_in = self.group;
        Some(user)
    }

    /// Returns whether a name is taken, or looks like a name that is taken.
    pub(crate) fn is_taken(&self, name: &Name) -> bool {
        let look = name.skeleton();
        self.by_key.contains_key(&name.key())
            || self.by_skeleton.contains_key(&look)
            || self.proxy_skeletons.contains(&look)
            || self.by_display_name.contains_key(&look)
    }

    /// Returns whether a name is that of an account that was deleted not long ago.
    pub(super) fn is_held(&mut self, name: &Name, now: Millis) -> bool {
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
        self.by_id.iter().map(|(&id, user)| (id, user))
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
        self.by_id.get(&id).expect(NAMED)
    }
}

impl IndexMut<UserId> for Accounts {
    fn index_mut(&mut self, id: UserId) -> &mut User {
        self.get_mut(id).expect(NAMED)
    }
}

/// The stored part of a user.
#[derive(Clone, Debug, Default)]
pub(crate) struct UserRecord {
    pub(crate) banned: bool,
    /// Until when the user may send no messages.
    pub(crate) silenced_until: Millis,
    /// The latest commands that were executed under an id, oldest first.
    pub(crate) command_ids: VecDeque<UsedCommandId>,
    pub(crate) addresses: UserAddresses,
    pub(crate) profile: UserProfile,
    pub(crate) ratings: BTreeMap<SpeedClass, Rating>,
    /// The opponents of rated games.
    pub(crate) opponents: BTreeMap<SpeedClass, Opponents>,
    pub(crate) early_ends: EarlyEnds,
}

/// What the profile of a user has besides name, role and ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct UserProfile {
    /// When the account was made.
    pub(crate) created_at: Millis,
    /// When the user was online last, rounded down to the hour; 0 if that is not known.
    pub(crate) last_seen: Millis,
    pub(crate) country: Option<Country>,
    /// A name in any script.
    pub(crate) display_name: Option<DisplayName>,
    /// Words about oneself.
    pub(crate) about: Option<Message>,
    /// Whether nobody may follow the user, and followers are told nothing.
    pub(crate) hidden_from_followers: bool,
}

#[cfg(test)]
impl User {
    /// Returns what a restart must not change, as text that can be compared.
    pub(crate) fn durable(&self) -> String {
        format!(
            "{} {} {} {} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            self.name,
            self.role,
            self.record.banned,
            self.record.silenced_until,
            self.muted,
            self.blocked,
            self.muted_by,
            self.blocked_by,
            self.record.addresses,
            self.following,
            self.followers,
            self.acquaintances,
            self.record.profile,
            self.record.ratings,
            self.record.opponents,
            self.record.early_ends,
            self.games
        )
    }

    pub(crate) const fn muted(&self) -> &BTreeSet<UserId> {
        &self.muted
    }

    /// Returns how many users have muted or blocked this one.
    pub(crate) fn n_ignoring(&self) -> usize {
        self.muted_by.union(&self.blocked_by).count()
    }

    pub(crate) const fn early_ends(&self) -> &EarlyEnds {
        &self.record.early_ends
    }

    pub(crate) const fn opponents(&self) -> &BTreeMap<SpeedClass, Opponents> {
        &self.record.opponents
    }
}
