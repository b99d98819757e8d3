//! Users, their tokens and what they think of each other.

use sqlx::SqliteConnection;
use willow_protocol::{Name, Role};

use crate::core::{Millis, TokenHash, UserId};
use crate::store::StoreError;

type Done = Result<(), StoreError>;

pub(in crate::store) async fn insert(
    connection: &mut SqliteConnection,
    user: UserId,
    name: &Name,
    role: Role,
    password: Option<String>,
    at: Millis,
) -> Done {
    sqlx::query(
        "INSERT INTO users (id, name, name_key, role, password, created_at)
         VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(user.0)
    .bind(name.to_string())
    .bind(name.key())
    .bind(role.to_string())
    .bind(password)
    .bind(at as i64)
    .execute(connection)
    .await?;
    Ok(())
}

pub(in crate::store) async fn set_role(
    connection: &mut SqliteConnection,
    user: UserId,
    role: Role,
) -> Done {
    sqlx::query("UPDATE users SET role = ? WHERE id = ?")
        .bind(role.to_string())
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

pub(in crate::store) async fn set_password(
    connection: &mut SqliteConnection,
    user: UserId,
    hash: String,
) -> Done {
    sqlx::query("UPDATE users SET password = ? WHERE id = ?")
        .bind(hash)
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Keeps the row, for the games, but neither password nor name.
pub(in crate::store) async fn go(connection: &mut SqliteConnection, user: UserId) -> Done {
    sqlx::query("UPDATE users SET gone = 1, password = NULL WHERE id = ?")
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

pub(in crate::store) async fn set_banned(
    connection: &mut SqliteConnection,
    user: UserId,
    banned: bool,
) -> Done {
    sqlx::query("UPDATE users SET banned = ? WHERE id = ?")
        .bind(i64::from(banned))
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

pub(in crate::store) async fn silence(
    connection: &mut SqliteConnection,
    user: UserId,
    until: Millis,
) -> Done {
    sqlx::query("UPDATE users SET silenced_until = ? WHERE id = ?")
        .bind(until as i64)
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

pub(in crate::store) async fn set_seen(
    connection: &mut SqliteConnection,
    user: UserId,
    number: u64,
) -> Done {
    sqlx::query("UPDATE users SET seen = ? WHERE id = ?")
        .bind(number as i64)
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

pub(in crate::store) async fn insert_token(
    connection: &mut SqliteConnection,
    user: UserId,
    hash: &TokenHash,
    at: Millis,
) -> Done {
    sqlx::query("INSERT INTO tokens (hash, user_id, at) VALUES (?, ?, ?)")
        .bind(hash.0.to_vec())
        .bind(user.0)
        .bind(at as i64)
        .execute(connection)
        .await?;
    Ok(())
}

pub(in crate::store) async fn end_tokens(connection: &mut SqliteConnection, user: UserId) -> Done {
    sqlx::query("DELETE FROM tokens WHERE user_id = ?").bind(user.0).execute(connection).await?;
    Ok(())
}

pub(in crate::store) async fn relate(
    connection: &mut SqliteConnection,
    user: UserId,
    other: UserId,
    relation: &'static str,
    on: bool,
) -> Done {
    let statement = if on {
        "INSERT INTO relations (user_id, other_id, relation) VALUES (?, ?, ?)"
    } else {
        "DELETE FROM relations WHERE user_id = ? AND other_id = ? AND relation = ?"
    };
    sqlx::query(statement).bind(user.0).bind(other.0).bind(relation).execute(connection).await?;
    Ok(())
}

pub(in crate::store) async fn log_moderation(
    connection: &mut SqliteConnection,
    [by, to]: [UserId; 2],
    action: &'static str,
    reason: String,
    at: Millis,
) -> Done {
    sqlx::query("INSERT INTO moderation (by_id, to_id, action, reason, at) VALUES (?, ?, ?, ?, ?)")
        .bind(by.0)
        .bind(to.0)
        .bind(action)
        .bind(reason)
        .bind(at as i64)
        .execute(connection)
        .await?;
    Ok(())
}
