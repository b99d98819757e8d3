//! Writes tokens, recovery codes and addresses.

use sqlx::SqliteConnection;
use willow_protocol::TokenKind;

use crate::domain::{
    Millis, NewToken, REMEMBERED_ADDRESSES, TokenHash, UserId, Write, token_expiry,
};
use crate::store::StoreError;
use crate::store::bulk::{Value, run};
use crate::store::settings::{self, TOKENS};

type Done = Result<(), StoreError>;

/// The largest number of tokens of a kind that a user has. An older database may have more.
const TOKENS_OF_A_KIND: i64 = 20;

/// Executes a write about tokens, recovery codes or addresses. Other writes are made in bulk.
pub(super) async fn token_write(connection: &mut SqliteConnection, write: Write) -> Done {
    match write {
        Write::Token(new) => insert(connection, *new).await,
        Write::TokenUsed(token) => {
            let sql = "UPDATE tokens SET used_at = ?, expires_at = ? WHERE number = ?";
            let expiry = token_expiry(token.kind, token.used_at).into();
            run(connection, sql, [token.used_at.into(), expiry, token.number.into()]).await
        }
        Write::TokenRevoked(user, number) => {
            let sql = "DELETE FROM tokens WHERE user_id = ? AND number = ?";
            run(connection, sql, [user.into(), number.into()]).await
        }
        Write::TokensRevoked { user, kept } => {
            let sql = "DELETE FROM tokens WHERE user_id = ? AND number <> ?";
            run(connection, sql, [user.into(), kept.map_or(0, |kept| kept.0).into()]).await
        }
        Write::RecoveryCodes(user, codes) => {
            let sql = "DELETE FROM recovery_codes WHERE user_id = ?";
            run(connection, sql, [user.into()]).await?;
            for code in codes {
                insert_code(connection, user, code, None).await?;
            }
            Ok(())
        }
        Write::RecoveryCode { user, hash, expires_at } => {
            insert_code(connection, user, hash, Some(expires_at)).await
        }
        Write::RecoveryCodeUsed(user, code) => {
            // Those that moderators gave go, too: the user is in again.
            let sql = "DELETE FROM recovery_codes
                       WHERE user_id = ? AND (hash = ? OR expires_at IS NOT NULL)";
            run(connection, sql, [user.into(), code.0[..].into()]).await
        }
        Write::AddressUsed(user, address, at) => {
            let sql = "INSERT INTO known_addresses (user_id, address, at) VALUES (?, ?, ?)
                       ON CONFLICT (user_id, address) DO UPDATE SET at = excluded.at";
            run(connection, sql, [user.into(), Value::text(address), at.into()]).await?;
            let sql = "DELETE FROM known_addresses WHERE user_id = ?1 AND address NOT IN
                       (SELECT address FROM known_addresses WHERE user_id = ?1
                        ORDER BY at DESC LIMIT ?2)";
            run(connection, sql, [user.into(), REMEMBERED_ADDRESSES.into()]).await
        }
        Write::AddressBanned { address, user, until } => {
            let sql = "INSERT INTO banned_addresses (address, user_id, until) VALUES (?, ?, ?)
                       ON CONFLICT (address) DO UPDATE SET user_id = excluded.user_id,
                       until = excluded.until";
            run(connection, sql, [Value::text(address), user.into(), until.into()]).await
        }
        other => unreachable!("{other:?} is not about users"),
    }
}

/// Writes a token. Beyond the limit it replaces the one that was not used for the longest time.
async fn insert(connection: &mut SqliteConnection, token: NewToken) -> Done {
    let NewToken { user, number, hash, kind, name, at } = token;
    settings::set(connection, &[(TOKENS, number.0)]).await?;
    let sql = "INSERT INTO tokens
                   (number, hash, user_id, kind, name, created_at, used_at, expires_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    let values = [
        number.into(),
        hash.0[..].into(),
        user.into(),
        Value::text(kind),
        name.map(Value::text).into(),
        at.into(),
        at.into(),
        token_expiry(kind, at).into(),
    ];
    run(connection, sql, values).await?;
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
    run(connection, delete, [user.into(), Value::text(kind)]).await
}

/// Writes a recovery code, with its end if a moderator gave it.
async fn insert_code(
    connection: &mut SqliteConnection,
    user: UserId,
    code: TokenHash,
    expires_at: Option<Millis>,
) -> Done {
    let sql = "INSERT INTO recovery_codes (user_id, hash, expires_at) VALUES (?, ?, ?)";
    run(connection, sql, [user.into(), code.0[..].into(), expires_at.into()]).await
}

/// Erases what a deleted account leaves behind, besides its games and what others were told.
pub(super) async fn erase_secrets(connection: &mut SqliteConnection, user: UserId) -> Done {
    run(connection, "DELETE FROM recovery_codes WHERE user_id = ?", [user.into()]).await?;
    run(connection, "DELETE FROM known_addresses WHERE user_id = ?", [user.into()]).await
}
