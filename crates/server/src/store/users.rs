//! Users, their tokens, recovery codes, addresses and relations, and the moderation log: looked up and written.
//! There are few writes of these at a time.

use std::net::IpAddr;

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use willow_protocol::{Event, FoundUser, Name, NamePrefix, TokenKind, TokenSummary};

use super::bulk::{Value, run};
use super::settings::{self, TOKENS};
use super::{Store, StoreError, display_name, erasure, parsed, push};
use crate::domain::{
    AccessWrite, CheckedAccount, Millis, NewToken, REMEMBERED_ADDRESSES, TokenHash, TokenNumber,
    UsedToken, UserId, UserProfile, UserWrite, forgotten_until, token_expiry,
};

/// The largest number of users of an answer.
const USERS: i64 = 20;

/// The users whose names begin so, in the order of their names. `~` sorts after all characters of
/// names.
pub(super) const USERS_BY_PREFIX: &str = "SELECT name, role, display_name FROM users
     WHERE name_key >= ?1 AND name_key < ?1 || '~' AND gone = 0 ORDER BY name_key LIMIT ?2";

impl Store {
    /// Returns the users whose names begin with a prefix; one whose name is the prefix comes first.
    pub(super) async fn find_users(&self, prefix: &NamePrefix) -> Result<Event, StoreError> {
        let query = sqlx::query(USERS_BY_PREFIX).bind(prefix.to_string()).bind(USERS);
        let rows = query.fetch_all(&self.readers).await?;
        let user = |row: &sqlx::sqlite::SqliteRow| {
            Ok(FoundUser {
                name: parsed("a name", row.get(0))?,
                role: parsed("a role", row.get(1))?,
                display_name: display_name(row.get(2)),
            })
        };
        let users = rows.iter().map(user).collect::<Result<_, StoreError>>()?;
        Ok(Event::Found { users })
    }
}

impl Store {
    /// Finds the owner of a token that is valid at a time.
    ///
    /// # Errors
    /// The database must answer.
    pub(crate) async fn token(
        &self,
        token: &TokenHash,
        now: Millis,
    ) -> Result<Option<(UserId, UsedToken)>, StoreError> {
        let sql = "SELECT user_id, number, kind, used_at, hash FROM tokens
                   WHERE hash = ? AND expires_at > ?";
        let query = sqlx::query(sql).bind(token.0.to_vec()).bind(now as i64);
        let row = query.fetch_optional(&self.sign_ins).await?;
        row.map(|row| Ok((UserId(row.get(0)), used_token(&row)?))).transpose()
    }

    /// Returns whether a user has a token of a number.
    ///
    /// # Errors
    /// The database must answer.
    pub(crate) async fn has_token(
        &self,
        user: UserId,
        number: TokenNumber,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM tokens WHERE user_id = ? AND number = ?";
        let found: Option<i64> = sqlx::query_scalar(sql)
            .bind(user.0)
            .bind(i64::try_from(number.0).unwrap_or(i64::MAX))
            .fetch_optional(&self.sign_ins)
            .await?;
        Ok(found.is_some())
    }

    /// Finds the user of this name who has a recovery code that is valid at a time, with the hash of the password.
    ///
    /// # Errors
    /// The database must answer.
    pub(crate) async fn owner_of_code(
        &self,
        name: &Name,
        code: &TokenHash,
        now: Millis,
    ) -> Result<Option<CheckedAccount>, StoreError> {
        let sql = "SELECT users.id, password FROM users JOIN recovery_codes ON user_id = users.id
                   WHERE name_key = ? AND gone = 0 AND password IS NOT NULL AND hash = ?
                   AND (expires_at IS NULL OR expires_at > ?)";
        let row = sqlx::query(sql)
            .bind(name.key())
            .bind(code.0.to_vec())
            .bind(now as i64)
            .fetch_optional(&self.sign_ins)
            .await?;
        Ok(row.map(|row| CheckedAccount { user: UserId(row.get(0)), password: row.get(1) }))
    }

    /// Returns whether the user of this name logged in from an address before.
    ///
    /// # Errors
    /// The database must answer.
    pub(crate) async fn knows_address(
        &self,
        name: &Name,
        address: IpAddr,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM users JOIN known_addresses ON user_id = users.id
                   WHERE name_key = ? AND gone = 0 AND address = ?";
        let found: Option<i64> = sqlx::query_scalar(sql)
            .bind(name.key())
            .bind(address.to_string())
            .fetch_optional(&self.sign_ins)
            .await?;
        Ok(found.is_some())
    }

    /// Lists the tokens of a user, newest first.
    pub(super) async fn tokens(
        &self,
        user: UserId,
        current: Option<TokenNumber>,
    ) -> Result<Event, StoreError> {
        let sql = "SELECT user_id, number, kind, used_at, hash, name, created_at, expires_at
                   FROM tokens
                   WHERE user_id = ? ORDER BY number DESC";
        let rows = sqlx::query(sql).bind(user.0).fetch_all(&self.readers).await?;
        let tokens = rows.iter().map(|row| summary(row, current)).collect::<Result<_, _>>()?;
        Ok(Event::Tokens { tokens })
    }
}

fn summary(row: &SqliteRow, current: Option<TokenNumber>) -> Result<TokenSummary, StoreError> {
    let UsedToken { number, kind, used_at, .. } = used_token(row)?;
    let name: Option<String> = row.get(5);
    let invalid = |text: &String| StoreError::invalid("the name of a token", text);
    Ok(TokenSummary {
        number: number.0,
        name: name.map(|text| text.parse().map_err(|_| invalid(&text))).transpose()?,
        kind,
        created_at: row.get(6),
        used_at,
        expires_at: row.get(7),
        current: current == Some(number),
    })
}

fn used_token(row: &SqliteRow) -> Result<UsedToken, StoreError> {
    let kind: String = row.get(2);
    let kind = [TokenKind::Login, TokenKind::Program]
        .into_iter()
        .find(|known| known.to_string() == kind)
        .ok_or_else(|| StoreError::invalid("the kind of a token", &kind))?;
    let number = TokenNumber(row.get(1));
    let hash: Vec<u8> = row.get(4);
    let hash = hash.try_into().map_err(|_| StoreError::invalid("the digest of a token", ""))?;
    Ok(UsedToken { number, hash: TokenHash(hash), kind, used_at: row.get(3) })
}

type Done = Result<(), StoreError>;

/// Executes a write about users, or about their tokens, codes and addresses.
pub(super) async fn user_write(connection: &mut SqliteConnection, write: UserWrite) -> Done {
    match write {
        UserWrite::Created { user, name, role, password, at } => {
            let sql = "INSERT INTO users (id, name, name_key, role, password, created_at)
                       VALUES (?, ?, ?, ?, ?, ?)";
            let key = name.key().into();
            let (name, role) = (Value::text(name), Value::text(role));
            let values = [user.into(), name, key, role, password.into(), at.into()];
            run(connection, sql, values).await
        }
        UserWrite::Role(user, role) => {
            let sql = "UPDATE users SET role = ? WHERE id = ?";
            run(connection, sql, [Value::text(role), user.into()]).await
        }
        UserWrite::Password(user, hash) => {
            let sql = "UPDATE users SET password = ? WHERE id = ?";
            run(connection, sql, [hash.into(), user.into()]).await
        }
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
        UserWrite::Banned(user) => {
            run(connection, "UPDATE users SET banned = 1 WHERE id = ?", [user.into()]).await
        }
        UserWrite::Unbanned(user) => {
            let sql = "DELETE FROM banned_addresses WHERE user_id = ?";
            run(connection, sql, [user.into()]).await?;
            run(connection, "UPDATE users SET banned = 0 WHERE id = ?", [user.into()]).await
        }
        UserWrite::Silenced(user, until) => {
            let sql = "UPDATE users SET silenced_until = ? WHERE id = ?";
            run(connection, sql, [until.into(), user.into()]).await
        }
        UserWrite::Profile { user, profile } => set_profile(connection, user, *profile).await,
        UserWrite::LeftEarly(user, at) => {
            let sql = "DELETE FROM early_ends WHERE user_id = ? AND at <= ?";
            run(connection, sql, [user.into(), forgotten_until(at).into()]).await?;
            let sql = "INSERT INTO early_ends (user_id, at) VALUES (?, ?)";
            run(connection, sql, [user.into(), at.into()]).await
        }
        UserWrite::LastSeen(user, at) => {
            let sql = "UPDATE users SET last_seen = ? WHERE id = ?";
            run(connection, sql, [at.into(), user.into()]).await
        }
        UserWrite::PrivateSeen(user, number) => {
            let sql = "UPDATE users SET seen = ? WHERE id = ?";
            run(connection, sql, [number.into(), user.into()]).await
        }
        UserWrite::Relation(user, other, relation, is_on) => {
            let sql = if is_on {
                "INSERT INTO relations (user_id, other_id, relation) VALUES (?, ?, ?)"
            } else {
                "DELETE FROM relations WHERE user_id = ? AND other_id = ? AND relation = ?"
            };
            let relation = relation.name().into();
            run(connection, sql, [user.into(), other.into(), relation]).await
        }
        UserWrite::Moderation { by, to, action, reason, at } => {
            let sql = "INSERT INTO moderation (by_id, to_id, action, reason, at)
                       VALUES (?, ?, ?, ?, ?)";
            let values = [by.into(), to.into(), action.into(), reason.into(), at.into()];
            run(connection, sql, values).await
        }
        UserWrite::Push(change) => push::push_write(connection, change).await,
        UserWrite::Access(write) => access_write(connection, write).await,
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

/// The largest number of tokens of a kind that a user has. An older database may have more.
const TOKENS_OF_A_KIND: i64 = 20;

async fn access_write(connection: &mut SqliteConnection, write: AccessWrite) -> Done {
    match write {
        AccessWrite::Token(new) => insert(connection, *new).await,
        AccessWrite::TokenUsed(token) => {
            let sql = "UPDATE tokens SET used_at = ?, expires_at = ? WHERE number = ?";
            let expiry = token_expiry(token.kind, token.used_at).into();
            run(connection, sql, [token.used_at.into(), expiry, token.number.into()]).await
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
            let sql = "INSERT INTO banned_addresses (address, user_id, until) VALUES (?, ?, ?)
                       ON CONFLICT (address) DO UPDATE SET user_id = excluded.user_id,
                       until = excluded.until";
            run(connection, sql, [Value::text(address), user.into(), until.into()]).await
        }
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
async fn erase_secrets(connection: &mut SqliteConnection, user: UserId) -> Done {
    run(connection, "DELETE FROM recovery_codes WHERE user_id = ?", [user.into()]).await?;
    run(connection, "DELETE FROM early_ends WHERE user_id = ?", [user.into()]).await?;
    run(connection, "DELETE FROM known_addresses WHERE user_id = ?", [user.into()]).await
}
