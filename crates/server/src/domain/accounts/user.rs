//! A user, and what is stored of one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::IpAddr;

use willow_protocol::{Country, DisplayName, GameId, Message, Name, Role, SpeedClass};

use crate::domain::{
    ConnId, EarlyEnds, LatestOffers, Millis, Opponents, QuotaUse, Rating, Relation, RoomLog,
    UsedCommandId, UserAddresses, UserId,
};

#[derive(Debug)]
pub(crate) struct User {
    pub(super) name: Name,
    pub(super) role: Role,
    pub(super) record: UserRecord,
    /// Whether the account was deleted. The number stays known for the games.
    pub(super) is_deleted: bool,
    pub(super) connections: BTreeSet<ConnId>,
    /// The connections whose clients read the private room.
    pub(super) private_readers: BTreeSet<ConnId>,
    /// When the last connection ended, while the user is offline. Unknown for users who have not
    /// been online since the start of the server and whom nobody waits for.
    pub(super) absent_since: Option<Millis>,
    /// Since when the user is in memory though offline.
    pub(super) offline_since: Option<Millis>,
    /// Whether followers of the lobby last received that the user is online.
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
    pub(super) changed_in: u64,
}

/// Last presence sent to followers.
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
            private_readers: BTreeSet::new(),
            absent_since: None,
            offline_since: None,
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

    pub(crate) const fn is_banned(&self, now: Millis) -> bool {
        self.record.ban.is_in_force(now)
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

    /// Returns whether there is nothing about the user that memory alone has: commands with ids, offers, and what
    /// counts for quotas.
    pub(super) fn has_no_recent_acts(&self) -> bool {
        self.record.command_ids.is_empty()
            && self.quota_use.is_empty()
            && self.latest_offers.is_empty()
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

    /// Returns the number of the last private event that was sent to a connection.
    pub(crate) const fn seen(&self) -> u64 {
        self.seen
    }

    /// Returns whether the user is online. The server's bots always are.
    pub(crate) fn is_online(&self) -> bool {
        self.bot.is_some() || !self.connections.is_empty()
    }

    /// Ends the account. What remains is needed until nothing in memory names the user: when a connection
    /// ends, or when an event is written. The numbers of the private room go on.
    pub(super) fn end(&mut self) {
        let user = User::new(self.name.clone(), self.role);
        let ended = std::mem::replace(self, user);
        self.is_deleted = true;
        (self.record.ban, self.told_online) = (ended.record.ban, ended.told_online);
        (self.connections, self.absent_since) = (ended.connections, ended.absent_since);
        self.offline_since = ended.offline_since;
        self.private_readers = ended.private_readers;
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

/// Whether a user may not log in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ban {
    #[default]
    Off,
    /// Until a time, or until a moderator ends it.
    On(Option<Millis>),
}

impl Ban {
    pub(crate) const fn is_in_force(self, now: Millis) -> bool {
        match self {
            Ban::Off => false,
            Ban::On(None) => true,
            Ban::On(Some(until)) => now < until,
        }
    }
}

/// The stored part of a user.
#[derive(Clone, Debug, Default)]
pub(crate) struct UserRecord {
    pub(crate) ban: Ban,
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

/// Profile of a user, without name, role and ratings.
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
    /// Nobody may follow the user, and followers receive no presence.
    pub(crate) hidden_from_followers: bool,
}

#[cfg(test)]
impl User {
    /// Returns what a restart must not change, as text that can be compared.
    pub(crate) fn durable(&self) -> String {
        format!(
            "{} {} {:?} {} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            self.name,
            self.role,
            self.record.ban,
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
