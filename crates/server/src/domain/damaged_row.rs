//! Rows of the store that cannot be what the server wrote.

use std::fmt::Display;

use thiserror::Error;

/// A row of the database cannot be used: it was changed from outside, or the disk has damaged it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "row {row} of the table `{table}` is damaged: {problem}; restore a backup, or correct or delete \
     this row with `sqlite3 willow.db` while no server runs"
)]
pub struct DamagedRow {
    /// The table of `willow.db`.
    pub table: &'static str,
    /// The columns that tell the row from all others.
    pub row: String,
    /// What cannot be true about it.
    pub problem: String,
}

impl DamagedRow {
    /// Returns the error about a row.
    pub(crate) fn new(table: &'static str, row: impl Display, problem: impl Display) -> DamagedRow {
        DamagedRow { table, row: row.to_string(), problem: problem.to_string() }
    }
}
