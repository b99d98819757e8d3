//! Statements for the addresses of notifications.

use sqlx::SqliteConnection;

use crate::domain::{Millis, PushAddress, PushChange, TokenNumber};
use crate::store::StoreError;

type Done = Result<(), StoreError>;

/// Executes a write about the notifications of a login.
pub(super) async fn push_write(connection: &mut SqliteConnection, change: PushChange) -> Done {
    match change {
        PushChange::On { token, address, at, replaces: None } => {
            turn_on(connection, token, address, at).await
        }
        PushChange::On { token, address, at, replaces: Some(old) } => {
            if has(connection, token, &old).await? {
                turn_on(connection, token, address, at).await?;
            }
            Ok(())
        }
        PushChange::Off { token, endpoint } => turn_off(connection, token, endpoint).await,
        PushChange::Told { token, until } => note_told(connection, token, until).await,
    }
}

/// Returns whether a login has an endpoint.
async fn has(
    connection: &mut SqliteConnection,
    token: TokenNumber,
    endpoint: &str,
) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM push_subscriptions WHERE token = ? AND endpoint = ?";
    let query = sqlx::query_scalar::<_, i64>(sql).bind(token.0 as i64).bind(endpoint);
    Ok(query.fetch_optional(connection).await?.is_some())
}

/// Writes the address of a login, unless the token was revoked meanwhile. A browser has one address: a
/// login that it had before loses it.
async fn turn_on(
    connection: &mut SqliteConnection,
    token: TokenNumber,
    address: PushAddress,
    at: Millis,
) -> Done {
    sqlx::query("DELETE FROM push_subscriptions WHERE endpoint = ? AND token <> ?")
        .bind(&address.endpoint)
        .bind(token.0 as i64)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO push_subscriptions
             (token, endpoint, public_key, secret, created_at, told_until)
         SELECT number, ?, ?, ?, ?, ? FROM tokens WHERE number = ?
         ON CONFLICT (token) DO UPDATE SET endpoint = excluded.endpoint,
             public_key = excluded.public_key, secret = excluded.secret,
             created_at = excluded.created_at",
    )
    .bind(address.endpoint)
    .bind(address.public_key)
    .bind(address.secret)
    .bind(at as i64)
    .bind(at as i64)
    .bind(token.0 as i64)
    .execute(connection)
    .await?;
    Ok(())
}

async fn turn_off(
    connection: &mut SqliteConnection,
    token: TokenNumber,
    endpoint: Option<String>,
) -> Done {
    sqlx::query(
        "DELETE FROM push_subscriptions WHERE token = ? AND endpoint = COALESCE(?, endpoint)",
    )
    .bind(token.0 as i64)
    .bind(endpoint)
    .execute(connection)
    .await?;
    Ok(())
}

async fn note_told(connection: &mut SqliteConnection, token: TokenNumber, until: Millis) -> Done {
    sqlx::query("UPDATE push_subscriptions SET told_until = ? WHERE token = ? AND told_until < ?")
        .bind(until as i64)
        .bind(token.0 as i64)
        .bind(until as i64)
        .execute(connection)
        .await?;
    Ok(())
}
