//! Looks up tokens, recovery codes and addresses.

use std::net::IpAddr;

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use willow_protocol::{Event, Name, TokenKind, TokenSummary};

use super::{Store, StoreError};
use crate::domain::{Millis, TokenHash, TokenNumber, UsedToken, UserId};

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

    /// Finds the user of this name who has a recovery code that is valid at a time.
    ///
    /// # Errors
    /// The database must answer.
    pub(crate) async fn owner_of_code(
        &self,
        name: &Name,
        code: &TokenHash,
        now: Millis,
    ) -> Result<Option<UserId>, StoreError> {
        let sql = "SELECT users.id FROM users JOIN recovery_codes ON user_id = users.id
                   WHERE name_key = ? AND gone = 0 AND hash = ?
                   AND (expires_at IS NULL OR expires_at > ?)";
        let user: Option<i64> = sqlx::query_scalar(sql)
            .bind(name.key())
            .bind(code.0.to_vec())
            .bind(now as i64)
            .fetch_optional(&self.sign_ins)
            .await?;
        Ok(user.map(UserId))
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
        created_at: row.get::<i64, _>(6) as Millis,
        used_at,
        expires_at: row.get::<i64, _>(7) as Millis,
        current: current == Some(number),
    })
}

fn used_token(row: &SqliteRow) -> Result<UsedToken, StoreError> {
    let kind: String = row.get(2);
    let kind = [TokenKind::Login, TokenKind::Program]
        .into_iter()
        .find(|known| known.to_string() == kind)
        .ok_or_else(|| StoreError::invalid("the kind of a token", &kind))?;
    let number = TokenNumber(row.get::<i64, _>(1) as u64);
    let hash: Vec<u8> = row.get(4);
    let hash = hash.try_into().map_err(|_| StoreError::invalid("the digest of a token", ""))?;
    Ok(UsedToken { number, hash: TokenHash(hash), kind, used_at: row.get::<i64, _>(3) as Millis })
}
