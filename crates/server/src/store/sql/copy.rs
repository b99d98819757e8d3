//! Copies all that a database has into another one, of the same kind or not.
//!
//! Each table is copied by one transaction, so that a copy which was interrupted goes on with the next table. As long as
//! it is not complete, a mark keeps servers from starting on it.

use sha2::{Digest as _, Sha256};

use futures_util::TryStreamExt as _;

use super::connection::Connection;
use super::{Builder, Result, Row, StoreError, Value, Writer, bulk, run};

/// All tables, each after those that it refers to, with the columns that order their rows.
const TABLES: [(&str, &str); 36] = [
    ("users", "id"),
    ("relations", "user_id, other_id, relation"),
    ("events", "room, number"),
    ("offers", "game"),
    ("games", "id"),
    ("ratings", "user_id, class"),
    ("rating_history", "user_id, game"),
    ("rated_opponents", "user_id, class, other_id"),
    ("early_ends", "user_id, at"),
    ("settings", "name"),
    ("archive_players", "id"),
    ("archive_games", "id"),
    ("archive_positions", "position, played, game"),
    ("archive_moves", "position, move"),
    ("archive_waiting", "game"),
    ("archive_changes", "number"),
    ("archive_copies", "id"),
    ("archive_event_names", "event"),
    ("device_games", "user_id, id"),
    ("moderation", "number"),
    ("reports", "number"),
    ("report_messages", "report, room, number"),
    ("handled", "place"),
    ("thoughts", "game, ply"),
    ("tokens", "number"),
    ("recovery_codes", "user_id, hash"),
    ("known_addresses", "user_id, address"),
    ("banned_addresses", "address"),
    ("silenced_addresses", "address"),
    ("name_erasures", "user_id"),
    ("push_subscriptions", "token"),
    ("hidden_moves", "game, color"),
    ("library", "user_id, id"),
    ("invitations", "number"),
    ("emails", "user_id"),
    ("texts", "name"),
];

/// The name of the mark among the texts.
const MARK: &str = "copied from";

/// The texts that a copy does not have from the original.
const NOT_COPIED: &str = "name NOT IN ('willow', 'copied from')";

/// The number of rows that a statement inserts.
const ROWS: usize = 256;

/// A table that was copied and compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedTable {
    /// Its name.
    pub table: &'static str,
    /// The number of its rows.
    pub rows: u64,
    /// Whether an earlier attempt had copied it.
    pub was_there: bool,
}

impl Writer {
    /// Copies everything into another database, which is empty or has a part of such a copy.
    ///
    /// # Errors
    /// A database failed, or the other one has something else.
    pub(crate) async fn copy_to(
        &mut self,
        other: &mut Writer,
        name: &str,
        mut tell: impl FnMut(&CopiedTable),
    ) -> Result<()> {
        mark(&mut other.database.connection(), name).await?;
        let mut is_same_so_far = true;
        for (at, table) in TABLES.into_iter().enumerate() {
            let table = Table::of(&mut self.database.connection(), table).await?;
            let was_there = table.is_same(self, other).await?;
            if is_same_so_far && !was_there {
                // Rows of later tables refer to those of this one.
                empty(other, &TABLES[at..]).await?;
                is_same_so_far = false;
            }
            tell(&table.copy(self, other, was_there && is_same_so_far).await?);
        }
        number_on(&mut other.database.connection()).await?;
        let unmark = "DELETE FROM texts WHERE name = ?";
        run(&mut other.database.connection(), unmark, [MARK.into()]).await?;
        self.database.empty_log().await?;
        other.database.empty_log().await
    }

    /// Refuses a database that has only a part of another one.
    pub(crate) async fn check_whole(&mut self) -> Result<()> {
        match marked(&mut self.database.connection()).await? {
            Some(from) => Err(StoreError::PartOfCopy(from)),
            None => Ok(()),
        }
    }
}

/// Returns what a database is an unfinished copy of.
async fn marked(connection: &mut Connection<'_>) -> Result<Option<String>> {
    let sql = "SELECT value FROM texts WHERE name = ?";
    let row = bulk::query(sql, [MARK.into()]).fetch_optional(connection).await?;
    Ok(row.map(|row| row.get(0)))
}

/// Marks an empty database as a copy that is not finished.
async fn mark(connection: &mut Connection<'_>, from: &str) -> Result<()> {
    match marked(connection).await? {
        Some(earlier) if earlier == from => return Ok(()),
        Some(earlier) => return Err(StoreError::PartOfCopy(earlier)),
        None => {}
    }
    let sql = "SELECT (SELECT COUNT(*) FROM users) + (SELECT COUNT(*) FROM events)
               + (SELECT COUNT(*) FROM archive_games)";
    if bulk::query(sql, []).fetch_one(connection).await?.get::<i64, _>(0) != 0 {
        return Err(StoreError::NotEmpty);
    }
    let sql = "INSERT INTO texts (name, value) VALUES (?, ?)";
    run(connection, sql, [MARK.into(), from.into()]).await
}

/// Lets PostgreSQL give the next numbers after those that were copied.
async fn number_on(connection: &mut Connection<'_>) -> Result<()> {
    if matches!(connection, Connection::Sqlite(_)) {
        return Ok(());
    }
    for (table, column) in
        [("archive_players", "id"), ("moderation", "number"), ("archive_changes", "number")]
    {
        let mut builder = Builder::new("SELECT setval(pg_get_serial_sequence('");
        builder.push(table).push("', '").push(column).push("'), COALESCE(MAX(");
        builder.push(column).push("), 0) + 1, false) FROM ").push(table);
        builder.build().fetch_all(connection).await?;
    }
    Ok(())
}

/// Empties tables, the last one first.
async fn empty(writer: &mut Writer, tables: &[(&str, &str)]) -> Result<()> {
    for (table, _) in tables.iter().rev() {
        let mut delete = Builder::new("DELETE FROM ");
        delete.push(table).push(" WHERE ").push(condition(table));
        delete.build().execute(&mut writer.database.connection()).await?;
    }
    Ok(())
}

/// Returns which rows of a table are copied.
fn condition(table: &str) -> &'static str {
    if table == "texts" { NOT_COPIED } else { "1 = 1" }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnType {
    Integer,
    Real,
    Text,
    Bytes,
}

impl ColumnType {
    /// Reads the name of a type of either database.
    fn of(name: &str) -> ColumnType {
        match &*name.to_ascii_uppercase() {
            "BLOB" | "BYTEA" => ColumnType::Bytes,
            "DOUBLE PRECISION" => ColumnType::Real,
            name if name.contains("INT") => ColumnType::Integer,
            _ => ColumnType::Text,
        }
    }

    fn read(self, row: &Row, index: usize) -> Result<Value> {
        Ok(match self {
            ColumnType::Integer => Value::Integer(row.try_get(index)?),
            ColumnType::Real => Value::Real(row.try_get(index)?),
            ColumnType::Text => Value::Text(row.try_get(index)?),
            ColumnType::Bytes => Value::Bytes(row.try_get(index)?),
        })
    }
}

struct Table {
    name: &'static str,
    order: &'static str,
    columns: Vec<(String, ColumnType)>,
}

impl Table {
    async fn of(
        connection: &mut Connection<'_>,
        (name, order): (&'static str, &'static str),
    ) -> Result<Table> {
        let sql = match connection {
            Connection::Sqlite(_) => "SELECT name, type FROM pragma_table_info(?) ORDER BY name",
            #[cfg(feature = "postgres")]
            Connection::Postgres(..) => {
                "SELECT column_name::text, data_type::text FROM information_schema.columns
                 WHERE table_name = ? AND table_schema = current_schema() ORDER BY 1"
            }
        };
        let rows = bulk::query(sql, [name.into()]).fetch_all(connection).await?;
        let column = |row: &Row| (row.get(0), ColumnType::of(row.get(1)));
        Ok(Table { name, order, columns: rows.iter().map(column).collect() })
    }

    fn condition(&self) -> &'static str {
        condition(self.name)
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    }

    async fn is_same(&self, from: &mut Writer, to: &mut Writer) -> Result<bool> {
        Ok(self.count(from).await? == self.count(to).await?
            && self.digest(from).await?.1 == self.digest(to).await?.1)
    }

    /// Copies the table unless it was copied before, and compares it.
    async fn copy(
        &self,
        from: &mut Writer,
        to: &mut Writer,
        was_there: bool,
    ) -> Result<CopiedTable> {
        if !was_there {
            self.insert_rows(from, to).await?;
        }
        let (rows, original) = self.digest(from).await?;
        if original != self.digest(to).await?.1 {
            return Err(StoreError::CopyDiffers(self.name));
        }
        Ok(CopiedTable { table: self.name, rows, was_there })
    }

    async fn count(&self, writer: &mut Writer) -> Result<i64> {
        let mut builder = Builder::new("SELECT COUNT(*) FROM ");
        builder.push(self.name).push(" WHERE ").push(self.condition());
        let row = builder.build().fetch_one(&mut writer.database.connection()).await?;
        Ok(row.get(0))
    }

    /// Returns the number of rows, and a digest of all values in order.
    async fn digest(&self, writer: &mut Writer) -> Result<(u64, [u8; 32])> {
        let mut connection = writer.database.connection();
        let mut rows = connection.fetch(self.select().build());
        let (mut digest, mut n_rows) = (Sha256::new(), 0);
        while let Some(row) = rows.try_next().await? {
            n_rows += 1;
            for (index, (_, kind)) in self.columns.iter().enumerate() {
                add(&mut digest, &kind.read(&row, index)?);
            }
        }
        Ok((n_rows, digest.finalize().into()))
    }

    fn select(&self) -> Builder {
        let mut builder = Builder::new("SELECT ");
        builder.push(self.names()).push(" FROM ").push(self.name);
        builder.push(" WHERE ").push(self.condition()).push(" ORDER BY ").push(self.order);
        builder
    }

    async fn insert_rows(&self, from: &mut Writer, to: &mut Writer) -> Result<()> {
        let mut transaction = to.database.begin().await?;
        let mut connection = from.database.connection();
        let mut rows = connection.fetch(self.select().build());
        let mut waiting = Vec::with_capacity(ROWS);
        while let Some(row) = rows.try_next().await? {
            waiting.push(row);
            if waiting.len() == ROWS {
                self.insert(&mut transaction, &waiting).await?;
                waiting.clear();
            }
        }
        if !waiting.is_empty() {
            self.insert(&mut transaction, &waiting).await?;
        }
        transaction.commit().await
    }

    async fn insert(&self, connection: &mut Connection<'_>, rows: &[Row]) -> Result<()> {
        let mut builder = Builder::new("INSERT INTO ");
        builder.push(self.name).push(" (").push(self.names()).push(") VALUES ");
        for (i, row) in rows.iter().enumerate() {
            builder.push(if i == 0 { "(" } else { ", (" });
            for (index, (_, kind)) in self.columns.iter().enumerate() {
                builder.push(if index == 0 { "" } else { ", " });
                builder.push_bind(kind.read(row, index)?);
            }
            builder.push(")");
        }
        builder.build().execute(connection).await.map(drop)
    }
}

/// Adds a value with its type and its length.
fn add(digest: &mut Sha256, value: &Value) {
    let mut bytes = |kind: u8, bytes: &[u8]| {
        digest.update([kind]);
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(bytes);
    };
    match value {
        Value::Integer(Some(number)) => bytes(1, &number.to_le_bytes()),
        Value::Real(Some(number)) => bytes(2, &number.to_bits().to_le_bytes()),
        Value::Text(Some(text)) => bytes(3, text.as_bytes()),
        Value::Bytes(Some(blob)) => bytes(4, blob),
        Value::Integer(None) | Value::Real(None) | Value::Text(None) | Value::Bytes(None) => {
            bytes(0, &[]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::store::test_support::TestStore;

    #[test]
    fn no_table_is_left_out() {
        let mut store = TestStore::sqlite();
        let all = "SELECT name FROM sqlite_master WHERE type = 'table'
                   AND name NOT LIKE 'sqlite_%' AND name <> '_sqlx_migrations'";
        let all: BTreeSet<String> = store.column(all).into_iter().collect();
        let copied = TABLES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(all, copied);
    }
}
