//! Quotas: how often users may send messages.

use willow_protocol::{ErrorCode, Role};

use super::restart::restarted;
use super::world::{World, errors};
use crate::domain::{ConnId, MINUTE};

/// Sends different messages until one is refused, and returns how many were accepted.
fn sent_until_refused(world: &mut World, connection: ConnId, command: &str) -> usize {
    for number in 0..1000 {
        let refused = errors(&world.types(connection, &format!("{command} message {number}")));
        if !refused.is_empty() {
            assert_eq!(refused, [ErrorCode::Limit]);
            return number;
        }
    }
    panic!("{command} has no quota");
}

#[test]
fn the_lobby_takes_twenty_messages_a_minute_of_a_user() {
    let (mut world, alice, bob) = World::guests();
    assert_eq!(sent_until_refused(&mut world, alice, "say"), 20);
    let complaint = world.sentence(alice, "say more");
    assert_eq!(complaint, "you may send 20 messages a minute in the lobby; wait 3 seconds");
    let last = world.state.lobby.log().last();
    assert_eq!(last, 20, "a refused message is sent to nobody");
    world.done(bob, "say me");
    world.wait(3000);
    assert_eq!(sent_until_refused(&mut world, alice, "say"), 1, "it refills evenly");
    world.wait(MINUTE);
    assert_eq!(sent_until_refused(&mut world, alice, "say"), 20);
}

#[test]
fn the_same_message_is_accepted_twice_a_minute_in_a_room() {
    let (mut world, alice, _) = World::guests();
    for line in ["say buy this", "say Buy  THIS"] {
        world.done(alice, line);
    }
    let complaint = world.sentence(alice, "say buy this");
    assert!(complaint.contains("same message"), "{complaint}");
    world.done(alice, "tell bob buy this");
    world.wait(MINUTE);
    world.done(alice, "say buy this");
}

#[test]
fn strangers_get_few_messages_and_those_who_answer_or_play_are_none() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", true);
    let (bob, carol) = (world.log_in(2, "bob", true), world.log_in(3, "carol", true));
    assert_eq!(sent_until_refused(&mut world, alice, "tell bob"), 20);
    world.wait(2 * MINUTE);
    world.refuses(alice, "tell carol hello", ErrorCode::Limit);
    world.types(bob, "tell alice yes?");
    world.start_game(alice, carol, "5+3");
    for line in ["tell bob hello", "tell carol hello"] {
        world.done(alice, line);
    }
    // Whom one knows survives a restart; what was used does not.
    let mut world = restarted(&world);
    let alice = world.resume(4, 1);
    assert_eq!(sent_until_refused(&mut world, alice, "tell bob"), 30, "the usual quota");
}

#[test]
fn a_bridge_may_write_to_as_many_strangers_as_to_friends() {
    let mut world = World::new();
    let ggs = world.log_in(1, "ggs", true);
    world.log_in(2, "bob", true);
    world.set_role(1, Role::Bridge);
    assert_eq!(sent_until_refused(&mut world, ggs, "tell bob"), 30, "the usual quota");
    world.wait(MINUTE);
    assert_eq!(sent_until_refused(&mut world, ggs, "tell bob"), 30, "it is whole in a minute");
}

#[test]
fn moderators_have_no_quotas() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", true);
    world.set_role(1, Role::Moderator);
    for _ in 0..100 {
        world.done(alice, "say order, please");
    }
}
