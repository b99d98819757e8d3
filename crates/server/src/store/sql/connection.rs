//! A connection, a transaction, a pool of connections: of `SQLite` or, with the feature `postgres`, of PostgreSQL.
//!
//! All statements are written once, as `SQLite` has them; `postgres::dialect` says how they differ there.

use std::ops::{Deref, DerefMut};

use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{Sqlite, SqlitePool};
use sqlx::{Connection as _, Database, SqliteConnection};
#[cfg(feature = "postgres")]
use sqlx::{PgConnection, PgPool, Postgres};

#[cfg(feature = "postgres")]
use super::postgres::{self, Epoch};
use super::{Result, Row, Statement};

/// A connection that belongs to somebody else, or is within a transaction.
#[derive(Debug)]
pub(super) enum Loan<'c, D: Database> {
    Connection(&'c mut D::Connection),
    Transaction(sqlx::Transaction<'c, D>),
}

impl<D: Database> Loan<'_, D> {
    async fn commit(self) -> sqlx::Result<()> {
        match self {
            Loan::Connection(_) => Ok(()),
            Loan::Transaction(transaction) => transaction.commit().await,
        }
    }
}

impl<D: Database> Deref for Loan<'_, D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        match self {
            Loan::Connection(connection) => connection,
            Loan::Transaction(transaction) => transaction,
        }
    }
}

impl<D: Database> DerefMut for Loan<'_, D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        match self {
            Loan::Connection(connection) => connection,
            Loan::Transaction(transaction) => transaction,
        }
    }
}

/// A connection on loan.
#[derive(Debug)]
pub(super) enum Connection<'c> {
    Sqlite(Loan<'c, Sqlite>),
    /// With the epoch in which it may write, if it is the one of the leader.
    #[cfg(feature = "postgres")]
    Postgres(Loan<'c, Postgres>, Option<Epoch>),
}

impl<'c> From<&'c mut SqliteConnection> for Connection<'c> {
    fn from(connection: &'c mut SqliteConnection) -> Connection<'c> {
        Connection::Sqlite(Loan::Connection(connection))
    }
}

impl Connection<'_> {
    /// Begins a transaction, which is rolled back unless it is committed.
    ///
    /// # Errors
    /// The database failed, or another node leads now.
    pub(super) async fn begin(&mut self) -> Result<Transaction<'_>> {
        match self {
            Connection::Sqlite(connection) => Transaction::of_sqlite(connection).await,
            #[cfg(feature = "postgres")]
            Connection::Postgres(connection, epoch) => {
                Transaction::of_postgres(connection, *epoch).await
            }
        }
    }

    /// Executes a statement, and returns how many rows it has changed.
    pub(super) async fn execute(&mut self, statement: Statement) -> Result<u64> {
        Ok(match self {
            Connection::Sqlite(connection) => {
                statement.for_sqlite().execute(&mut **connection).await?.rows_affected()
            }
            // The writer changes nothing outside a transaction that holds its epoch.
            #[cfg(feature = "postgres")]
            Connection::Postgres(Loan::Connection(connection), Some(epoch)) => {
                let mut transaction = Transaction::of_postgres(connection, Some(*epoch)).await?;
                let changed = Box::pin(transaction.execute(statement)).await?;
                transaction.commit().await?;
                changed
            }
            #[cfg(feature = "postgres")]
            Connection::Postgres(connection, _) => {
                statement.for_postgres().execute(&mut **connection).await?.rows_affected()
            }
        })
    }

    /// Returns the rows of a statement, one by one.
    pub(super) fn fetch(&mut self, statement: Statement) -> BoxStream<'_, Result<Row>> {
        match self {
            Connection::Sqlite(connection) => {
                let rows = statement.for_sqlite().fetch(&mut **connection);
                rows.map(|row| Ok(Row::Sqlite(row?))).boxed()
            }
            #[cfg(feature = "postgres")]
            Connection::Postgres(connection, _) => {
                let rows = statement.for_postgres().fetch(&mut **connection);
                rows.map(|row| Ok(Row::Postgres(row?))).boxed()
            }
        }
    }

    pub(super) async fn fetch_all(&mut self, statement: Statement) -> Result<Vec<Row>> {
        self.fetch(statement).try_collect().await
    }
}

/// A transaction that is rolled back unless it is committed.
#[derive(Debug)]
pub(super) struct Transaction<'c>(Connection<'c>);

impl<'c> Transaction<'c> {
    pub(super) async fn of_sqlite(connection: &'c mut SqliteConnection) -> Result<Self> {
        let transaction = Loan::Transaction(connection.begin().await?);
        Ok(Transaction(Connection::Sqlite(transaction)))
    }

    #[cfg(feature = "postgres")]
    pub(super) async fn of_postgres(
        connection: &'c mut PgConnection,
        epoch: Option<Epoch>,
    ) -> Result<Self> {
        let mut transaction = connection.begin().await?;
        if let Some(epoch) = epoch {
            postgres::hold_epoch(&mut transaction, epoch).await?;
        }
        Ok(Transaction(Connection::Postgres(Loan::Transaction(transaction), epoch)))
    }

    pub(super) async fn commit(self) -> Result<()> {
        match self.0 {
            Connection::Sqlite(transaction) => transaction.commit().await?,
            #[cfg(feature = "postgres")]
            Connection::Postgres(transaction, _) => transaction.commit().await?,
        }
        Ok(())
    }
}

impl<'c> Deref for Transaction<'c> {
    type Target = Connection<'c>;

    fn deref(&self) -> &Connection<'c> {
        &self.0
    }
}

impl<'c> DerefMut for Transaction<'c> {
    fn deref_mut(&mut self) -> &mut Connection<'c> {
        &mut self.0
    }
}

/// Connections that read.
#[derive(Clone, Debug)]
pub(super) enum Pool {
    Sqlite(SqlitePool),
    #[cfg(feature = "postgres")]
    Postgres(PgPool),
}

impl Pool {
    /// Waits for a connection.
    pub(super) async fn acquire(&self) -> Result<PooledConnection> {
        // The future that may open a connection is large, and an answer has some of them.
        Ok(match self {
            Pool::Sqlite(pool) => PooledConnection::Sqlite(Box::pin(pool.acquire()).await?),
            #[cfg(feature = "postgres")]
            Pool::Postgres(pool) => PooledConnection::Postgres(Box::pin(pool.acquire()).await?),
        })
    }

    pub(super) async fn fetch_all(&self, statement: Statement) -> Result<Vec<Row>> {
        self.acquire().await?.connection().fetch_all(statement).await
    }
}

/// A connection of a pool, to which it returns.
#[derive(Debug)]
pub(super) enum PooledConnection {
    Sqlite(PoolConnection<Sqlite>),
    #[cfg(feature = "postgres")]
    Postgres(PoolConnection<Postgres>),
}

impl PooledConnection {
    pub(super) fn connection(&mut self) -> Connection<'_> {
        match self {
            PooledConnection::Sqlite(connection) => Connection::from(&mut **connection),
            #[cfg(feature = "postgres")]
            PooledConnection::Postgres(connection) => {
                Connection::Postgres(Loan::Connection(&mut **connection), None)
            }
        }
    }
}
