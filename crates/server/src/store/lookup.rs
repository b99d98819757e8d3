//! Looks up passwords and tokens.

use sqlx::Row;
use willow_protocol::Name;

use super::{Store, StoreError};
use crate::domain::{TokenHash, UserId};

/// A user and the hash of the password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    /// The user.
    pub user: UserId,
    /// The hash, in the PHC format. Guests and the server's bots have none.
    pub password: Option<String>,
}

impl Store {
    /// Finds the credentials of a name.
    ///
    /// # Errors
    /// The database must answer.
    pub async fn credentials(&self, name: &Name) -> Result<Option<Credentials>, StoreError> {
        let sql = "SELECT id, password FROM users WHERE name_key = ? AND gone = 0";
        let row = sqlx::query(sql).bind(name.key()).fetch_optional(&self.readers).await?;
        Ok(row.map(|row| Credentials { user: UserId(row.get(0)), password: row.get(1) }))
    }

    /// Finds the owner of a token.
    ///
    /// # Errors
    /// The database must answer.
    pub async fn owner_of(&self, token: &TokenHash) -> Result<Option<UserId>, StoreError> {
        let sql = "SELECT user_id FROM tokens WHERE hash = ?";
        let user: Option<i64> =
            sqlx::query_scalar(sql).bind(token.0.to_vec()).fetch_optional(&self.readers).await?;
        Ok(user.map(UserId))
    }
}
