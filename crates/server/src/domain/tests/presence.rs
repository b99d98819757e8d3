//! Who is told that somebody came or went, and what happens to the games and offers of the absent.

use willow_board::{Color, DiscDiff};
use willow_protocol::{AbsentPlayer, EndKind, ErrorCode, Event, Notice, Role, Side, text};

use super::restart::restarted;
use super::world::{World, ended, events, has, said};
use crate::domain::{ConnId, DAY, Millis, SECOND, UserId, UserWrite, Write};

/// Returns the names of `online` and `offline` events, with a sign before each.
fn presence(notices: &[Notice]) -> Vec<String> {
    events(notices, |event| match event {
        Event::Online { name, .. } => Some(format!("+{name}")),
        Event::Offline { name } => Some(format!("-{name}")),
        _ => None,
    })
}

/// Returns the words of `gone` and `back` events.
fn absences(notices: &[Notice]) -> Vec<&'static str> {
    events(notices, |event| match event {
        Event::Gone { .. } => Some("gone"),
        Event::Back { .. } => Some("back"),
        _ => None,
    })
}

#[test]
fn a_user_who_comes_and_goes_without_end_is_told_once() {
    let mut world = World::new();
    let follower = world.log_in(1, "follower", false);
    let mut bob = world.log_in(2, "bob", true);
    world.wait(10 * SECOND);
    world.received(follower);
    for number in 3..403 {
        world.leave(bob);
        world.wait(5);
        bob = world.resume(number, 2);
    }
    world.wait(10 * SECOND);
    assert!(presence(&world.received(follower)).is_empty(), "bob was never away for long");
    world.leave(bob);
    world.wait(10 * SECOND);
    assert_eq!(presence(&world.received(follower)), ["-bob"]);
}

#[test]
fn many_who_come_at_once_are_told_in_one_batch_a_second() {
    let mut world = World::new();
    let follower = world.log_in(1, "follower", false);
    world.wait(10 * SECOND);
    world.received(follower);
    for number in 2..102 {
        world.log_in(number, &format!("user-{number}-of-many"), false);
        world.wait(20);
    }
    world.wait(SECOND);
    let received = world.received(follower);
    assert_eq!(presence(&received).len(), 100);
    let mut times: Vec<Millis> = received.iter().map(|notice| notice.time).collect();
    times.dedup();
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] >= SECOND), "{times:?}");
    assert_eq!(times.len(), 3);
}

#[test]
fn a_page_that_is_loaded_again_is_not_told_in_the_game() {
    let (mut world, alice, bob) = World::guests();
    world.start_game(alice, bob, "5+3");
    world.leave(bob);
    world.wait(2 * SECOND);
    let bob = world.resume(3, 2);
    world.wait(10 * SECOND);
    assert!(absences(&world.received(alice)).is_empty());
    world.leave(bob);
    world.wait(4 * SECOND);
    assert_eq!(absences(&world.received(alice)), ["gone"]);
    world.resume(4, 2);
    assert_eq!(absences(&world.received(alice)), ["back"]);
}

/// Returns who is gone, as the state of the game says that the connection last named.
fn gone_in_state(world: &mut World, connection: ConnId) -> (Vec<AbsentPlayer>, String) {
    let received = world.types(connection, "board");
    let Event::State(state) = &received[0].event else { panic!("{received:?}") };
    (state.details.gone.clone(), text::write_notice(&received[0]))
}

#[test]
fn the_state_of_a_game_says_who_is_gone() {
    let (mut world, alice, bob) = World::guests();
    world.start_game(alice, bob, "5+3");
    let left = world.now;
    world.leave(bob);
    assert_eq!(gone_in_state(&mut world, alice).0, [], "nobody was told yet");
    world.wait(4 * SECOND);
    let gone =
        AbsentPlayer { color: Side(Color::White), since: Some(left), claim_at: left + 60 * SECOND };
    let (state, shown) = gone_in_state(&mut world, alice);
    assert_eq!(state, [gone]);
    assert!(shown.contains("gone: white, the win may be claimed after 56 seconds"), "{shown}");
    world.wait(60 * SECOND);
    let (_, shown) = gone_in_state(&mut world, alice);
    assert!(shown.contains("gone: white, the win may be claimed now"), "{shown}");
    world.resume(3, 2);
    assert_eq!(gone_in_state(&mut world, alice).0, []);
    world.leave(ConnId(3));
    world.wait(4 * SECOND);
    world.types(alice, "resign 1");
    assert_eq!(gone_in_state(&mut world, alice).0, [], "the game is over");
}

#[test]
fn an_offer_waits_a_minute_for_its_maker() {
    let (mut world, alice, bob) = World::guests();
    world.types(alice, "new 5+3");
    world.leave(alice);
    world.wait(50 * SECOND);
    let alice = world.resume(3, 1);
    world.wait(30 * SECOND);
    assert_eq!(world.state.lobby.offers().len(), 1, "the maker came back in time");
    world.leave(alice);
    world.wait(59 * SECOND);
    assert_eq!(world.state.lobby.offers().len(), 1);
    world.received(bob);
    world.wait(SECOND);
    assert_eq!(world.state.lobby.offers().len(), 0);
    assert!(has(&world.received(bob), |event| matches!(event, Event::Withdrawn { .. })));
}

#[test]
fn the_offers_of_a_banned_user_end_at_once() {
    let mut world = World::new();
    let (mona, bob) = (world.log_in(1, "mona", true), world.log_in(2, "bob", true));
    world.set_role(1, Role::Moderator);
    world.types(bob, "new 5+3");
    world.types(mona, "ban bob insults");
    assert_eq!(world.state.lobby.offers().len(), 0);
}

/// Starts a game without a clock in which Black has moved, and Bob, who is to move, has left.
fn waiting_for_bob() -> (World, ConnId) {
    let (mut world, alice, bob) = World::players();
    world.start_game(alice, bob, "none");
    world.types(alice, "f5");
    world.leave(bob);
    world.received(alice);
    (world, alice)
}

#[test]
fn a_game_without_a_clock_can_be_claimed_after_days() {
    let (mut world, alice) = waiting_for_bob();
    world.wait(5 * SECOND);
    assert_eq!(absences(&world.received(alice)), ["gone"]);
    assert_eq!(world.sentence(alice, "claim"), "wait 7 days: your opponent may return");
    world.wait(7 * DAY - 5 * SECOND - 1);
    world.refuses(alice, "claim", ErrorCode::NotNow);
    world.wait(1);
    let end = ended(&world.done(alice, "claim")).unwrap();
    assert_eq!((end.reason, end.result.map(DiscDiff::value)), (EndKind::Abandoned, Some(64)));
}

#[test]
fn the_absence_in_a_game_without_a_clock_goes_on_over_a_restart() {
    let (mut world, _) = waiting_for_bob();
    world.wait(4 * DAY);
    let mut world = restarted(&world);
    let alice = world.resume(5, 1);
    world.wait(3 * DAY);
    world.done(alice, "claim");
}

#[test]
fn nobody_wins_a_game_without_a_clock_on_their_own_turn() {
    let (mut world, alice, bob) = World::players();
    world.start_game(alice, bob, "none");
    world.leave(bob);
    world.wait(20 * DAY);
    let refused = world.sentence(alice, "claim");
    assert_eq!(refused, "it is your turn: move before you claim the win");
}

#[test]
fn a_game_without_a_clock_can_be_aborted_after_days_without_a_move() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "none");
    world.types(alice, "f5");
    world.types(bob, "d6");
    world.wait(14 * DAY - 1);
    let told =
        "both players have moved; resign, or abort the game when nobody has moved for 14 days";
    assert_eq!(world.sentence(bob, "abort"), told);
    world.wait(1);
    world.done(bob, "abort");
    assert_eq!(world.end(game).unwrap().reason, EndKind::Aborted);
}

#[test]
fn a_game_without_a_clock_ends_when_nobody_aborts_it() {
    let (mut world, alice, bob) = World::players();
    let [begun, untouched] = [(); 2].map(|()| world.start_game(alice, bob, "none"));
    world.types(alice, &format!("move {begun} f5"));
    world.types(bob, &format!("move {begun} d6"));
    world.wait(27 * DAY);
    // A move begins the days again.
    world.types(alice, &format!("move {begun} c3"));
    world.wait(27 * DAY);
    assert_eq!(world.end(begun), None);
    world.wait(DAY);
    let end = world.end(begun).unwrap();
    assert_eq!(
        (end.reason, end.result.map(DiscDiff::value)),
        (EndKind::Abandoned, Some(64)),
        "bob was to move"
    );
    assert!(!world.state.games.contains_key(&untouched), "over, and no longer in memory");
}

#[test]
fn nobody_is_said_to_be_connected_who_is_not() {
    let (mut world, alice, bob) = World::players();
    world.start_game(alice, bob, "3d");
    let refused = world.sentence(alice, "claim");
    assert_eq!(refused, "your opponent is connected");
    world.leave(bob);
    let refused = world.sentence(alice, "claim");
    assert!(refused.starts_with("in a correspondence game"), "{refused}");
    world.wait(DAY);
    assert!(absences(&world.received(alice)).is_empty());
}

#[test]
fn the_ends_of_connections_leave_nothing_behind() {
    let (mut world, alice, bob) = World::guests();
    let game = world.start_game(alice, bob, "5+3");
    let carol = world.log_in(3, "carol", false);
    world.types(carol, &format!("watch {game}"));
    world.leave(carol);
    assert!(world.state.games[&game].spectator_connections.is_empty());
    for number in 10..20 {
        let carol = world.resume(number, 3);
        world.leave(carol);
    }
    let timers = world.state.shared.context.timers.len();
    world.resume(30, 3);
    assert_eq!(
        world.state.shared.context.timers.len(),
        timers - 3,
        "the timers of the last absence"
    );
}

#[test]
fn a_connection_that_reads_nothing_new_writes_nothing_when_it_ends() {
    let mut world = World::new();
    let (alice, mut bob) = (world.log_in(1, "alice", true), world.log_in(2, "bob", true));
    let written = |world: &World| {
        let seen = |write: &&Write| matches!(write, Write::User(UserWrite::PrivateSeen(..)));
        world.writes.iter().filter(seen).count()
    };
    for number in 3..103 {
        world.leave(bob);
        bob = world.resume(number, 2);
    }
    assert_eq!(written(&world), 0);
    world.types(alice, "tell bob hello");
    for number in 103..203 {
        world.leave(bob);
        bob = world.resume(number, 2);
    }
    assert_eq!(written(&world), 1, "the message was seen once");
}

#[test]
fn those_who_mute_or_block_receive_nothing_and_all_others_everything() {
    let mut world = World::without_quotas();
    let (alice, bob) = (world.log_in(1, "alice", true), world.log_in(2, "bob", true));
    let second = world.resume(3, 2);
    let carol = world.log_in(4, "carol", true);
    let mut texts = 0;
    let mut hears = |world: &mut World| {
        texts += 1;
        world.types(alice, &format!("say {texts}"));
        [bob, second, carol].map(|connection| !said(&world.received(connection)).is_empty())
    };
    assert_eq!(hears(&mut world), [true, true, true]);
    for (command, wanted) in [
        ("mute alice", false),
        ("block alice", false),
        ("unmute alice", false),
        ("unblock alice", true),
    ] {
        world.done(bob, command);
        assert_eq!(hears(&mut world), [wanted, wanted, true], "{command}");
        let alice = &world.state.shared.accounts[UserId(1)];
        assert_eq!(alice.n_ignoring(), usize::from(!wanted), "only these are looked up: {command}");
    }
}

#[test]
fn nobody_loses_a_pair_in_lockstep_without_a_clock_who_has_moved() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "none lockstep");
    let twin = world.twin(game);
    world.types(alice, &format!("move {game} f5"));
    world.leave(alice);
    world.wait(20 * DAY);
    let told = "a move waits for one in the other game of the pair: move or claim the win there";
    assert_eq!(world.sentence(bob, &format!("claim {game}")), told);
    let told = "it is your turn: move before you claim the win";
    assert_eq!(world.sentence(bob, &format!("claim {twin}")), told);
    // When bob has moved, too, alice is to move.
    world.types(bob, &format!("move {twin} d3"));
    world.done(bob, &format!("claim {twin}"));
    let end = world.end(twin).unwrap();
    assert_eq!((end.reason, end.result.map(DiscDiff::value)), (EndKind::Abandoned, Some(64)));
}

#[test]
fn who_has_bid_may_claim_the_win_over_a_player_who_has_not() {
    for (absent, has_bid) in [(0, true), (1, true), (0, false), (1, false)] {
        let (mut world, alice, bob) = World::players();
        let game = world.begin(alice, bob, "none komi");
        let [gone, stays] = if absent == 0 { [alice, bob] } else { [bob, alice] };
        world.types(if has_bid { stays } else { gone }, &format!("bid {game} f5 1"));
        world.leave(gone);
        world.wait(30 * DAY);
        if has_bid {
            world.done(stays, &format!("claim {game}"));
            assert_eq!(world.end(game).unwrap().reason, EndKind::Abandoned);
        } else {
            let told = "it is your turn: bid before you claim the win";
            assert_eq!(world.sentence(stays, &format!("claim {game}")), told);
        }
    }
}
