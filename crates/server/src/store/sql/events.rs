//! The events of rooms.

use std::fmt::Display;
use std::sync::Arc;

use willow_protocol::{Event, Notice, Room, TournamentChange, TournamentId};

use super::accounts::json_list;
use super::{
    Connection, Readers, Result, Row, StoreError, Value, bulk, notice, parsed, read_rows, run,
};
use crate::domain::{EncodedNotice, Millis, RoomKey};

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

/// Every tournament with the time of its first event and its last change of phase.
const TOURNAMENTS: &str = r#"WITH RECURSIVE rooms (room) AS (
        SELECT MIN(room) FROM events WHERE room >= 'tournament/' AND room < 'tournament0'
        UNION ALL
        SELECT (SELECT MIN(events.room) FROM events
                WHERE events.room > rooms.room AND events.room < 'tournament0')
        FROM rooms WHERE rooms.room IS NOT NULL)
    SELECT room,
           (SELECT at FROM events WHERE events.room = rooms.room ORDER BY number LIMIT 1),
           (SELECT body FROM events
            WHERE events.room = rooms.room AND body LIKE '%"change":{"phase":%'
            ORDER BY number DESC LIMIT 1)
    FROM rooms WHERE room IS NOT NULL"#;

/// Returns the tournaments that are over and were planned before a time, and all others.
pub(super) async fn past_tournaments(
    connection: &mut Connection<'_>,
    before: Millis,
) -> Result<(Vec<TournamentId>, Vec<TournamentId>)> {
    let rows = read_rows(connection, "events", TOURNAMENTS, [], |row| {
        let room: &str = row.try_get(0)?;
        let Room::Tournament(id) = parsed("a room", room)? else {
            return Err(StoreError::invalid("a room", room));
        };
        let planned_at: Millis = row.try_get(1)?;
        let last = row.try_get::<Option<&str>, _>(2)?.map(|_| notice(row.try_get(2)?));
        let is_over = last.transpose()?.is_some_and(|notice| match notice.event {
            Event::TournamentChanged { change: TournamentChange::Phase { phase, .. }, .. } => {
                !phase.is_open()
            }
            _ => false,
        });
        Ok((id, is_over && planned_at < before))
    })
    .await?;
    let (past, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, is_past)| *is_past);
    let ids = |rows: Vec<(TournamentId, bool)>| rows.into_iter().map(|(id, _)| id).collect();
    Ok((ids(past), ids(others)))
}

/// Reads the events of tournaments, each in their order.
pub(super) async fn of_tournaments(
    connection: &mut Connection<'_>,
    ids: &[TournamentId],
) -> Result<Vec<(TournamentId, Vec<Notice>)>> {
    let sql = "SELECT room || ' ' || number, room, body FROM events
               WHERE room IN (SELECT value FROM json_each(?)) ORDER BY room, number";
    let rooms = json_list(ids.iter().map(|id| RoomKey::Tournament(*id).to_string()));
    let rows = read_rows(connection, "events", sql, [rooms.into()], |row| {
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
    /// Reads the events of tournaments that are not in memory.
    pub(crate) async fn tournaments(
        &self,
        ids: &[TournamentId],
    ) -> Result<Vec<(TournamentId, Vec<Notice>)>> {
        of_tournaments(&mut self.accounts.acquire().await?.connection(), ids).await
    }

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
