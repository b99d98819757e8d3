//! The connections that read.

use std::fs::File;
use std::sync::Arc;

use sqlx::SqlSafeStr;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::connection::Pool;
use super::row::Column;
use super::{Result, Row, Value, bulk};

/// How many connections each kind of reader has.
pub(super) struct Sizes {
    pub(super) queries: u32,
    pub(super) visitors: u32,
    pub(super) logins: u32,
    pub(super) accounts: u32,
}

/// However many visitors ask, users have their own connections. Sign-ins wait for no query, and the deciding task, which
/// alone reads accounts, waits for nobody.
pub(super) const SIZES: Sizes = Sizes { queries: 4, visitors: 2, logins: 2, accounts: 1 };

/// The connections that read.
#[derive(Clone, Debug)]
pub(crate) struct Readers {
    pub(super) queries: Pool,
    visitors: Pool,
    pub(super) logins: Pool,
    pub(super) accounts: Pool,
    /// The turns of questions to the archive: see [`Readers::archive_turn`].
    archive_turns: Arc<Semaphore>,
    visitor_turns: Arc<Semaphore>,
    /// Held as long as the folder is in use by the one who writes.
    _lock: Option<Arc<File>>,
}

impl Readers {
    /// Makes readers of the pools for queries, visitors, logins and accounts.
    pub(super) fn new(pools: [Pool; 4], lock: Option<Arc<File>>) -> Readers {
        let [queries, visitors, logins, accounts] = pools;
        Readers {
            queries,
            visitors,
            logins,
            accounts,
            archive_turns: Arc::new(turns(SIZES.queries)),
            visitor_turns: Arc::new(turns(SIZES.visitors)),
            _lock: lock,
        }
    }

    /// Returns the same database with the readers of visitors.
    pub(crate) fn for_visitors(&self) -> Readers {
        let archive_turns = self.visitor_turns.clone();
        Readers { queries: self.visitors.clone(), archive_turns, ..self.clone() }
    }

    /// Waits for a turn to ask the archive. An answer takes several statements. Without turns, the answers
    /// of all who ask at once wait for each other after each statement, and all end with the last one.
    pub(crate) async fn archive_turn(&self) -> Option<SemaphorePermit<'_>> {
        self.archive_turns.acquire().await.ok()
    }

    /// Reads rows for a query.
    pub(super) async fn rows<const N: usize>(
        &self,
        sql: impl SqlSafeStr,
        values: [Value; N],
    ) -> Result<Vec<Row>> {
        self.queries.fetch_all(bulk::query(sql, values)).await
    }

    /// Reads the first column of rows for a query.
    pub(super) async fn column<T, const N: usize>(
        &self,
        sql: impl SqlSafeStr,
        values: [Value; N],
    ) -> Result<Vec<T>>
    where
        T: for<'r> Column<'r>,
    {
        Ok(self.rows(sql, values).await?.iter().map(|row| row.get(0)).collect())
    }

    /// Reads a row for a query.
    pub(super) async fn row<const N: usize>(
        &self,
        sql: impl SqlSafeStr,
        values: [Value; N],
    ) -> Result<Option<Row>> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Reads a row for a user who logs in.
    pub(super) async fn login_row<const N: usize>(
        &self,
        sql: &'static str,
        values: [Value; N],
    ) -> Result<Option<Row>> {
        Ok(self.logins.fetch_all(bulk::query(sql, values)).await?.into_iter().next())
    }
}

/// Returns one turn for each connection, but no more than there are processors.
fn turns(n_connections: u32) -> Semaphore {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    Semaphore::new(processors.min(n_connections as usize))
}
