//! Looks up where browsers take notifications.

use sqlx::Row;

use super::{Store, StoreError};
use crate::domain::{Millis, PushAddress, TokenNumber, UserId};

/// The address of a login, and what its browser was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PushSubscription {
    pub(crate) token: TokenNumber,
    pub(crate) user: UserId,
    pub(crate) address: PushAddress,
    /// Turns that began up to this time are not told any more.
    pub(crate) told_until: Millis,
    /// Whether the login has expired.
    pub(crate) is_expired: bool,
}

impl Store {
    /// Returns the addresses of all logins, as they are at a time.
    ///
    /// # Errors
    /// The database must answer.
    pub(crate) async fn push_subscriptions(
        &self,
        now: Millis,
    ) -> Result<Vec<PushSubscription>, StoreError> {
        let sql = "SELECT token, user_id, endpoint, public_key, secret, told_until, expires_at
                   FROM push_subscriptions JOIN tokens ON number = token";
        let rows = sqlx::query(sql).fetch_all(&self.readers).await?;
        let subscriptions = rows.into_iter().map(|row| PushSubscription {
            token: TokenNumber(row.get::<i64, _>(0) as u64),
            user: UserId(row.get(1)),
            address: PushAddress {
                endpoint: row.get(2),
                public_key: row.get(3),
                secret: row.get(4),
            },
            told_until: row.get::<i64, _>(5) as Millis,
            is_expired: row.get::<i64, _>(6) as Millis <= now,
        });
        Ok(subscriptions.collect())
    }

    /// Returns the address at which the browser of a login takes notifications.
    ///
    /// # Errors
    /// The database must answer.
    pub(crate) async fn push_endpoint(
        &self,
        token: TokenNumber,
    ) -> Result<Option<String>, StoreError> {
        let sql = "SELECT endpoint FROM push_subscriptions WHERE token = ?";
        let query = sqlx::query_scalar(sql).bind(token.0 as i64);
        Ok(query.fetch_optional(&self.sign_ins).await?)
    }
}
