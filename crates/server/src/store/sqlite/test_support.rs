//! Changes that tests make to a database behind the server's back.

use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, SqlSafeStr};

use crate::store::test_support::TestStore;

impl TestStore {
    pub(crate) fn run(&mut self, sql: impl SqlSafeStr) {
        let connection = &mut self.writer.db.connection;
        self.runtime.block_on(sqlx::raw_sql(sql).execute(connection)).unwrap();
    }

    /// Returns the only column of some rows.
    pub(crate) fn column<T: Send + Unpin>(&mut self, sql: impl SqlSafeStr) -> Vec<T>
    where
        (T,): for<'r> FromRow<'r, SqliteRow>,
    {
        let rows = sqlx::query_scalar(sql).fetch_all(&mut self.writer.db.connection);
        self.runtime.block_on(rows).unwrap()
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
