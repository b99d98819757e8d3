//! Inserts many rows with few statements.

use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, Sqlite, SqliteConnection};

use super::StoreError;

/// How many rows a statement inserts. Few sizes, so that their statements are prepared once.
const SIZES: [usize; 4] = [512, 64, 8, 1];

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
    let mut rest = rows;
    for size in SIZES {
        while rest.len() >= size {
            let (now, later) = rest.split_at(size);
            let sql = format!("{insert} VALUES {} {tail}", tuples(size, n_columns));
            // The text is made of constants and question marks only.
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for row in now {
                query = bind(query, row);
            }
            query.execute(&mut *connection).await?;
            rest = later;
        }
    }
    Ok(())
}

/// Writes so many tuples of question marks.
fn tuples(n_rows: usize, n_columns: usize) -> String {
    let tuple = format!("({})", vec!["?"; n_columns].join(","));
    vec![tuple; n_rows].join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tuple_has_a_mark_for_every_column() {
        assert_eq!(tuples(2, 3), "(?,?,?),(?,?,?)");
    }
}
