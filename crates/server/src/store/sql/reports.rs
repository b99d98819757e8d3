//! Reports of users, and the messages that they are about.

use std::ops::RangeInclusive;

use sqlx::AssertSqlSafe;
use willow_protocol::{
    ReportClosing, ReportDetails, ReportPage, ReportState, ReportSummary, RoomLines,
};

use super::{
    Connection, Readers, Result, Row, StoreError, Value, bulk, last_of_page, notice, parsed,
    read_rows, run,
};
use crate::domain::{
    ClosedReport, FoundMessage, Millis, NewReport, OpenReport, ReportWrite, RoomKey, UserId,
};

/// The number of reports of an answer.
const PAGE: i64 = 20;

/// Number of reports that a step of the retention sweep deletes.
const SWEPT: i64 = 100;

/// The reason of a report whose words were erased.
const ERASED: &str = "(erased)";

/// The columns of a report. Deleted users keep their rows and names.
const REPORTS: &str = "SELECT number, reports.at, lines, reason, closed_at, outcome, remark,
       reporters.name AS by_name, users.name AS to_name, closers.name AS closer_name
FROM reports JOIN users AS reporters ON reporters.id = by_id
JOIN users ON users.id = to_id
LEFT JOIN users AS closers ON closers.id = closed_by";

impl Readers {
    /// Lists reports, but none about the asker.
    pub(crate) async fn reports(
        &self,
        state: ReportState,
        after: Option<u64>,
        asker: UserId,
    ) -> Result<ReportPage> {
        let after = after.map(|after| i64::try_from(after).unwrap_or(i64::MAX));
        let (condition, from) = match state {
            ReportState::Open => (
                "closed_at IS NULL AND number > ? AND to_id <> ? ORDER BY number",
                after.unwrap_or(0),
            ),
            ReportState::Closed => (
                "closed_at IS NOT NULL AND number < ? AND to_id <> ? ORDER BY number DESC",
                after.unwrap_or(i64::MAX),
            ),
        };
        let sql = AssertSqlSafe(format!("{REPORTS} WHERE {condition} LIMIT ?"));
        let mut rows = self.rows(sql, [from.into(), asker.into(), (PAGE + 1).into()]).await?;
        let next = last_of_page(&mut rows, PAGE as usize).map(|row| row.get("number"));
        Ok(ReportPage { reports: rows.iter().map(summary).collect::<Result<_, _>>()?, next })
    }

    /// Returns a report with its messages, unless it is about the asker.
    pub(crate) async fn report(&self, report: u64, asker: UserId) -> Result<Option<ReportDetails>> {
        let number = i64::try_from(report).unwrap_or(i64::MAX);
        let sql = AssertSqlSafe(format!("{REPORTS} WHERE number = ? AND to_id <> ?"));
        let Some(row) = self.row(sql, [number.into(), asker.into()]).await? else {
            return Ok(None);
        };
        let sql = "SELECT body FROM report_messages WHERE report = ? ORDER BY room, number";
        let rows = self.rows(sql, [number.into()]).await?;
        let messages = rows.iter().map(|row| notice(row.get(0))).collect::<Result<_, _>>()?;
        Ok(Some(ReportDetails { summary: summary(&row)?, messages }))
    }
}

/// The private messages of a report (1) with numbers (2 to 3), unless it is about the asker (4): each in the rooms of
/// both users, where they have other numbers and the same time.
const REPORTED: &str = "SELECT users.id, other.number, json_extract(own.body, '$.from')
     FROM report_messages JOIN reports ON reports.number = report AND to_id <> ?4
     JOIN events AS own ON own.room = report_messages.room AND own.number = report_messages.number
     JOIN users ON gone = 0 AND name_key IN (lower(json_extract(own.body, '$.from')),
                                             lower(json_extract(own.body, '$.to')))
     JOIN events AS other ON other.room = 'private/' || users.id AND other.at = own.at
     WHERE report = ?1 AND report_messages.number BETWEEN ?2 AND ?3
     AND report_messages.room LIKE 'private/%' AND json_extract(own.body, '$.event') = 'told'
     AND json_extract(other.body, '$.event') = 'told'
     AND json_extract(other.body, '$.from') = json_extract(own.body, '$.from')
     AND json_extract(other.body, '$.text') = json_extract(own.body, '$.text')";

impl Readers {
    pub(crate) async fn reported_messages(
        &self,
        report: u64,
        lines: RoomLines,
        asker: UserId,
    ) -> Result<Vec<FoundMessage>> {
        let number = i64::try_from(report).unwrap_or(i64::MAX);
        let values = [number.into(), lines.first.into(), lines.last.into(), asker.into()];
        let found = |row: &Row| {
            let author = parsed("a name", row.get(2))?;
            Ok(FoundMessage { owner: Some(UserId(row.get(0))), number: row.get(1), author })
        };
        self.rows(REPORTED, values).await?.iter().map(found).collect()
    }
}

/// Deletes some of the reports that were closed before a time, with the messages copied into them.
/// The last report keeps its number, because the next one follows from it: only its words go.
pub(super) async fn sweep(connection: &mut Connection<'_>, before: Millis) -> Result<()> {
    let old = "SELECT number FROM reports WHERE closed_at < ? ORDER BY number LIMIT ?";
    let mut transaction = connection.begin().await?;
    let query = bulk::query(old, [before.into(), SWEPT.into()]);
    for row in query.fetch_all(&mut transaction).await? {
        erase(&mut transaction, row.get(0)).await?;
    }
    transaction.commit().await
}

/// Deletes a report and the messages copied into it, or the words of the last report.
async fn erase(connection: &mut Connection<'_>, number: i64) -> Result<()> {
    let messages = "DELETE FROM report_messages WHERE report = ?";
    run(connection, messages, [number.into()]).await?;
    let words = "UPDATE reports SET reason = ?, remark = NULL WHERE number = ?";
    run(connection, words, [ERASED.into(), number.into()]).await?;
    let earlier =
        "DELETE FROM reports WHERE number = ? AND number < (SELECT MAX(number) FROM reports)";
    run(connection, earlier, [number.into()]).await
}

fn summary(row: &Row) -> Result<ReportSummary> {
    let text = |column: &str| row.get::<Option<String>, _>(column);
    let closed = match (row.get("closed_at"), text("closer_name")) {
        (Some(at), Some(by)) => Some(ReportClosing {
            at,
            by: parsed("a name", &by)?,
            outcome: parsed("an outcome of a report", &text("outcome").unwrap_or_default())?,
            remark: text("remark").map(|text| parsed("a remark", &text)).transpose()?,
        }),
        _ => None,
    };
    Ok(ReportSummary {
        report: row.get("number"),
        at: row.get("at"),
        by: parsed("a name", row.get("by_name"))?,
        name: parsed("a name", row.get("to_name"))?,
        reason: parsed("a reason", row.get("reason"))?,
        lines: text("lines").map(|text| parsed("lines of a room", &text)).transpose()?,
        closed,
    })
}

/// Reads the open reports, and the number of the last report.
pub(super) async fn open_reports(
    connection: &mut Connection<'_>,
) -> Result<(Vec<OpenReport>, u64)> {
    let sql = "SELECT number, by_id, to_id FROM reports WHERE closed_at IS NULL ORDER BY number";
    let read = |row: &Row| {
        let (by, to) = (UserId(row.try_get(1)?), UserId(row.try_get(2)?));
        Ok(OpenReport { report: row.try_get(0)?, by, to })
    };
    let open = read_rows(connection, "reports", sql, [], read).await?;
    let row = bulk::query("SELECT MAX(number) FROM reports", []).fetch_one(connection).await?;
    let in_row = |error| StoreError::from(error).in_row("reports", "with the largest number");
    let last: Option<u64> = row.try_get(0).map_err(in_row)?;
    Ok((open, last.unwrap_or(0)))
}

/// Number of events searched for messages before and after the named ones.
const AROUND: i64 = 10;

/// Number of events of a room searched for messages of the reported user.
const LATEST: i64 = 200;

/// Number of messages of a room that a report without lines gets.
const MESSAGES: i64 = 20;

/// Executes a write about reports. The events must have been written before.
pub(super) async fn report_write(
    connection: &mut Connection<'_>,
    write: ReportWrite,
) -> Result<()> {
    match write {
        ReportWrite::Opened(report) => insert(connection, &report).await,
        ReportWrite::Closed(closed) => close(connection, *closed).await,
        ReportWrite::MessageRemoved(room, number) => {
            let sql = "UPDATE events SET body = json_set(json_set(
                           json_remove(json_remove(body, '$.text'), '$.to'),
                           '$.event', 'removed'), '$.message', number)
                       WHERE room = ? AND number = ?
                       AND json_extract(body, '$.event') IN ('said', 'told')";
            run(connection, sql, [Value::text(room), number.into()]).await
        }
    }
}

async fn insert(connection: &mut Connection<'_>, new: &NewReport) -> Result<()> {
    let sql = "INSERT INTO reports (number, by_id, to_id, lines, reason, at)
               VALUES (?, ?, ?, ?, ?, ?)";
    let values = [
        new.open.report.into(),
        new.open.by.into(),
        new.open.to.into(),
        Value::optional_text(new.lines.map(|(_, lines)| lines)),
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
    connection: &mut Connection<'_>,
    new: &NewReport,
    room: RoomKey,
    numbers: RangeInclusive<i64>,
) -> Result<()> {
    let of_players = match room {
        RoomKey::Players(game) => Some(game),
        RoomKey::Lobby
        | RoomKey::Game(_)
        | RoomKey::Spectators(_)
        | RoomKey::Tournament(_)
        | RoomKey::Private(_) => None,
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
async fn attach_latest(
    connection: &mut Connection<'_>,
    new: &NewReport,
    room: RoomKey,
) -> Result<()> {
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

async fn close(connection: &mut Connection<'_>, closed: ClosedReport) -> Result<()> {
    let sql = "UPDATE reports SET closed_at = ?, closed_by = ?, outcome = ?, remark = ?
               WHERE number = ?";
    let values = [
        closed.at.into(),
        closed.by.into(),
        Value::text(closed.outcome),
        Value::optional_text(closed.remark),
        closed.report.into(),
    ];
    run(connection, sql, values).await
}
