//! The e-mail addresses of members.

use super::{Connection, Readers, Result, Row, StoreError, Value, parsed, run};
use crate::domain::{EmailChange, MailLanguage, Millis, TokenHash, UserId};
use crate::store::{EmailOwner, GivenEmail};

/// How many accounts of one address get a link: a family.
const OWNERS: i64 = 5;

/// Those who have confirmed an address and have a name (1), or this address (2).
pub(super) const OWNERS_OF: &str = "SELECT users.id, name, address, language
     FROM emails JOIN users ON users.id = user_id
     WHERE user_id IN (SELECT id FROM users WHERE name_key = ?1
                       UNION ALL SELECT user_id FROM emails WHERE address = ?2)
     AND code IS NULL AND gone = 0 AND password IS NOT NULL ORDER BY users.id LIMIT ?3";

impl Readers {
    pub(crate) async fn email(&self, user: UserId) -> Result<Option<GivenEmail>> {
        let sql = "SELECT address, code IS NULL FROM emails WHERE user_id = ?";
        let row = self.login_row(sql, [user.into()]).await?;
        let given = |row: Row| GivenEmail { address: row.get(0), is_confirmed: row.get(1) };
        Ok(row.map(given))
    }

    pub(crate) async fn email_owners(&self, account: &str) -> Result<Vec<EmailOwner>> {
        let owner = |row: &Row| {
            let code: &str = row.get(3);
            let language = MailLanguage::ALL.into_iter().find(|it| it.code() == code);
            Ok(EmailOwner {
                user: UserId(row.get(0)),
                name: parsed("a name", row.get(1))?,
                address: parsed("an e-mail address", row.get(2))?,
                language: language.ok_or_else(|| StoreError::invalid("a language", code))?,
            })
        };
        let values = [account.to_ascii_lowercase().into(), account.into(), OWNERS.into()];
        self.rows(OWNERS_OF, values).await?.iter().map(owner).collect()
    }

    pub(crate) async fn is_email_code(&self, code: TokenHash, now: Millis) -> Result<bool> {
        let sql = "SELECT 1 FROM emails WHERE code = ? AND expires_at > ?";
        Ok(self.login_row(sql, [code.0[..].into(), now.into()]).await?.is_some())
    }
}

/// Executes a write about an e-mail address. An account that was deleted meanwhile gets none.
pub(super) async fn write(connection: &mut Connection<'_>, change: EmailChange) -> Result<()> {
    match change {
        EmailChange::Given { user, address, language, code, at, expires_at } => {
            let sql = "INSERT INTO emails (user_id, address, language, at, code, expires_at)
                       SELECT id, ?2, ?3, ?4, ?5, ?6 FROM users WHERE id = ?1 AND gone = 0
                       ON CONFLICT (user_id) DO UPDATE SET address = excluded.address,
                           language = excluded.language, at = excluded.at,
                           code = excluded.code, expires_at = excluded.expires_at";
            let address = Value::from(address.as_str());
            let (language, code) = (language.code().into(), code.0[..].into());
            let values = [user.into(), address, language, at.into(), code, expires_at.into()];
            run(connection, sql, values).await
        }
        EmailChange::Confirmed(code) => {
            let sql = "UPDATE emails SET code = NULL, expires_at = NULL WHERE code = ?";
            run(connection, sql, [code.0[..].into()]).await
        }
        EmailChange::Removed(user) => {
            run(connection, "DELETE FROM emails WHERE user_id = ?", [user.into()]).await
        }
    }
}
