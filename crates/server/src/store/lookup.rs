//! Looks up passwords.

use sqlx::Row;
use willow_protocol::Name;

use super::{Store, StoreError};
use crate::domain::UserId;

/// A user and the hash of the password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Credentials {
    pub(crate) user: UserId,
    /// The hash, in the PHC format. Guests and the server's bots have none.
    pub(crate) password: Option<String>,
}

impl Store {
    /// Finds the credentials of a name.
    ///
    /// # Errors
    /// The database must answer.
    pub(crate) async fn credentials(&self, name: &Name) -> Result<Option<Credentials>, StoreError> {
        let sql = "SELECT id, password FROM users WHERE name_key = ? AND gone = 0";
        let row = sqlx::query(sql).bind(name.key()).fetch_optional(&self.sign_ins).await?;
        Ok(row.map(|row| Credentials { user: UserId(row.get(0)), password: row.get(1) }))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tempfile::TempDir;
    use tokio::runtime::Runtime;
    use tokio::time::timeout;

    use crate::store::Store;

    /// As long as queries have all their readers, a user signs in.
    #[test]
    fn sign_ins_wait_for_no_query() {
        let folder = TempDir::new().unwrap();
        Runtime::new().unwrap().block_on(async {
            let (store, _writer) = Store::open(folder.path()).await.unwrap();
            let mut held = Vec::new();
            for pool in [&store.readers, &store.for_visitors().readers] {
                for _ in 0..pool.options().get_max_connections() {
                    held.push(pool.acquire().await.unwrap());
                }
            }
            assert_eq!(held.len(), 6);
            let name = "alice".parse().unwrap();
            let found = timeout(Duration::from_secs(20), store.credentials(&name)).await;
            assert_eq!(found.expect("a reader is free").unwrap(), None);
        });
    }

    /// However many visitors ask, users have readers.
    #[test]
    fn users_do_not_wait_for_visitors() {
        let folder = TempDir::new().unwrap();
        Runtime::new().unwrap().block_on(async {
            let (store, _writer) = Store::open(folder.path()).await.unwrap();
            let visitors = store.for_visitors().readers;
            let mut held = Vec::new();
            for _ in 0..visitors.options().get_max_connections() {
                held.push(visitors.acquire().await.unwrap());
            }
            let game = crate::domain::Query::Board { game: willow_protocol::GameId(1) };
            let answer = timeout(Duration::from_secs(20), store.answer(&game, None)).await;
            assert!(answer.expect("a reader is free").is_err(), "there is no game");
        });
    }
}
