//! The messages of the lobby and of private rooms among their events, page by page.

use std::collections::VecDeque;

use futures_util::TryStreamExt as _;
use willow_protocol::{Name, Notice, RoomLines};

use super::{Connection, Readers, Result, Row, Value, bulk, notice, parsed};
use crate::domain::{FoundMessage, KEPT_MESSAGES, Millis, PastChat, RoomKey, SEARCHED_EVENTS};

/// The events of a room before a number, the newest first, with the bodies of messages alone and of what stands in
/// their place: of a private room those with one other user.
pub(super) const MESSAGES: &str = "SELECT number, at,
            CASE WHEN json_extract(body, '$.event') = 'said'
                   OR json_extract(body, '$.event') = 'told' AND ?4 COLLATE NOCASE
                      IN (json_extract(body, '$.from'), json_extract(body, '$.to'))
                   OR CAST(json_extract(body, '$.message') AS BIGINT) = number
                      AND (?4 IS NULL OR json_extract(body, '$.from') = ?4 COLLATE NOCASE)
                 THEN body END
     FROM events WHERE room = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3";

impl Readers {
    /// Returns the messages among some events of a room.
    pub(crate) async fn authors(&self, lines: RoomLines) -> Result<Vec<FoundMessage>> {
        let sql = "SELECT number, json_extract(body, '$.from') FROM events
                   WHERE room = ? AND number BETWEEN ? AND ?
                   AND json_extract(body, '$.event') = 'said' ORDER BY number";
        let values = [Value::text(lines.room), lines.first.into(), lines.last.into()];
        let found = |row: &Row| {
            let author = parsed("a name", row.get(1))?;
            Ok(FoundMessage { owner: None, number: row.get(0), author })
        };
        self.rows(sql, values).await?.iter().map(found).collect()
    }

    /// Returns a page of messages, oldest first, and the number before which the earlier ones are.
    pub(crate) async fn messages(&self, page: &PastChat) -> Result<(Vec<Notice>, Option<u64>)> {
        messages_before(&mut self.queries.acquire().await?.connection(), page).await
    }
}

/// Reads the latest messages of the lobby, oldest first.
pub(super) async fn last_messages(connection: &mut Connection<'_>) -> Result<Vec<Notice>> {
    let (room, before, kept_from) = (RoomKey::Lobby, u64::MAX, 0);
    let page = PastChat { room, with: None, before, kept_from, hidden: Vec::new() };
    Ok(messages_before(connection, &page).await?.0)
}

/// Reads the messages before a number, as many as a page has, oldest first, and the number of the oldest event that
/// was looked at, if older ones were not. Only so many events are searched for
/// them: most events of the lobby are games, and nobody waits until years of them are read.
async fn messages_before(
    connection: &mut Connection<'_>,
    page: &PastChat,
) -> Result<(Vec<Notice>, Option<u64>)> {
    let PastChat { room, with, before, kept_from, .. } = page;
    let before = i64::try_from(*before).unwrap_or(i64::MAX);
    let with = with.as_ref().map(Name::as_str);
    let values = [Value::text(room), before.into(), SEARCHED_EVENTS.into(), with.into()];
    let mut rows = connection.fetch(bulk::query(MESSAGES, values));
    let (mut found, mut next, mut n_searched) = (VecDeque::new(), None, 0);
    while let Some(row) = rows.try_next().await? {
        let (number, at, message) = event_of(&row)
            .map_err(|error| error.in_row("events", format!("{room} {}", row.first_column())))?;
        if at < *kept_from {
            break;
        }
        n_searched += 1;
        if let Some(message) = message {
            found.push_front(message);
        }
        if found.len() == KEPT_MESSAGES || n_searched == SEARCHED_EVENTS {
            next = (number > 1).then_some(number);
            break;
        }
    }
    Ok((found.into(), next))
}

/// Reads the number of an event, its time, and the event if it is a message.
fn event_of(row: &Row) -> Result<(u64, Millis, Option<Notice>)> {
    let body: Option<&str> = row.try_get(2)?;
    let message = body.map(notice).transpose()?;
    Ok((row.try_get(0)?, row.try_get(1)?, message))
}
