//! Statements with their values, and those that write and read many rows.

use std::fmt::Display;

use serde::Serialize;
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments};
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

use willow_protocol::GameId;

#[cfg(feature = "postgres")]
use super::postgres::dialect;
use super::{Connection, Result, Row};
use crate::domain::{TokenNumber, UserId};

/// Maximum number of rows of a statement. With 13 columns, the most that a table has, these are
/// 6,656 parameters; `SQLite` allows 32,766.
const MAX_ROWS: usize = 512;

/// Up to this number of rows, one statement has all of them. More rows are written by statements whose
/// numbers of rows are powers of two, so that each table has few statements: each is prepared once and kept.
/// Every statement is a round trip to the thread of `SQLite`.
const MAX_EXACT: usize = 16;

/// A value of a statement. PostgreSQL prepares a statement for the types of its first values, so a place has one type,
/// also when its value is missing.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

impl Value {
    /// A value as it is written for people: names, roles, terms.
    pub(super) fn text(value: impl Display) -> Value {
        Value::Text(Some(value.to_string()))
    }

    /// The same of a value that may be missing.
    pub(super) fn optional_text(value: Option<impl Display>) -> Value {
        Value::Text(value.map(|value| value.to_string()))
    }

    pub(super) fn json(value: &impl Serialize) -> Value {
        Value::text(json_text(value))
    }

    pub(super) fn optional_json(value: Option<&impl Serialize>) -> Value {
        Value::Text(value.map(json_text))
    }
}

fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is stored has string keys")
}

/// A type whose values are stored, and may be missing.
pub(super) trait Stored: Into<Value> {
    const NULL: Value;
}

impl<T: Stored> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(T::NULL, Into::into)
    }
}

macro_rules! stored {
    ($null:expr; $($type:ty: |$value:ident| $convert:expr),*) => {
        $(impl From<$type> for Value {
            fn from($value: $type) -> Value {
                $convert
            }
        }

        impl Stored for $type {
            const NULL: Value = $null;
        })*
    };
}

macro_rules! stored_integers {
    ($($type:ty),*) => {
        stored!(Value::Integer(None); $($type: |number| Value::Integer(Some(number as i64))),*);
    };
}

stored_integers!(i64, u64, i32, u32, u8, usize, bool);
stored!(Value::Integer(None);
    UserId: |user| user.0.into(),
    GameId: |game| game.0.into(),
    TokenNumber: |token| token.0.into()
);
stored!(Value::Real(None); f64: |number| Value::Real(Some(number)));
stored!(Value::Text(None);
    String: |text| Value::Text(Some(text)),
    &str: |text| text.to_owned().into()
);
stored!(Value::Bytes(None);
    Vec<u8>: |bytes| Value::Bytes(Some(bytes)),
    &[u8]: |bytes| bytes.to_vec().into()
);

/// A statement with its values.
#[derive(Debug)]
pub(super) struct Statement {
    sql: SqlStr,
    values: Vec<Value>,
}

impl Statement {
    pub(super) fn for_sqlite(self) -> Query<'static, Sqlite, SqliteArguments> {
        self.values.into_iter().fold(sqlx::query(self.sql), |query, value| match value {
            Value::Integer(number) => query.bind(number),
            Value::Real(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        })
    }

    #[cfg(feature = "postgres")]
    pub(super) fn for_postgres(
        self,
    ) -> Query<'static, sqlx::Postgres, sqlx::postgres::PgArguments> {
        let sql = AssertSqlSafe(dialect::translated(self.sql.as_str()));
        self.values.into_iter().fold(sqlx::query(sql), |query, value| match value {
            Value::Integer(number) => query.bind(number),
            Value::Real(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        })
    }

    /// Executes the statement, and returns how many rows it has changed.
    pub(super) async fn execute(self, connection: &mut Connection<'_>) -> Result<u64> {
        connection.execute(self).await
    }

    pub(super) async fn fetch_all(self, connection: &mut Connection<'_>) -> Result<Vec<Row>> {
        connection.fetch_all(self).await
    }

    pub(super) async fn fetch_optional(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<Option<Row>> {
        Ok(connection.fetch_all(self).await?.into_iter().next())
    }

    /// Returns the row of a statement that always has one.
    pub(super) async fn fetch_one(self, connection: &mut Connection<'_>) -> Result<Row> {
        Ok(self.fetch_optional(connection).await?.ok_or(sqlx::Error::RowNotFound)?)
    }
}

/// Builds a statement from parts.
#[derive(Debug)]
pub(super) struct Builder {
    sql: String,
    values: Vec<Value>,
}

impl Builder {
    pub(super) fn new(sql: impl Into<String>) -> Builder {
        Builder { sql: sql.into(), values: Vec::new() }
    }

    /// Adds text, which must not be of a user.
    pub(super) fn push(&mut self, sql: impl AsRef<str>) -> &mut Builder {
        self.sql.push_str(sql.as_ref());
        self
    }

    /// Adds a parameter with its value.
    pub(super) fn push_bind(&mut self, value: impl Into<Value>) -> &mut Builder {
        self.values.push(value.into());
        self.push("?")
    }

    pub(super) fn build(self) -> Statement {
        Statement { sql: AssertSqlSafe(self.sql).into_sql_str(), values: self.values }
    }

    #[cfg(test)]
    pub(super) fn into_string(self) -> String {
        self.sql
    }
}

/// Executes a statement.
pub(super) async fn run<const N: usize>(
    connection: &mut Connection<'_>,
    sql: impl SqlSafeStr,
    values: [Value; N],
) -> Result<()> {
    query(sql, values).execute(connection).await.map(drop)
}

pub(super) fn query<const N: usize>(sql: impl SqlSafeStr, values: [Value; N]) -> Statement {
    Statement { sql: sql.into_sql_str(), values: values.into() }
}

/// Inserts rows. `head` is what stands before `VALUES`; `tail` is what stands after the values, such as
/// `ON CONFLICT DO NOTHING`, and may be empty.
pub(super) async fn insert<T, const N: usize>(
    connection: &mut Connection<'_>,
    head: &str,
    tail: &str,
    rows: &[T],
    values: impl Fn(&T) -> [Value; N],
) -> Result<()> {
    let statement = |n| format!("{head} VALUES {} {tail}", tuples(n, N));
    execute(connection, statement, rows, values).await
}

/// Executes a statement for some rows at a time; its text depends on their number, and must consist of
/// constants and question marks only.
pub(super) async fn execute<T, const N: usize>(
    connection: &mut Connection<'_>,
    statement: impl Fn(usize) -> String,
    rows: &[T],
    values: impl Fn(&T) -> [Value; N],
) -> Result<()> {
    for rows in portions(rows) {
        let text = statement(rows.len());
        bound(text, rows, &values).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Fetches the rows of some keys at a time, as [`execute`] does.
pub(super) async fn fetch<T, const N: usize>(
    connection: &mut Connection<'_>,
    statement: impl Fn(usize) -> String,
    keys: &[T],
    values: impl Fn(&T) -> [Value; N],
) -> Result<Vec<Row>> {
    let mut found = Vec::new();
    for keys in portions(keys) {
        let text = statement(keys.len());
        found.extend(bound(text, keys, &values).fetch_all(&mut *connection).await?);
    }
    Ok(found)
}

fn bound<T, const N: usize>(
    text: String,
    rows: &[T],
    values: impl Fn(&T) -> [Value; N],
) -> Statement {
    let sql = AssertSqlSafe(text).into_sql_str();
    Statement { sql, values: rows.iter().flat_map(values).collect() }
}

fn portions<T>(rows: &[T]) -> impl Iterator<Item = &[T]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let (now, later) = rest.split_at(size(rest.len()));
        rest = later;
        (!now.is_empty()).then_some(now)
    })
}

/// Returns how many of the rows the next statement has.
const fn size(n_rows: usize) -> usize {
    match n_rows {
        MAX_ROWS.. => MAX_ROWS,
        ..=MAX_EXACT => n_rows,
        _ => 1 << n_rows.ilog2(),
    }
}

/// Returns `n` question marks in parentheses.
pub(super) fn tuple(n: usize) -> String {
    format!("({})", list("?", n))
}

/// Returns `n_rows` tuples of question marks.
pub(super) fn tuples(n_rows: usize, n_columns: usize) -> String {
    list(&tuple(n_columns), n_rows)
}

/// Returns `n` times the same text, separated by commas.
fn list(text: &str, n: usize) -> String {
    let mut list = format!("{text},").repeat(n);
    list.pop();
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_numbers_of_rows_have_a_statement_and_few_statements_write_any_number() {
        let mut sizes = std::collections::BTreeSet::new();
        for n_rows in 1..=2 * MAX_ROWS {
            let (mut rest, mut n_statements) = (n_rows, 0);
            while rest > 0 {
                sizes.insert(size(rest));
                rest -= size(rest);
                n_statements += 1;
            }
            assert!(n_statements <= 7, "{n_rows} rows by {n_statements} statements");
        }
        assert_eq!(sizes.len(), 21);
    }
}
