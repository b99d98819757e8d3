//! The users.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::{Index, IndexMut};

use willow_protocol::{
    Country, DisplayName, GameId, Message, Name, Role, SpeedClass, look_alike_key,
};

use crate::domain::{
    ConnId, EarlyEnds, HandledCommand, LatestOffers, Millis, Opponents, QuotaUse, Rating, Relation,
    RoomLog, UserAddresses, UserId,
};

/// A user.
#[derive(Debug)]
pub(crate) struct User {
    pub(crate) name: Name,
    pub(crate) role: Role,
    pub(crate) banned: bool,
    /// Whether the account was deleted. The number stays known for the games.
    pub(crate) is_deleted: bool,
    pub(crate) silenced_until: Millis,
    pub(crate) connections: BTreeSet<ConnId>,
    /// When the last connection ended, while the user is offline. Unknown for users who have not
    /// been online since the start of the server and whom nobody waits for.
    pub(crate) absent_since: Option<Millis>,
    /// Whether followers of the lobby were told that the user is online.
    pub(crate) told_online: bool,
    /// The games in progress.
    pub(crate) games: BTreeSet<GameId>,
    /// How many games in memory name the user: those in progress, and those that ended a moment ago.
    pub(crate) n_loaded_games: usize,
    pub(crate) muted: BTreeSet<UserId>,
    pub(crate) blocked: BTreeSet<UserId>,
    pub(crate) muted_by: BTreeSet<UserId>,
    pub(crate) blocked_by: BTreeSet<UserId>,
    /// The users whom this user follows.
    pub(crate) following: BTreeSet<UserId>,
    /// The users who follow this user.
    pub(crate) followers: BTreeSet<UserId>,
    pub(crate) told: ToldPresence,
    pub(crate) profile: UserProfile,
    /// The people who have written to this user or have played them.
    pub(crate) acquaintances: BTreeSet<UserId>,
    pub(crate) addresses: UserAddresses,
    pub(crate) quota_use: QuotaUse,
    pub(crate) ratings: BTreeMap<SpeedClass, Rating>,
    /// The opponents of rated games.
    pub(crate) opponents: BTreeMap<SpeedClass, Opponents>,
    pub(crate) early_ends: EarlyEnds,
    /// The rating before the first rated game of a class.
    pub(crate) first_rating: Rating,
    pub(crate) private: RoomLog,
    /// The number of the last event of the private room that was sent to a connection.
    pub(crate) seen: u64,
    /// What the store knows of `seen`.
    pub(crate) stored_seen: u64,
    /// The latest commands that were executed under an id, oldest first.
    pub(crate) handled: VecDeque<HandledCommand>,
    /// The user's latest offers.
    pub(crate) latest_offers: LatestOffers,
    /// The index of the bot in the settings, for one of the server's bots.
    pub(crate) bot: Option<usize>,
    /// The number of the group of decisions in which the user changed last.
    changed_in: u64,
}

/// What the followers of a user were told last.
#[derive(Debug, Default)]
pub(crate) struct ToldPresence {
    pub(crate) at: Millis,
    pub(crate) online: bool,
    pub(crate) games: BTreeSet<GameId>,
    /// Whether a timer for the next time is set.
    pub(crate) pending: bool,
}

impl User {
    pub(crate) fn new(name: Name, role: Role) -> User {
        User {
            name,
            role,
            banned: false,
            is_deleted: false,
            silenced_until: 0,
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
            profile: UserProfile::default(),
            acquaintances: BTreeSet::new(),
            addresses: UserAddresses::default(),
            quota_use: QuotaUse::default(),
            ratings: BTreeMap::new(),
            opponents: BTreeMap::new(),
            early_ends: EarlyEnds::default(),
            first_rating: Rating::default(),
            private: RoomLog::default(),
            seen: 0,
            stored_seen: 0,
            handled: VecDeque::new(),
            latest_offers: LatestOffers::default(),
            bot: None,
            changed_in: 0,
        }
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
        (self.banned, self.told_online) = (ended.banned, ended.told_online);
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

    pub(crate) fn rating(&self, class: SpeedClass) -> Rating {
        self.ratings.get(&class).copied().unwrap_or(self.first_rating)
    }
}

/// The names of all users, and those users who are in memory.
#[derive(Debug, Default)]
pub(crate) struct Users {
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
}

impl Users {
    /// Returns the number of a new user.
    pub(crate) fn next_id(&mut self) -> UserId {
        self.last += 1;
        UserId(self.last)
    }

    /// Marks numbers up to this one as taken.
    pub(crate) fn skip_ids_up_to(&mut self, last: i64) {
        self.last = self.last.max(last);
    }

    pub(crate) fn insert(&mut self, id: UserId, user: User) {
        self.add_name(id, user.name.clone(), user.role, user.profile.display_name.as_ref());
        self.admit(id, user);
    }

    /// Adds the name of a user who need not be in memory.
    pub(crate) fn add_name(
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
    pub(crate) fn admit(&mut self, id: UserId, mut user: User) {
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
    /// time on. The user is still known by number, until [`forget`](Users::forget).
    pub(crate) fn end(&mut self, id: UserId, held_until: Option<Millis>) {
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
    pub(crate) fn forget(&mut self, id: UserId) -> Option<User> {
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
    pub(crate) fn make_bot(&mut self, id: UserId, number: usize) {
        self[id].bot = Some(number);
        self.bots.push(id);
        self.online.insert(id);
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

    /// Restores until when the name of a deleted account cannot be taken.
    pub(crate) fn hold(&mut self, name: &Name, free_at: Millis) {
        self.held.insert(name.skeleton(), free_at);
    }

    fn forget_display_name(&mut self, id: UserId) {
        let name = self.by_id.get(&id).and_then(|user| user.profile.display_name.as_ref());
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
    pub(crate) fn is_held(&mut self, name: &Name, now: Millis) -> bool {
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

/// Why a user in memory is found.
const NAMED: &str = "whom an input or something in memory names is in memory";

impl Index<UserId> for Users {
    type Output = User;

    fn index(&self, id: UserId) -> &User {
        self.by_id.get(&id).expect(NAMED)
    }
}

impl IndexMut<UserId> for Users {
    fn index_mut(&mut self, id: UserId) -> &mut User {
        self.get_mut(id).expect(NAMED)
    }
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
