//! The messages of the lobby, page by page.

use willow_protocol::Event;

use crate::domain::{PastChat, Query, RoomKey};
use crate::store::test_support::{TestStore, event, said};

/// A lobby of 600 events. Every tenth is a message, from alice and bob in turn. The time of an event is its number.
#[test]
fn messages_are_read_page_by_page_but_not_those_that_are_muted_or_no_longer_kept() {
    let mut store = TestStore::new();
    let events = (1..=600).map(|number| {
        let name = if number % 20 == 0 { "bob" } else { "alice" };
        match number % 10 {
            0 => said(RoomKey::Lobby, number, name, &number.to_string(), number),
            _ => event(RoomKey::Lobby, number, Event::Pong, number),
        }
    });
    store.commit(events.collect());
    for (before, kept_from, muted, messages, next) in [
        (u64::MAX, 0, None, 11..61, Some(110)),
        (110, 0, None, 1..11, None),
        (10, 0, None, 1..1, None),
        (110, 75, None, 8..11, None),
        (u64::MAX, 0, Some("bob"), 11..61, Some(110)),
    ] {
        let hidden = muted.iter().map(|name| name.parse().unwrap()).collect();
        let query = Query::LobbyChat(Box::new(PastChat { before, kept_from, hidden }));
        let found = store.answer(&query).unwrap();
        let Event::Chat { messages: found, next: found_next } = found else { panic!("{found:?}") };
        let numbers: Vec<u64> = found.iter().filter_map(|notice| notice.number).collect();
        let wanted = messages.filter(|ten| muted.is_none() || ten % 2 == 1).map(|ten| 10 * ten);
        assert_eq!(numbers, wanted.collect::<Vec<_>>(), "{query:?}");
        assert_eq!(found_next, next, "{query:?}");
    }
}
