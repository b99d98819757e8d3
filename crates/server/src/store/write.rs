//! Commits the domain's writes, by tables.
//!
//! Every statement is a round trip to the thread of `SQLite`, which under load takes longer than the
//! statement. So the rows of each large table are written by one statement.

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::{Connection, SqliteConnection};
use tokio::time::Instant;
use willow_protocol::{GameId, Offer, SpeedClass};

use super::games::{self, EventRow, RatingRow};
use super::opponents;
use super::reports::report_write;
use super::thoughts::{self, ThoughtRow};
use super::users::user_write;
use super::{
    ArchiveBacklog, ArchiveTiming, HEARTBEAT, HandledRing, HandledRow, RESERVED, StoreError,
    Writer, changes_archive, erasure, settings,
};
use crate::domain::{
    EncodedNotice, EndedGame, GameChange, MetOpponent, ReportWrite, StartedGame, UserId, UserWrite,
    Write,
};

/// How many portions of the games that wait are added after a commit at least, if they press. Some eight games end
/// in the largest commit at full load, and each is about one portion.
const MIN_PORTIONS: usize = 8;

impl Writer {
    /// Commits all writes or none, and returns when they are on the disk. Games that ended are in
    /// the archive then.
    ///
    /// # Errors
    /// Those of [`commit_batch`](Writer::commit_batch).
    #[cfg(test)]
    pub(crate) async fn commit(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.commit_batch(&Batch::new(writes), ArchiveTiming::AtOnce).await
    }

    /// Commits a batch whole or not at all, and returns when it is on the disk. `timing` says when games
    /// that ended are added to the archive.
    ///
    /// # Errors
    /// The database failed. If the [disk is full](StoreError::is_disk_full), the batch can be committed
    /// after [`reconnect`](Writer::reconnect). Otherwise the domain's state and the database differ, and the
    /// process should end.
    pub(crate) async fn commit_batch(
        &mut self,
        batch: &Batch,
        timing: ArchiveTiming,
    ) -> Result<(), StoreError> {
        if batch.n_writes == 0 {
            return Ok(());
        }
        let mut transaction = self.connection.begin().await?;
        batch.write(&mut transaction, &mut self.handled, &mut self.backlog, timing).await?;
        transaction.commit().await?;
        self.has_erasures |= batch.deletes_users;
        if batch.changes_archive {
            self.archive_version.end();
        }
        match self.checkpoints.written(batch.n_writes, &mut self.connection).await {
            // The batch is on the disk, and the write-ahead log stays as long as it is.
            Err(error) if error.is_disk_full() => Ok(()),
            done => done,
        }
    }

    /// Returns whether games wait to be added to the archive.
    pub(crate) const fn has_backlog(&self) -> bool {
        !self.backlog.is_empty()
    }

    /// Returns whether a portion of the games that wait is to be added when nobody waits for a commit.
    pub(crate) fn is_backlog_due(&self, timing: ArchiveTiming) -> bool {
        self.backlog.is_due(timing)
    }

    /// Adds portions until a time while so many games wait that others have to, and some at least: games must not
    /// end faster than they are added.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn relieve_backlog(&mut self, until: Instant) -> Result<(), StoreError> {
        let mut n_portions = 0;
        while self.backlog.is_pressing() && (n_portions < MIN_PORTIONS || Instant::now() < until) {
            self.advance_backlog().await?;
            n_portions += 1;
        }
        Ok(())
    }

    /// Adds a portion of the games that wait to the archive.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn advance_backlog(&mut self) -> Result<(), StoreError> {
        self.backlog.advance(&mut self.connection).await?;
        self.archive_version.end();
        Ok(())
    }

    /// Returns whether names of deleted accounts are to be erased.
    pub(crate) const fn has_erasures(&self) -> bool {
        self.has_erasures
    }

    /// Erases the name of a deleted account from the next portion.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn advance_erasure(&mut self) -> Result<(), StoreError> {
        self.has_erasures = erasure::advance(&mut self.connection).await?;
        self.archive_version.end();
        Ok(())
    }
}

fn deletes_user(write: &Write) -> bool {
    matches!(write, Write::User(UserWrite::Deleted(..)))
}

/// The rows to write, by tables.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    n_writes: usize,
    /// Whether an account was deleted, whose name is to be erased.
    deletes_users: bool,
    /// Whether answers about the archive are others afterwards.
    changes_archive: bool,
    /// The writes about users, in order: there are few of them.
    users: Vec<UserWrite>,
    events: Vec<EventRow>,
    /// The writes about reports, in order: they copy events.
    reports: Vec<ReportWrite>,
    handled: Vec<HandledRow>,
    offers: BTreeMap<GameId, Offer>,
    /// Offers of earlier commits that were closed.
    closed_offers: Vec<GameId>,
    started: Vec<StartedGame>,
    /// Changes of games in progress, in order: there are few of them.
    changes: Vec<GameChange>,
    ended: Vec<EndedGame>,
    ratings: Vec<RatingRow>,
    /// The opponents of rated games; the last of several games counts.
    met: BTreeMap<(UserId, SpeedClass, UserId), MetOpponent>,
    thoughts: Vec<ThoughtRow>,
    settings: BTreeMap<&'static str, u64>,
}

impl Batch {
    pub(crate) fn new(writes: Vec<Write>) -> Batch {
        let mut batch = Batch {
            n_writes: writes.len(),
            deletes_users: writes.iter().any(deletes_user),
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
        self.events.iter().map(|row| &row.notice)
    }

    fn add(&mut self, write: Write) {
        match write {
            Write::Event { room, number, notice } => {
                self.events.push(EventRow { room, number, notice });
            }
            Write::Handled { user, command, at } => {
                self.handled.push(HandledRow { user, command, at });
            }
            Write::Offer(offer) => _ = self.offers.insert(offer.game, offer),
            Write::OfferClosed(game) => {
                if self.offers.remove(&game).is_none() {
                    self.closed_offers.push(game);
                }
            }
            Write::GameStarted(started) => self.started.push(*started),
            Write::Game(change) => self.changes.push(change),
            Write::GameEnded(ended) => self.ended.push(*ended),
            Write::Rating { user, class, before, rating, game, at } => {
                self.ratings.push(RatingRow { user, class, before, rating, game, at });
            }
            Write::Met(met) => {
                _ = self.met.insert((met.user, met.class, met.opponent), met);
            }
            Write::Thought { game, thought, at } => {
                let thought = *thought;
                self.thoughts.retain(|row| (row.game, row.thought.ply) != (game, thought.ply));
                self.thoughts.push(ThoughtRow { game, thought, at });
            }
            Write::Heartbeat(time) => _ = self.settings.insert(HEARTBEAT, time),
            Write::Reserved(number) => _ = self.settings.insert(RESERVED, number),
            Write::Report(write) => self.reports.push(write),
            Write::User(write) => self.users.push(write),
        }
    }

    /// Writes all rows, each after those that it refers to.
    async fn write(
        &self,
        connection: &mut SqliteConnection,
        ring: &mut HandledRing,
        backlog: &mut ArchiveBacklog,
        timing: ArchiveTiming,
    ) -> Result<(), StoreError> {
        for write in &self.users {
            user_write(connection, write.clone()).await?;
        }
        let numbers: Vec<(&str, u64)> =
            self.settings.iter().map(|(&name, &number)| (name, number)).collect();
        settings::set(connection, &numbers).await?;
        let offers: Vec<&Offer> = self.offers.values().collect();
        games::insert_offers(connection, &offers).await?;
        games::delete_offers(connection, &self.closed_offers).await?;
        games::insert(connection, &self.started).await?;
        for write in &self.changes {
            games::change(connection, write.clone()).await?;
        }
        games::finish(connection, &self.ended).await?;
        games::rate(connection, &self.ratings).await?;
        let met: Vec<MetOpponent> = self.met.values().copied().collect();
        opponents::insert(connection, &met).await?;
        thoughts::insert(connection, &self.thoughts).await?;
        games::insert_events(connection, &self.events).await?;
        for write in &self.reports {
            report_write(connection, write.clone()).await?;
        }
        ring.insert(connection, &self.handled).await?;
        let ended: Vec<GameId> = self.ended.iter().map(|ended| ended.game).collect();
        backlog.games_ended(connection, &ended, timing).await
    }
}
