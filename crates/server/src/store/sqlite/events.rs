//! The events of rooms.

use std::fmt::Display;
use std::sync::Arc;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use willow_protocol::{Notice, Room};

use super::{Readers, Result, StoreError, Value, bulk, first_column, notice};
use crate::domain::{EncodedNotice, RoomKey};

pub(super) const EVENTS: &str = "SELECT body FROM events WHERE room = ? ORDER BY number";

pub(super) async fn insert(
    connection: &mut SqliteConnection,
    rows: &[(RoomKey, u64, Arc<EncodedNotice>)],
) -> Result<()> {
    let head = "INSERT INTO events (room, number, at, body)";
    bulk::insert(connection, head, "", rows, |(room, number, notice)| {
        let body = notice.stored_json().into_owned();
        [Value::text(room), (*number).into(), notice.notice().time.into(), body.into()]
    })
    .await
}

impl Readers {
    /// Reads the latest events of a room, oldest first.
    pub(crate) async fn last_events(&self, room: Room, n: i64) -> Result<Vec<Notice>> {
        last_events(&mut *self.queries.acquire().await?, room, n).await
    }
}

/// Reads the latest events of a room, oldest first.
pub(super) async fn last_events(
    connection: &mut SqliteConnection,
    room: impl Display,
    n: i64,
) -> Result<Vec<Notice>> {
    let sql = "SELECT number, body FROM events WHERE room = ? ORDER BY number DESC LIMIT ?";
    let rows = bulk::query(sql, [Value::text(&room), n.into()]).fetch_all(connection).await?;
    let event = |row: &SqliteRow| {
        let body = row.try_get(1).map_err(StoreError::from).and_then(notice);
        body.map_err(|error| error.in_row("events", format!("{room} {}", first_column(row))))
    };
    rows.iter().rev().map(event).collect()
}
