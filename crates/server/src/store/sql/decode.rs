//! Reads values from the columns of the database.

use std::fmt::Display;
use std::str::FromStr;

use futures_util::TryStreamExt as _;
use serde::de::DeserializeOwned;
use willow_board::Position;
use willow_protocol::{DisplayName, GameEnd, Notice, Start, Terms, json};

use super::bulk::{Value, query};
use super::{Connection, Result, Row, StoreError};
use crate::domain::DamagedRow;

/// Reads rows of a table, one by one: all rows of a table at once would take more memory than what is made of
/// them. The error is about the first one that cannot be read.
pub(super) async fn read_rows<T, const N: usize>(
    connection: &mut Connection<'_>,
    table: &'static str,
    sql: &'static str,
    values: [Value; N],
    read: impl Fn(&Row) -> Result<T>,
) -> Result<Vec<T>> {
    let mut rows = connection.fetch(query(sql, values));
    let mut found = Vec::new();
    while let Some(row) = rows.try_next().await? {
        found.push(read(&row).map_err(|error| error.in_row(table, row.first_column()))?);
    }
    Ok(found)
}

impl StoreError {
    /// Returns the error with its row, if it is about a value.
    pub(super) fn in_row(self, table: &'static str, row: impl Display) -> StoreError {
        let problem = match self {
            StoreError::InvalidData { what, value } => format!("`{value}` is not {what}"),
            StoreError::Database { error: sqlx::Error::ColumnDecode { index, source }, .. } => {
                format!("its column {index} cannot be read: {source}")
            }
            error => return error,
        };
        StoreError::Damaged(DamagedRow::new(table, row, problem))
    }
}

/// Cuts what was found down to a page, and returns its last item if there is a next page.
pub(super) fn last_of_page<T>(found: &mut Vec<T>, page: usize) -> Option<&T> {
    let more = found.len() > page;
    found.truncate(page);
    found.last().filter(|_| more)
}

/// Parses an event.
pub(super) fn notice(body: &str) -> Result<Notice> {
    json::read_notice(body).map_err(|_| StoreError::invalid("an event", body))
}

/// Parses a value; `what` names it in the error.
pub(super) fn parsed<T: FromStr>(what: &'static str, text: &str) -> Result<T> {
    text.parse().map_err(|_| StoreError::invalid(what, text))
}

/// Parses a name in any script, if there is one. One that is no longer allowed is not shown.
pub(super) fn display_name(text: Option<&str>) -> Option<DisplayName> {
    text.and_then(|text| text.parse().ok())
}

/// Parses the terms of a game.
pub(super) fn terms(text: &str) -> Result<Terms> {
    Terms::from_words(text.split(' ')).map_err(|_| StoreError::invalid("terms", text))
}

/// Parses JSON; `what` names it in the error.
pub(super) fn from_json<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|_| StoreError::invalid(what, text))
}

pub(super) fn game_end(text: &str) -> Result<GameEnd> {
    from_json("an end of a game", text)
}

pub(super) fn position(text: &str) -> Result<Position> {
    match format!("position:{}", text.replace(' ', "/")).parse() {
        Ok(Start::Position(position)) => Ok(position),
        _ => Err(StoreError::invalid("a position", text)),
    }
}
