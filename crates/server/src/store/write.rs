//! Commits the domain's writes.

use sqlx::Connection;

use super::batch::Batch;
use super::{StoreError, Writer};
use crate::domain::Write;

impl Writer {
    /// Commits all writes or none, and returns when they are on the disk.
    ///
    /// # Errors
    /// The database failed. The domain's state and the database then differ, and the process should
    /// end.
    pub async fn commit(&mut self, writes: Vec<Write>) -> Result<(), StoreError> {
        if writes.is_empty() {
            return Ok(());
        }
        let n_writes = writes.len();
        let mut transaction = self.connection.begin().await?;
        Batch::new(writes).write(&mut transaction, &mut self.handled).await?;
        transaction.commit().await?;
        self.checkpoints.written(n_writes, &mut self.connection).await
    }
}
