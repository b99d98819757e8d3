//! Commits the domain's writes.

use sqlx::Connection;

use super::{ArchiveTiming, Batch, StoreError, Writer, changes_archive, erasure};
use crate::domain::Write;

impl Writer {
    /// Commits all writes or none, and returns when they are on the disk. Games that ended are in
    /// the archive then.
    ///
    /// # Errors
    /// The database failed. The domain's state and the database then differ, and the process should
    /// end.
    #[cfg(test)]
    pub(crate) async fn commit(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.commit_with(writes, ArchiveTiming::AtOnce).await
    }

    /// Commits all writes or none, and returns when they are on the disk. `timing` says when games
    /// that ended are added to the archive.
    ///
    /// # Errors
    /// Those of [`commit`](Writer::commit).
    pub(crate) async fn commit_with(
        &mut self,
        writes: Vec<Write>,
        timing: ArchiveTiming,
    ) -> Result<(), StoreError> {
        if writes.is_empty() {
            return Ok(());
        }
        let n_writes = writes.len();
        self.has_erasures |= writes.iter().any(|write| matches!(write, Write::UserDeleted(..)));
        let changes_archive = writes.iter().any(changes_archive);
        let mut transaction = self.connection.begin().await?;
        let batch = Batch::new(writes);
        batch.write(&mut transaction, &mut self.handled, &mut self.backlog, timing).await?;
        transaction.commit().await?;
        if changes_archive {
            self.archive_version.end();
        }
        self.checkpoints.written(n_writes, &mut self.connection).await
    }

    /// Returns whether games wait to be added to the archive.
    pub(crate) const fn has_backlog(&self) -> bool {
        !self.backlog.is_empty()
    }

    /// Adds a portion of the games that wait to the archive.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn advance_backlog(&mut self) -> Result<(), StoreError> {
        self.backlog.advance_alone(&mut self.connection).await?;
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
