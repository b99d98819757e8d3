//! Exports, page by page: the games of a search, and all that is stored about a user.

use std::collections::HashSet;

use super::archive::record_of;
use super::ratings::history;
use crate::domain::UserId;
use crate::store::test_support::TestStore;
use crate::store::{PARTS, RowKey};

#[test]
fn each_game_of_a_search_is_exported_once() {
    let mut store = TestStore::new();
    let records: Vec<_> =
        (0..250).map(|n| record_of(&format!("Doe {n}"), "Roe", "f5d6", 2)).collect();
    store.import(&records);
    let mut filter: willow_protocol::ArchiveFilter = "limit 100".parse().unwrap();
    let (mut names, mut sizes) = (HashSet::new(), Vec::new());
    loop {
        let (games, next) = store.runtime.block_on(store.store.export(&filter)).unwrap();
        sizes.push(games.len());
        names.extend(games.into_iter().map(|game| game.players[0].name.clone()));
        filter.after = next;
        if filter.after.is_none() {
            break;
        }
    }
    assert_eq!((sizes, names.len()), (vec![100, 100, 50], 250));
}

#[test]
fn each_part_of_a_users_data_comes_whole_and_of_nobody_else() {
    let store = history();
    let rows = |user: i64, part: &str| {
        let part = PARTS.iter().find(|known| known.name == part).unwrap();
        let (mut rows, mut after) = (Vec::new(), Some(RowKey::default()));
        while let Some(key) = after {
            let page = store.store.personal_data(UserId(user), part, &key);
            let page = store.runtime.block_on(page).unwrap();
            rows.extend(page.rows);
            after = page.next;
        }
        let n_rows = rows.len();
        assert_eq!(rows.into_iter().collect::<HashSet<_>>().len(), n_rows, "none twice");
        n_rows
    };
    assert_eq!([1, 3].map(|user| rows(user, "account")), [1, 1]);
    assert_eq!([1, 3].map(|user| rows(user, "rating_history")), [450, 0]);
}
