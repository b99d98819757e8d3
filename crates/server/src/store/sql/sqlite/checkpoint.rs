//! WAL checkpoints, beside the writer.
//!
//! By default `SQLite` makes a checkpoint within the commit that makes the WAL too long, and the
//! clients of this commit would wait for it. So a second connection makes the checkpoint while the
//! writer continues, and a shorter one for what was written in the meantime. Then the writer makes another one for
//! the rest: it is short, and with nothing left in the WAL the next commit starts at its beginning.

use sqlx::{Connection as _, SqliteConnection};
use tokio::task::JoinHandle;

use super::super::Result;

/// The number of writes after which a checkpoint starts. A page that changes often is in the WAL
/// often and copied once: the more at a time, the less work.
const WRITES_PER_CHECKPOINT: usize = 40_000;

#[derive(Debug)]
pub(super) struct Checkpoints {
    /// The number of writes since the last checkpoint.
    writes: usize,
    /// The second connection, when it is idle.
    idle: Option<SqliteConnection>,
    busy: Option<JoinHandle<(SqliteConnection, Result<(), sqlx::Error>)>>,
}

impl Checkpoints {
    /// Records that the WAL was emptied.
    pub(super) const fn reset(&mut self) {
        self.writes = 0;
    }

    /// Returns checkpoints that are made by a second connection.
    pub(super) const fn new(second: SqliteConnection) -> Checkpoints {
        Checkpoints { writes: 0, idle: Some(second), busy: None }
    }

    /// Waits for the checkpoint that is being made, if there is one.
    pub(super) async fn finish(&mut self) -> Result<()> {
        if let Some(busy) = self.busy.take() {
            let (second, done) = busy.await.map_err(|error| sqlx::Error::Io(error.into()))?;
            self.idle = Some(second);
            done?;
        }
        Ok(())
    }

    /// Waits for the checkpoint that is being made, and closes the connection: the last one to be closed deletes the WAL.
    pub(super) async fn close(mut self) -> Result<()> {
        self.finish().await?;
        if let Some(second) = self.idle {
            second.close().await?;
        }
        Ok(())
    }

    /// Counts the writes of a commit, and starts or finishes a checkpoint if it is due.
    pub(super) async fn written(
        &mut self,
        n_writes: usize,
        writer: &mut SqliteConnection,
    ) -> Result<()> {
        self.writes += n_writes;
        if self.busy.as_ref().is_some_and(JoinHandle::is_finished) {
            // One that failed is not made again at once.
            self.writes = 0;
            self.finish().await?;
            checkpoint(writer).await?;
        }
        if self.writes >= WRITES_PER_CHECKPOINT
            && let Some(mut second) = self.idle.take()
        {
            self.busy = Some(tokio::spawn(async move {
                let mut done = checkpoint(&mut second).await;
                if done.is_ok() {
                    done = checkpoint(&mut second).await;
                }
                (second, done)
            }));
        }
        Ok(())
    }
}

/// Makes a checkpoint as far as possible without waiting for readers.
async fn checkpoint(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(connection).await.map(|_| ())
}
