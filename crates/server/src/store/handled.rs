//! The ids of commands that were executed, so that no command is executed twice.
//!
//! They are in one ring buffer for all users: the next id replaces the oldest of a million. So new
//! rows lie beside each other, and a commit writes few pages for them. With a ring buffer for each
//! user every row had a page of its own, half of all that was written for a move. And no row has to
//! be deleted.

use std::collections::{HashMap, VecDeque};

use futures_util::TryStreamExt;
use sqlx::{Row, SqliteConnection};
use willow_protocol::RequestId;

use super::decode::parsed;
use super::{StoreError, bulk};
use crate::domain::{Millis, REMEMBERED_COMMANDS, UserId};

/// How many ids are kept, of sixty bytes each. At 2,000 moves a second they are those of eight
/// minutes.
const CAPACITY: u64 = 1_000_000;

/// A row of the ring buffer.
#[derive(Debug)]
pub(super) struct RequestIdRow {
    pub(super) user: UserId,
    pub(super) request: RequestId,
    pub(super) at: Millis,
}

/// The position in the ring buffer at which the next id is written.
#[derive(Debug)]
pub(super) struct RequestIdRing {
    /// How many ids were written before.
    written: u64,
}

impl RequestIdRing {
    /// Finds the position in the database.
    pub(super) async fn open(
        connection: &mut SqliteConnection,
    ) -> Result<RequestIdRing, StoreError> {
        let last = "SELECT MAX(number) FROM handled";
        let last: Option<i64> = sqlx::query_scalar(last).fetch_one(connection).await?;
        Ok(RequestIdRing { written: last.map_or(0, |number| number as u64 + 1) })
    }

    /// Writes rows, each in place of the oldest. If the transaction is rolled back, this must be
    /// dropped.
    pub(super) async fn insert(
        &mut self,
        connection: &mut SqliteConnection,
        rows: Vec<RequestIdRow>,
    ) -> Result<(), StoreError> {
        let insert = "INSERT INTO handled (place, number, user_id, request, at)";
        let replace = "ON CONFLICT (place) DO UPDATE SET number = excluded.number,
                       user_id = excluded.user_id, request = excluded.request, at = excluded.at";
        let rows: Vec<(u64, RequestIdRow)> = (self.written..).zip(rows).collect();
        self.written += rows.len() as u64;
        bulk::insert(
            connection,
            bulk::Insert { head: insert, n_columns: 5, tail: replace },
            &rows,
            |query, (number, row)| {
                query
                    .bind((number % CAPACITY) as i64)
                    .bind(*number as i64)
                    .bind(row.user.0)
                    .bind(row.request.as_str().to_owned())
                    .bind(row.at as i64)
            },
        )
        .await
    }
}

/// Reads the latest ids of each user, oldest first.
pub(super) async fn last_handled(
    connection: &mut SqliteConnection,
) -> Result<HashMap<i64, VecDeque<RequestId>>, StoreError> {
    // One by one: there may be a million rows, of which few are kept.
    let mut rows =
        sqlx::query("SELECT user_id, request FROM handled ORDER BY number").fetch(connection);
    let mut handled: HashMap<i64, VecDeque<RequestId>> = HashMap::new();
    while let Some(row) = rows.try_next().await? {
        let ids = handled.entry(row.get(0)).or_default();
        ids.push_back(parsed("an id", &row.get::<String, _>(1))?);
        if ids.len() > REMEMBERED_COMMANDS {
            ids.pop_front();
        }
    }
    Ok(handled)
}
