//! Users who are not in memory: nobody notices, but for the memory.

use proptest::prelude::*;
use willow_protocol::{ErrorCode, ErrorDetail, Event, Role};

use super::restart::restarted_with;
use super::restart_steps::durable;
use super::world::{World, errors, events, has, offered, said};
use crate::domain::{ConnId, DAY, MINUTE, Millis, Quotas, ServerState, Settings, UserId};

/// A world with alice (1), who is online, and bob (2), who is not in memory.
fn without_bob() -> (World, ConnId) {
    let (mut world, alice, bob) = World::players();
    world.leave(bob);
    world.wait(2 * DAY);
    assert!(is_unloaded(&world.state, 2), "two days later bob is not in memory");
    (world, alice)
}

fn is_unloaded(state: &ServerState, user: i64) -> bool {
    state.shared.accounts.is_unloaded(UserId(user))
}

#[test]
fn who_left_two_days_ago_is_not_in_memory_and_comes_back_as_they_were() {
    let (mut world, alice) = without_bob();
    assert_eq!(world.state.in_memory().users, 1);
    world.done(alice, "tell bob hello");
    world.wait(MINUTE);
    assert!(!is_unloaded(&world.state, 2));
    world.wait(20 * MINUTE);
    assert!(is_unloaded(&world.state, 2), "who was only named stays for some minutes");
    let bob = world.log_in_again(3, 2);
    assert_eq!(said(&world.received(bob)), ["hello"]);
    world.done(bob, "tell alice hello");
}

#[test]
fn names_are_known_of_users_who_are_not_in_memory() {
    let (mut world, alice, bob) = World::players();
    world.done(bob, "set display-name Robert");
    world.leave(bob);
    world.wait(2 * DAY);
    for name in ["bob", "B0B"] {
        let other = world.log_in(3, name, true);
        assert_eq!(errors(&world.received(other)), [ErrorCode::NameTaken], "{name}");
    }
    world.refuses_because(alice, "set display-name Robert", ErrorDetail::NameTaken);
    world.done(alice, "history bob");
    assert!(is_unloaded(&world.state, 2), "the store alone answers");
}

#[test]
fn relations_go_both_ways_though_the_other_is_not_in_memory() {
    let (mut world, alice, bob) = World::players();
    let carol = world.log_in(3, "carol", true);
    world.done(bob, "block alice");
    world.done(bob, "follow carol");
    world.leave(bob);
    world.wait(2 * DAY);
    // He is read because he is named.
    world.refuses_because(alice, "tell bob hello", ErrorDetail::Blocked);
    world.wait(DAY);
    assert!(is_unloaded(&world.state, 2));
    for line in ["mute bob", "muted", "say hello", "new 5+3", "who"] {
        world.done(alice, line);
    }
    world.done(carol, "say hello");
    let lists = events(&world.done(alice, "muted"), |event| match event {
        Event::Muted { muted, .. } => Some(muted.len()),
        _ => None,
    });
    assert_eq!(lists, [1]);
    // Carol has gone, and is not in memory when bob, whom she does not know of, comes.
    world.leave(carol);
    world.wait(3 * DAY);
    assert!(is_unloaded(&world.state, 2) && is_unloaded(&world.state, 3));
    let bob = world.log_in_again(4, 2);
    let followed = world.done(bob, "following");
    assert!(has(
        &followed,
        |event| matches!(event, Event::Following { users } if users.len() == 1)
    ));
    let carol = world.log_in_again(5, 3);
    assert!(has(&world.received(bob), |event| matches!(event, Event::Presence(_))));
    world.done(alice, "say again");
    assert_eq!(said(&world.received(bob)), [] as [&str; 0]);
    assert_eq!(said(&world.received(carol)), ["again"]);
    world.done(bob, "say me");
    assert!(!said(&world.received(alice)).contains(&"me"), "alice has muted bob");
}

#[test]
fn a_challenge_keeps_its_parties_in_memory() {
    let (mut world, alice) = without_bob();
    let offer = offered(&world.done(alice, "challenge bob 3d"))[0].game;
    world.leave(alice);
    world.wait(5 * DAY);
    assert!(!is_unloaded(&world.state, 1) && !is_unloaded(&world.state, 2));
    let bob = world.log_in_again(3, 2);
    world.done(bob, &format!("join {offer}"));
    world.leave(bob);
    world.wait(2 * DAY + 20 * MINUTE);
    assert!(!is_unloaded(&world.state, 1) && !is_unloaded(&world.state, 2), "now they play");
}

#[test]
fn a_rematch_finds_a_player_who_went() {
    let (mut world, alice, bob) = World::players();
    world.start_game(alice, bob, "5+3");
    world.done(bob, "resign");
    world.leave(bob);
    world.done(alice, "rematch");
    world.wait(3 * DAY);
    world.refuses(alice, "rematch", ErrorCode::NoSuchGame);
}

#[test]
fn moderators_reach_a_user_who_is_not_in_memory() {
    let (mut world, alice) = without_bob();
    world.set_role(1, Role::Admin);
    world.done(alice, "ban bob insults");
    world.wait(DAY);
    assert!(is_unloaded(&world.state, 2));
    let bob = world.log_in_again(3, 2);
    assert_eq!(errors(&world.received(bob)), [ErrorCode::Forbidden]);
    world.done(alice, "unban bob");
    world.done(alice, "silence bob 10000 insults");
    world.wait(DAY);
    assert!(is_unloaded(&world.state, 2));
    let bob = world.log_in_again(4, 2);
    world.refuses_because(bob, "say hello", ErrorDetail::Silenced);
    world.done(alice, "role bob moderator");
    world.leave(bob);
    world.wait(5 * DAY);
    assert!(!is_unloaded(&world.state, 2), "moderators stay");
}

#[test]
fn an_account_ends_though_its_friends_are_not_in_memory() {
    let (mut world, alice, bob) = World::players();
    world.done(bob, "follow alice");
    world.done(alice, "follow bob");
    world.done(alice, "block bob");
    world.done(alice, "unblock bob");
    world.done(bob, "mute alice");
    world.leave(bob);
    world.wait(2 * DAY);
    world.delete_account(alice);
    world.wait(DAY);
    let bob = world.log_in_again(3, 2);
    world.done(bob, "following");
    assert!(world.state.shared.accounts[UserId(2)].following().is_empty());
    assert!(world.state.shared.accounts[UserId(2)].muted().is_empty());
    world.refuses(bob, "tell alice hello", ErrorCode::NoSuchUser);
}

#[test]
fn who_changed_stays_until_the_change_is_on_the_disk() {
    let (mut world, _, bob) = World::players();
    world.state.begin_group(7, 6);
    world.leave(bob);
    world.wait(2 * DAY);
    assert!(!is_unloaded(&world.state, 2));
    world.state.begin_group(8, 7);
    world.wait(20 * MINUTE);
    assert!(is_unloaded(&world.state, 2));
}

#[test]
fn nobody_goes_from_memory_while_nothing_can_be_written() {
    let (mut world, _, bob) = World::players();
    world.leave(bob);
    world.state.begin_read_only(world.now);
    world.wait(3 * DAY);
    assert!(!is_unloaded(&world.state, 2));
    world.end_read_only();
    world.wait(MINUTE);
    assert!(is_unloaded(&world.state, 2));
}

#[test]
fn a_flood_of_people_who_come_and_go_does_not_fill_the_memory() {
    let settings = || Settings { max_offline: 10, ..Settings::default() };
    let mut world = World::with(settings());
    let active = world.log_in(1, "active", true);
    world.done(active, "#1 set about hello");
    let player = world.log_in(2, "player", true);
    let opponent = world.log_in(3, "opponent", false);
    world.start_game(player, opponent, "5+3");
    for connection in [active, player, opponent] {
        world.leave(connection);
    }
    for number in 4..64 {
        let visitor = world.log_in(number, &format!("visitor-{number}"), number % 2 == 0);
        world.wait(1_000);
        world.leave(visitor);
        assert!(world.state.in_memory().users <= 3 + 10 + 1, "{number}");
    }
    for kept in 1..=3 {
        assert!(
            world.state.shared.accounts.get(UserId(kept)).is_some(),
            "{kept} has acted, or plays"
        );
    }
    assert!(world.state.in_memory().timers < 3 * 14, "{}", world.state.in_memory().timers);
    let mut restarted = restarted_with(&world, settings());
    restarted.wait(MINUTE);
    assert!(restarted.state.in_memory().users <= 3 + 10, "{}", restarted.state.in_memory().users);
    assert!(!is_unloaded(&restarted.state, 1), "ids of commands count after a restart, too");
    // One of the last guests comes back, a guest of before has ended, and an account is read again.
    let entered = [(101, 63), (102, 5), (103, 4)].map(|(number, user)| {
        let connection = world.resume(number, user);
        world.received(connection).iter().any(|it| matches!(it.event, Event::Entered { .. }))
    });
    assert_eq!(entered, [true, false, true]);
}

const NAMES: [&str; 4] = ["alice", "bob", "carol", "dave"];

/// A world of four, the first an administrator, in which users are forgotten so long after they left, or as soon as
/// more than so many have.
fn world_of_four((account_grace, max_offline): (Millis, usize)) -> World {
    let (quotas, guest_grace) = (Quotas::all(u32::MAX), MINUTE);
    let settings =
        Settings { quotas, guest_grace, account_grace, max_offline, ..Settings::default() };
    let mut world = World::with(settings);
    for (number, name) in (1..).zip(NAMES) {
        world.log_in(number, name, true);
    }
    world.set_role(1, Role::Admin);
    world
}

/// Returns something that a user may type about another.
fn line(choice: u8, other: &str, world: &World) -> String {
    let game = world.state.games.keys().next_back().map_or(1, |game| game.0);
    let offer = world.state.lobby.offers().all().next().map_or(1, |open| open.offer.game.0);
    match choice % 24 {
        0 => format!("tell {other} {choice}"),
        1 => format!("follow {other}"),
        2 => format!("unfollow {other}"),
        3 => format!("mute {other}"),
        4 => format!("unmute {other}"),
        5 => format!("block {other}"),
        6 => format!("unblock {other}"),
        7 => format!("challenge {other} 3d"),
        8 => format!("challenge {other} 5+3"),
        9 | 10 => format!("join {offer}"),
        11 => "rematch".to_owned(),
        12 => format!("resign {game}"),
        13 => format!("user {other}"),
        14 => "following".to_owned(),
        15 => "friends".to_owned(),
        16 => "muted".to_owned(),
        17 => format!("report {other} {choice}"),
        18 => format!("close-report {} warned", choice % 5),
        19 => format!("silence {other} {choice} words"),
        20 if choice > 128 => format!("ban {other} words"),
        20 | 21 => format!("unban {other}"),
        22 => format!("set about {choice}"),
        _ => format!("say {choice}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    /// A world that forgets everybody as soon as it may is compared with one that forgets nobody.
    #[test]
    fn nobody_notices_who_is_in_memory(
        steps in prop::collection::vec(
            (0_usize..4, 0_usize..4, any::<u8>(), 0_u64..400_000), 1..120)
    ) {
        let mut worlds = [(0, 1), (1000 * DAY, 4)].map(world_of_four);
        let mut connections = [1, 2, 3, 4].map(ConnId);
        let mut next = 5;
        for world in &mut worlds {
            world.leave(ConnId(4));
            world.wait(10 * MINUTE);
        }
        prop_assert!(is_unloaded(&worlds[0].state, 4));
        for (who, other, choice, time) in steps {
            let connection = connections[who];
            let is_there = worlds[1].state.shared.connections.user_of(connection).is_some();
            let typed = line(choice, NAMES[other], &worlds[1]);
            for world in &mut worlds {
                if !is_there {
                    world.log_in_again(next, who as i64 + 1);
                } else if choice % 3 == 0 {
                    world.leave(connection);
                } else {
                    world.types(connection, &typed);
                }
                world.wait(time);
            }
            if !is_there {
                connections[who] = ConnId(next);
                next += 1;
            }
            for connection in (1..next).map(ConnId) {
                let [one, other] = worlds.each_mut().map(|world| world.received(connection));
                prop_assert_eq!(one, other, "{:?} after {}", connection, typed);
            }
        }
        let absent = (1..=4).map(UserId).filter(|&user| worlds[0].state.shared.accounts.is_unloaded(user));
        let absent: Vec<UserId> = absent.collect();
        worlds[0].admit(&absent);
        let [one, other] = worlds.each_ref().map(|world| durable(&world.state));
        prop_assert_eq!(one, other);
    }
}
