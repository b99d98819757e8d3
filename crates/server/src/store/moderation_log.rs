//! Reads the moderation log.

use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};
use willow_protocol::{Event, LogEntry, LogFilter, LogPage};

use super::{QueryError, Store, StoreError, last_of_page, parsed};
use crate::domain::Refusal;

/// Deleted users keep their rows and names, so that every entry has both.
const ENTRIES: &str = "SELECT number, moderation.at, action, reason, moderators.name AS by_name,
       moderators.gone AS by_gone, users.name AS to_name, users.gone AS to_gone
FROM moderation JOIN users AS moderators ON moderators.id = by_id
JOIN users ON users.id = to_id WHERE 1 = 1";

impl Store {
    /// Reads the log from the newest entry to the oldest, or refuses a name that no user has.
    pub(super) async fn moderation(&self, filter: &LogFilter) -> Result<Event, QueryError> {
        let mut rows = query(filter).build().fetch_all(&self.readers).await?;
        if rows.is_empty()
            && let Some(refusal) = self.unknown_user(filter).await?
        {
            return Err(refusal.into());
        }
        let next = last_of_page(&mut rows, filter.page() as usize).map(|row| row.get("number"));
        let entries = rows.iter().map(entry).collect::<Result<_, _>>()?;
        Ok(Event::Log(LogPage { entries, next }))
    }

    /// Tells an unknown name from that of a user without entries.
    async fn unknown_user(&self, filter: &LogFilter) -> Result<Option<Refusal>, StoreError> {
        for name in [&filter.name, &filter.by].into_iter().flatten() {
            if self.credentials(name).await?.is_none() {
                return Ok(Some(Refusal::no_user(name)));
            }
        }
        Ok(None)
    }
}

/// Builds the query, for one entry more than is wanted: it tells whether there is a next page.
///
/// The log is short, so names are compared row by row: an index of all names would cost more at
/// every sign-up.
fn query(filter: &LogFilter) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(ENTRIES);
    if let Some(name) = &filter.name {
        query.push(" AND users.name_key = ").push_bind(name.key());
    }
    if let Some(by) = &filter.by {
        query.push(" AND moderators.name_key = ").push_bind(by.key());
    }
    if let Some(after) = filter.after {
        query.push(" AND number < ").push_bind(i64::try_from(after).unwrap_or(i64::MAX));
    }
    query.push(" ORDER BY number DESC LIMIT ").push_bind(i64::from(filter.page()) + 1);
    query
}

fn entry(row: &SqliteRow) -> Result<LogEntry, StoreError> {
    Ok(LogEntry {
        at: row.get("at"),
        by: parsed("a name", row.get("by_name"))?,
        by_is_gone: row.get("by_gone"),
        name: parsed("a name", row.get("to_name"))?,
        name_is_gone: row.get("to_gone"),
        action: row.get("action"),
        reason: row.get("reason"),
    })
}

#[cfg(test)]
mod tests {
    use willow_protocol::Role;

    use super::*;
    use crate::domain::{Query, UserId, UserWrite};
    use crate::store::test_support::{TestStore, user};

    /// A database with the moderator mona, a later moderator of the same name, bob and carol.
    fn users() -> TestStore {
        let mut store = TestStore::new();
        store.commit(vec![
            user(1, "Mona", Role::Moderator, 0),
            user(2, "bob", Role::Player, 0),
            user(3, "carol", Role::Player, 0),
            UserWrite::Deleted(UserId(1), 0).into(),
            user(4, "mona", Role::Moderator, 0),
        ]);
        store
    }

    fn page(store: &TestStore, words: &str) -> LogPage {
        let filter = words.parse::<LogFilter>().unwrap();
        match store.answer(&Query::Log { filter }) {
            Ok(Event::Log(page)) => page,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_log_is_read_to_its_end_page_by_page() {
        let mut store = users();
        // Several at the same time: the cursor is not the time.
        let kick = |n: u64| {
            let (by, to, at) = (UserId(4), UserId(2 + n as i64 % 2), n / 3);
            UserWrite::Moderation { by, to, action: "kick", reason: format!("because {at}"), at }
                .into()
        };
        store.commit((0..45).map(kick).collect());
        for (words, pages) in [("", 3), ("limit 45", 1), ("limit 44", 2), ("bob limit 1", 23)] {
            let (mut read, mut n_pages, mut next) = (Vec::new(), 0, String::new());
            loop {
                let page = page(&store, &format!("{words}{next}"));
                read.extend(page.entries.iter().map(|entry| entry.at));
                n_pages += 1;
                let Some(after) = page.next else { break };
                next = format!(" after {after}");
            }
            let n = if words.starts_with("bob") { 23 } else { 45 };
            assert_eq!((n_pages, read.len()), (pages, n), "{words}");
            assert!(read.is_sorted_by(|one, next| one >= next), "{words}: {read:?}");
        }
        assert_eq!(page(&store, "after 18446744073709551615").entries.len(), 20);
        assert_eq!(page(&store, "after 1").entries.len(), 0);
    }
}
