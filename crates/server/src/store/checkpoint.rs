//! Carries what was written from the journal into the database, beside the writing.
//!
//! `SQLite` would do it by itself within every commit that makes the journal too long, and whoever
//! waits for this commit would wait for it, too. So a second connection does the most of it, while
//! the writer goes on. What is written in the meantime the writer carries over itself: there is not
//! much of it, and with nothing left in the journal the next commit begins it anew.

use sqlx::SqliteConnection;
use tokio::task::JoinHandle;

use super::{StoreError, Writer};

/// After how many writes the journal is carried over. A page that changes often is in the journal
/// often, and carried over once: the more at a time, the less there is to do.
const WRITES: usize = 40_000;

/// When the journal is carried over, and by whom.
#[derive(Debug)]
pub(super) struct Checkpoints {
    /// How many writes there are in the journal.
    writes: usize,
    /// The second connection, when it has nothing to do.
    idle: Option<SqliteConnection>,
    /// The second connection at work.
    busy: Option<JoinHandle<Result<SqliteConnection, sqlx::Error>>>,
}

impl Checkpoints {
    /// Returns a plan in which this connection does the most of it.
    pub(super) const fn new(second: SqliteConnection) -> Checkpoints {
        Checkpoints { writes: 0, idle: Some(second), busy: None }
    }

    /// Takes note of a commit by the writer, and does what is due.
    pub(super) async fn written(
        &mut self,
        n_writes: usize,
        writer: &mut SqliteConnection,
    ) -> Result<(), StoreError> {
        self.writes += n_writes;
        if self.busy.as_ref().is_some_and(JoinHandle::is_finished)
            && let Some(done) = self.busy.take()
        {
            self.idle = Some(done.await.map_err(|error| sqlx::Error::Io(error.into()))??);
            carry_over(writer).await?;
            self.writes = 0;
        }
        if self.writes >= WRITES
            && let Some(mut second) = self.idle.take()
        {
            self.busy = Some(tokio::spawn(async move {
                carry_over(&mut second).await?;
                Ok(second)
            }));
        }
        Ok(())
    }
}

impl Writer {
    /// Carries everything over and empties the journal, for work after which nobody writes for a
    /// while.
    pub(crate) async fn empty_journal(&mut self) -> Result<(), StoreError> {
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut self.connection).await?;
        self.checkpoints.writes = 0;
        Ok(())
    }
}

/// Carries over what can be without waiting for anybody.
async fn carry_over(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(connection).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use tokio::runtime::Runtime;

    use crate::core::{UserId, Write};
    use crate::store::Store;

    /// How many writes there are in a commit of the test, and how many commits at most.
    const WRITES: u64 = 1000;
    const COMMITS: u64 = 1000;

    fn commit(number: u64) -> Vec<Write> {
        let write = |n: u64| Write::Handled {
            user: UserId((n % 97) as i64),
            request: n.to_string().parse().unwrap(),
            at: n,
        };
        (number * WRITES..(number + 1) * WRITES).map(write).collect()
    }

    #[test]
    fn the_journal_is_begun_anew_while_the_writer_goes_on() {
        let folder = TempDir::new().unwrap();
        let journal = folder.path().join("willow.db-wal");
        let size = || std::fs::metadata(&journal).unwrap().len();
        Runtime::new().unwrap().block_on(async {
            let (_store, mut writer) = Store::open(folder.path()).await.unwrap();
            for number in 0..COMMITS {
                let before = size();
                writer.commit(commit(number)).await.unwrap();
                if number > 0 && size() == before {
                    return;
                }
            }
            panic!("the journal has {} bytes", size());
        });
    }
}
