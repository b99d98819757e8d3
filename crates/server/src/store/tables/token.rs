//! Statements for tokens, recovery codes and addresses.

use std::net::IpAddr;

use sqlx::SqliteConnection;
use willow_protocol::TokenKind;

use crate::domain::{
    Millis, NewToken, REMEMBERED_ADDRESSES, TokenHash, TokenNumber, UsedToken, UserId, token_expiry,
};
use crate::store::StoreError;
use crate::store::settings::{self, TOKENS};

type Done = Result<(), StoreError>;

/// The largest number of tokens of a kind that a user has. An older database may have more.
const TOKENS_OF_A_KIND: i64 = 20;

/// Writes a token. Beyond the limit it replaces the one that was not used for the longest time.
pub(super) async fn insert(connection: &mut SqliteConnection, token: NewToken) -> Done {
    let NewToken { user, number, hash, kind, name, at } = token;
    settings::set(connection, &[(TOKENS, number.0)]).await?;
    sqlx::query(
        "INSERT INTO tokens (number, hash, user_id, kind, name, created_at, used_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(number.0 as i64)
    .bind(hash.0.to_vec())
    .bind(user.0)
    .bind(kind.to_string())
    .bind(name.map(|name| name.to_string()))
    .bind(at as i64)
    .bind(at as i64)
    .bind(token_expiry(kind, at) as i64)
    .execute(&mut *connection)
    .await?;
    drop_oldest(connection, user, kind).await
}

async fn drop_oldest(connection: &mut SqliteConnection, user: UserId, kind: TokenKind) -> Done {
    let of_user = "SELECT COUNT(*) FROM tokens WHERE user_id = ? AND kind = ?";
    let count: i64 = sqlx::query_scalar(of_user)
        .bind(user.0)
        .bind(kind.to_string())
        .fetch_one(&mut *connection)
        .await?;
    if count <= TOKENS_OF_A_KIND {
        return Ok(());
    }
    let delete = "DELETE FROM tokens WHERE number = (SELECT number FROM tokens
                  WHERE user_id = ? AND kind = ? ORDER BY used_at, number LIMIT 1)";
    sqlx::query(delete).bind(user.0).bind(kind.to_string()).execute(connection).await?;
    Ok(())
}

pub(super) async fn set_used(connection: &mut SqliteConnection, token: UsedToken) -> Done {
    sqlx::query("UPDATE tokens SET used_at = ?, expires_at = ? WHERE number = ?")
        .bind(token.used_at as i64)
        .bind(token_expiry(token.kind, token.used_at) as i64)
        .bind(token.number.0 as i64)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn revoke(
    connection: &mut SqliteConnection,
    user: UserId,
    number: TokenNumber,
) -> Done {
    sqlx::query("DELETE FROM tokens WHERE user_id = ? AND number = ?")
        .bind(user.0)
        .bind(number.0 as i64)
        .execute(connection)
        .await?;
    Ok(())
}

/// Revokes all tokens of a user, except one.
pub(super) async fn revoke_others(
    connection: &mut SqliteConnection,
    user: UserId,
    kept: Option<TokenNumber>,
) -> Done {
    sqlx::query("DELETE FROM tokens WHERE user_id = ? AND number <> ?")
        .bind(user.0)
        .bind(kept.map_or(0, |kept| kept.0) as i64)
        .execute(connection)
        .await?;
    Ok(())
}

/// Replaces all recovery codes of a user.
pub(super) async fn replace_codes(
    connection: &mut SqliteConnection,
    user: UserId,
    codes: &[TokenHash],
) -> Done {
    sqlx::query("DELETE FROM recovery_codes WHERE user_id = ?")
        .bind(user.0)
        .execute(&mut *connection)
        .await?;
    for code in codes {
        insert_code(connection, user, code, None).await?;
    }
    Ok(())
}

/// Writes a code, with its end if it has one.
pub(super) async fn insert_code(
    connection: &mut SqliteConnection,
    user: UserId,
    code: &TokenHash,
    expires_at: Option<Millis>,
) -> Done {
    sqlx::query("INSERT INTO recovery_codes (user_id, hash, expires_at) VALUES (?, ?, ?)")
        .bind(user.0)
        .bind(code.0.to_vec())
        .bind(expires_at.map(|at| at as i64))
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes a code that was used, and those that moderators gave: the user is in again.
pub(super) async fn use_code(
    connection: &mut SqliteConnection,
    user: UserId,
    code: TokenHash,
) -> Done {
    sqlx::query(
        "DELETE FROM recovery_codes WHERE user_id = ? AND (hash = ? OR expires_at IS NOT NULL)",
    )
    .bind(user.0)
    .bind(code.0.to_vec())
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes the use of an address, and forgets the oldest beyond the limit.
pub(super) async fn note_address(
    connection: &mut SqliteConnection,
    user: UserId,
    address: IpAddr,
    at: Millis,
) -> Done {
    sqlx::query(
        "INSERT INTO known_addresses (user_id, address, at) VALUES (?, ?, ?)
         ON CONFLICT (user_id, address) DO UPDATE SET at = excluded.at",
    )
    .bind(user.0)
    .bind(address.to_string())
    .bind(at as i64)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "DELETE FROM known_addresses WHERE user_id = ? AND address NOT IN
         (SELECT address FROM known_addresses WHERE user_id = ? ORDER BY at DESC LIMIT ?)",
    )
    .bind(user.0)
    .bind(user.0)
    .bind(REMEMBERED_ADDRESSES as i64)
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn ban_address(
    connection: &mut SqliteConnection,
    address: IpAddr,
    user: UserId,
    until: Millis,
) -> Done {
    sqlx::query(
        "INSERT INTO banned_addresses (address, user_id, until) VALUES (?, ?, ?)
         ON CONFLICT (address) DO UPDATE SET user_id = excluded.user_id, until = excluded.until",
    )
    .bind(address.to_string())
    .bind(user.0)
    .bind(until as i64)
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends what the ban of a user did to addresses.
pub(super) async fn unban_addresses(connection: &mut SqliteConnection, user: UserId) -> Done {
    sqlx::query("DELETE FROM banned_addresses WHERE user_id = ?")
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Erases what a deleted account leaves behind, besides its games and what others were told.
pub(super) async fn erase_secrets(connection: &mut SqliteConnection, user: UserId) -> Done {
    for statement in [
        "DELETE FROM recovery_codes WHERE user_id = ?",
        "DELETE FROM known_addresses WHERE user_id = ?",
    ] {
        sqlx::query(statement).bind(user.0).execute(&mut *connection).await?;
    }
    Ok(())
}
