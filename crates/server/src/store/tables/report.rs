//! Statements for reports and the messages that they are about.

use std::ops::RangeInclusive;

use sqlx::SqliteConnection;

use crate::domain::{ClosedReport, NewReport, OpenReport, RoomKey, Write};
use crate::store::StoreError;
use crate::store::bulk::{Value, run};

type Done = Result<(), StoreError>;

/// How many events before and after the named ones are looked through for messages.
const AROUND: i64 = 10;

/// How many events of a room are looked through for messages of the reported user.
const LATEST: i64 = 200;

/// How many messages of a room a report without lines gets.
const MESSAGES: i64 = 20;

/// Executes a write about reports. The events must have been written before.
pub(in crate::store) async fn report_write(
    connection: &mut SqliteConnection,
    write: Write,
) -> Done {
    match write {
        Write::Report(report) => insert(connection, &report).await,
        Write::ReportClosed(closed) => close(connection, *closed).await,
        _ => Ok(()),
    }
}

async fn insert(connection: &mut SqliteConnection, new: &NewReport) -> Done {
    let sql = "INSERT INTO reports (number, by_id, to_id, lines, reason, at)
               VALUES (?, ?, ?, ?, ?, ?)";
    let values = [
        new.open.report.into(),
        new.open.by.into(),
        new.open.to.into(),
        new.lines.map(|(_, lines)| Value::text(lines)).into(),
        Value::text(&new.reason),
        new.at.into(),
    ];
    run(connection, sql, values).await?;
    if let Some((room, lines)) = new.lines {
        let range = lines.first as i64 - AROUND..=(lines.last as i64).saturating_add(AROUND);
        return attach_range(connection, new, room, range).await;
    }
    for room in [RoomKey::Lobby, RoomKey::Private(new.open.by)] {
        attach_latest(connection, new, room).await?;
    }
    Ok(())
}

/// Copies the messages of a range of a room. Of private messages only those between both users are
/// copied, and of the players of a game only those that the reporter could read.
async fn attach_range(
    connection: &mut SqliteConnection,
    new: &NewReport,
    room: RoomKey,
    numbers: RangeInclusive<i64>,
) -> Done {
    let of_players = match room {
        RoomKey::Players(game) => Some(game),
        RoomKey::Lobby | RoomKey::Game(_) | RoomKey::Watchers(_) | RoomKey::Private(_) => None,
    };
    let sql = "INSERT INTO report_messages (report, room, number, body)
         SELECT ?1, room, number, body FROM events
         WHERE room = ?2 AND number BETWEEN ?3 AND ?4
         AND json_extract(body, '$.event') IN ('said', 'told')
         AND (json_extract(body, '$.event') = 'said'
              OR (SELECT name FROM users WHERE id = ?5)
                 IN (json_extract(body, '$.from'), json_extract(body, '$.to')))
         AND (?7 IS NULL
              OR EXISTS (SELECT 1 FROM games WHERE id = ?7 AND ?6 IN (black_id, white_id)))";
    let values = [
        new.open.report.into(),
        Value::text(room),
        (*numbers.start()).into(),
        (*numbers.end()).into(),
        new.open.to.into(),
        new.open.by.into(),
        of_players.into(),
    ];
    run(connection, sql, values).await
}

/// Copies the latest messages of the reported user in a room.
async fn attach_latest(connection: &mut SqliteConnection, new: &NewReport, room: RoomKey) -> Done {
    let sql = "INSERT INTO report_messages (report, room, number, body)
         SELECT ?1, room, number, body FROM events
         WHERE room = ?2
         AND number > (SELECT COALESCE(MAX(number), 0) FROM events WHERE room = ?2) - ?3
         AND json_extract(body, '$.event') IN ('said', 'told')
         AND json_extract(body, '$.from') = (SELECT name FROM users WHERE id = ?4)
         ORDER BY number DESC LIMIT ?5";
    let OpenReport { report, to, .. } = new.open;
    let values = [report.into(), Value::text(room), LATEST.into(), to.into(), MESSAGES.into()];
    run(connection, sql, values).await
}

async fn close(connection: &mut SqliteConnection, closed: ClosedReport) -> Done {
    let sql = "UPDATE reports SET closed_at = ?, closed_by = ?, outcome = ?, remark = ?
               WHERE number = ?";
    let values = [
        closed.at.into(),
        closed.by.into(),
        Value::text(closed.outcome),
        closed.remark.map(Value::text).into(),
        closed.report.into(),
    ];
    run(connection, sql, values).await
}
