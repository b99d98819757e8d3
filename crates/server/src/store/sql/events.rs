//! The events of rooms.

use std::fmt::Display;
use std::sync::Arc;

use willow_protocol::{Notice, Room, TournamentId};

use super::{
    Connection, Readers, Result, Row, StoreError, Value, bulk, notice, parsed, read_rows, run,
};
use crate::domain::{EncodedNotice, RoomKey};

pub(super) const EVENTS: &str = "SELECT body FROM events WHERE room = ? ORDER BY number";

pub(super) async fn insert(
    connection: &mut Connection<'_>,
    rows: &[(RoomKey, u64, Arc<EncodedNotice>)],
) -> Result<()> {
    let head = "INSERT INTO events (room, number, at, body)";
    bulk::insert(connection, head, "", rows, |(room, number, notice)| {
        let body = notice.stored_json().into_owned();
        [Value::text(room), (*number).into(), notice.notice().time.into(), body.into()]
    })
    .await
}

/// Gives events another text.
pub(super) async fn rewrite(
    connection: &mut Connection<'_>,
    rows: &[(RoomKey, u64, Arc<EncodedNotice>)],
) -> Result<()> {
    for (room, number, notice) in rows {
        let sql = "UPDATE events SET body = ? WHERE room = ? AND number = ?";
        let body = notice.stored_json().into_owned();
        run(connection, sql, [body.into(), Value::text(room), (*number).into()]).await?;
    }
    Ok(())
}

/// Reads the events of all tournaments, each in their order.
pub(super) async fn of_tournaments(
    connection: &mut Connection<'_>,
) -> Result<Vec<(TournamentId, Vec<Notice>)>> {
    // `0` follows `/`.
    let sql = "SELECT room || ' ' || number, room, body FROM events
               WHERE room >= 'tournament/' AND room < 'tournament0' ORDER BY room, number";
    let rows = read_rows(connection, "events", sql, [], |row| {
        let room: &str = row.try_get(1)?;
        match parsed("a room", room)? {
            Room::Tournament(id) => Ok((id, notice(row.try_get(2)?)?)),
            _ => Err(StoreError::invalid("a room", room)),
        }
    })
    .await?;
    let mut rooms: Vec<(TournamentId, Vec<Notice>)> = Vec::new();
    for (id, notice) in rows {
        match rooms.last_mut().filter(|(last, _)| *last == id) {
            Some((_, notices)) => notices.push(notice),
            None => rooms.push((id, vec![notice])),
        }
    }
    Ok(rooms)
}

impl Readers {
    /// Reads the latest events of a room, oldest first.
    pub(crate) async fn last_events(&self, room: Room, n: i64) -> Result<Vec<Notice>> {
        last_events(&mut self.queries.acquire().await?.connection(), room, n).await
    }
}

/// Reads the latest events of a room, oldest first.
pub(super) async fn last_events(
    connection: &mut Connection<'_>,
    room: impl Display,
    n: i64,
) -> Result<Vec<Notice>> {
    let sql = "SELECT number, body FROM events WHERE room = ? ORDER BY number DESC LIMIT ?";
    let rows = bulk::query(sql, [Value::text(&room), n.into()]).fetch_all(connection).await?;
    let event = |row: &Row| {
        let body = row.try_get(1).map_err(StoreError::from).and_then(notice);
        body.map_err(|error| error.in_row("events", format!("{room} {}", row.first_column())))
    };
    rows.iter().rev().map(event).collect()
}
