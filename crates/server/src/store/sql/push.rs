//! Where browsers take notifications.

use super::{Connection, Readers, Result, Row, bulk, run};
use crate::domain::{Millis, PushAddress, PushChange, TokenNumber, UserId};
use crate::store::PushSubscription;

impl Readers {
    pub(crate) async fn push_subscriptions(&self, now: Millis) -> Result<Vec<PushSubscription>> {
        let sql = "SELECT token, user_id, endpoint, public_key, secret, told_until, expires_at
                   FROM push_subscriptions JOIN tokens ON number = token";
        let subscription = |row: Row| PushSubscription {
            token: TokenNumber(row.get(0)),
            user: UserId(row.get(1)),
            address: PushAddress {
                endpoint: row.get(2),
                public_key: row.get(3),
                secret: row.get(4),
            },
            told_until: row.get(5),
            is_expired: row.get::<Millis, _>(6) <= now,
        };
        Ok(self.rows(sql, []).await?.into_iter().map(subscription).collect())
    }

    pub(crate) async fn push_endpoint(&self, token: TokenNumber) -> Result<Option<String>> {
        let sql = "SELECT endpoint FROM push_subscriptions WHERE token = ?";
        Ok(self.login_row(sql, [token.into()]).await?.map(|row| row.get(0)))
    }
}

/// Executes a write about the notifications of a login.
pub(super) async fn push_write(connection: &mut Connection<'_>, change: PushChange) -> Result<()> {
    match change {
        PushChange::On { token, address, at, replaces } => {
            if let Some(old) = replaces {
                let sql = "SELECT 1 FROM push_subscriptions WHERE token = ? AND endpoint = ?";
                let query = bulk::query(sql, [token.into(), old.into()]);
                if query.fetch_optional(&mut *connection).await?.is_none() {
                    return Ok(());
                }
            }
            turn_on(connection, token, address, at).await
        }
        PushChange::Off { token, endpoint } => {
            let sql = "DELETE FROM push_subscriptions
                       WHERE token = ? AND endpoint = COALESCE(?, endpoint)";
            run(connection, sql, [token.into(), endpoint.into()]).await
        }
        PushChange::Told { token, until } => {
            let sql = "UPDATE push_subscriptions SET told_until = ?2
                       WHERE token = ?1 AND told_until < ?2";
            run(connection, sql, [token.into(), until.into()]).await
        }
    }
}

/// Writes the address of a login, unless the token was revoked meanwhile. A browser has one address: a
/// login that it had before loses it.
async fn turn_on(
    connection: &mut Connection<'_>,
    token: TokenNumber,
    address: PushAddress,
    at: Millis,
) -> Result<()> {
    let PushAddress { endpoint, public_key, secret } = address;
    let sql = "DELETE FROM push_subscriptions WHERE endpoint = ? AND token <> ?";
    run(connection, sql, [endpoint.clone().into(), token.into()]).await?;
    let sql = "INSERT INTO push_subscriptions
                   (token, endpoint, public_key, secret, created_at, told_until)
               SELECT number, ?2, ?3, ?4, ?5, ?5 FROM tokens WHERE number = ?1
               ON CONFLICT (token) DO UPDATE SET endpoint = excluded.endpoint,
                   public_key = excluded.public_key, secret = excluded.secret,
                   created_at = excluded.created_at";
    let (key, secret) = (public_key[..].into(), secret[..].into());
    run(connection, sql, [token.into(), endpoint.into(), key, secret, at.into()]).await
}
