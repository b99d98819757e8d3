//! The name of a deleted account.

use willow_protocol::{Event, GameId, Notice, Role, Room, SearchProblemKind};

use crate::domain::{
    ArchiveQuery, PastRoom, Query, RoomKey, StartedGame, UserId, UserWrite, Write,
};
use crate::ops::Retention;
use crate::store::test_support::{DAY, TestStore, game, said, user};
use crate::store::{PARTS, RowKey};

/// A store of alice and bob, who came on the second day.
fn two_users() -> TestStore {
    let mut store = TestStore::new();
    let users = [(1, "alice"), (2, "bob")].map(|(id, name)| user(id, name, Role::Player, DAY));
    store.commit(users.into());
    store
}

/// More than two portions of games.
const N_GAMES: u64 = 45;

/// A game that Alice and Bob have played, with a line of chat in each of its rooms. The words of a
/// message are not a name.
fn chatty_game(number: u64) -> Vec<Write> {
    let (mut started, ended) = game(number);
    if number.is_multiple_of(2) {
        started.players.reverse();
        started.names.reverse();
    }
    let started = StartedGame { at: 2 * DAY, ..started };
    let game = ended.game;
    let rooms = [RoomKey::Game(game), RoomKey::Players(game), RoomKey::Spectators(game)];
    let mut writes = vec![Write::GameStarted(Box::new(started))];
    writes.extend(rooms.map(|room| said(room, 1, "alice", "alice", 2 * DAY)));
    writes.push(Write::GameEnded(Box::new(ended)));
    writes
}

/// Returns who said something in some events, and what.
fn messages(notices: &[Notice]) -> Vec<String> {
    let message = |notice: &Notice| match &notice.event {
        Event::Said { from, text } => Some(format!("{from}: {text}")),
        _ => None,
    };
    notices.iter().filter_map(message).collect()
}

/// Returns how many games of Bob show the name.
fn n_with_name(store: &TestStore) -> usize {
    let (name, page) = ("bob".parse().unwrap(), "limit 100".parse().unwrap());
    let found = store.answer(&Query::History { name, page });
    let Ok(Event::History { games, .. }) = found else { panic!("{found:?}") };
    let names = games.iter().map(|entry| [&entry.game.black, &entry.game.white]);
    names.filter(|names| names.iter().any(|name| name.as_str() == "alice")).count()
}

#[test]
fn it_is_taken_out_of_games_the_archive_and_messages_over_a_restart() {
    let mut store = two_users();
    // A guest had the name before.
    let mut writes = vec![said(RoomKey::Lobby, 1, "alice", "alice", 5)];
    writes.extend((1..=N_GAMES).flat_map(chatty_game));
    writes.push(said(RoomKey::Lobby, 2, "alice", "alice", 2 * DAY));
    writes.push(said(RoomKey::Lobby, 3, "bob", "alice", 2 * DAY));
    for user in [1, 2] {
        writes.push(said(RoomKey::Private(UserId(user)), 1, "alice", "alice", 2 * DAY));
    }
    store.commit(writes);
    assert_eq!(n_with_name(&store) as u64, N_GAMES);
    store.commit(vec![UserWrite::Deleted(UserId(1), 4 * DAY).into()]);
    for _ in 0..2 {
        assert!(store.do_background_step());
    }
    assert_eq!(n_with_name(&store), 5, "a portion is bounded");
    store = store.reopen();
    store.finish_background_work();
    assert_eq!(n_with_name(&store), 0);
    let lobby = messages(&store.load(4 * DAY).lobby);
    assert_eq!(lobby, ["alice: alice", "deleted-1: alice", "bob: alice"], "the guest is another");
    let of_bob = store.runtime.block_on(store.store.saved_users(&[UserId(2)])).unwrap().remove(0);
    assert_eq!(messages(of_bob.private.as_slices().0), ["deleted-1: alice"]);
    let part = PARTS.iter().find(|part| part.name == "private_room").unwrap();
    let begin = RowKey::default();
    let own = store.store.personal_data(UserId(1), part, &begin);
    assert!(store.runtime.block_on(own).unwrap().rows.is_empty(), "nobody reads it any more");
    for game in (1..=N_GAMES).map(GameId) {
        for room in [Room::Game(game), Room::Players(game), Room::Spectators(game)] {
            let (asker, hidden) = (Some(UserId(2)), Vec::new());
            let past = PastRoom { room, game, asker, after: 0, hidden };
            let found = store.answer(&Query::PastRoom(Box::new(past)));
            let Ok(Event::Snapshot(snapshot)) = found else { panic!("{found:?}") };
            assert_eq!(messages(&snapshot.recent), ["deleted-1: alice"], "{room}");
        }
    }
    let filter = Box::new("player deleted-1 limit 100".parse().unwrap());
    let found = store.answer(&Query::Archive(ArchiveQuery::Games(filter)));
    let Ok(Event::Archive(page)) = found else { panic!("{found:?}") };
    assert_eq!(page.games.len() as u64, N_GAMES);
    let unknown = store.answer(&Query::Archive(ArchiveQuery::Text("alice".parse().unwrap())));
    let Ok(Event::Searched(found)) = unknown else { panic!("{unknown:?}") };
    assert_eq!(found.problems[0].kind, SearchProblemKind::UnknownName);
}

/// Moderators know the name as long as nobody else can take it.
#[test]
fn the_user_keeps_it_until_it_is_free() {
    let mut store = two_users();
    let (by, to, action) = (UserId(2), UserId(1), "kick");
    let entry =
        UserWrite::Moderation { by, to, action, reason: "spam".to_owned(), at: DAY, until: None };
    store.commit(vec![entry.into(), UserWrite::Deleted(UserId(1), 4 * DAY).into()]);
    for (day, shown) in [(93, "alice"), (95, "deleted-1")] {
        store.sweep(&Retention::all(0), day * DAY);
        let found = store.answer(&Query::Log { filter: "".parse().unwrap() });
        let Ok(Event::Log(log)) = found else { panic!("{found:?}") };
        assert_eq!(log.entries[0].name.as_str(), shown, "on day {day}");
    }
}
