//! Reads reports of users.

use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection};
use willow_protocol::{
    ErrorDetail, Event, ReportClosing, ReportDetails, ReportPage, ReportState, ReportSummary,
};

use super::bulk::run;
use super::{QueryError, Store, StoreError, Writer, notice, parsed};
use crate::domain::{Millis, OpenReport, UserId, refuse};
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
        let more = rows.len() > PAGE as usize;
        rows.truncate(PAGE as usize);
        let reports: Vec<ReportSummary> = rows.iter().map(summary).collect::<Result<_, _>>()?;
        let next = reports.last().filter(|_| more).map(|report| report.report);
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
    let closed = match (row.get::<Option<i64>, _>("closed_at"), text("closer_name")) {
        (Some(at), Some(by)) => Some(ReportClosing {
            at: at as u64,
            by: parsed("a name", &by)?,
            outcome: parsed("an outcome of a report", &text("outcome").unwrap_or_default())?,
            remark: text("remark").map(|text| parsed("a remark", &text)).transpose()?,
        }),
        _ => None,
    };
    Ok(ReportSummary {
        report: row.get::<i64, _>("number") as u64,
        at: row.get::<i64, _>("at") as u64,
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
    let rows = sqlx::query(sql).fetch_all(&mut *connection).await?;
    let open = rows.iter().map(|row| OpenReport {
        report: row.get::<i64, _>(0) as u64,
        by: UserId(row.get(1)),
        to: UserId(row.get(2)),
    });
    let last: Option<i64> =
        sqlx::query_scalar("SELECT MAX(number) FROM reports").fetch_one(connection).await?;
    Ok((open.collect(), last.unwrap_or(0) as u64))
}
