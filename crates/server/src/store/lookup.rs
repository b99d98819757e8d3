//! Looks up passwords.

use sqlx::Row;
use willow_protocol::Name;

use super::{Store, StoreError};
use crate::domain::{CheckedAccount, UserId};

impl Store {
    /// Finds the user of a name, with the hash of the password. Guests and the server's bots have none.
    ///
    /// # Errors
    /// The database must answer.
    pub(crate) async fn credentials(
        &self,
        name: &Name,
    ) -> Result<Option<CheckedAccount>, StoreError> {
        let sql = "SELECT id, password FROM users
                   WHERE name_key = ? AND gone = 0 AND password IS NOT NULL";
        let row = sqlx::query(sql).bind(name.key()).fetch_optional(&self.sign_ins).await?;
        Ok(row.map(|row| CheckedAccount { user: UserId(row.get(0)), password: row.get(1) }))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;
    use willow_protocol::GameId;

    use crate::domain::Query;
    use crate::store::test_support::TestStore;

    /// However many visitors ask, users have readers; and as long as queries have all readers, a user signs in.
    #[test]
    fn users_do_not_wait_for_visitors_nor_sign_ins_for_any_query() {
        let TestStore { runtime, store, .. } = &TestStore::new();
        runtime.block_on(async {
            let mut held = Vec::new();
            for pool in [store.for_visitors().readers, store.readers.clone()] {
                let query = Query::Board { game: GameId(1) };
                let answer = timeout(Duration::from_secs(20), store.answer(&query, None)).await;
                assert!(answer.expect("a reader is free").is_err(), "there is no game");
                for _ in 0..pool.options().get_max_connections() {
                    held.push(pool.acquire().await.unwrap());
                }
            }
            let name = "alice".parse().unwrap();
            let found = timeout(Duration::from_secs(20), store.credentials(&name)).await;
            assert_eq!(found.expect("a reader is free").unwrap(), None);
        });
    }
}
