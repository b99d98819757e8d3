//! The data from which the state is restored.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;

use willow_board::Color;
use willow_protocol::{GameEnd, Name, Notice, Offer, Role, SpeedClass};

use super::{
    HandledCommand, HiddenContent, Millis, OpenReport, Rating, Relation, StartedGame, UserId,
    UserProfile,
};

/// The data of the store from which the state is restored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Saved {
    /// The users whose accounts exist.
    pub(crate) users: Vec<SavedUser>,
    /// The largest number of a user, deleted ones included.
    pub(crate) last_user: i64,
    /// The largest number of a token.
    pub(crate) last_token: u64,
    /// The names of deleted accounts that are not free yet, and when they are.
    pub(crate) held_names: Vec<(Name, Millis)>,
    /// The addresses of users, oldest first.
    pub(crate) addresses: Vec<(UserId, IpAddr, Millis)>,
    /// The addresses from which nobody new may come, whose ban that is, and until when.
    pub(crate) banned_addresses: Vec<(IpAddr, UserId, Millis)>,
    /// The latest events of the lobby.
    pub(crate) lobby: Vec<Notice>,
    /// The latest messages of the lobby.
    pub(crate) lobby_chat: Vec<Notice>,
    /// The games in progress.
    pub(crate) games: Vec<SavedGame>,
    /// The open offers.
    pub(crate) offers: Vec<Offer>,
    /// The reports that no moderator has closed.
    pub(crate) open_reports: Vec<OpenReport>,
    /// The number of the last report.
    pub(crate) last_report: u64,
    /// The first number of a game that is not reserved.
    pub(crate) reserved: u64,
    /// The time of the last heartbeat.
    pub(crate) last_heartbeat: Millis,
}

/// A user in the store.
#[derive(Clone, Debug)]
pub(crate) struct SavedUser {
    /// The number.
    pub(crate) user: UserId,
    pub(crate) name: Name,
    pub(crate) role: Role,
    /// Whether the user is banned.
    pub(crate) banned: bool,
    /// The time until which the user may send no messages.
    pub(crate) silenced_until: Millis,
    /// The number of the last event of the private room that was sent.
    pub(crate) seen: u64,
    /// The latest events of the private room.
    pub(crate) private: Vec<Notice>,
    /// The latest commands that were executed under an id, oldest first.
    pub(crate) handled: VecDeque<HandledCommand>,
    /// The users who are muted or blocked.
    pub(crate) relations: Vec<(UserId, Relation)>,
    pub(crate) profile: UserProfile,
    pub(crate) ratings: BTreeMap<SpeedClass, Rating>,
}

/// A game in the store.
#[derive(Clone, Debug)]
pub(crate) struct SavedGame {
    pub(crate) started: StartedGame,
    /// The end of the other game of a synchro pair, if it is over.
    pub(crate) twin_end: Option<GameEnd>,
    /// The events of the game.
    pub(crate) events: Vec<Notice>,
    /// The chat of the players.
    pub(crate) players: Vec<Notice>,
    /// The chat of the spectators.
    pub(crate) watchers: Vec<Notice>,
    /// The moves that are not shown yet, by colour.
    pub(crate) hidden: Vec<(Color, HiddenContent)>,
}
