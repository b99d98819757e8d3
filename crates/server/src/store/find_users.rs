//! Finds users by the beginning of their names.

use sqlx::Row;
use willow_protocol::{Event, FoundUser, NamePrefix};

use super::{Store, StoreError, display_name, parsed};

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
                display_name: display_name(row.get(2))?,
            })
        };
        let users = rows.iter().map(user).collect::<Result<_, StoreError>>()?;
        Ok(Event::Found { users })
    }
}
