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
    use tempfile::TempDir;
    use willow_protocol::Role;

    use super::*;
    use crate::domain::{Query, UserId, Write};
    use crate::store::Writer;

    /// A database with the moderator mona, a later moderator of the same name, bob and carol.
    async fn users(folder: &TempDir) -> (Store, Writer) {
        let (store, mut writer) = Store::open(folder.path()).await.unwrap();
        let user = |user, name: &str, role| Write::User {
            user: UserId(user),
            name: name.parse().unwrap(),
            role,
            password: None,
            at: 0,
        };
        let writes = vec![
            user(1, "Mona", Role::Moderator),
            user(2, "bob", Role::Player),
            user(3, "carol", Role::Player),
            Write::UserDeleted(UserId(1), 0),
            user(4, "mona", Role::Moderator),
        ];
        writer.commit(writes).await.unwrap();
        (store, writer)
    }

    fn done(by: i64, to: i64, action: &'static str, at: u64) -> Write {
        let reason = format!("because {at}");
        Write::Moderation { by: UserId(by), to: UserId(to), action, reason, at }
    }

    async fn answer(store: &Store, words: &str) -> Result<LogPage, Refusal> {
        let filter = words.parse::<LogFilter>().unwrap();
        match store.answer(&Query::Log { filter }, None).await? {
            Event::Log(page) => Ok(page),
            other => panic!("{other:?}"),
        }
    }

    async fn times(store: &Store, words: &str) -> Vec<u64> {
        answer(store, words).await.unwrap().entries.iter().map(|entry| entry.at).collect()
    }

    fn run(test: impl AsyncFnOnce(Store, Writer)) {
        let folder = TempDir::new().unwrap();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let (store, writer) = users(&folder).await;
            test(store, writer).await;
        });
    }

    #[test]
    fn the_log_is_read_to_its_end_page_by_page() {
        run(async |store, mut writer| {
            // Several at the same time: the cursor is not the time.
            let writes = (0..45).map(|n| done(4, 2 + n % 2, "kick", n as u64 / 3)).collect();
            writer.commit(writes).await.unwrap();
            for (words, pages) in [("", 3), ("limit 45", 1), ("limit 44", 2), ("bob limit 1", 23)] {
                let (mut read, mut n_pages, mut next) = (Vec::new(), 0, String::new());
                loop {
                    let page = answer(&store, &format!("{words}{next}")).await.unwrap();
                    read.extend(page.entries.iter().map(|entry| entry.at));
                    n_pages += 1;
                    let Some(after) = page.next else { break };
                    next = format!(" after {after}");
                }
                let n = if words.starts_with("bob") { 23 } else { 45 };
                assert_eq!((n_pages, read.len()), (pages, n), "{words}");
                assert!(read.is_sorted_by(|one, next| one >= next), "{words}: {read:?}");
            }
            assert_eq!(times(&store, "after 18446744073709551615").await.len(), 20);
            assert_eq!(times(&store, "after 1").await, [0; 0]);
        });
    }
}
