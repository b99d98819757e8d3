//! The messages of the lobby among its events, page by page.

use futures_util::TryStreamExt as _;
use sqlx::{Row, SqliteConnection};
use willow_protocol::{Event, Notice};

use super::{Store, StoreError, notice};
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
        if row.get::<Millis, _>(1) < kept_from {
            return Ok(Messages { next: None, ..found });
        }
        let number: u64 = row.get(0);
        n_searched += 1;
        if let Some(body) = row.get::<Option<&str>, _>(2) {
            found.notices.push(notice(body)?);
        }
        if found.notices.len() == KEPT_MESSAGES || n_searched == SEARCHED_EVENTS {
            found.next = (number > 1).then_some(number);
            break;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use tokio::runtime::Runtime;

    use super::*;
    use crate::domain::{EncodedNotice, Query, Write};
    use crate::store::Writer;

    /// Runs a test on a lobby of 600 events, of which each tenth is a message, from alice and bob in
    /// turn. The time of an event is its number.
    fn run(test: impl AsyncFnOnce(Store, Writer)) {
        let folder = TempDir::new().unwrap();
        Runtime::new().unwrap().block_on(async {
            let (store, mut writer) = Store::open(folder.path()).await.unwrap();
            let events = (1..=600).map(|number| {
                let name = if number % 20 == 0 { "bob" } else { "alice" }.parse().unwrap();
                let event = match number % 10 {
                    0 => Event::Said { from: name, text: number.to_string().parse().unwrap() },
                    _ => Event::Offline { name },
                };
                let notice = Notice { number: Some(number), ..Notice::new(number, event) };
                Write::Event { room: RoomKey::Lobby, number, notice: EncodedNotice::new(notice) }
            });
            writer.commit(events.collect()).await.unwrap();
            test(store, writer).await;
        });
    }

    /// Returns the numbers of the messages of a page, and the number of the next page.
    async fn page(
        store: &Store,
        before: u64,
        kept_from: Millis,
        hidden: &[&str],
    ) -> (Vec<u64>, Option<u64>) {
        let hidden = hidden.iter().map(|name| name.parse().unwrap()).collect();
        let query = Query::LobbyChat(Box::new(PastChat { before, kept_from, hidden }));
        let Event::Chat { messages, next } = store.answer(&query, None).await.unwrap() else {
            panic!("no chat")
        };
        (messages.iter().filter_map(|notice| notice.number).collect(), next)
    }

    fn tens(from: u64, to: u64) -> Vec<u64> {
        (from..=to).map(|ten| 10 * ten).collect()
    }

    #[test]
    fn all_messages_are_read_page_by_page() {
        run(async |store, _| {
            assert_eq!(page(&store, u64::MAX, 0, &[]).await, (tens(11, 60), Some(110)));
            assert_eq!(page(&store, 110, 0, &[]).await, (tens(1, 10), None));
            assert_eq!(page(&store, 10, 0, &[]).await, (vec![], None));
        });
    }

    #[test]
    fn messages_of_muted_users_and_those_that_are_no_longer_kept_are_left_out() {
        run(async |store, _| {
            let (messages, next) = page(&store, u64::MAX, 0, &["bob"]).await;
            assert_eq!((messages.len(), next), (25, Some(110)));
            assert_eq!(page(&store, 110, 75, &[]).await, (tens(8, 10), None));
        });
    }
}
