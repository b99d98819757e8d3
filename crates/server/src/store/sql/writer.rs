//! The connection that writes.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;

use super::connection::{Connection, Transaction};
#[cfg(feature = "postgres")]
use super::postgres;
use super::{ArchiveBacklog, CommandIdRing, Result, erasure, sqlite};
use crate::store::StoreError;

/// The connection that writes.
#[derive(Debug)]
pub(crate) struct Writer {
    pub(super) database: Database,
    pub(super) command_ids: CommandIdRing,
    pub(super) backlog: ArchiveBacklog,
    /// Whether names of deleted accounts are to be erased.
    pub(super) has_erasures: bool,
}

/// The database that is written.
#[derive(Debug)]
pub(super) enum Database {
    Sqlite(sqlite::Primary),
    #[cfg(feature = "postgres")]
    Postgres(postgres::Primary),
}

impl Database {
    pub(super) fn connection(&mut self) -> Connection<'_> {
        match self {
            Database::Sqlite(primary) => Connection::from(&mut primary.connection),
            #[cfg(feature = "postgres")]
            Database::Postgres(primary) => primary.connection(),
        }
    }

    pub(super) async fn begin(&mut self) -> Result<Transaction<'_>> {
        match self {
            Database::Sqlite(primary) => Transaction::of_sqlite(&mut primary.connection).await,
            #[cfg(feature = "postgres")]
            Database::Postgres(primary) => primary.begin().await,
        }
    }

    /// Notes that a commit had so many writes.
    pub(super) async fn written(&mut self, n_writes: usize) -> Result<()> {
        match self {
            Database::Sqlite(primary) => primary.written(n_writes).await,
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => Ok(()),
        }
    }

    /// Carries the write-ahead log over into the database, where this is the work of its users.
    pub(super) async fn empty_log(&mut self) -> Result<()> {
        match self {
            Database::Sqlite(primary) => primary.empty_log().await,
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => Ok(()),
        }
    }

    async fn reconnect(&mut self) -> Result<()> {
        match self {
            Database::Sqlite(primary) => primary.reconnect().await,
            #[cfg(feature = "postgres")]
            Database::Postgres(primary) => primary.reconnect().await,
        }
    }
}

impl Writer {
    /// Begins to write a database whose tables are those of this version.
    pub(super) async fn of(mut database: Database) -> Result<Writer> {
        let command_ids = CommandIdRing::open(&mut database.connection()).await?;
        let backlog = ArchiveBacklog::open(&mut database.connection()).await?;
        let has_erasures = erasure::is_pending(&mut database.connection()).await?;
        Ok(Writer { database, command_ids, backlog, has_erasures })
    }

    /// Returns what completes when this node may no longer write, because another one leads.
    pub(crate) fn lost_lease(&self) -> BoxFuture<'static, StoreError> {
        match &self.database {
            Database::Sqlite(_) => std::future::pending().boxed(),
            #[cfg(feature = "postgres")]
            Database::Postgres(primary) => {
                primary.watch().lost().map(|()| StoreError::NotLeader).boxed()
            }
        }
    }

    pub(crate) async fn begin_service(&mut self) -> Result<()> {
        self.check_whole().await?;
        match &mut self.database {
            Database::Sqlite(primary) => primary.begin_service().await,
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => Ok(()),
        }
    }

    pub(crate) async fn prepare_import(&mut self) -> Result<()> {
        match &mut self.database {
            Database::Sqlite(primary) => primary.enlarge_cache().await,
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => Ok(()),
        }
    }

    /// Returns an error with the file that is damaged or has no room, if it is about one.
    pub(crate) fn in_file(&self, error: StoreError) -> StoreError {
        match &self.database {
            Database::Sqlite(primary) => error.in_file(primary.file()),
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => error,
        }
    }

    pub(crate) async fn reconnect(&mut self) -> Result<()> {
        self.database.reconnect().await?;
        let mut connection = self.database.connection();
        self.command_ids = CommandIdRing::open(&mut connection).await?;
        self.backlog = ArchiveBacklog::open(&mut connection).await?;
        Ok(())
    }

    /// Leaves for later what a full disk prevents: the server starts all the same, to be read.
    pub(super) async fn unless_full(&mut self, done: Result<()>) -> Result<()> {
        match done {
            Err(error) if error.is_disk_full() => self.reconnect().await,
            done => done,
        }
    }

    /// Adds all games that wait to the archive.
    pub(super) async fn empty_backlog(&mut self) -> Result<()> {
        while !self.backlog.is_empty() {
            self.backlog.advance(&mut self.database.connection()).await?;
        }
        Ok(())
    }

    /// Lets other nodes use the data at once.
    pub(crate) async fn release(self) -> Result<()> {
        match self.database {
            Database::Sqlite(_) => Ok(()),
            #[cfg(feature = "postgres")]
            Database::Postgres(primary) => primary.close().await,
        }
    }

    pub(crate) async fn close(mut self) -> Result<()> {
        self.empty_backlog().await?;
        match self.database {
            Database::Sqlite(primary) => primary.close().await,
            #[cfg(feature = "postgres")]
            Database::Postgres(primary) => primary.close().await,
        }
    }
}
