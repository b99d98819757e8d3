//! Copies of a store.

use willow_protocol::Role;

use crate::domain::{RoomKey, Write};
use crate::store::test_support::{TestStore, said, user};
use crate::store::tests::archive::{named, own_game};
use crate::store::{CopiedTable, Location, Store, StoreError};

/// A store with people, a game of theirs, games of an import, and chat.
fn filled() -> TestStore {
    let mut store = TestStore::new();
    let mut writes: Vec<Write> = vec![
        user(1, "alice", Role::Player, 1),
        user(2, "bob", Role::Player, 2),
        said(RoomKey::Lobby, 1, "alice", "hello", 3),
    ];
    writes.extend(own_game(7, Some(2)));
    store.commit(writes);
    store.import(&[named("f5d6c3"), named("f5f6")]);
    store
}

fn migrate(from: &Location, to: &Location) -> Result<Vec<CopiedTable>, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut tables = Vec::new();
    let copied = Store::migrate(from, to, |table| tables.push(table.clone()));
    runtime.block_on(copied).map(|()| tables)
}

fn rows(tables: &[CopiedTable], name: &str) -> (u64, bool) {
    let table = tables.iter().find(|table| table.table == name).unwrap();
    (table.rows, table.was_there)
}

#[test]
fn all_tables_are_copied_to_another_database_and_back() {
    let original = filled().close();
    let there = TestStore::new().close();
    let back = TestStore::sqlite().close();
    for (from, to) in [(&original, &there), (&there, &back)] {
        let tables = migrate(&from.location, &to.location).unwrap();
        for (name, n) in [("users", 2), ("archive_games", 3), ("archive_players", 4)] {
            assert_eq!(rows(&tables, name), (n, false), "{name}");
        }
    }
    let again = migrate(&original.location, &there.location);
    assert!(matches!(again, Err(StoreError::NotEmpty)), "{again:?}");
    let mut there = there.open();
    assert_eq!(there.load(10).names.len(), 2);
    // New players have numbers after those that were copied.
    there.import(&[named("f5f4")]);
}

#[test]
fn a_copy_that_was_interrupted_goes_on_and_no_server_starts_on_it() {
    let original = filled().close();
    let copy = TestStore::new().close();
    migrate(&original.location, &copy.location).unwrap();
    let mut copy = copy.open();
    let mark =
        format!("INSERT INTO texts (name, value) VALUES ('copied from', '{}')", original.location);
    copy.run(sqlx::AssertSqlSafe(mark));
    copy.run("DELETE FROM archive_games");
    let refused = copy.runtime.block_on(copy.writer.begin_service()).unwrap_err().to_string();
    assert!(refused.contains("is an unfinished copy of"), "{refused}");
    let copy = copy.close();
    let tables = migrate(&original.location, &copy.location).unwrap();
    assert_eq!([rows(&tables, "users"), rows(&tables, "archive_games")], [(2, true), (3, false)]);
    let mut copy = copy.open();
    copy.runtime.block_on(copy.writer.begin_service()).unwrap();
}
