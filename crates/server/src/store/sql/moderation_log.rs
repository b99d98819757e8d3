//! Reads the moderation log.

use willow_protocol::{LogEntry, LogFilter, LogPage, Name};

use super::{Readers, Result, Row, last_of_page, parsed};

/// The entries about a user (1) by a moderator (2) before a number (3). Deleted users keep their rows and names, so
/// that every entry has both. The log is short, so names are compared row by row: an index of all names
/// would cost more at every sign-up.
const ENTRIES: &str =
    "SELECT number, moderation.at, action, reason, until, moderators.name AS by_name,
       moderators.gone AS by_gone, users.name AS to_name, users.gone AS to_gone
FROM moderation JOIN users AS moderators ON moderators.id = by_id JOIN users ON users.id = to_id
WHERE (?1 IS NULL OR users.name_key = ?1) AND (?2 IS NULL OR moderators.name_key = ?2)
AND number < ?3 ORDER BY number DESC LIMIT ?4";

impl Readers {
    /// Reads a page of the log from the newest entry to the oldest.
    pub(crate) async fn moderation(&self, filter: &LogFilter) -> Result<LogPage> {
        let [to, by] = [&filter.name, &filter.by].map(|name| name.as_ref().map(Name::key).into());
        let after = filter.after.map_or(i64::MAX, |after| i64::try_from(after).unwrap_or(i64::MAX));
        // One entry more than the page shows whether there is a next page.
        let n = i64::from(filter.page()) + 1;
        let mut rows = self.rows(ENTRIES, [to, by, after.into(), n.into()]).await?;
        let next = last_of_page(&mut rows, filter.page() as usize).map(|row| row.get("number"));
        Ok(LogPage { entries: rows.iter().map(entry).collect::<Result<_, _>>()?, next })
    }
}

fn entry(row: &Row) -> Result<LogEntry> {
    Ok(LogEntry {
        at: row.get("at"),
        by: parsed("a name", row.get("by_name"))?,
        by_is_gone: row.get("by_gone"),
        name: parsed("a name", row.get("to_name"))?,
        name_is_gone: row.get("to_gone"),
        action: row.get("action"),
        reason: row.get("reason"),
        until: row.get("until"),
    })
}
