//! Invitations.

use super::settings::{self, INVITATIONS};
use super::{Connection, Result, StoreError, Value, parsed, read_rows, run};
use crate::domain::{Invitation, InvitationWrite, SavedInvitations, TokenHash, UserId};

pub(super) async fn write(connection: &mut Connection<'_>, write: InvitationWrite) -> Result<()> {
    match write {
        InvitationWrite::Made(made) => {
            let Invitation { number, hash, by, role, uses, used, made_at, expires_at, note } =
                *made;
            let sql = "INSERT INTO invitations
                           (number, hash, by_id, role, uses, used, made_at, expires_at, note)
                       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
            let values = [
                number.into(),
                hash.0[..].into(),
                by.into(),
                Value::text(role),
                uses.into(),
                used.into(),
                made_at.into(),
                expires_at.into(),
                Value::optional_text(note),
            ];
            run(connection, sql, values).await?;
            settings::set(connection, &[(INVITATIONS, number)]).await
        }
        InvitationWrite::Used(number) => {
            let sql = "UPDATE invitations SET used = used + 1 WHERE number = ?";
            run(connection, sql, [number.into()]).await
        }
        InvitationWrite::Ended(number) => {
            run(connection, "DELETE FROM invitations WHERE number = ?", [number.into()]).await
        }
    }
}

/// Returns all invitations, and the number of the last one that ever was.
pub(super) async fn load(connection: &mut Connection<'_>) -> Result<SavedInvitations> {
    let sql = "SELECT number, hash, by_id, role, uses, used, made_at, expires_at, note
               FROM invitations ORDER BY number";
    let valid = read_rows(connection, "invitations", sql, [], |row| {
        let hash: &[u8] = row.try_get(1)?;
        let note: Option<&str> = row.try_get(8)?;
        Ok(Invitation {
            number: row.try_get(0)?,
            hash: TokenHash(
                hash.try_into().map_err(|_| StoreError::invalid("the digest of a code", ""))?,
            ),
            by: UserId(row.try_get(2)?),
            role: parsed("a role", row.try_get(3)?)?,
            uses: row.try_get(4)?,
            used: row.try_get(5)?,
            made_at: row.try_get(6)?,
            expires_at: row.try_get(7)?,
            note: note.map(|note| parsed("a note", note)).transpose()?,
        })
    })
    .await?;
    Ok(SavedInvitations { valid, last: settings::get(connection, INVITATIONS).await? })
}

#[cfg(test)]
mod tests {
    use willow_protocol::Role;

    use super::*;
    use crate::domain::UserWrite;
    use crate::store::test_support::TestStore;

    fn invitation(number: u64) -> Invitation {
        Invitation {
            number,
            hash: TokenHash([number as u8; 32]),
            by: UserId(1),
            role: Role::Player,
            uses: 3,
            used: 0,
            made_at: 1000,
            expires_at: 9000,
            note: "club evening".parse().ok(),
        }
    }

    /// A database of the version before.
    #[test]
    fn a_database_without_invitations_gets_them_and_keeps_what_it_has() {
        let mut store = TestStore::sqlite();
        store.run(
            "DROP TABLE invitations; DELETE FROM _sqlx_migrations WHERE version = 28;
             INSERT INTO users (id, name, name_key, role, created_at)
             VALUES (1, 'mona', 'mona', 'moderator', 0);",
        );
        store = store.reopen();
        let made = |number| InvitationWrite::Made(Box::new(invitation(number)));
        store.commit(vec![made(1).into(), made(2).into(), made(3).into()]);
        store.commit(vec![InvitationWrite::Used(1).into(), InvitationWrite::Ended(3).into()]);
        store = store.reopen();
        let saved = store.load(2000);
        let used = Invitation { used: 1, ..invitation(1) };
        let expected = SavedInvitations { valid: vec![used, invitation(2)], last: 3 };
        assert_eq!(saved.moderation.invitations, expected, "numbers are not used twice");
        assert_eq!(saved.names.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["mona"]);
        store.commit(vec![UserWrite::Deleted(UserId(1), 3000).into()]);
        let none = SavedInvitations { valid: Vec::new(), last: 3 };
        assert_eq!(store.load(4000).moderation.invitations, none, "they end with their maker");
    }
}
