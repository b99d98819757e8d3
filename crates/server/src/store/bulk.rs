//! Writes and reads many rows with few statements.

use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, Sqlite, SqliteConnection};

use super::StoreError;

/// How many rows a statement inserts at most.
const MOST: usize = 512;

/// Up to so many rows there is a statement for each number: each is prepared once, and every
/// statement is a way to the thread of `SQLite` and back.
const ANY: usize = 64;

type Bound<'q> = Query<'q, Sqlite, SqliteArguments>;

/// Inserts rows, `bind` giving the values of each to a statement that begins with `insert` and ends
/// with `tail`.
pub(crate) async fn insert<T>(
    connection: &mut SqliteConnection,
    insert: &str,
    n_columns: usize,
    tail: &str,
    rows: &[T],
    bind: impl for<'q> Fn(Bound<'q>, &T) -> Bound<'q>,
) -> Result<(), StoreError> {
    let statement = |n| format!("{insert} VALUES {} {tail}", tuples(n, n_columns));
    execute(connection, statement, rows, bind).await
}

/// Carries out the statement for some rows at a time, which depends on their number, `bind` giving
/// it the values of each. Its text must be made of constants and question marks only.
pub(crate) async fn execute<T>(
    connection: &mut SqliteConnection,
    statement: impl Fn(usize) -> String,
    rows: &[T],
    bind: impl for<'q> Fn(Bound<'q>, &T) -> Bound<'q>,
) -> Result<(), StoreError> {
    let mut rest = rows;
    while !rest.is_empty() {
        let (now, later) = rest.split_at(size(rest.len()));
        let query = sqlx::query(AssertSqlSafe(statement(now.len())));
        now.iter().fold(query, &bind).execute(&mut *connection).await?;
        rest = later;
    }
    Ok(())
}

/// Returns how many of so many rows the next statement inserts.
const fn size(n_rows: usize) -> usize {
    match n_rows {
        MOST.. => MOST,
        ..=ANY => n_rows,
        _ => ANY,
    }
}

/// Asks for the rows of some keys at a time, as [`execute`] does it.
pub(crate) async fn fetch<T>(
    connection: &mut SqliteConnection,
    statement: impl Fn(usize) -> String,
    keys: &[T],
    bind: impl for<'q> Fn(Bound<'q>, &T) -> Bound<'q>,
) -> Result<Vec<SqliteRow>, StoreError> {
    let (mut rest, mut rows) = (keys, Vec::new());
    while !rest.is_empty() {
        let (now, later) = rest.split_at(size(rest.len()));
        let query = sqlx::query(AssertSqlSafe(statement(now.len())));
        rows.extend(now.iter().fold(query, &bind).fetch_all(&mut *connection).await?);
        rest = later;
    }
    Ok(rows)
}

/// Writes so many question marks in parentheses.
pub(crate) fn tuple(n: usize) -> String {
    format!("({})", vec!["?"; n].join(","))
}

/// Writes so many tuples of question marks.
pub(crate) fn tuples(n_rows: usize, n_columns: usize) -> String {
    vec![tuple(n_columns); n_rows].join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tuple_has_a_mark_for_every_column() {
        assert_eq!(tuples(2, 3), "(?,?,?),(?,?,?)");
    }
}
