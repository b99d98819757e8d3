//! The messages of the lobby among its events, page by page.

use futures_util::TryStreamExt as _;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use willow_protocol::{Event, Notice};

use super::{Store, StoreError, first_column, notice};
use crate::domain::{KEPT_MESSAGES, Millis, PastChat, RoomKey, SEARCHED_EVENTS};

/// The events of a room before a number, the newest first, with the bodies of messages alone.
pub(super) const MESSAGES: &str = "SELECT number, at,
            CASE WHEN json_extract(body, '$.event') = 'said' THEN body END
     FROM events WHERE room = ? AND number < ? ORDER BY number DESC LIMIT ?";

/// Some messages of the lobby.
#[derive(Debug, Default)]
struct Messages {
    /// The messages, newest first.
    notices: Vec<Notice>,
    /// The number of the oldest event that was looked at, if older ones were not.
    next: Option<u64>,
}

impl Store {
    /// Returns a page of the lobby's messages, as its reader may see them.
    pub(super) async fn lobby_chat(&self, page: &PastChat) -> Result<Event, StoreError> {
        let mut connection = self.readers.acquire().await?;
        let found = messages_before(&mut connection, page.before, page.kept_from).await?;
        let is_hidden =
            |event: &Event| matches!(event, Event::Said { from, .. } if page.hidden.contains(from));
        let messages = found.notices.into_iter().rev();
        let messages = messages.filter(|notice| !is_hidden(&notice.event)).collect();
        Ok(Event::Chat { messages, next: found.next })
    }
}

/// Reads the latest messages of the lobby, oldest first.
pub(super) async fn last_messages(
    connection: &mut SqliteConnection,
) -> Result<Vec<Notice>, StoreError> {
    let found = messages_before(connection, u64::MAX, 0).await?;
    Ok(found.notices.into_iter().rev().collect())
}

/// Reads the messages before a number, as many as a page has. Only so many events are searched for
/// them: most events of the lobby are games, and nobody waits until years of them are read.
async fn messages_before(
    connection: &mut SqliteConnection,
    before: u64,
    kept_from: Millis,
) -> Result<Messages, StoreError> {
    let mut rows = sqlx::query(MESSAGES)
        .bind(RoomKey::Lobby.to_string())
        .bind(i64::try_from(before).unwrap_or(i64::MAX))
        .bind(SEARCHED_EVENTS as i64)
        .fetch(connection);
    let mut found = Messages::default();
    let mut n_searched = 0;
    while let Some(row) = rows.try_next().await? {
        let event = event_of(&row).map_err(|error| {
            error.in_row("events", format!("{} {}", RoomKey::Lobby, first_column(&row)))
        });
        let FoundEvent { number, at, message } = event?;
        if at < kept_from {
            return Ok(Messages { next: None, ..found });
        }
        n_searched += 1;
        found.notices.extend(message);
        if found.notices.len() == KEPT_MESSAGES || n_searched == SEARCHED_EVENTS {
            found.next = (number > 1).then_some(number);
            break;
        }
    }
    Ok(found)
}

/// An event of the lobby.
struct FoundEvent {
    number: u64,
    at: Millis,
    /// The event, if it is a message.
    message: Option<Notice>,
}

fn event_of(row: &SqliteRow) -> Result<FoundEvent, StoreError> {
    let body: Option<&str> = row.try_get(2)?;
    let message = body.map(notice).transpose()?;
    Ok(FoundEvent { number: row.try_get(0)?, at: row.try_get(1)?, message })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Query;
    use crate::store::test_support::{TestStore, event, said};

    /// A lobby of 600 events, of which each tenth is a message, from alice and bob in turn. The time of an
    /// event is its number.
    #[test]
    fn messages_are_read_page_by_page_but_not_those_that_are_muted_or_no_longer_kept() {
        let mut store = TestStore::new();
        let events = (1..=600).map(|number| {
            let name = if number % 20 == 0 { "bob" } else { "alice" };
            match number % 10 {
                0 => said(RoomKey::Lobby, number, name, &number.to_string(), number),
                _ => event(RoomKey::Lobby, number, Event::Pong, number),
            }
        });
        store.commit(events.collect());
        for (before, kept_from, muted, messages, next) in [
            (u64::MAX, 0, None, 11..61, Some(110)),
            (110, 0, None, 1..11, None),
            (10, 0, None, 1..1, None),
            (110, 75, None, 8..11, None),
            (u64::MAX, 0, Some("bob"), 11..61, Some(110)),
        ] {
            let hidden = muted.iter().map(|name| name.parse().unwrap()).collect();
            let query = Query::LobbyChat(Box::new(PastChat { before, kept_from, hidden }));
            let found = store.answer(&query).unwrap();
            let Event::Chat { messages: found, next: found_next } = found else {
                panic!("{found:?}")
            };
            let numbers: Vec<u64> = found.iter().filter_map(|notice| notice.number).collect();
            let wanted = messages.filter(|ten| muted.is_none() || ten % 2 == 1).map(|ten| 10 * ten);
            assert_eq!(numbers, wanted.collect::<Vec<_>>(), "{query:?}");
            assert_eq!(found_next, next, "{query:?}");
        }
    }
}
