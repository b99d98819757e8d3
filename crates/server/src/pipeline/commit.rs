//! The task that commits writes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::DecidedGroup;
use super::log::log_write;
use super::recent_writes::RecentWrites;
use crate::domain::{EncodedNotice, Write};
use crate::ops::{DiskState, Health, Metrics, Retention, ServerClock};
use crate::store::{BackgroundWork, Batch, StoreError, Sweep, Writer};

/// Maximum writes of a commit before it takes no further groups. If one commit took all of them, all clients that
/// wait for it would continue at the same moment, and the disk would be idle until then.
const MAX_WRITES: usize = 512;

/// Minimum interval between the starts of commits while busy: each costs about as much as ten moves. A move waits for
/// the next one, so this is small beside the time in which an answer seems immediate.
const MIN_COMMIT_INTERVAL: Duration = Duration::from_millis(2);

/// Interval between steps of the retention sweep.
const SWEEP_STEP: Duration = Duration::from_secs(1);

/// Pause between retention sweeps.
const SWEEP_PAUSE: Duration = Duration::from_hours(1);

/// Interval of retries while the disk is full.
const RETRY: Duration = Duration::from_secs(1);

/// Maximum time per commit for archiving while clients wait: a commit to a full disk may take hours.
const MAX_ARCHIVING: Duration = Duration::from_millis(100);

/// The task that commits the domain's writes, and removes old events.
pub(crate) struct CommitTask {
    pub(crate) writer: Writer,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) health: Health,
    pub(crate) retention: Retention,
    /// The number of the last group that was committed, for the deciding task.
    pub(crate) committed: Arc<AtomicU64>,
}

impl CommitTask {
    /// Commits groups until there are no more, or until another node leads, and passes on their deliveries.
    pub(super) async fn run(
        self,
        waiting: mpsc::Receiver<DecidedGroup>,
        committed: mpsc::Sender<DecidedGroup>,
    ) -> Result<(), StoreError> {
        let lost_lease = self.writer.lost_lease();
        // Also in the middle of a commit that hangs.
        tokio::select! {
            biased;
            error = lost_lease => Err(error),
            done = self.commit_all(waiting, committed) => done,
        }
    }

    async fn commit_all(
        mut self,
        waiting: mpsc::Receiver<DecidedGroup>,
        committed: mpsc::Sender<DecidedGroup>,
    ) -> Result<(), StoreError> {
        let mut groups = Groups { waiting, put_off: None, unwritten: Vec::new(), committed };
        let mut recent = RecentWrites::default();
        let mut sweep = Sweep::default();
        // Do not sweep at startup: a wrong system clock would delete data.
        let mut sweep_at = Instant::now() + SWEEP_PAUSE;
        let mut rested_at = Instant::now();
        let mut next_commit = Instant::now();
        loop {
            let work_at = self.work_at(&recent, rested_at);
            tokio::select! {
                // In this order: the sweep is due once a second, and games are added to the archive when
                // nobody waits for a commit.
                biased;
                () = sleep_until(sweep_at) => {
                    let now = self.clock.now();
                    let sweeping = self.writer.delete_by_age(&mut sweep, &self.retention, now);
                    let swept = self.health.during(sweeping).await;
                    let done = self.unless_full(swept).await?.unwrap_or_default();
                    sweep_at = Instant::now() + if done { SWEEP_PAUSE } else { SWEEP_STEP };
                }
                group = groups.next() => {
                    let Some(mut group) = group else { return self.close().await };
                    if recent.is_busy(Instant::now()) {
                        sleep_until(next_commit).await;
                        groups.gather(&mut group);
                    }
                    let began = Instant::now();
                    next_commit = began + MIN_COMMIT_INTERVAL;
                    recent.add(group.effects.writes.len(), began);
                    self.commit(&mut groups, group, &recent).await?;
                    let took = began.elapsed();
                    if groups.committed.is_closed() {
                        // The delivery task has panicked.
                        return Ok(());
                    }
                    // A commit with more games takes longer, and has more time for them.
                    let until = Instant::now() + (took / 2).min(MAX_ARCHIVING);
                    let added = self.health.during(self.writer.archive_while_busy(until)).await;
                    self.unless_full(added).await?;
                }
                () = sleep_until(work_at.unwrap_or(rested_at)), if work_at.is_some() => {
                    let began = Instant::now();
                    let done = self.health.during(self.writer.do_background_step()).await;
                    // Background work takes at most half of the time, so a commit rarely waits for it.
                    let rest = self.unless_full(done).await?.map_or(RETRY, |()| began.elapsed());
                    rested_at = Instant::now() + rest;
                }
            }
        }
    }

    /// Returns when background work is due, not before `rested_at`. A short backlog waits until the server is quiet.
    fn work_at(&self, recent: &RecentWrites, rested_at: Instant) -> Option<Instant> {
        match self.writer.background_work(recent.timing(Instant::now())) {
            BackgroundWork::None => None,
            BackgroundWork::WhenQuiet => recent.quiet_at().map(|quiet_at| quiet_at.max(rested_at)),
            BackgroundWork::Due => Some(rested_at),
        }
    }

    /// Returns what was done, or nothing if the disk is full: it is tried again later.
    async fn unless_full<T>(
        &mut self,
        done: Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        match done {
            Err(error) if error.is_disk_full() => self.writer.reconnect().await.map(|()| None),
            done => done.map(Some),
        }
    }

    /// Commits a group as soon as the disk has space, and passes it on.
    async fn commit(
        &mut self,
        groups: &mut Groups,
        mut group: DecidedGroup,
        recent: &RecentWrites,
    ) -> Result<(), StoreError> {
        self.metrics.in_memory(group.in_memory);
        let writes = std::mem::take(&mut group.effects.writes);
        let (n_writes, started) = (writes.len(), Instant::now());
        writes.iter().for_each(log_write);
        let batch = Batch::new(writes);
        let timing = recent.timing(started);
        while let Err(error) = self.health.during(self.writer.commit(&batch, timing)).await {
            if !error.is_disk_full() {
                tracing::error!(%error, n_writes, "commit failed; shutting down, nothing of it was acknowledged");
                return Err(error);
            }
            if self.health.set_disk(DiskState::Full) {
                tracing::error!(%error, "the disk is full: the server is read-only until there is space");
                groups.unwritten.extend(batch.published().cloned());
            }
            self.writer.reconnect().await?;
            if !groups.wait(RETRY).await {
                tracing::error!(
                    n_writes,
                    "the server ends with a full disk: the last writes are lost, none was acknowledged"
                );
                return Err(error);
            }
        }
        self.committed.store(group.number, Ordering::Release);
        groups.unwritten.clear();
        if self.health.set_disk(DiskState::Writable) {
            tracing::info!("the disk has space again: the server continues");
        }
        if n_writes > 0 {
            self.metrics.committed(n_writes, started.elapsed());
        }
        groups.pass_on(group).await;
        Ok(())
    }

    /// Ends the task. All writes are committed; a failed checkpoint can wait for the next shutdown.
    async fn close(self) -> Result<(), StoreError> {
        match self.writer.close().await {
            Err(error) if error.is_disk_full() => {
                tracing::warn!("the disk is full: the write-ahead log stays");
                Ok(())
            }
            done => done,
        }
    }
}

/// The groups before and after their commit.
struct Groups {
    waiting: mpsc::Receiver<DecidedGroup>,
    /// Groups decided while the disk was full.
    put_off: Option<DecidedGroup>,
    /// The events that are not on the full disk.
    unwritten: Vec<Arc<EncodedNotice>>,
    committed: mpsc::Sender<DecidedGroup>,
}

impl Groups {
    /// Returns the next group, together with those behind it, or nothing when there are no more.
    async fn next(&mut self) -> Option<DecidedGroup> {
        let mut group = match self.put_off.take() {
            Some(group) => group,
            None => self.waiting.recv().await?,
        };
        self.gather(&mut group);
        Some(group)
    }

    /// Adds the groups that wait, until there are enough.
    fn gather(&mut self, group: &mut DecidedGroup) {
        while group.effects.writes.len() < MAX_WRITES
            && let Ok(next) = self.waiting.try_recv()
        {
            group.extend(next);
        }
    }

    /// Waits until a commit is tried again. Returns whether the domain still decides, and clients are still answered.
    async fn wait(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            tokio::select! {
                biased;
                () = sleep_until(until) => return true,
                () = self.committed.closed() => return false,
                group = self.waiting.recv() => match group {
                    Some(group) => self.put_off(group).await,
                    None => return false,
                },
            }
        }
    }

    /// Postpones a group while the disk is full. Read-only answers are delivered at once; nothing is acknowledged.
    async fn put_off(&mut self, mut group: DecidedGroup) {
        self.unwritten.extend(group.effects.writes.iter().filter_map(Write::published).cloned());
        if group.disk == DiskState::Full {
            let effects = group.effects.take_unwritten(&self.unwritten);
            let (in_memory, disk, number) = (group.in_memory, DiskState::Full, group.number);
            self.pass_on(group).await;
            group = DecidedGroup { effects, in_memory, disk, number, ..DecidedGroup::default() };
        }
        match &mut self.put_off {
            Some(earlier) => earlier.extend(group),
            none => *none = Some(group),
        }
    }

    /// Passes a group on to be delivered.
    async fn pass_on(&self, group: DecidedGroup) {
        let _ = self.committed.send(group).await;
    }
}
