//! Writes users, tokens, relations and the moderation log. There are few of these at a time.

use sqlx::SqliteConnection;

use super::{push, token};
use crate::domain::{Relation, UserId, UserProfile, Write};
use crate::store::bulk::{Value, run};
use crate::store::{StoreError, erasure};

type Done = Result<(), StoreError>;

/// Executes a write about users, or about their tokens, codes and addresses.
pub(in crate::store) async fn user_write(connection: &mut SqliteConnection, write: Write) -> Done {
    match write {
        Write::User { user, name, role, password, at } => {
            let sql = "INSERT INTO users (id, name, name_key, role, password, created_at)
                       VALUES (?, ?, ?, ?, ?, ?)";
            let key = name.key().into();
            let (name, role) = (Value::text(name), Value::text(role));
            let values = [user.into(), name, key, role, password.into(), at.into()];
            run(connection, sql, values).await
        }
        Write::Role(user, role) => {
            let sql = "UPDATE users SET role = ? WHERE id = ?";
            run(connection, sql, [Value::text(role), user.into()]).await
        }
        Write::Password(user, hash) => {
            let sql = "UPDATE users SET password = ? WHERE id = ?";
            run(connection, sql, [hash.into(), user.into()]).await
        }
        Write::UserDeleted(user, at) => {
            token::erase_secrets(connection, user).await?;
            erasure::begin(connection, user).await?;
            // The row stays for the games; the password, the profile and the relations do not.
            let sql = "UPDATE users SET gone = 1, password = NULL, country = NULL, about = NULL,
                       display_name = NULL, last_seen = 0, gone_at = ? WHERE id = ?";
            run(connection, sql, [at.into(), user.into()]).await?;
            let sql = "DELETE FROM relations WHERE user_id = ?1 OR other_id = ?1";
            run(connection, sql, [user.into()]).await
        }
        Write::Banned(user) => {
            run(connection, "UPDATE users SET banned = 1 WHERE id = ?", [user.into()]).await
        }
        Write::Unbanned(user) => {
            let sql = "DELETE FROM banned_addresses WHERE user_id = ?";
            run(connection, sql, [user.into()]).await?;
            run(connection, "UPDATE users SET banned = 0 WHERE id = ?", [user.into()]).await
        }
        Write::Silenced(user, until) => {
            let sql = "UPDATE users SET silenced_until = ? WHERE id = ?";
            run(connection, sql, [until.into(), user.into()]).await
        }
        Write::Profile { user, profile } => set_profile(connection, user, *profile).await,
        Write::LastSeen(user, at) => {
            let sql = "UPDATE users SET last_seen = ? WHERE id = ?";
            run(connection, sql, [at.into(), user.into()]).await
        }
        Write::PrivateSeen(user, number) => {
            let sql = "UPDATE users SET seen = ? WHERE id = ?";
            run(connection, sql, [number.into(), user.into()]).await
        }
        Write::Relation(user, other, relation, is_on) => {
            let sql = if is_on {
                "INSERT INTO relations (user_id, other_id, relation) VALUES (?, ?, ?)"
            } else {
                "DELETE FROM relations WHERE user_id = ? AND other_id = ? AND relation = ?"
            };
            let relation = relation_name(relation).into();
            run(connection, sql, [user.into(), other.into(), relation]).await
        }
        Write::Moderation { by, to, action, reason, at } => {
            let sql = "INSERT INTO moderation (by_id, to_id, action, reason, at)
                       VALUES (?, ?, ?, ?, ?)";
            let values = [by.into(), to.into(), action.into(), reason.into(), at.into()];
            run(connection, sql, values).await
        }
        Write::Push(change) => push::push_write(connection, change).await,
        write => token::token_write(connection, write).await,
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

async fn set_profile(
    connection: &mut SqliteConnection,
    user: UserId,
    profile: UserProfile,
) -> Done {
    let sql = "UPDATE users SET display_name = ?, country = ?, about = ?, hidden_from_followers = ?
               WHERE id = ?";
    let UserProfile { display_name, country, about, hidden_from_followers, .. } = profile;
    let values = [
        display_name.map(Value::text).into(),
        country.map(Value::text).into(),
        about.map(Value::text).into(),
        hidden_from_followers.into(),
        user.into(),
    ];
    run(connection, sql, values).await
}
