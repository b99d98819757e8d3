//! What only PostgreSQL has: its address, its words, the lease of the node that leads.
//!
//! Invariant: when [`Writer`](super::Writer) has committed, the writes are in PostgreSQL's write-ahead log on the disk
//! (`synchronous_commit` and `fsync` are on, or it is not opened), and no other node led at that moment: each
//! transaction of the writer holds the row of its epoch until its end, and a node that takes over changes that row.

pub(super) mod dialect;
mod lease;
mod open;

use std::time::Duration;

use sqlx::postgres::PgRow;
use sqlx::{ColumnIndex, PgConnection, Row as _, TypeInfo as _, ValueRef as _};

pub(super) use self::open::Primary;
pub(in super::super) use self::open::{open, open_to_read};
use super::{Result, StoreError};

/// Counts the leaders that there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Epoch(i64);

/// The time for which a node leads unless it extends it.
const LEASE: Duration = Duration::from_secs(5);

/// Makes sure that no other node has become the leader, nor becomes it before the end of the transaction.
pub(super) async fn hold_epoch(transaction: &mut PgConnection, epoch: Epoch) -> Result<()> {
    let sql = "SELECT 1 FROM leader WHERE epoch = $1 FOR KEY SHARE";
    match sqlx::query(sql).bind(epoch.0).fetch_optional(transaction).await? {
        Some(_) => Ok(()),
        None => Err(StoreError::NotLeader),
    }
}

/// Reads a number of whatever size, or a truth value.
pub(super) fn integer<T: TryFrom<i64>>(
    row: &PgRow,
    index: impl ColumnIndex<PgRow> + Copy,
) -> sqlx::Result<T> {
    let value = row.try_get_raw(index)?;
    let number = match value.type_info().name() {
        "INT4" => row.try_get::<i32, _>(index)?.into(),
        "BOOL" => row.try_get::<bool, _>(index)?.into(),
        _ => row.try_get::<i64, _>(index)?,
    };
    let out_of_range = || format!("{number} is out of range").into();
    T::try_from(number).map_err(|_| sqlx::Error::Decode(out_of_range()))
}

/// Reads a text, or JSON as text.
pub(super) fn text(row: &PgRow, index: impl ColumnIndex<PgRow> + Copy) -> sqlx::Result<String> {
    match row.try_get_raw(index)?.type_info().name() {
        "JSON" => row.try_get_unchecked(index),
        _ => row.try_get(index),
    }
}

/// Returns the first column as text, if it is one or a number.
pub(super) fn first_column(row: &PgRow) -> Option<String> {
    row.try_get(0).ok().or_else(|| integer::<i64>(row, 0).ok().map(|number| number.to_string()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use willow_protocol::Role;

    use crate::ops::Retention;
    use crate::store::test_support::{TestStore, user};
    use crate::store::{ArchiveTiming, Batch, Result, Store, StoreError, Sweep};

    fn is_not_leader<T>(done: &Result<T>) -> bool {
        matches!(done, Err(StoreError::NotLeader))
    }

    #[test]
    fn a_node_that_no_longer_leads_changes_nothing() {
        let mut store = TestStore::postgres();
        store.commit(vec![user(1, "alice", Role::Player, 1)]);
        store.run("UPDATE leader SET epoch = epoch + 1");
        let bob = Batch::new(vec![user(2, "bob", Role::Player, 1)]);
        store.runtime.block_on(async {
            let writer = &mut store.writer;
            assert!(is_not_leader(&writer.commit(&bob, ArchiveTiming::AtOnce).await));
            let mut sweep = Sweep::default();
            let swept = writer.delete_by_age(&mut sweep, &Retention::all(1), u64::MAX >> 2).await;
            assert!(is_not_leader(&swept));
            assert!(is_not_leader(&writer.make_admin(&"alice".parse().unwrap()).await));
        });
        let users = store.column::<String>("SELECT name || ' ' || role FROM users");
        assert_eq!(users, ["alice player"]);
    }

    /// A machine without power ends no transaction, and another node must not wait for it.
    #[test]
    fn a_leader_that_is_frozen_in_a_transaction_does_not_keep_others_from_leading() {
        let mut store = TestStore::postgres();
        let location = store.location.clone();
        store.runtime.block_on(async {
            let frozen = store.writer.db.database.begin().await.unwrap();
            // Nothing extends the lease while this thread does not run; the other node has one of its own.
            let other = std::thread::spawn(move || {
                let runtime = tokio::runtime::Runtime::new().unwrap();
                runtime.block_on(async {
                    let opened = Store::open(&location);
                    tokio::time::timeout(Duration::from_secs(10), opened).await.map(drop)
                })
            });
            assert!(other.join().unwrap().is_ok(), "another node leads within ten seconds");
            drop(frozen);
        });
    }
}
