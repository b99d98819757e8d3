//! The data from which the state is restored.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;

use willow_board::Color;
use willow_protocol::{GameEnd, Name, Notice, Offer, Role, SpeedClass};

use super::handled::HandledCommand;
use super::hidden_move::HiddenContent;
use super::input::{Millis, UserId};
use super::open_report::OpenReport;
use super::rating::Rating;
use super::user_profile::UserProfile;
use super::writes::{Relation, StartedGame};

/// The data of the store from which the state is restored.
#[derive(Clone, Debug, Default)]
pub struct Saved {
    /// The users whose accounts exist.
    pub users: Vec<SavedUser>,
    /// The largest number of a user, deleted ones included.
    pub last_user: i64,
    /// The largest number of a token.
    pub last_token: u64,
    /// The names of deleted accounts that are not free yet, and when they are.
    pub held_names: Vec<(Name, Millis)>,
    /// The addresses of users, oldest first.
    pub addresses: Vec<(UserId, IpAddr, Millis)>,
    /// The addresses from which nobody new may come, whose ban that is, and until when.
    pub banned_addresses: Vec<(IpAddr, UserId, Millis)>,
    /// The latest events of the lobby.
    pub lobby: Vec<Notice>,
    /// The latest messages of the lobby.
    pub lobby_chat: Vec<Notice>,
    /// The games in progress.
    pub games: Vec<SavedGame>,
    /// The open offers.
    pub offers: Vec<Offer>,
    /// The reports that no moderator has closed.
    pub open_reports: Vec<OpenReport>,
    /// The number of the last report.
    pub last_report: u64,
    /// The first number of a game that is not reserved.
    pub reserved: u64,
    /// The time of the last heartbeat.
    pub last_heartbeat: Millis,
}

/// A user in the store.
#[derive(Clone, Debug)]
pub struct SavedUser {
    /// The number.
    pub user: UserId,
    /// The name.
    pub name: Name,
    /// The role.
    pub role: Role,
    /// Whether the user is banned.
    pub banned: bool,
    /// The time until which the user may send no messages.
    pub silenced_until: Millis,
    /// The number of the last event of the private room that was sent.
    pub seen: u64,
    /// The latest events of the private room.
    pub private: Vec<Notice>,
    /// The latest commands that were executed under an id, oldest first.
    pub handled: VecDeque<HandledCommand>,
    /// The users who are muted or blocked.
    pub relations: Vec<(UserId, Relation)>,
    /// The profile.
    pub profile: UserProfile,
    /// The ratings.
    pub ratings: BTreeMap<SpeedClass, Rating>,
}

/// A game in the store.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// Its start.
    pub started: StartedGame,
    /// The end of the other game of a synchro pair, if it is over.
    pub twin_end: Option<GameEnd>,
    /// The events of the game.
    pub events: Vec<Notice>,
    /// The chat of the players.
    pub players: Vec<Notice>,
    /// The chat of the spectators.
    pub watchers: Vec<Notice>,
    /// The moves that are not shown yet, by colour.
    pub hidden: Vec<(Color, HiddenContent)>,
}
