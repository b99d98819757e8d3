//! Writes and reads many rows with few statements.

use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, Sqlite, SqliteConnection};

use super::StoreError;

/// The largest number of rows of a statement. With 13 columns, the most that a table has, these are
/// 6,656 parameters; `SQLite` allows 32,766.
const MAX_ROWS: usize = 512;

/// Up to this number of rows, one statement has all of them. More rows are written by statements whose
/// numbers of rows are powers of two, so that each table has few statements: each is prepared once and kept.
/// Every statement is a round trip to the thread of `SQLite`.
const MAX_EXACT: usize = 16;

type Bound<'q> = Query<'q, Sqlite, SqliteArguments>;

/// The text of an insertion, but for the values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Insert<'a> {
    /// What stands before `VALUES`.
    pub(crate) head: &'a str,
    /// The number of values of a row.
    pub(crate) n_columns: usize,
    /// What stands after the values, such as `ON CONFLICT DO NOTHING`; may be empty.
    pub(crate) tail: &'a str,
}

/// Inserts rows. `bind` binds the values of a row.
pub(crate) async fn insert<T>(
    connection: &mut SqliteConnection,
    Insert { head, n_columns, tail }: Insert<'_>,
    rows: &[T],
    bind: impl for<'q> Fn(Bound<'q>, &T) -> Bound<'q>,
) -> Result<(), StoreError> {
    let statement = |n| format!("{head} VALUES {} {tail}", tuples(n, n_columns));
    execute(connection, statement, rows, bind).await
}

/// Executes a statement for some rows at a time; its text depends on their number. `bind` binds the
/// values of a row. The text must consist of constants and question marks only.
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

/// Returns how many of the rows the next statement has.
const fn size(n_rows: usize) -> usize {
    match n_rows {
        MAX_ROWS.. => MAX_ROWS,
        ..=MAX_EXACT => n_rows,
        _ => 1 << n_rows.ilog2(),
    }
}

/// Fetches the rows of some keys at a time, as [`execute`] does.
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

/// Returns `n` question marks in parentheses.
pub(crate) fn tuple(n: usize) -> String {
    format!("({})", list("?", n))
}

/// Returns `n_rows` tuples of question marks.
pub(crate) fn tuples(n_rows: usize, n_columns: usize) -> String {
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

    #[test]
    fn a_tuple_has_a_mark_for_every_column() {
        assert_eq!(tuples(2, 3), "(?,?,?),(?,?,?)");
    }
}
