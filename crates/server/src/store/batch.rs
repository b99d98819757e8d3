//! The writes of a commit, by tables, so that each table is written by few statements.

use std::collections::BTreeMap;
use std::sync::Arc;

use willow_protocol::{GameId, Offer, SpeedClass, Thought};

use super::archive::changes_archive;
use crate::domain::{
    EncodedNotice, EndedGame, GameChange, MetOpponent, Millis, NewRating, PlayedOnDevice,
    ReportWrite, RoomKey, StartedGame, UsedCommandId, UserId, UserWrite, Write,
};

/// The rows to write, by tables.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(super) n_writes: usize,
    /// Whether an account was deleted, whose name is to be erased.
    pub(super) deletes_users: bool,
    /// Whether answers about the archive are others afterwards.
    pub(super) changes_archive: bool,
    /// The writes about users, in order: there are few of them.
    pub(super) users: Vec<UserWrite>,
    pub(super) events: Vec<(RoomKey, u64, Arc<EncodedNotice>)>,
    /// Events of this or an earlier commit with another text.
    pub(super) rewritten: Vec<(RoomKey, u64, Arc<EncodedNotice>)>,
    /// The writes about reports, in order: they copy events.
    pub(super) reports: Vec<ReportWrite>,
    pub(super) command_ids: Vec<(UserId, UsedCommandId, Millis)>,
    pub(super) offers: BTreeMap<GameId, Offer>,
    /// Offers of earlier commits that were closed.
    pub(super) closed_offers: Vec<GameId>,
    pub(super) started: Vec<StartedGame>,
    /// Changes of games in progress, in order: there are few of them.
    pub(super) changes: Vec<GameChange>,
    pub(super) ended: Vec<EndedGame>,
    pub(super) ratings: Vec<NewRating>,
    /// The opponents of rated games; the last of several games counts.
    pub(super) met: BTreeMap<(UserId, SpeedClass, UserId), MetOpponent>,
    pub(super) thoughts: Vec<(GameId, Thought, Millis)>,
    pub(super) device_games: Vec<PlayedOnDevice>,
    pub(super) heartbeat: Option<Millis>,
    /// The first number of a game that is not reserved.
    pub(super) reserved: Option<u64>,
}

impl Batch {
    pub(crate) fn new(writes: Vec<Write>) -> Batch {
        let mut batch = Batch {
            n_writes: writes.len(),
            deletes_users: writes
                .iter()
                .any(|write| matches!(write, Write::User(UserWrite::Deleted(..)))),
            changes_archive: writes.iter().any(changes_archive),
            ..Batch::default()
        };
        for write in writes {
            batch.add(write);
        }
        batch
    }

    /// Returns the events among the rows.
    pub(crate) fn published(&self) -> impl Iterator<Item = &Arc<EncodedNotice>> {
        self.events.iter().map(|(.., notice)| notice)
    }

    fn add(&mut self, write: Write) {
        match write {
            Write::Event { room, number, notice } => self.events.push((room, number, notice)),
            Write::Rewritten { room, number, notice } => {
                self.rewritten.push((room, number, notice));
            }
            Write::CommandId { user, command, at } => self.command_ids.push((user, command, at)),
            Write::Offer(offer) => _ = self.offers.insert(offer.game, offer),
            Write::OfferClosed(game) => {
                if self.offers.remove(&game).is_none() {
                    self.closed_offers.push(game);
                }
            }
            Write::GameStarted(started) => self.started.push(*started),
            Write::Game(change) => self.changes.push(change),
            Write::GameEnded(ended) => self.ended.push(*ended),
            Write::Rating(rating) => self.ratings.push(rating),
            Write::Met(met) => _ = self.met.insert((met.user, met.class, met.opponent), met),
            Write::Thought { game, thought, at } => {
                let thought = *thought;
                self.thoughts.retain(|(of, older, _)| (*of, older.ply) != (game, thought.ply));
                self.thoughts.push((game, thought, at));
            }
            Write::DeviceGame(game) => self.device_games.push(*game),
            Write::Heartbeat(time) => self.heartbeat = Some(time),
            Write::Reserved(number) => self.reserved = Some(number),
            Write::Report(write) => self.reports.push(write),
            Write::User(write) => self.users.push(write),
        }
    }
}
