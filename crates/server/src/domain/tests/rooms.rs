//! Who hears what, and when games end.

use willow_protocol::{EndKind, ErrorCode, Event, GameEnd, LogFilter, Notice, RoomNumbers};

use super::world::{ADDRESS, World, earlier_token, errors};
use crate::domain::{ConnId, Input, SignIn, UserId, Write};

fn messages(notices: &[Notice]) -> Vec<&str> {
    let texts = notices.iter().filter_map(|notice| match &notice.event {
        Event::Said { text, .. } | Event::Told { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn end(notices: &[Notice]) -> Option<GameEnd> {
    notices.iter().find_map(|notice| match notice.event {
        Event::Ended(end) => Some(end),
        _ => None,
    })
}

#[test]
fn a_flag_falls_one_millisecond_after_the_deadline() {
    let (mut world, alice, bob) = World::guests();
    world.start_game(alice, bob, "0:10");
    world.wait(10_000);
    assert_eq!(end(&world.received(alice)), None);
    world.wait(1);
    let end = end(&world.received(alice)).unwrap();
    assert_eq!((end.reason, end.result), (EndKind::Timeout, Some(-64)));
}

#[test]
fn players_and_spectators_do_not_read_each_other_while_the_game_goes_on() {
    let (mut world, alice, bob) = World::guests();
    let (carol, dave) = (world.log_in(3, "carol", false), world.log_in(4, "dave", false));
    let game = world.start_game(alice, bob, "5+3");
    world.types(carol, &format!("watch {game}"));
    for connection in [alice, bob, carol, dave] {
        world.received(connection);
    }
    world.types(carol, &format!("gsay {game} he should play c4"));
    world.types(alice, &format!("gsay {game} good luck"));
    assert_eq!(messages(&world.received(bob)), ["good luck"]);
    assert!(messages(&world.received(carol)).is_empty());
    assert_eq!(errors(&world.types(dave, &format!("gsay {game} hi"))), [ErrorCode::Forbidden]);
    for (reader, room) in [(carol, "players"), (alice, "watchers"), (dave, "watchers")] {
        let received = world.types(reader, &format!("sync {room}/{game} 0"));
        assert_eq!(errors(&received), [ErrorCode::Forbidden], "{room}");
        assert!(messages(&received).is_empty());
    }
    world.types(alice, "resign");
    assert_eq!(
        messages(&world.types(alice, &format!("sync watchers/{game} 0"))),
        ["he should play c4"]
    );
}

#[test]
fn a_muted_user_is_read_nowhere_and_a_blocked_one_cannot_challenge() {
    let (mut world, alice, bob) = World::guests();
    world.types(alice, "mute bob");
    world.types(bob, "say hello");
    world.types(bob, "new 5+3");
    let received = world.received(alice);
    assert!(messages(&received).is_empty());
    assert!(!received.iter().any(|notice| matches!(notice.event, Event::Offered(_))));
    let games = world.types(alice, "games");
    assert!(
        games.iter().any(
            |notice| matches!(&notice.event, Event::Games { offers, .. } if offers.is_empty())
        )
    );
    assert!(messages(&world.types(alice, "sync lobby 0")).is_empty());
    world.types(alice, "block bob");
    assert_eq!(errors(&world.types(bob, "challenge alice 5+3")), [ErrorCode::Forbidden]);
    assert_eq!(errors(&world.types(bob, "tell alice please")), [ErrorCode::Forbidden]);
}

#[test]
fn a_muted_user_is_not_read_in_the_rooms_of_games_either() {
    let (mut world, alice, bob) = World::guests();
    let (carol, dave) = (world.log_in(3, "carol", false), world.log_in(4, "dave", false));
    let game = world.start_game(alice, bob, "5+3");
    for watcher in [carol, dave] {
        world.types(watcher, &format!("watch {game}"));
    }
    world.types(alice, "mute bob");
    world.types(carol, "block dave");
    world.types(bob, &format!("gsay {game} you will lose"));
    world.types(dave, &format!("gsay {game} black is lost"));
    for (reader, room) in [(alice, "players"), (carol, "watchers")] {
        assert!(messages(&world.received(reader)).is_empty(), "{room}");
        assert!(
            messages(&world.types(reader, &format!("sync {room}/{game} 0"))).is_empty(),
            "{room}"
        );
    }
    assert_eq!(messages(&world.types(bob, &format!("sync players/{game} 0"))), ["you will lose"]);
}

#[test]
fn blocked_users_are_not_listed_and_their_presence_is_hidden() {
    let (mut world, alice, bob) = World::players();
    let carol = world.log_in(3, "carol", false);
    let names = |notices: &[Notice]| match &notices[0].event {
        Event::Users { users } => users.iter().map(|user| user.name.to_string()).collect(),
        other => vec![format!("{other:?}")],
    };
    world.types(alice, "mute bob");
    assert_eq!(names(&world.types(alice, "who")), ["alice", "bob", "carol"], "muted, not gone");
    world.types(alice, "block bob");
    assert_eq!(names(&world.types(alice, "who")), ["alice", "carol"]);
    assert_eq!(names(&world.types(carol, "who")), ["alice", "bob", "carol"]);
    world.wait(5_000);
    for connection in [alice, carol] {
        world.received(connection);
    }
    world.leave(bob);
    world.wait(5_000);
    comes_back(&mut world, 4, 2);
    world.wait(5_000);
    let presence = |notices: &[Notice]| {
        let seen =
            |notice: &&Notice| matches!(notice.event, Event::Online { .. } | Event::Offline { .. });
        notices.iter().filter(seen).count()
    };
    assert_eq!(presence(&world.received(alice)), 0);
    assert_eq!(presence(&world.received(carol)), 2);
}

#[test]
fn private_messages_wait_for_an_offline_user() {
    let (mut world, alice, bob) = World::players();
    world.types(alice, "tell bob one");
    assert_eq!(messages(&world.received(bob)), ["one"]);
    world.leave(bob);
    world.types(alice, "tell bob two");
    let bob = comes_back(&mut world, 3, 2);
    assert_eq!(messages(&world.received(bob)), ["two"]);
}

/// Brings a user back over a new connection.
fn comes_back(world: &mut World, number: u64, user: i64) -> ConnId {
    let connection = ConnId(number);
    world.input(Input::Connected { connection });
    let sign_in = SignIn::Resume {
        user: UserId(user),
        token: earlier_token(user),
        rooms: RoomNumbers::default(),
    };
    world.input(Input::SignIn { connection, id: None, sign_in, address: ADDRESS });
    connection
}

#[test]
fn what_a_muted_user_tells_is_not_read_later_either() {
    let (mut world, alice, bob) = World::players();
    world.types(bob, "mute alice");
    world.types(alice, "tell bob while you are here");
    assert!(messages(&world.received(bob)).is_empty());
    world.leave(bob);
    world.types(alice, "tell bob while you are away");
    let bob = comes_back(&mut world, 3, 2);
    assert!(messages(&world.received(bob)).is_empty());
    world.types(bob, "unmute alice");
    world.leave(bob);
    let bob = comes_back(&mut world, 4, 2);
    assert!(messages(&world.received(bob)).is_empty(), "it was seen while it was hidden");
}

#[test]
fn the_win_over_a_disconnected_player_may_be_claimed_after_a_while() {
    let (mut world, alice, bob) = World::guests();
    world.start_game(alice, bob, "5+3");
    assert_eq!(errors(&world.types(alice, "claim")), [ErrorCode::NotNow]);
    world.leave(bob);
    world.wait(59_000);
    assert_eq!(errors(&world.types(alice, "claim")), [ErrorCode::NotNow]);
    world.wait(1000);
    let end = end(&world.types(alice, "claim")).unwrap();
    assert_eq!((end.reason, end.result), (EndKind::Abandoned, Some(64)));
}

#[test]
fn a_move_goes_back_only_if_both_agree() {
    let (mut world, alice, bob) = World::guests();
    world.start_game(alice, bob, "5+3");
    world.types(alice, "f5");
    world.types(bob, "d6");
    assert_eq!(errors(&world.types(bob, "refuse")), [ErrorCode::NotNow]);
    world.types(alice, "takeback");
    assert_eq!(errors(&world.types(alice, "takeback")), [ErrorCode::NotNow]);
    let received = world.types(bob, "takeback");
    assert!(
        received.iter().any(|notice| matches!(notice.event, Event::TakenBack { plies: 0, .. }))
    );
    assert!(errors(&world.types(alice, "move e6 0")).is_empty());
}

#[test]
fn the_time_of_each_move_is_kept_and_that_of_a_move_that_went_back_is_not() {
    let (mut world, alice, bob) = World::guests();
    world.start_game(alice, bob, "5+3");
    world.wait(2030);
    world.types(alice, "f5");
    world.wait(700);
    world.types(bob, "d6");
    world.wait(9);
    world.types(bob, "takeback");
    world.types(alice, "takeback");
    world.wait(1500);
    world.types(bob, "f6");
    world.types(alice, "resign");
    let times = world.writes.iter().find_map(|write| match write {
        Write::GameEnded(finished) => Some((finished.moves.as_str(), finished.times.clone())),
        _ => None,
    });
    assert_eq!(times, Some(("f5f6", vec![2030, 1500])));
}

#[test]
fn a_game_is_aborted_before_both_have_moved_and_not_later() {
    let (mut world, alice, bob) = World::players();
    world.start_game(alice, bob, "5+3 rated");
    world.types(alice, "f5");
    let aborted = end(&world.types(bob, "abort")).unwrap();
    assert_eq!((aborted.reason, aborted.result), (EndKind::Aborted, None));
    world.start_game(alice, bob, "5+3 rated");
    world.types(alice, "f5");
    world.types(bob, "d6");
    assert_eq!(errors(&world.types(bob, "abort")), [ErrorCode::NotNow]);
}

#[test]
fn a_rated_game_changes_both_ratings_once() {
    let (mut world, alice, bob) = World::players();
    world.start_game(alice, bob, "5+3 rated");
    let received = world.types(alice, "resign");
    let rated: Vec<(i32, i32)> = received
        .iter()
        .filter_map(|notice| match notice.event {
            Event::Rated { before, after, .. } => Some((before, after)),
            _ => None,
        })
        .collect();
    assert_eq!(rated, [(1500, 1338), (1500, 1662)]);
    let guest = world.log_in(3, "carol", false);
    assert_eq!(errors(&world.types(guest, "new 5+3 rated")), [ErrorCode::Forbidden]);
}

#[test]
fn a_rematch_changes_the_colours() {
    let (mut world, alice, bob) = World::guests();
    world.start_game(alice, bob, "5+3");
    world.types(alice, "resign");
    world.types(bob, "rematch");
    let received = world.types(alice, "rematch");
    let state = received.iter().find_map(|notice| match &notice.event {
        Event::Started(state) => Some(state),
        _ => None,
    });
    assert_eq!(state.unwrap().summary.black.as_str(), "bob");
}

#[test]
fn names_that_look_alike_are_refused() {
    let mut world = World::new();
    world.log_in(1, "william", true);
    let other = world.log_in(2, "WiIIiarn", false);
    assert_eq!(errors(&world.received(other)), [ErrorCode::NameTaken]);
    assert_eq!(errors(&world.types(other, "say hello")), [ErrorCode::NotIn]);
}

#[test]
fn a_private_game_is_in_no_list_and_cannot_be_guessed() {
    let (mut world, alice, bob) = World::guests();
    let carol = world.log_in(3, "carol", false);
    let game = world.start_game(alice, bob, "5+3 private");
    assert!(game.0 > 1 << 40);
    let received = world.received(carol);
    assert!(received.iter().all(|notice| notice.number.is_none()), "{received:?}");
    let listed = world.types(carol, "games");
    assert!(matches!(&listed[0].event, Event::Games { offers, games }
        if offers.is_empty() && games.is_empty()));
    let listed = world.types(bob, "games");
    assert!(matches!(&listed[0].event, Event::Games { games, .. } if games.len() == 1));
}

#[test]
fn a_limit_of_offers_is_a_limit() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", false);
    for _ in 0..10 {
        assert!(errors(&world.types(alice, "new 5+3")).is_empty());
    }
    assert_eq!(errors(&world.types(alice, "new 5+3")), [ErrorCode::Limit]);
}

#[test]
fn who_asks_for_too_old_events_gets_the_room_as_it_is() {
    let mut world = World::without_quotas();
    let alice = world.log_in(1, "alice", false);
    for _ in 0..300 {
        world.types(alice, "say so");
    }
    let received = world.types(alice, "sync lobby 50");
    let Event::Snapshot(snapshot) = &received[0].event else { panic!("{received:?}") };
    assert_eq!((snapshot.last, snapshot.recent.len()), (300, 200));
    assert_eq!(world.types(alice, "sync lobby 298").len(), 3);
    assert_eq!(world.types(alice, "sync lobby 9999").len(), 1);
}

#[test]
fn only_moderators_keep_order_and_what_they_do_is_logged() {
    let (mut world, alice, bob) = World::players();
    assert_eq!(errors(&world.types(bob, "kick alice why not")), [ErrorCode::Forbidden]);
    let id = world.state.users.find(&"alice".parse().unwrap()).unwrap();
    world.state.users[id].role = willow_protocol::Role::Moderator;
    world.types(alice, "silence bob 5 be quiet");
    assert_eq!(errors(&world.types(bob, "say oh")), [ErrorCode::Forbidden]);
    world.wait(5 * 60_000);
    assert!(errors(&world.types(bob, "say oh")).is_empty());
    assert!(
        world.writes.iter().any(|write| matches!(
            write,
            crate::domain::Write::Moderation { action: "silence", .. }
        ))
    );
    assert_eq!(errors(&world.types(alice, "role bob admin")), [ErrorCode::Forbidden]);
}

#[test]
fn only_moderators_read_what_moderators_did() {
    use crate::domain::{Delivery, Query};
    use willow_protocol::{Command, Request, Role};
    let (mut world, alice, bob) = World::players();
    let id = world.state.users.find(&"alice".parse().unwrap()).unwrap();
    let filter = LogFilter { name: Some("gone".parse().unwrap()), ..LogFilter::default() };
    for role in [Role::Bot, Role::Player, Role::Moderator, Role::Admin] {
        world.state.users[id].role = role;
        let command = Command::Log { filter: filter.clone() };
        let request = Request { id: Some("7".parse().unwrap()), command };
        let effects = world.state.handle(Input::Request { connection: alice, request }, world.now);
        let asked = matches!(effects.deliveries.as_slice(), [Delivery::Query {
            connection, id: Some(_), query: Query::Log { filter: asked }, ..
        }] if *connection == alice && *asked == filter);
        assert_eq!(asked, role >= Role::Moderator, "{role}: {effects:?}");
    }
    for command in ["log", "log alice", "log by alice"] {
        assert_eq!(errors(&world.types(bob, command)), [ErrorCode::Forbidden], "{command}");
    }
    let visitor = ConnId(3);
    world.input(Input::Connected { connection: visitor });
    assert_eq!(errors(&world.types(visitor, "log")), [ErrorCode::NotIn]);
}
