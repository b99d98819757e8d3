//! Writes and reads many rows with few statements.

use std::fmt::Display;

use serde::Serialize;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, SqlSafeStr, Sqlite, SqliteConnection};

use willow_protocol::GameId;

use super::Result;
use crate::domain::{TokenNumber, UserId};

/// Maximum number of rows of a statement. With 13 columns, the most that a table has, these are
/// 6,656 parameters; `SQLite` allows 32,766.
const MAX_ROWS: usize = 512;

/// Up to this number of rows, one statement has all of them. More rows are written by statements whose
/// numbers of rows are powers of two, so that each table has few statements: each is prepared once and kept.
/// Every statement is a round trip to the thread of `SQLite`.
const MAX_EXACT: usize = 16;

pub(super) type Bound<'q> = Query<'q, Sqlite, SqliteArguments>;

#[derive(Clone, Debug)]
pub(super) enum Value {
    Integer(Option<i64>),
    Real(f64),
    Text(Option<String>),
    Bytes(Vec<u8>),
}

impl Value {
    fn bind(self, query: Bound<'_>) -> Bound<'_> {
        match self {
            Value::Integer(number) => query.bind(number),
            Value::Real(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        }
    }

    /// A value as it is written for people: names, roles, terms.
    pub(super) fn text(value: impl Display) -> Value {
        Value::Text(Some(value.to_string()))
    }

    pub(super) fn json(value: &impl Serialize) -> Value {
        Value::text(serde_json::to_string(value).expect("what is stored has string keys"))
    }
}

macro_rules! values_from_integers {
    ($($integer:ty),*) => {
        $(impl From<$integer> for Value {
            fn from(number: $integer) -> Value {
                Value::Integer(Some(number as i64))
            }
        })*
    };
}

values_from_integers!(i64, u64, i32, u32, u8, usize, bool);

impl From<UserId> for Value {
    fn from(user: UserId) -> Value {
        user.0.into()
    }
}

impl From<GameId> for Value {
    fn from(game: GameId) -> Value {
        game.0.into()
    }
}

impl From<TokenNumber> for Value {
    fn from(token: TokenNumber) -> Value {
        token.0.into()
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Real(number)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(Some(text))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        text.to_owned().into()
    }
}

impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Value {
        Value::Bytes(bytes.to_vec())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        // NULL is the same in every column.
        value.map_or(Value::Integer(None), Into::into)
    }
}

/// Executes a statement.
pub(super) async fn run<const N: usize>(
    connection: &mut SqliteConnection,
    sql: impl SqlSafeStr,
    values: [Value; N],
) -> Result<()> {
    query(sql, values).execute(connection).await?;
    Ok(())
}

pub(super) fn query<'q, const N: usize>(sql: impl SqlSafeStr, values: [Value; N]) -> Bound<'q> {
    values.into_iter().fold(sqlx::query(sql), |query, value| value.bind(query))
}

/// Inserts rows. `head` is what stands before `VALUES`; `tail` is what stands after the values, such as
/// `ON CONFLICT DO NOTHING`, and may be empty.
pub(super) async fn insert<T, const N: usize>(
    connection: &mut SqliteConnection,
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
    connection: &mut SqliteConnection,
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
    connection: &mut SqliteConnection,
    statement: impl Fn(usize) -> String,
    keys: &[T],
    values: impl Fn(&T) -> [Value; N],
) -> Result<Vec<SqliteRow>> {
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
) -> Bound<'static> {
    let query = sqlx::query(AssertSqlSafe(text));
    rows.iter().flat_map(values).fold(query, |query, value| value.bind(query))
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
