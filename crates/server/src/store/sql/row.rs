//! A row of an answer, and the types that its columns are read as.

use sqlx::ColumnIndex;
#[cfg(feature = "postgres")]
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, ValueRef as _};

#[cfg(feature = "postgres")]
use super::postgres;

#[derive(Debug)]
pub(crate) enum Row {
    Sqlite(SqliteRow),
    #[cfg(feature = "postgres")]
    Postgres(PgRow),
}

impl Row {
    /// Reads a column that the statement always gives so.
    ///
    /// # Panics
    /// If there is no such column, or it has another type.
    pub(super) fn get<'r, T: Column<'r>, I: Index>(&'r self, index: I) -> T {
        self.try_get(index).unwrap_or_else(|error| panic!("the column {index:?}: {error}"))
    }

    pub(super) fn try_get<'r, T: Column<'r>, I: Index>(&'r self, index: I) -> sqlx::Result<T> {
        T::read(self, index)
    }

    /// Returns the first column as text, whatever it is.
    pub(super) fn first_column(&self) -> String {
        let text = match self {
            Row::Sqlite(row) => row.try_get_unchecked(0).ok(),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => postgres::first_column(row),
        };
        text.unwrap_or_else(|| "without a number".to_owned())
    }

    fn is_null(&self, index: impl Index) -> sqlx::Result<bool> {
        Ok(match self {
            Row::Sqlite(row) => row.try_get_raw(index)?.is_null(),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => row.try_get_raw(index)?.is_null(),
        })
    }
}

/// The number or the name of a column.
#[cfg(not(feature = "postgres"))]
pub(crate) trait Index: ColumnIndex<SqliteRow> + Copy {}
#[cfg(feature = "postgres")]
pub(crate) trait Index: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> + Copy {}

impl Index for usize {}
impl Index for &str {}

/// What a column can be read as.
pub(crate) trait Column<'r>: Sized {
    fn read(row: &'r Row, index: impl Index) -> sqlx::Result<Self>;
}

impl<'r, T: Column<'r>> Column<'r> for Option<T> {
    fn read(row: &'r Row, index: impl Index) -> sqlx::Result<Option<T>> {
        if row.is_null(index)? { Ok(None) } else { T::read(row, index).map(Some) }
    }
}

/// Both databases have these types.
macro_rules! columns {
    ($($type:ty),*) => {
        $(impl<'r> Column<'r> for $type {
            fn read(row: &'r Row, index: impl Index) -> sqlx::Result<$type> {
                match row {
                    Row::Sqlite(row) => row.try_get(index),
                    #[cfg(feature = "postgres")]
                    Row::Postgres(row) => row.try_get(index),
                }
            }
        })*
    };
}

columns!(&'r str, Vec<u8>, &'r [u8], f64);

impl<'r> Column<'r> for String {
    fn read(row: &'r Row, index: impl Index) -> sqlx::Result<String> {
        match row {
            Row::Sqlite(row) => row.try_get(index),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => postgres::text(row, index),
        }
    }
}

/// PostgreSQL has one type for all of these.
macro_rules! integers {
    ($($type:ty),*) => {
        $(impl<'r> Column<'r> for $type {
            fn read(row: &'r Row, index: impl Index) -> sqlx::Result<$type> {
                match row {
                    Row::Sqlite(row) => row.try_get(index),
                    #[cfg(feature = "postgres")]
                    Row::Postgres(row) => postgres::integer(row, index),
                }
            }
        })*
    };
}

integers!(i64, u64, i32, u32, u8);

impl<'r> Column<'r> for bool {
    fn read(row: &'r Row, index: impl Index) -> sqlx::Result<bool> {
        match row {
            Row::Sqlite(row) => row.try_get(index),
            #[cfg(feature = "postgres")]
            Row::Postgres(row) => postgres::integer(row, index).map(|number: i64| number != 0),
        }
    }
}
