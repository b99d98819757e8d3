//! Statements for reports and the messages that they are about.

use sqlx::SqliteConnection;

use crate::domain::{ClosedReport, NewReport, RoomKey, UserId, Write};
use crate::store::StoreError;

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
    sqlx::query(
        "INSERT INTO reports (number, by_id, to_id, lines, reason, at) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(new.open.report as i64)
    .bind(new.open.by.0)
    .bind(new.open.to.0)
    .bind(new.lines.map(|(_, lines)| lines.to_string()))
    .bind(new.reason.to_string())
    .bind(new.at as i64)
    .execute(&mut *connection)
    .await?;
    if let Some((room, lines)) = new.lines {
        let range = (lines.first as i64 - AROUND, (lines.last as i64).saturating_add(AROUND));
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
    (first, last): (i64, i64),
) -> Done {
    let player: Option<(UserId, i64)> = match room {
        RoomKey::Players(game) => Some((new.open.by, game.0 as i64)),
        RoomKey::Lobby | RoomKey::Game(_) | RoomKey::Watchers(_) | RoomKey::Private(_) => None,
    };
    sqlx::query(
        "INSERT INTO report_messages (report, room, number, body)
         SELECT ?1, room, number, body FROM events
         WHERE room = ?2 AND number BETWEEN ?3 AND ?4
         AND json_extract(body, '$.event') IN ('said', 'told')
         AND (json_extract(body, '$.event') = 'said'
              OR (SELECT name FROM users WHERE id = ?5)
                 IN (json_extract(body, '$.from'), json_extract(body, '$.to')))
         AND (?6 IS NULL
              OR EXISTS (SELECT 1 FROM games WHERE id = ?7 AND ?6 IN (black_id, white_id)))",
    )
    .bind(new.open.report as i64)
    .bind(room.to_string())
    .bind(first)
    .bind(last)
    .bind(new.open.to.0)
    .bind(player.map(|(user, _)| user.0))
    .bind(player.map(|(_, game)| game))
    .execute(connection)
    .await?;
    Ok(())
}

/// Copies the latest messages of the reported user in a room.
async fn attach_latest(connection: &mut SqliteConnection, new: &NewReport, room: RoomKey) -> Done {
    sqlx::query(
        "INSERT INTO report_messages (report, room, number, body)
         SELECT ?1, room, number, body FROM events
         WHERE room = ?2
         AND number > (SELECT COALESCE(MAX(number), 0) FROM events WHERE room = ?2) - ?3
         AND json_extract(body, '$.event') IN ('said', 'told')
         AND json_extract(body, '$.from') = (SELECT name FROM users WHERE id = ?4)
         ORDER BY number DESC LIMIT ?5",
    )
    .bind(new.open.report as i64)
    .bind(room.to_string())
    .bind(LATEST)
    .bind(new.open.to.0)
    .bind(MESSAGES)
    .execute(connection)
    .await?;
    Ok(())
}

async fn close(connection: &mut SqliteConnection, closed: ClosedReport) -> Done {
    sqlx::query(
        "UPDATE reports SET closed_at = ?, closed_by = ?, outcome = ?, remark = ?
         WHERE number = ?",
    )
    .bind(closed.at as i64)
    .bind(closed.by.0)
    .bind(closed.outcome.to_string())
    .bind(closed.remark.map(|remark| remark.to_string()))
    .bind(closed.report as i64)
    .execute(connection)
    .await?;
    Ok(())
}
