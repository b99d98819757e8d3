//! The moderation log, page by page.

use willow_protocol::{Event, LogFilter, LogPage, Role};

use crate::domain::{Query, UserId, UserWrite};
use crate::store::test_support::{TestStore, user};

/// A database with the moderator mona, a later moderator of the same name, bob and carol.
fn users() -> TestStore {
    let mut store = TestStore::new();
    store.commit(vec![
        user(1, "Mona", Role::Moderator, 0),
        user(2, "bob", Role::Player, 0),
        user(3, "carol", Role::Player, 0),
        UserWrite::Deleted(UserId(1), 0).into(),
        user(4, "mona", Role::Moderator, 0),
    ]);
    store
}

fn page(store: &TestStore, words: &str) -> LogPage {
    let filter = words.parse::<LogFilter>().unwrap();
    match store.answer(&Query::Log { filter }) {
        Ok(Event::Log(page)) => page,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_log_is_read_to_its_end_page_by_page() {
    let mut store = users();
    // Several at the same time: the cursor is not the time.
    let kick = |n: u64| {
        let (by, to, at) = (UserId(4), UserId(2 + n as i64 % 2), n / 3);
        UserWrite::Moderation {
            by,
            to,
            action: "kick",
            reason: format!("because {at}"),
            until: None,
            at,
        }
        .into()
    };
    store.commit((0..45).map(kick).collect());
    for (words, pages) in [("", 3), ("limit 45", 1), ("limit 44", 2), ("bob limit 1", 23)] {
        let (mut read, mut n_pages, mut next) = (Vec::new(), 0, String::new());
        loop {
            let page = page(&store, &format!("{words}{next}"));
            read.extend(page.entries.iter().map(|entry| entry.at));
            n_pages += 1;
            let Some(after) = page.next else { break };
            next = format!(" after {after}");
        }
        let n = if words.starts_with("bob") { 23 } else { 45 };
        assert_eq!((n_pages, read.len()), (pages, n), "{words}");
        assert!(read.is_sorted_by(|one, next| one >= next), "{words}: {read:?}");
    }
    assert_eq!(page(&store, "after 18446744073709551615").entries.len(), 20);
    assert_eq!(page(&store, "after 1").entries.len(), 0);
}
