//! Statements for users, tokens, relations and the moderation log.

use sqlx::SqliteConnection;
use willow_protocol::{Name, Role};

use super::{push, token};
use crate::domain::{Millis, Relation, UserId, UserProfile, Write};
use crate::store::{StoreError, erasure};

type Done = Result<(), StoreError>;

/// Executes a write about users. There are few of these at a time.
pub(in crate::store) async fn user_write(connection: &mut SqliteConnection, write: Write) -> Done {
    match write {
        Write::User { user: id, name, role, password, at } => {
            insert(connection, NewUser { user: id, name, role, password, at }).await
        }
        Write::Role(id, role) => set_role(connection, id, role).await,
        Write::Password(id, hash) => set_password(connection, id, hash).await,
        Write::UserDeleted(id, at) => {
            token::erase_secrets(connection, id).await?;
            erasure::begin(connection, id).await?;
            mark_deleted(connection, id, at).await
        }
        Write::Banned(id) => set_banned(connection, id, 1).await,
        Write::Unbanned(id) => {
            token::unban_addresses(connection, id).await?;
            set_banned(connection, id, 0).await
        }
        Write::Silenced(id, until) => set_silenced_until(connection, id, until).await,
        Write::Profile { user, profile } => set_profile(connection, user, *profile).await,
        Write::LastSeen(id, at) => set_last_seen(connection, id, at).await,
        Write::PrivateSeen(id, number) => set_seen(connection, id, number).await,
        write @ (Write::Token(_)
        | Write::TokenUsed(_)
        | Write::TokenRevoked(..)
        | Write::TokensRevoked { .. }
        | Write::Push(_)
        | Write::RecoveryCodes(..)
        | Write::RecoveryCode { .. }
        | Write::RecoveryCodeUsed(..)
        | Write::AddressUsed(..)
        | Write::AddressBanned { .. }) => secret_write(connection, write).await,
        Write::Relation(id, other, relation, on) => {
            set_relation(connection, id, other, relation_name(relation), on).await
        }
        Write::Moderation { by, to, action, reason, at } => {
            log_moderation(connection, [by, to], action, reason, at).await
        }
        // These are written in bulk.
        Write::Event { .. }
        | Write::Report(_)
        | Write::ReportClosed(_)
        | Write::Handled { .. }
        | Write::Offer(_)
        | Write::OfferClosed(_)
        | Write::Reserved(_)
        | Write::Heartbeat(_)
        | Write::GameStarted(_)
        | Write::GameEnded(_)
        | Write::Hidden(_)
        | Write::Revealed(_)
        | Write::ColorsExchanged { .. }
        | Write::Unrated(..)
        | Write::Thought { .. }
        | Write::Rating { .. } => Ok(()),
    }
}

/// Executes a write about tokens, recovery codes or addresses.
async fn secret_write(connection: &mut SqliteConnection, write: Write) -> Done {
    match write {
        Write::Token(new) => token::insert(connection, *new).await,
        Write::TokenUsed(used) => token::set_used(connection, used).await,
        Write::TokenRevoked(id, number) => token::revoke(connection, id, number).await,
        Write::TokensRevoked { user: id, kept } => token::revoke_others(connection, id, kept).await,
        Write::Push(change) => push::push_write(connection, change).await,
        Write::RecoveryCodes(id, codes) => token::replace_codes(connection, id, &codes).await,
        Write::RecoveryCode { user: id, hash, expires_at } => {
            token::insert_code(connection, id, &hash, Some(expires_at)).await
        }
        Write::RecoveryCodeUsed(id, code) => token::use_code(connection, id, code).await,
        Write::AddressUsed(id, address, at) => {
            token::note_address(connection, id, address, at).await
        }
        Write::AddressBanned { address, user: id, until } => {
            token::ban_address(connection, address, id, until).await
        }
        _ => Ok(()),
    }
}

const fn relation_name(relation: Relation) -> &'static str {
    match relation {
        Relation::Muted => "muted",
        Relation::Blocked => "blocked",
        Relation::Followed => "followed",
        Relation::Acquainted => "acquainted",
    }
}

/// A row of the table of users.
struct NewUser {
    user: UserId,
    name: Name,
    role: Role,
    /// The hash of the password; guests have none.
    password: Option<String>,
    at: Millis,
}

async fn insert(connection: &mut SqliteConnection, new: NewUser) -> Done {
    let NewUser { user, name, role, password, at } = new;
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

async fn set_role(connection: &mut SqliteConnection, user: UserId, role: Role) -> Done {
    sqlx::query("UPDATE users SET role = ? WHERE id = ?")
        .bind(role.to_string())
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

async fn set_password(connection: &mut SqliteConnection, user: UserId, hash: String) -> Done {
    sqlx::query("UPDATE users SET password = ? WHERE id = ?")
        .bind(hash)
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Marks a user as deleted. The row stays for the games; the password, the profile and the relations
/// to other users do not.
async fn mark_deleted(connection: &mut SqliteConnection, user: UserId, at: Millis) -> Done {
    sqlx::query(
        "UPDATE users SET gone = 1, password = NULL, country = NULL, about = NULL,
                          display_name = NULL, last_seen = 0,
                          gone_at = ?
         WHERE id = ?",
    )
    .bind(at as i64)
    .bind(user.0)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM relations WHERE user_id = ? OR other_id = ?")
        .bind(user.0)
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

async fn set_profile(
    connection: &mut SqliteConnection,
    user: UserId,
    profile: UserProfile,
) -> Done {
    sqlx::query(
        "UPDATE users SET display_name = ?, country = ?, about = ?, hidden_from_followers = ?
         WHERE id = ?",
    )
    .bind(profile.display_name.map(|name| name.to_string()))
    .bind(profile.country.map(|country| country.to_string()))
    .bind(profile.about.map(|about| about.to_string()))
    .bind(i64::from(profile.hidden_from_followers))
    .bind(user.0)
    .execute(connection)
    .await?;
    Ok(())
}

async fn set_last_seen(connection: &mut SqliteConnection, user: UserId, at: Millis) -> Done {
    sqlx::query("UPDATE users SET last_seen = ? WHERE id = ?")
        .bind(at as i64)
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Sets the column `banned`: 1 for a user who is banned, otherwise 0.
async fn set_banned(connection: &mut SqliteConnection, user: UserId, banned: i64) -> Done {
    sqlx::query("UPDATE users SET banned = ? WHERE id = ?")
        .bind(banned)
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

async fn set_silenced_until(
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

async fn set_seen(connection: &mut SqliteConnection, user: UserId, number: u64) -> Done {
    sqlx::query("UPDATE users SET seen = ? WHERE id = ?")
        .bind(number as i64)
        .bind(user.0)
        .execute(connection)
        .await?;
    Ok(())
}

async fn set_relation(
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

async fn log_moderation(
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
