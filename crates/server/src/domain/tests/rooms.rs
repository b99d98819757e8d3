//! Who hears what, and when games end.

use willow_board::DiscDiff;
use willow_protocol::{
    Command, EndKind, ErrorCode, ErrorDetail, Event, LogFilter, Notice, Request, Role,
};

use super::restart::restarted;
use super::world::{World, ended, errors, events, has, said};
use crate::domain::{ConnId, Delivery, Input, Query, UserWrite, Write};

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
    assert_eq!(said(&world.received(bob)), ["good luck"]);
    assert!(said(&world.received(carol)).is_empty());
    world.refuses(dave, &format!("gsay {game} hi"), ErrorCode::Forbidden);
    for (reader, room) in [(carol, "players"), (alice, "watchers"), (dave, "watchers")] {
        let received = world.types(reader, &format!("sync {room}/{game} 0"));
        assert_eq!(errors(&received), [ErrorCode::Forbidden], "{room}");
        assert!(said(&received).is_empty());
    }
    world.types(alice, "resign");
    let synced = world.types(alice, &format!("sync watchers/{game} 0"));
    assert_eq!(said(&synced), ["he should play c4"]);
}

#[test]
fn a_muted_user_is_read_nowhere_and_a_blocked_one_cannot_challenge() {
    let (mut world, alice, bob) = World::guests();
    world.types(alice, "mute bob");
    world.types(bob, "say hello");
    world.types(bob, "new 5+3");
    let received = world.received(alice);
    assert!(said(&received).is_empty());
    assert!(!has(&received, |event| matches!(event, Event::Offered(_))));
    let is_empty =
        |event: &Event| matches!(event, Event::Games { offers, .. } if offers.is_empty());
    assert!(has(&world.types(alice, "games"), is_empty));
    assert!(said(&world.types(alice, "sync lobby 0")).is_empty());
    world.types(alice, "block bob");
    world.refuses(bob, "challenge alice 5+3", ErrorCode::Forbidden);
    world.refuses(bob, "tell alice please", ErrorCode::Forbidden);
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
        assert!(said(&world.received(reader)).is_empty(), "{room}");
        let synced = world.types(reader, &format!("sync {room}/{game} 0"));
        assert!(said(&synced).is_empty(), "{room}");
    }
    assert_eq!(said(&world.types(bob, &format!("sync players/{game} 0"))), ["you will lose"]);
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
    world.resume(4, 2);
    world.wait(5_000);
    let is_presence = |event: &Event| matches!(event, Event::Online { .. } | Event::Offline { .. });
    assert!(!has(&world.received(alice), is_presence));
    assert!(has(&world.received(carol), is_presence));
}

#[test]
fn private_messages_wait_for_an_offline_user() {
    let (mut world, alice, bob) = World::players();
    world.types(alice, "tell bob one");
    assert_eq!(said(&world.received(bob)), ["one"]);
    world.leave(bob);
    world.types(alice, "tell bob two");
    let bob = world.resume(3, 2);
    assert_eq!(said(&world.received(bob)), ["two"]);
}

#[test]
fn what_a_muted_user_tells_is_not_read_later_either() {
    let (mut world, alice, bob) = World::players();
    world.types(bob, "mute alice");
    world.types(alice, "tell bob while you are here");
    assert!(said(&world.received(bob)).is_empty());
    world.leave(bob);
    world.types(alice, "tell bob while you are away");
    let bob = world.resume(3, 2);
    assert!(said(&world.received(bob)).is_empty());
    world.types(bob, "unmute alice");
    world.leave(bob);
    let bob = world.resume(4, 2);
    assert!(said(&world.received(bob)).is_empty(), "it was seen while it was hidden");
}

#[test]
fn the_win_over_a_disconnected_player_may_be_claimed_after_a_while() {
    let (mut world, alice, bob) = World::guests();
    world.start_game(alice, bob, "5+3");
    world.refuses(alice, "claim", ErrorCode::NotNow);
    world.leave(bob);
    world.wait(59_000);
    world.refuses(alice, "claim", ErrorCode::NotNow);
    world.wait(1000);
    let end = ended(&world.types(alice, "claim")).unwrap();
    assert_eq!((end.reason, end.result.map(DiscDiff::value)), (EndKind::Abandoned, Some(64)));
}

#[test]
fn a_move_goes_back_only_if_both_agree() {
    let (mut world, alice, bob) = World::guests();
    world.start_game(alice, bob, "5+3");
    world.types(alice, "f5");
    world.types(bob, "d6");
    world.refuses(bob, "refuse", ErrorCode::NotNow);
    world.types(alice, "takeback");
    world.refuses(alice, "takeback", ErrorCode::NotNow);
    let received = world.types(bob, "takeback");
    assert!(has(&received, |event| matches!(event, Event::TakenBack { plies: 0, .. })));
    world.done(alice, "move e6 0");
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
    let aborted = ended(&world.types(bob, "abort")).unwrap();
    assert_eq!((aborted.reason, aborted.result), (EndKind::Aborted, None));
    world.start_game(alice, bob, "5+3 rated");
    world.types(alice, "f5");
    world.types(bob, "d6");
    world.refuses(bob, "abort", ErrorCode::NotNow);
}

#[test]
fn a_rated_game_changes_both_ratings_once() {
    let (mut world, alice, bob) = World::players();
    let received = world.win(bob, alice, "5+3 rated");
    let rated = events(&received, |event| match event {
        Event::Rated { before, after, .. } => Some((*before, *after)),
        _ => None,
    });
    assert_eq!(rated, [(1500, 1551), (1500, 1449)]);
    let guest = world.log_in(3, "carol", false);
    world.refuses(guest, "new 5+3 rated", ErrorCode::Forbidden);
}

#[test]
fn names_that_look_alike_are_refused() {
    let mut world = World::new();
    world.log_in(1, "william", true);
    let other = world.log_in(2, "WiIIiarn", false);
    assert_eq!(errors(&world.received(other)), [ErrorCode::NameTaken]);
    world.refuses(other, "say hello", ErrorCode::NotLoggedIn);
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
    world.refuses(bob, "kick alice why not", ErrorCode::Forbidden);
    world.set_role(1, Role::Moderator);
    world.refuses(alice, "role bob admin", ErrorCode::Forbidden);
    world.types(alice, "silence bob 1 be quiet");
    assert_eq!(world.sentence(bob, "say oh"), "you are silenced for 1 minute");
    world.types(alice, "silence bob 90 be quiet");
    let is_log = |write: &Write| {
        matches!(write, Write::User(UserWrite::Moderation { action: "silence", .. }))
    };
    assert!(world.writes.iter().any(is_log));
    let game = world.start_game(bob, alice, "5+3");
    let mut world = restarted(&world);
    let bob = world.resume(3, 2);
    let gsay = format!("gsay {game} oh");
    for line in ["say oh", "tell alice oh", &gsay, "set about oh", "set display-name Oh No"] {
        world.refuses_because(bob, line, ErrorDetail::Silenced);
    }
    world.done(bob, "set country JP");
    world.done(bob, "set about");
    world.wait(30 * 60_000);
    world.done(bob, "say oh");
}

#[test]
fn only_moderators_read_what_moderators_did() {
    let (mut world, alice, bob) = World::players();
    let filter = LogFilter { name: Some("gone".parse().unwrap()), ..LogFilter::default() };
    for role in [Role::Bot, Role::Player, Role::Moderator, Role::Admin] {
        world.set_role(1, role);
        let command = Command::Log { filter: filter.clone() };
        let request = Request { id: Some("7".parse().unwrap()), command };
        let effects = world.state.handle(Input::Request { connection: alice, request }, world.now);
        let asked = matches!(effects.deliveries.as_slice(), [Delivery::Query {
            connection, id: Some(_), query: Query::Log { filter: asked }, ..
        }] if *connection == alice && *asked == filter);
        assert_eq!(asked, role >= Role::Moderator, "{role}: {effects:?}");
    }
    for command in ["log", "log alice", "log by alice"] {
        world.refuses(bob, command, ErrorCode::Forbidden);
    }
    let visitor = ConnId(3);
    world.input(Input::Connected { connection: visitor });
    world.refuses(visitor, "log", ErrorCode::NotLoggedIn);
}
