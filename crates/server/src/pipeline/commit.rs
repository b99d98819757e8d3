//! The task that commits writes.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::DecidedGroup;
use crate::domain::Write;
use crate::ops::{Metrics, Retention, ServerClock, log};
use crate::store::{ArchiveTiming, StoreError, Sweep, Writer};

/// A commit with this many writes takes no further groups. If one commit took all that is there,
/// all clients that wait for it would continue at the same moment, and the disk would be idle until
/// then.
const MAX_WRITES: usize = 512;

/// From this number of writes on, a commit leaves the archive to later commits.
const BUSY_WRITES: usize = 64;

/// The time between two steps of the retention sweep.
const SWEEP_STEP: Duration = Duration::from_secs(1);

/// The time between the end of a retention sweep and the next one.
const SWEEP_PAUSE: Duration = Duration::from_hours(1);

/// The task that commits the domain's writes, and removes old events.
pub(crate) struct CommitTask {
    pub(crate) writer: Writer,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) retention: Retention,
}

impl CommitTask {
    /// Commits groups until there are no more, and passes on their deliveries.
    pub(super) async fn run(
        mut self,
        mut waiting: mpsc::Receiver<DecidedGroup>,
        committed: mpsc::Sender<DecidedGroup>,
    ) -> Result<(), StoreError> {
        let mut sweep = Sweep::default();
        // Not at the start: the operator may see first that the clock is wrong.
        let mut sweep_at = Instant::now() + SWEEP_PAUSE;
        loop {
            tokio::select! {
                // In this order: the sweep is due once a second, and games are added to the archive when
                // nobody waits for a commit.
                biased;
                () = sleep_until(sweep_at) => {
                    let now = self.clock.now();
                    let done = self.writer.delete_by_age(&mut sweep, &self.retention, now).await?;
                    sweep_at = Instant::now() + if done { SWEEP_PAUSE } else { SWEEP_STEP };
                }
                group = waiting.recv() => {
                    let Some(mut group) = group else { return self.writer.close().await };
                    while group.effects.writes.len() < MAX_WRITES
                        && let Ok(next) = waiting.try_recv()
                    {
                        group.extend(next);
                    }
                    self.metrics.in_memory(group.in_memory);
                    self.commit(std::mem::take(&mut group.effects.writes)).await?;
                    if committed.send(group).await.is_err() {
                        // The delivery task has panicked.
                        return Ok(());
                    }
                }
                () = std::future::ready(()), if self.writer.has_backlog() => {
                    self.writer.advance_backlog().await?;
                }
                () = std::future::ready(()), if self.writer.has_erasures() => {
                    self.writer.advance_erasure().await?;
                }
            }
        }
    }

    async fn commit(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        let (n_writes, started) = (writes.len(), Instant::now());
        writes.iter().for_each(log::log_write);
        let timing =
            if n_writes < BUSY_WRITES { ArchiveTiming::AtOnce } else { ArchiveTiming::Deferred };
        self.writer.commit_with(writes, timing).await.inspect_err(|error| {
            tracing::error!(%error, n_writes, "a commit failed: the server ends, and acknowledges none of it");
        })?;
        if n_writes > 0 {
            self.metrics.committed(n_writes, started.elapsed());
        }
        Ok(())
    }
}
