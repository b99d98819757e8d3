//! Reports of users, and the messages that they are about.

use std::ops::RangeInclusive;

use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection};
use willow_protocol::{
    ErrorDetail, Event, ReportClosing, ReportDetails, ReportPage, ReportState, ReportSummary,
};

use super::bulk::{Value, run};
use super::{QueryError, Store, StoreError, Writer, last_of_page, notice, parsed, read_rows};
use crate::domain::{
    ClosedReport, Millis, NewReport, OpenReport, ReportWrite, RoomKey, UserId, refuse,
};
use crate::ops::Retention;

/// The number of reports of an answer.
const PAGE: i64 = 20;

/// How many reports a step of the retention sweep deletes.
const SWEPT: i64 = 100;

/// The reason of a report whose words were erased.
const ERASED: &str = "(erased)";

/// The columns of a report. Deleted users keep their rows and names.
const REPORTS: &str = "SELECT number, reports.at, lines, reason, closed_at, outcome, remark,
       reporters.name AS by_name, users.name AS to_name, closers.name AS closer_name
FROM reports JOIN users AS reporters ON reporters.id = by_id
JOIN users ON users.id = to_id
LEFT JOIN users AS closers ON closers.id = closed_by";

impl Store {
    /// Lists reports, but none about the asker.
    pub(super) async fn reports(
        &self,
        state: ReportState,
        after: Option<u64>,
        asker: UserId,
    ) -> Result<Event, StoreError> {
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
        let sql = format!("{REPORTS} WHERE {condition} LIMIT ?");
        let mut rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(from)
            .bind(asker.0)
            .bind(PAGE + 1)
            .fetch_all(&self.readers)
            .await?;
        let next = last_of_page(&mut rows, PAGE as usize).map(|row| row.get("number"));
        let reports = rows.iter().map(summary).collect::<Result<_, _>>()?;
        Ok(Event::Reports(ReportPage { reports, next }))
    }

    /// Returns a report with its messages, unless it is about the asker.
    pub(super) async fn report(&self, report: u64, asker: UserId) -> Result<Event, QueryError> {
        let number = i64::try_from(report).unwrap_or(i64::MAX);
        let sql = format!("{REPORTS} WHERE number = ? AND to_id <> ?");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(number)
            .bind(asker.0)
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = row else {
            let message = format!("there is no report {report} for you; see `reports`");
            return refuse(ErrorDetail::NoSuchReport, message);
        };
        let sql = "SELECT body FROM report_messages WHERE report = ? ORDER BY room, number";
        let bodies: Vec<String> =
            sqlx::query_scalar(sql).bind(number).fetch_all(&self.readers).await?;
        let messages = bodies.iter().map(|body| notice(body)).collect::<Result<_, _>>()?;
        Ok(Event::Report(Box::new(ReportDetails { summary: summary(&row)?, messages })))
    }
}

impl Writer {
    /// Deletes some of the reports that were closed too long ago, with the messages copied into them.
    /// The last report keeps its number, because the next one follows from it: only its words go.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn sweep_reports(
        &mut self,
        retention: &Retention,
        now: Millis,
    ) -> Result<(), StoreError> {
        let days = u64::from(retention.report_days);
        if days == 0 {
            return Ok(());
        }
        let from = now.saturating_sub(days * 24 * 3_600_000) as i64;
        let old = "SELECT number FROM reports WHERE closed_at < ? ORDER BY number LIMIT ?";
        let mut transaction = self.connection.begin().await?;
        let numbers: Vec<i64> =
            sqlx::query_scalar(old).bind(from).bind(SWEPT).fetch_all(&mut *transaction).await?;
        for number in numbers {
            erase(&mut transaction, number).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

/// Deletes a report and the messages copied into it, or the words of the last report.
async fn erase(connection: &mut SqliteConnection, number: i64) -> Result<(), StoreError> {
    let messages = "DELETE FROM report_messages WHERE report = ?";
    run(connection, messages, [number.into()]).await?;
    let words = "UPDATE reports SET reason = ?, remark = NULL WHERE number = ?";
    run(connection, words, [ERASED.into(), number.into()]).await?;
    let earlier =
        "DELETE FROM reports WHERE number = ? AND number < (SELECT MAX(number) FROM reports)";
    run(connection, earlier, [number.into()]).await
}

fn summary(row: &SqliteRow) -> Result<ReportSummary, StoreError> {
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
    connection: &mut SqliteConnection,
) -> Result<(Vec<OpenReport>, u64), StoreError> {
    let sql = "SELECT number, by_id, to_id FROM reports WHERE closed_at IS NULL ORDER BY number";
    let read = |row: &SqliteRow| {
        let (by, to) = (UserId(row.try_get(1)?), UserId(row.try_get(2)?));
        Ok(OpenReport { report: row.try_get(0)?, by, to })
    };
    let open = read_rows(connection, "reports", sqlx::query(sql), read).await?;
    let last = sqlx::query_scalar("SELECT MAX(number) FROM reports").fetch_one(connection).await;
    let in_row = |error| StoreError::from(error).in_row("reports", "with the largest number");
    let last: Option<u64> = last.map_err(in_row)?;
    Ok((open, last.unwrap_or(0)))
}

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
    write: ReportWrite,
) -> Done {
    match write {
        ReportWrite::Opened(report) => insert(connection, &report).await,
        ReportWrite::Closed(closed) => close(connection, *closed).await,
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
