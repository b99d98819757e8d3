//! Credentials in the store: passwords, recovery codes, tokens and addresses, and what an operator may do to
//! accounts.

use std::net::IpAddr;

use willow_protocol::{Name, Role, TokenKind, TokenSummary};

use super::load::{held_names, last_user, names};
use super::users::user_write;
use super::{Readers, Result, Row, StoreError, Value, Writer, bulk, run};
use crate::domain::{
    CheckedAccount, Millis, TokenGrant, TokenHash, TokenNumber, UsedToken, UserId, UserWrite,
};

impl Readers {
    pub(crate) async fn credentials(&self, name: &Name) -> Result<Option<CheckedAccount>> {
        let sql = "SELECT id, password FROM users
                   WHERE name_key = ? AND gone = 0 AND password IS NOT NULL";
        Ok(self.login_row(sql, [name.key().into()]).await?.as_ref().map(account))
    }

    pub(crate) async fn owner_of_code(
        &self,
        name: &Name,
        code: &TokenHash,
        now: Millis,
    ) -> Result<Option<CheckedAccount>> {
        let sql = "SELECT users.id, password FROM users JOIN recovery_codes ON user_id = users.id
                   WHERE name_key = ? AND gone = 0 AND password IS NOT NULL AND hash = ?
                   AND (expires_at IS NULL OR expires_at > ?)";
        let values = [name.key().into(), code.0[..].into(), now.into()];
        Ok(self.login_row(sql, values).await?.as_ref().map(account))
    }

    pub(crate) async fn token(
        &self,
        token: &TokenHash,
        now: Millis,
    ) -> Result<Option<(UserId, UsedToken)>> {
        let sql = "SELECT user_id, number, kind,
                   NULLIF(used_at, CASE kind WHEN 'program' THEN created_at END), hash, scopes
                   FROM tokens WHERE hash = ? AND expires_at > ?";
        let row = self.login_row(sql, [token.0[..].into(), now.into()]).await?;
        row.map(|row| Ok((UserId(row.get(0)), used_token(&row)?))).transpose()
    }

    pub(crate) async fn has_token(&self, user: UserId, number: TokenNumber) -> Result<bool> {
        let sql = "SELECT 1 FROM tokens WHERE user_id = ? AND number = ?";
        let number = i64::try_from(number.0).unwrap_or(i64::MAX);
        Ok(self.login_row(sql, [user.into(), number.into()]).await?.is_some())
    }

    pub(crate) async fn user_of(&self, name: &Name) -> Result<Option<UserId>> {
        let sql = "SELECT id FROM users WHERE name_key = ? AND gone = 0";
        let row = self.login_row(sql, [name.key().into()]).await?;
        Ok(row.map(|row| UserId(row.get(0))))
    }

    pub(crate) async fn knows_address(&self, name: &Name, address: IpAddr) -> Result<bool> {
        let sql = "SELECT 1 FROM users JOIN known_addresses ON user_id = users.id
                   WHERE name_key = ? AND gone = 0 AND address = ?";
        let values = [name.key().into(), Value::text(address)];
        Ok(self.login_row(sql, values).await?.is_some())
    }

    /// Lists the tokens of a user, newest first.
    pub(crate) async fn tokens(
        &self,
        user: UserId,
        current: Option<TokenNumber>,
    ) -> Result<Vec<TokenSummary>> {
        let sql = "SELECT user_id, number, kind,
                   NULLIF(used_at, CASE kind WHEN 'program' THEN created_at END),
                   hash, scopes, name, created_at, expires_at
                   FROM tokens WHERE user_id = ? ORDER BY number DESC";
        let rows = self.rows(sql, [user.into()]).await?;
        rows.iter().map(|row| summary(row, current)).collect()
    }
}

fn account(row: &Row) -> CheckedAccount {
    CheckedAccount { user: UserId(row.get(0)), password: row.get(1) }
}

fn summary(row: &Row, current: Option<TokenNumber>) -> Result<TokenSummary> {
    let UsedToken { number, grant, used_at, .. } = used_token(row)?;
    let name: Option<String> = row.get(6);
    let invalid = |text: &String| StoreError::invalid("the name of a token", text);
    Ok(TokenSummary {
        number: number.0,
        name: name.map(|text| text.parse().map_err(|_| invalid(&text))).transpose()?,
        kind: grant.kind,
        scopes: grant.scopes,
        created_at: row.get(7),
        used_at,
        expires_at: row.get(8),
        current: current == Some(number),
    })
}

/// Reads a token. One that was made for a program was not used then, unlike that of a login: its use is null.
fn used_token(row: &Row) -> Result<UsedToken> {
    let kind: String = row.get(2);
    let kind = [TokenKind::Login, TokenKind::Program]
        .into_iter()
        .find(|known| known.to_string() == kind)
        .ok_or_else(|| StoreError::invalid("the kind of a token", &kind))?;
    let number = TokenNumber(row.get(1));
    let hash: Vec<u8> = row.get(4);
    let hash = hash.try_into().map_err(|_| StoreError::invalid("the digest of a token", ""))?;
    let scopes: Option<String> = row.get(5);
    let invalid = |text: &String| StoreError::invalid("the scopes of a token", text);
    let scopes = scopes.map(|text| text.parse().map_err(|_| invalid(&text))).transpose()?;
    let grant = TokenGrant { kind, scopes };
    Ok(UsedToken { number, hash: TokenHash(hash), grant, used_at: row.get(3) })
}

impl Writer {
    pub(crate) async fn create_admin(
        &mut self,
        name: &Name,
        hash: String,
        now: Millis,
    ) -> Result<bool> {
        let mut transaction = self.database.begin().await?;
        let looks = name.skeleton();
        let taken = names(&mut transaction).await?.into_iter().map(|saved| saved.name);
        let held = held_names(&mut transaction, now).await?.into_iter().map(|(name, _)| name);
        if taken.chain(held).any(|name| name.skeleton() == looks) {
            return Ok(false);
        }
        let user = UserId(last_user(&mut transaction).await? + 1);
        let (name, role, password) = (name.clone(), Role::Admin, Some(hash));
        let created = UserWrite::Created { user, name, role, password, at: now };
        user_write(&mut transaction, created).await?;
        transaction.commit().await?;
        Ok(true)
    }

    pub(crate) async fn make_admin(&mut self, name: &Name) -> Result<bool> {
        let sql = "UPDATE users SET role = 'admin' WHERE name_key = ? AND gone = 0
                   AND password IS NOT NULL";
        let query = bulk::query(sql, [name.key().into()]);
        Ok(query.execute(&mut self.database.connection()).await? == 1)
    }

    pub(crate) async fn reset_password(&mut self, name: &Name, hash: &str) -> Result<bool> {
        let mut transaction = self.database.begin().await?;
        let sql = "UPDATE users SET password = ? WHERE name_key = ? AND gone = 0
                   AND password IS NOT NULL RETURNING id";
        let query = bulk::query(sql, [hash.into(), name.key().into()]);
        let user = query.fetch_optional(&mut transaction).await?.map(|row| UserId(row.get(0)));
        let sql = "DELETE FROM tokens WHERE user_id = ?";
        run(&mut transaction, sql, [user.into()]).await?;
        transaction.commit().await?;
        Ok(user.is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;
    use willow_protocol::{Event, GameId, TokenKind, TokenScopes};

    use crate::domain::{AccessWrite, NewToken, Query, TokenGrant, TokenHash, TokenNumber, UserId};
    use crate::store::sql::readers::SIZES;
    use crate::store::test_support::TestStore;

    /// A database as the migration before the scopes left it.
    const BEFORE: &str = "ALTER TABLE tokens DROP COLUMN scopes;
        DELETE FROM _sqlx_migrations WHERE version = 27;
        INSERT INTO users (id, name, name_key, role, created_at)
        VALUES (1, 'alice', 'alice', 'player', 0);
        INSERT INTO tokens
            (number, hash, user_id, kind, name, created_at, used_at, expires_at)
        VALUES (1, zeroblob(32), 1, 'program', 'bot.1', 0, 0, 99);";

    #[test]
    fn a_token_of_an_older_database_has_no_limit() {
        let mut store = TestStore::sqlite();
        store.run(BEFORE);
        let mut store = store.reopen();
        let token = |store: &TestStore, byte| {
            let found = store.runtime.block_on(store.store.token(&TokenHash([byte; 32]), 1));
            found.unwrap().expect("the token is valid").1
        };
        assert_eq!(token(&store, 0).grant.scopes, None);
        let play: TokenScopes = "play".parse().unwrap();
        for (number, scopes) in [(2, Some(play)), (3, Some(TokenScopes::default())), (4, None)] {
            let grant = TokenGrant { kind: TokenKind::Program, scopes };
            let hash = TokenHash([number as u8; 32]);
            let (number, user) = (TokenNumber(number), UserId(1));
            let new = NewToken { user, number, hash, grant, name: None, at: 0 };
            store.commit(vec![AccessWrite::Token(Box::new(new)).into()]);
            assert_eq!(token(&store, number.0 as u8).grant, grant);
        }
        let tokens = store.answer_to(&Query::Tokens { current: None }, Some(UserId(1))).unwrap();
        let Event::Tokens { tokens } = tokens else { panic!("{tokens:?}") };
        let scopes: Vec<_> = tokens.iter().map(|token| token.scopes).collect();
        assert_eq!(scopes, [None, Some(TokenScopes::default()), Some(play), None]);
    }

    #[test]
    fn a_token_for_a_program_is_used_when_something_signs_in_with_it() {
        let mut store = TestStore::new();
        store.run(
            "INSERT INTO users (id, name, name_key, role, created_at)
             VALUES (1, 'alice', 'alice', 'player', 0);",
        );
        for (number, kind) in [(1, TokenKind::Program), (2, TokenKind::Login)] {
            let (grant, hash) = (TokenGrant { kind, scopes: None }, TokenHash([number as u8; 32]));
            let (number, user) = (TokenNumber(number), UserId(1));
            let new = NewToken { user, number, hash, grant, name: None, at: 7 };
            store.commit(vec![AccessWrite::Token(Box::new(new)).into()]);
        }
        let used = |store: &mut TestStore| {
            let query = Query::Tokens { current: None };
            let Event::Tokens { tokens } = store.answer_to(&query, Some(UserId(1))).unwrap() else {
                panic!("no tokens")
            };
            tokens.iter().map(|token| token.used_at).collect::<Vec<_>>()
        };
        assert_eq!(used(&mut store), [Some(7), None]);
        let found = store.runtime.block_on(store.store.token(&TokenHash([1; 32]), 8));
        let (_, token) = found.unwrap().expect("the token is valid");
        assert_eq!(token.used_at, None);
        store.commit(vec![AccessWrite::TokenUsed { token, at: 8 }.into()]);
        assert_eq!(used(&mut store), [Some(7), Some(8)]);
    }

    /// However many visitors ask, users have readers; and as long as queries have all readers, a user signs in.
    #[test]
    fn users_do_not_wait_for_visitors_nor_sign_ins_for_any_query() {
        let TestStore { runtime, store, .. } = &TestStore::new();
        runtime.block_on(async {
            let mut held = Vec::new();
            let visitors = (store.for_visitors().db.queries, SIZES.visitors);
            for (pool, size) in [visitors, (store.db.queries.clone(), SIZES.queries)] {
                let query = Query::Board { game: GameId(1) };
                let answer = timeout(Duration::from_secs(20), store.answer(&query, None)).await;
                assert!(answer.expect("a reader is free").is_err(), "there is no game");
                for _ in 0..size {
                    held.push(pool.acquire().await.unwrap());
                }
            }
            let name = "alice".parse().unwrap();
            let found = timeout(Duration::from_secs(20), store.credentials(&name)).await;
            assert_eq!(found.expect("a reader is free").unwrap(), None);
        });
    }
}
