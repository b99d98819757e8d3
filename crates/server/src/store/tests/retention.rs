//! Tests of deletion by age.

use willow_protocol::{Event, GameId, Notice, RecordFormat, Role, Room, Thought};

use crate::domain::{Millis, PastRoom, Query, RoomKey, UserId, Write};
use crate::ops::Retention;
use crate::store::test_support::{DAY, TestStore, event, game, said, user};

pub(crate) fn thought(game: u64, at: Millis) -> Write {
    let mv = "f5".parse().unwrap();
    let thought = Thought {
        ply: 1,
        mv,
        value: Some(2.0),
        exact: false,
        depth: Some(8),
        nodes: Some(1000),
        evaluations: None,
        line: vec![mv],
        details: Vec::new(),
    };
    Write::Thought { game: GameId(game), thought: Box::new(thought), at }
}

#[test]
fn thoughts_are_kept_as_long_as_the_retention_says() {
    for (thought_days, first) in [(0, 1), (3, 8), (30, 1)] {
        let mut store = TestStore::new();
        for number in 1..=10 {
            let (started, ended) = game(number);
            store.commit(vec![
                Write::GameStarted(Box::new(started)),
                Write::GameEnded(Box::new(ended)),
                thought(number, number * DAY),
            ]);
        }
        store.sweep(&Retention { thought_days, ..Retention::all(0) }, 11 * DAY);
        let is_left = |&game: &u64| match store.answer(&Query::Thoughts { game: GameId(game) }) {
            Ok(Event::Thoughts(found)) => !found.thoughts.is_empty(),
            other => panic!("{other:?}"),
        };
        let left: Vec<u64> = (1..=10).filter(is_left).collect();
        assert_eq!(left, (first..=10).collect::<Vec<_>>(), "{thought_days} days");
    }
}

/// Games with three events in each of their rooms. Only the first game is over, on the first day.
pub(crate) fn noisy_game(number: u64) -> Vec<Write> {
    let (started, ended) = game(number);
    let mut writes = vec![Write::GameStarted(Box::new(started))];
    let game = ended.game;
    for room in [RoomKey::Game(game), RoomKey::Players(game), RoomKey::Spectators(game)] {
        writes.extend((1..=3).map(|number| event(room, number, Event::Pong, DAY)));
    }
    if number == 1 {
        writes.push(Write::GameEnded(Box::new(ended)));
    }
    writes
}

/// Returns the texts of some messages.
fn texts(notices: impl IntoIterator<Item = Notice>) -> Vec<String> {
    let text = |notice: Notice| match notice.event {
        Event::Said { text, .. } => Some(text.to_string()),
        _ => None,
    };
    notices.into_iter().filter_map(text).collect()
}

/// Returns the texts in a room of the first game.
fn texts_in(store: &TestStore, room: Room) -> Vec<String> {
    let (game, asker) = (GameId(1), Some(UserId(1)));
    let past = PastRoom { room, game, asker, after: 0, hidden: Vec::new() };
    match store.answer(&Query::PastRoom(Box::new(past))) {
        Ok(Event::Snapshot(snapshot)) => texts(snapshot.recent),
        Ok(Event::Synced { last: 0, .. }) => Vec::new(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn chat_is_erased_after_the_documented_time_and_records_stay() {
    let [players, watchers] = [Room::Players(GameId(1)), Room::Spectators(GameId(1))];
    // The last event of a room gives the next number: only its words go.
    let erased = &["(erased)"][..];
    for (days, lobby, private, of_game) in [
        (89, &["words"][..], &["words"][..], &["words"][..]),
        (91, erased, &["words"], &[]),
        (366, erased, erased, &[]),
    ] {
        let mut store = TestStore::new();
        let mut writes = noisy_game(1);
        writes.push(user(1, "alice", Role::Player, DAY));
        let rooms = [(RoomKey::Lobby, 1), (RoomKey::Private(UserId(1)), 1)];
        let chats = [RoomKey::Players(GameId(1)), RoomKey::Spectators(GameId(1))];
        for (room, number) in rooms.into_iter().chain(chats.map(|room| (room, 4))) {
            writes.push(said(room, number, "bob", "words", DAY));
        }
        store.commit(writes);
        let now: Millis = (days + 1) * DAY;
        store.sweep(&Retention::default(), now);
        let alice =
            store.runtime.block_on(store.store.saved_users(&[UserId(1)])).unwrap().remove(0);
        assert_eq!(texts(store.load(now).lobby), lobby, "after {days} days");
        assert_eq!(texts(alice.private), private, "after {days} days");
        for room in [players, watchers] {
            assert_eq!(texts_in(&store, room), of_game, "{room} after {days} days");
        }
        let record = Query::Record { game: GameId(1), format: RecordFormat::Transcript };
        let Ok(Event::Record { text, .. }) = store.answer(&record) else { panic!("no record") };
        assert_eq!(text, "f5d6");
    }
}
