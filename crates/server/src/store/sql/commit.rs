//! Commits the domain's writes, by tables.
//!
//! Every statement is a round trip to the thread of `SQLite`, which under load takes longer than the
//! statement. So the rows of each large table are written by one statement.

use willow_protocol::{GameId, Offer};

use super::reports::report_write;
use super::settings::{self, HEARTBEAT, RESERVED};
use super::users::user_write;
use super::{
    ArchiveBacklog, CommandIdRing, Connection, Result, Writer, archive, erasure, events, games,
    opponents, ratings, thoughts,
};
use crate::domain::MetOpponent;
use crate::store::{ArchiveTiming, BackgroundWork, Batch};

impl Writer {
    pub(crate) async fn commit(&mut self, batch: &Batch, timing: ArchiveTiming) -> Result<()> {
        if batch.n_writes == 0 {
            return Ok(());
        }
        let mut transaction = self.database.begin().await?;
        batch.write(&mut transaction, &mut self.command_ids, &mut self.backlog, timing).await?;
        transaction.commit().await?;
        self.has_erasures |= batch.deletes_users;
        self.database.written(batch.n_writes).await
    }

    pub(crate) fn background_work(&self, timing: ArchiveTiming) -> BackgroundWork {
        if self.has_erasures || self.backlog.is_due(timing) {
            BackgroundWork::Due
        } else if self.backlog.is_empty() {
            BackgroundWork::None
        } else {
            BackgroundWork::WhenQuiet
        }
    }

    /// Returns whether the backlog is so long that clients have to wait for it.
    pub(crate) fn is_overdue(&self) -> bool {
        self.backlog.is_overdue()
    }

    pub(crate) async fn do_background_step(&mut self) -> Result<()> {
        if self.backlog.is_empty() {
            self.has_erasures = erasure::advance(&mut self.database.connection()).await?;
            return Ok(());
        }
        self.backlog.advance(&mut self.database.connection()).await
    }
}

impl Batch {
    /// Writes all rows, each after those that it refers to.
    async fn write(
        &self,
        connection: &mut Connection<'_>,
        ring: &mut CommandIdRing,
        backlog: &mut ArchiveBacklog,
        timing: ArchiveTiming,
    ) -> Result<()> {
        for write in &self.users {
            user_write(connection, write.clone()).await?;
        }
        let numbers = [(HEARTBEAT, self.heartbeat), (RESERVED, self.reserved)];
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some((name, number?)));
        let numbers: Vec<(&str, u64)> = numbers.collect();
        settings::set(connection, &numbers).await?;
        let offers: Vec<&Offer> = self.offers.values().collect();
        games::insert_offers(connection, &offers).await?;
        games::delete_offers(connection, &self.closed_offers).await?;
        games::insert(connection, &self.started).await?;
        for write in &self.changes {
            games::change(connection, write.clone()).await?;
        }
        games::finish(connection, &self.ended).await?;
        ratings::insert(connection, &self.ratings).await?;
        let met: Vec<MetOpponent> = self.met.values().copied().collect();
        opponents::insert(connection, &met).await?;
        thoughts::insert(connection, &self.thoughts).await?;
        events::insert(connection, &self.events).await?;
        events::rewrite(connection, &self.rewritten).await?;
        for write in &self.reports {
            report_write(connection, write.clone()).await?;
        }
        ring.insert(connection, &self.command_ids).await?;
        archive::insert(connection, &self.device_games).await?;
        let ended: Vec<GameId> = self.ended.iter().map(|ended| ended.game).collect();
        backlog.games_ended(connection, &ended, timing).await
    }
}
