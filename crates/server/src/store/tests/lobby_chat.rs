//! The messages of the lobby and of private rooms, page by page.

use willow_protocol::Event;

use crate::domain::{PastChat, Query, RoomKey, UserId};
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
        let room = RoomKey::Lobby;
        let page = PastChat { room, with: None, before, kept_from, hidden };
        let query = Query::Chat(Box::new(page));
        let found = store.answer(&query).unwrap();
        let Event::Chat { messages: found, next: found_next } = found else { panic!("{found:?}") };
        let numbers: Vec<u64> = found.iter().filter_map(|notice| notice.number).collect();
        let wanted = messages.filter(|ten| muted.is_none() || ten % 2 == 1).map(|ten| 10 * ten);
        assert_eq!(numbers, wanted.collect::<Vec<_>>(), "{query:?}");
        assert_eq!(found_next, next, "{query:?}");
    }
}

/// Alice has told bob and carol 120 messages each, in turn.
#[test]
fn private_messages_of_one_conversation_are_read_page_by_page() {
    let mut store = TestStore::new();
    let room = RoomKey::Private(UserId(1));
    let told = |number: u64, from: &str, to: &str| {
        let [from, to] = [from, to].map(|name| name.parse().unwrap());
        let text = number.to_string().parse().unwrap();
        event(room, number, Event::Told { from, to, text }, number)
    };
    let events = (1..=240).map(|number| match number % 4 {
        0 => told(number, "alice", "Bob"),
        2 => told(number, "Bob", "alice"),
        _ => told(number, "carol", "alice"),
    });
    store.commit(events.collect());
    let removed = Event::Removed { from: "Bob".parse().unwrap(), message: 242 };
    store.commit(vec![event(room, 242, removed, 242)]);
    for (before, messages, next) in
        [(u64::MAX, 72..122, Some(144)), (144, 22..72, Some(44)), (44, 1..22, None)]
    {
        let with = Some("bob".parse().unwrap());
        let page = PastChat { room, with, before, kept_from: 0, hidden: Vec::new() };
        let found = store.answer(&Query::Chat(Box::new(page))).unwrap();
        let Event::Chat { messages: found, next: found_next } = found else { panic!("{found:?}") };
        let numbers: Vec<u64> = found.iter().filter_map(|notice| notice.number).collect();
        assert_eq!(numbers, messages.map(|two| 2 * two).collect::<Vec<_>>());
        assert_eq!(found_next, next);
    }
}
