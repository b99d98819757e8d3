//! Changes that tests make to a database behind the server's back.

use sqlx::{AssertSqlSafe, SqlSafeStr};

use super::bulk;
use sqlx::Connection as _;

use super::connection::{Connection, PooledConnection};
use super::row::Column;
use crate::store::test_support::TestStore;

impl PooledConnection {
    /// Returns how many statements it has prepared.
    pub(crate) fn n_statements(&self) -> usize {
        match self {
            PooledConnection::Sqlite(connection) => connection.cached_statements_size(),
            #[cfg(feature = "postgres")]
            PooledConnection::Postgres(connection) => connection.cached_statements_size(),
        }
    }
}

impl TestStore {
    pub(crate) fn run(&mut self, sql: impl SqlSafeStr) {
        let mut connection = self.writer.db.database.connection();
        let done = match &mut connection {
            Connection::Sqlite(connection) => {
                self.runtime.block_on(sqlx::raw_sql(sql).execute(&mut **connection)).map(drop)
            }
            #[cfg(feature = "postgres")]
            Connection::Postgres(connection, _) => {
                self.runtime.block_on(sqlx::raw_sql(sql).execute(&mut **connection)).map(drop)
            }
        };
        done.unwrap();
    }

    /// Returns the only column of some rows.
    pub(crate) fn column<T: for<'r> Column<'r>>(&mut self, sql: impl SqlSafeStr) -> Vec<T> {
        let mut connection = self.writer.db.database.connection();
        let rows = bulk::query(sql, []).fetch_all(&mut connection);
        self.runtime.block_on(rows).unwrap().iter().map(|row| row.get(0)).collect()
    }

    /// Makes the events of a number unreadable.
    pub(crate) fn damage_events(&mut self, number: u64) {
        let sql = format!("UPDATE events SET body = '?' WHERE number = {number}");
        self.run(AssertSqlSafe(sql));
    }

    /// Takes all games out of the counts of moves: an answer that is made again counts none.
    pub(crate) fn forget_counts(&mut self) {
        self.run("DELETE FROM archive_moves");
    }
}
