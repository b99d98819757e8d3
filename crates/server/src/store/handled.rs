//! The commands that were carried out under an id, so that a resent one is not carried out twice.
//!
//! They are in one ring for all users: the next one takes the place of the oldest of a million. New
//! rows so lie beside each other, and a commit writes few pages for them; with a ring for each user
//! every row had a page of its own, and half of what was written for a move was that. Nothing is to
//! be deleted either.

use std::collections::{HashMap, VecDeque};

use futures_util::TryStreamExt;
use sqlx::{Row, SqliteConnection};
use willow_protocol::RequestId;

use super::{StoreError, bulk, load};
use crate::core::{Millis, REMEMBERED_COMMANDS, UserId};

/// How many are kept. Sixty bytes each; at 2,000 moves a second they are those of eight minutes.
const PLACES: u64 = 1_000_000;

/// A row of what was carried out.
#[derive(Debug)]
pub(super) struct HandledRow {
    pub(super) user: UserId,
    pub(super) request: RequestId,
    pub(super) at: Millis,
}

/// The end of the ring at which is written.
#[derive(Debug)]
pub(super) struct HandledRing {
    /// How many were written before.
    written: u64,
}

impl HandledRing {
    /// Finds the end of the ring.
    pub(super) async fn open(connection: &mut SqliteConnection) -> Result<HandledRing, StoreError> {
        let last = "SELECT MAX(number) FROM handled";
        let last: Option<i64> = sqlx::query_scalar(last).fetch_one(connection).await?;
        Ok(HandledRing { written: last.map_or(0, |number| number as u64 + 1) })
    }

    /// Writes rows, each in the place of the oldest. If the transaction comes to nothing, so must
    /// the ring.
    pub(super) async fn insert(
        &mut self,
        connection: &mut SqliteConnection,
        rows: Vec<HandledRow>,
    ) -> Result<(), StoreError> {
        let insert = "INSERT INTO handled (place, number, user_id, request, at)";
        let replace = "ON CONFLICT (place) DO UPDATE SET number = excluded.number,
                       user_id = excluded.user_id, request = excluded.request, at = excluded.at";
        let rows: Vec<(u64, HandledRow)> = (self.written..).zip(rows).collect();
        self.written += rows.len() as u64;
        bulk::insert(connection, insert, 5, replace, &rows, |query, (number, row)| {
            query
                .bind((number % PLACES) as i64)
                .bind(*number as i64)
                .bind(row.user.0)
                .bind(row.request.as_str().to_owned())
                .bind(row.at as i64)
        })
        .await
    }
}

/// Reads the last ids of each user, oldest first.
pub(super) async fn last_handled(
    connection: &mut SqliteConnection,
) -> Result<HashMap<i64, VecDeque<RequestId>>, StoreError> {
    // One by one: there may be a million, of which few are kept.
    let mut rows =
        sqlx::query("SELECT user_id, request FROM handled ORDER BY number").fetch(connection);
    let mut handled: HashMap<i64, VecDeque<RequestId>> = HashMap::new();
    while let Some(row) = rows.try_next().await? {
        let ids = handled.entry(row.get(0)).or_default();
        ids.push_back(load::parsed("an id", &row.get::<String, _>(1))?);
        if ids.len() > REMEMBERED_COMMANDS {
            ids.pop_front();
        }
    }
    Ok(handled)
}
