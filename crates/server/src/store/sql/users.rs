//! Writes about users, their tokens, recovery codes, addresses and relations, and the moderation log: there are few
//! of them at a time. And the search for users.

use std::net::IpAddr;

use sqlx::AssertSqlSafe;
use willow_protocol::{FoundUser, NamePrefix, TokenKind};

use super::settings::{self, ANNOUNCEMENT, TOKENS};
use super::{
    Connection, Readers, Result, Row, Value, bulk, display_name, emails, erasure, invitations,
    library, parsed, push, run,
};
use crate::domain::{
    AccessWrite, Millis, NewToken, REMEMBERED_ADDRESSES, RelationChange, TokenHash, UserId,
    UserProfile, UserWrite, forgotten_until, token_expiry,
};

/// Maximum number of users of an answer.
const USERS: i64 = 20;

/// The users whose names begin so, in the order of their names. `~` sorts after all characters of
/// names.
pub(super) const USERS_BY_PREFIX: &str = "SELECT name, role, display_name FROM users
     WHERE name_key >= ?1 AND name_key < ?1 || '~' AND gone = 0 ORDER BY name_key LIMIT ?2";

impl Readers {
    /// Returns the users whose names begin with a prefix; one whose name is the prefix comes first.
    pub(crate) async fn find_users(&self, prefix: &NamePrefix) -> Result<Vec<FoundUser>> {
        let rows = self.rows(USERS_BY_PREFIX, [Value::text(prefix), USERS.into()]).await?;
        let user = |row: &Row| {
            Ok(FoundUser {
                name: parsed("a name", row.get(0))?,
                role: parsed("a role", row.get(1))?,
                display_name: display_name(row.get(2)),
            })
        };
        rows.iter().map(user).collect()
    }
}

/// Executes a write about users, or about their tokens, codes and addresses.
pub(super) async fn user_write(connection: &mut Connection<'_>, write: UserWrite) -> Result<()> {
    match write {
        UserWrite::Created { user, name, role, password, at } => {
            let sql = "INSERT INTO users (id, name, name_key, role, password, created_at)
                       VALUES (?, ?, ?, ?, ?, ?)";
            let key = name.key().into();
            let (name, role) = (Value::text(name), Value::text(role));
            let values = [user.into(), name, key, role, password.into(), at.into()];
            run(connection, sql, values).await
        }
        UserWrite::Role(user, role) => set(connection, user, "role", Value::text(role)).await,
        UserWrite::Password(user, hash) => set(connection, user, "password", hash.into()).await,
        UserWrite::Deleted(user, at) => {
            erase_secrets(connection, user).await?;
            erasure::begin(connection, user).await?;
            // The row stays for the games; the password, the profile and the relations do not.
            let sql = "UPDATE users SET gone = 1, password = NULL, country = NULL, about = NULL,
                       display_name = NULL, last_seen = 0, gone_at = ? WHERE id = ?";
            run(connection, sql, [at.into(), user.into()]).await?;
            let sql = "DELETE FROM relations WHERE user_id = ?1 OR other_id = ?1";
            run(connection, sql, [user.into()]).await
        }
        UserWrite::Banned(user, until) => {
            let sql = "UPDATE users SET banned = 1, banned_until = ? WHERE id = ?";
            run(connection, sql, [until.into(), user.into()]).await
        }
        UserWrite::Announcement(text) => settings::set_text(connection, ANNOUNCEMENT, text).await,
        UserWrite::Unbanned(user) => {
            let sql = "DELETE FROM banned_addresses WHERE user_id = ?";
            run(connection, sql, [user.into()]).await?;
            set(connection, user, "banned", false.into()).await
        }
        UserWrite::Silenced(user, until) => {
            let sql = "DELETE FROM silenced_addresses WHERE user_id = ?";
            run(connection, sql, [user.into()]).await?;
            set(connection, user, "silenced_until", until.into()).await
        }
        UserWrite::Profile { user, profile } => set_profile(connection, user, *profile).await,
        UserWrite::LeftEarly(user, at) => {
            let sql = "DELETE FROM early_ends WHERE user_id = ? AND at <= ?";
            run(connection, sql, [user.into(), forgotten_until(at).into()]).await?;
            let sql = "INSERT INTO early_ends (user_id, at) VALUES (?, ?)";
            run(connection, sql, [user.into(), at.into()]).await
        }
        UserWrite::LastSeen(user, at) => set(connection, user, "last_seen", at.into()).await,
        UserWrite::PrivateSeen(user, number) => set(connection, user, "seen", number.into()).await,
        UserWrite::Relation { user, other, relation, change } => {
            let sql = match change {
                RelationChange::Begin => {
                    "INSERT INTO relations (user_id, other_id, relation) VALUES (?, ?, ?)"
                }
                RelationChange::End => {
                    "DELETE FROM relations WHERE user_id = ? AND other_id = ? AND relation = ?"
                }
            };
            let relation = relation.name().into();
            run(connection, sql, [user.into(), other.into(), relation]).await
        }
        UserWrite::Moderation { by, to, action, reason, at, until } => {
            let sql = "INSERT INTO moderation (by_id, to_id, action, reason, at, until)
                       VALUES (?, ?, ?, ?, ?, ?)";
            let (action, reason, until) = (action.into(), reason.into(), until.into());
            let values = [by.into(), to.into(), action, reason, at.into(), until];
            run(connection, sql, values).await
        }
        UserWrite::Push(change) => push::push_write(connection, change).await,
        UserWrite::Email(change) => emails::write(connection, change).await,
        UserWrite::Library { user, change, at } => {
            library::write(connection, user, change, at).await
        }
        UserWrite::Access(write) => access_write(connection, write).await,
        UserWrite::Invitation(write) => invitations::write(connection, write).await,
    }
}

async fn set(
    connection: &mut Connection<'_>,
    user: UserId,
    column: &'static str,
    value: Value,
) -> Result<()> {
    let sql = AssertSqlSafe(format!("UPDATE users SET {column} = ? WHERE id = ?"));
    run(connection, sql, [value, user.into()]).await
}

async fn set_profile(
    connection: &mut Connection<'_>,
    user: UserId,
    profile: UserProfile,
) -> Result<()> {
    let sql = "UPDATE users SET display_name = ?, country = ?, about = ?, hidden_from_followers = ?
               WHERE id = ?";
    let UserProfile { display_name, country, about, hidden_from_followers, .. } = profile;
    let values = [
        Value::optional_text(display_name),
        Value::optional_text(country),
        Value::optional_text(about),
        hidden_from_followers.into(),
        user.into(),
    ];
    run(connection, sql, values).await
}

/// Maximum number of tokens of a kind that a user has.
const TOKENS_OF_A_KIND: i64 = 20;

async fn access_write(connection: &mut Connection<'_>, write: AccessWrite) -> Result<()> {
    match write {
        AccessWrite::Token(new) => insert(connection, *new).await,
        AccessWrite::TokenUsed { token, at } => {
            let sql = "UPDATE tokens SET used_at = ?, expires_at = ? WHERE number = ?";
            let expiry = token_expiry(token.grant.kind, at).into();
            run(connection, sql, [at.into(), expiry, token.number.into()]).await
        }
        AccessWrite::TokenRevoked(user, number) => {
            let sql = "DELETE FROM tokens WHERE user_id = ? AND number = ?";
            run(connection, sql, [user.into(), number.into()]).await
        }
        AccessWrite::TokensRevoked { user, kept } => {
            let sql = "DELETE FROM tokens WHERE user_id = ? AND number <> ?";
            run(connection, sql, [user.into(), kept.map_or(0, |kept| kept.0).into()]).await
        }
        AccessWrite::RecoveryCodes(user, codes) => {
            let sql = "DELETE FROM recovery_codes WHERE user_id = ?";
            run(connection, sql, [user.into()]).await?;
            for code in codes {
                insert_code(connection, user, code, None).await?;
            }
            Ok(())
        }
        AccessWrite::RecoveryCode { user, hash, expires_at } => {
            insert_code(connection, user, hash, Some(expires_at)).await
        }
        AccessWrite::RecoveryCodeUsed(user, code) => {
            // Those that moderators gave go, too: the user is in again.
            let sql = "DELETE FROM recovery_codes
                       WHERE user_id = ? AND (hash = ? OR expires_at IS NOT NULL)";
            run(connection, sql, [user.into(), code.0[..].into()]).await
        }
        AccessWrite::AddressUsed(user, address, at) => {
            let sql = "INSERT INTO known_addresses (user_id, address, at) VALUES (?, ?, ?)
                       ON CONFLICT (user_id, address) DO UPDATE SET at = excluded.at";
            run(connection, sql, [user.into(), Value::text(address), at.into()]).await?;
            let sql = "DELETE FROM known_addresses WHERE user_id = ?1 AND address NOT IN
                       (SELECT address FROM known_addresses WHERE user_id = ?1
                        ORDER BY at DESC LIMIT ?2)";
            run(connection, sql, [user.into(), REMEMBERED_ADDRESSES.into()]).await
        }
        AccessWrite::AddressBanned { address, user, until } => {
            reach_address(connection, "banned_addresses", address, user, until).await
        }
        AccessWrite::AddressSilenced { address, user, until } => {
            reach_address(connection, "silenced_addresses", address, user, until).await
        }
    }
}

async fn reach_address(
    connection: &mut Connection<'_>,
    table: &'static str,
    address: IpAddr,
    user: UserId,
    until: Millis,
) -> Result<()> {
    let sql = AssertSqlSafe(format!(
        "INSERT INTO {table} (address, user_id, until) VALUES (?, ?, ?)
         ON CONFLICT (address) DO UPDATE SET user_id = excluded.user_id, until = excluded.until"
    ));
    run(connection, sql, [Value::text(address), user.into(), until.into()]).await
}

/// Writes a token. Beyond the limit it replaces the one that was not used for the longest time.
async fn insert(connection: &mut Connection<'_>, token: NewToken) -> Result<()> {
    let NewToken { user, number, hash, grant, name, at } = token;
    let kind = grant.kind;
    settings::set(connection, &[(TOKENS, number.0)]).await?;
    let sql = "INSERT INTO tokens
                   (number, hash, user_id, kind, scopes, name, created_at, used_at, expires_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let values = [
        number.into(),
        hash.0[..].into(),
        user.into(),
        Value::text(kind),
        Value::optional_text(grant.scopes),
        Value::optional_text(name),
        at.into(),
        at.into(),
        token_expiry(kind, at).into(),
    ];
    run(connection, sql, values).await?;
    drop_oldest(connection, user, kind).await
}

async fn drop_oldest(connection: &mut Connection<'_>, user: UserId, kind: TokenKind) -> Result<()> {
    let of_user = "SELECT COUNT(*) FROM tokens WHERE user_id = ? AND kind = ?";
    let query = bulk::query(of_user, [user.into(), Value::text(kind)]);
    if query.fetch_one(&mut *connection).await?.get::<i64, _>(0) <= TOKENS_OF_A_KIND {
        return Ok(());
    }
    let delete = "DELETE FROM tokens WHERE number = (SELECT number FROM tokens
                  WHERE user_id = ? AND kind = ? ORDER BY used_at, number LIMIT 1)";
    run(connection, delete, [user.into(), Value::text(kind)]).await
}

/// Writes a recovery code, with its end if a moderator gave it.
async fn insert_code(
    connection: &mut Connection<'_>,
    user: UserId,
    code: TokenHash,
    expires_at: Option<Millis>,
) -> Result<()> {
    let sql = "INSERT INTO recovery_codes (user_id, hash, expires_at) VALUES (?, ?, ?)";
    run(connection, sql, [user.into(), code.0[..].into(), expires_at.into()]).await
}

/// Erases the data of a deleted account, except its games and the events that others received.
async fn erase_secrets(connection: &mut Connection<'_>, user: UserId) -> Result<()> {
    run(connection, "DELETE FROM recovery_codes WHERE user_id = ?", [user.into()]).await?;
    run(connection, "DELETE FROM emails WHERE user_id = ?", [user.into()]).await?;
    run(connection, "DELETE FROM early_ends WHERE user_id = ?", [user.into()]).await?;
    run(connection, "DELETE FROM library WHERE user_id = ?", [user.into()]).await?;
    run(connection, "DELETE FROM invitations WHERE by_id = ?", [user.into()]).await?;
    run(connection, "DELETE FROM known_addresses WHERE user_id = ?", [user.into()]).await
}
