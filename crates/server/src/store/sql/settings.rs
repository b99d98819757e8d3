//! The tables of settings and of texts: numbers and words under names.

use willow_protocol::Message;

use super::{Connection, Result, StoreError, Value, Writer, bulk, parsed, run};
use crate::domain::Millis;

/// The name of the first number of a game that is not reserved.
pub(super) const RESERVED: &str = "reserved";

/// The name of the largest number of a token.
pub(super) const TOKENS: &str = "tokens";

/// The name of the last number of an invitation; numbers are never reused.
pub(super) const INVITATIONS: &str = "invitations";

/// The name of the first free number of a game of a device; numbers are never reused.
pub(super) const DEVICE_GAMES: &str = "device-games";

/// The name of the time of the last heartbeat.
pub(super) const HEARTBEAT: &str = "alive";

/// The name of the time of the newest row from which a doubted clock continued, or of 0.
const DOUBTED: &str = "clock-doubted-since";

/// The name of the announcement of the day.
pub(super) const ANNOUNCEMENT: &str = "announcement";

impl Writer {
    pub(crate) async fn doubted_since(&mut self) -> Result<Millis> {
        get(&mut self.database.connection(), DOUBTED).await
    }

    pub(crate) async fn set_doubted_since(&mut self, time: Millis) -> Result<()> {
        set(&mut self.database.connection(), &[(DOUBTED, time)]).await
    }
}

/// Reads a number; 0 if absent.
pub(super) async fn get(connection: &mut Connection<'_>, name: &str) -> Result<u64> {
    let sql = "SELECT value FROM settings WHERE name = ?";
    let Some(row) = bulk::query(sql, [name.into()]).fetch_optional(connection).await? else {
        return Ok(0);
    };
    row.try_get(0).map_err(|error: sqlx::Error| StoreError::from(error).in_row("settings", name))
}

/// Writes numbers.
pub(super) async fn set(connection: &mut Connection<'_>, settings: &[(&str, u64)]) -> Result<()> {
    let head = "INSERT INTO settings (name, value)";
    let replace = "ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    let values = |&(name, number): &(&str, u64)| [name.into(), number.into()];
    bulk::insert(connection, head, replace, settings, values).await
}

/// Reads a text, if there is one.
pub(super) async fn text(connection: &mut Connection<'_>, name: &str) -> Result<Option<Message>> {
    let sql = "SELECT value FROM texts WHERE name = ?";
    let row = bulk::query(sql, [name.into()]).fetch_optional(connection).await?;
    row.map(|row| parsed("a text", row.get(0))).transpose()
}

/// Writes a text, or removes it.
pub(super) async fn set_text(
    connection: &mut Connection<'_>,
    name: &'static str,
    text: Option<Message>,
) -> Result<()> {
    match text {
        Some(text) => {
            let sql = "INSERT INTO texts (name, value) VALUES (?, ?)
                       ON CONFLICT (name) DO UPDATE SET value = excluded.value";
            run(connection, sql, [name.into(), Value::text(text)]).await
        }
        None => run(connection, "DELETE FROM texts WHERE name = ?", [name.into()]).await,
    }
}
