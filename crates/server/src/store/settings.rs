//! The table of settings: numbers under names.

use sqlx::SqliteConnection;

use super::{StoreError, bulk};

/// The name of the first number of a game that is not reserved.
pub(crate) const RESERVED: &str = "reserved";

/// The name of the largest number of a token.
pub(crate) const TOKENS: &str = "tokens";

/// The name of the time of the last heartbeat.
pub(super) const HEARTBEAT: &str = "alive";

/// Reads a number, or 0 if there is none.
pub(crate) async fn get(connection: &mut SqliteConnection, name: &str) -> Result<u64, StoreError> {
    let sql = "SELECT value FROM settings WHERE name = ?";
    let value = sqlx::query_scalar(sql).bind(name).fetch_optional(connection).await;
    let value: Option<u64> =
        value.map_err(|error| StoreError::from(error).in_row("settings", name))?;
    Ok(value.unwrap_or(0))
}

/// Writes numbers.
pub(crate) async fn set(
    connection: &mut SqliteConnection,
    settings: &[(&str, u64)],
) -> Result<(), StoreError> {
    let head = "INSERT INTO settings (name, value)";
    let replace = "ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    let values = |&(name, number): &(&str, u64)| [name.into(), number.into()];
    bulk::insert(connection, head, replace, settings, values).await
}
