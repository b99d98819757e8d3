//! Quotas: how often users may send messages.

use willow_protocol::{ErrorCode, Event};

use super::restart::{restarted, resume};
use super::world::{World, errors};
use crate::domain::{ConnId, UserId};

const MINUTE: u64 = 60_000;

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

/// Returns the words of an error.
fn complaint(world: &mut World, connection: ConnId, line: &str) -> String {
    let received = world.types(connection, line);
    let message = received.iter().find_map(|notice| match &notice.event {
        Event::Error { message, .. } => Some(message.clone()),
        _ => None,
    });
    message.unwrap_or_else(|| panic!("{line} was accepted"))
}

#[test]
fn the_lobby_takes_twenty_messages_a_minute_of_a_user() {
    let (mut world, alice, bob) = World::guests();
    assert_eq!(sent_until_refused(&mut world, alice, "say"), 20);
    let complaint = complaint(&mut world, alice, "say more");
    assert_eq!(complaint, "you may send 20 messages a minute in the lobby; wait 3 seconds");
    let last = world.state.lobby.last;
    assert_eq!(last, 20, "a refused message is sent to nobody");
    assert!(errors(&world.types(bob, "say me")).is_empty(), "others have their own quota");
    world.wait(3000);
    assert_eq!(sent_until_refused(&mut world, alice, "say"), 1, "it refills evenly");
    world.wait(MINUTE);
    assert_eq!(sent_until_refused(&mut world, alice, "say"), 20);
}

#[test]
fn the_same_message_is_accepted_twice_a_minute_in_a_room() {
    let mut world = World::new();
    let (alice, _) = (world.log_in(1, "alice", false), world.log_in(2, "bob", false));
    for line in ["say buy this", "say Buy  THIS"] {
        assert!(errors(&world.types(alice, line)).is_empty());
    }
    let complaint = complaint(&mut world, alice, "say buy this");
    assert!(complaint.contains("same message"), "{complaint}");
    assert!(errors(&world.types(alice, "tell bob buy this")).is_empty(), "another recipient");
    world.wait(MINUTE);
    assert!(errors(&world.types(alice, "say buy this")).is_empty());
}

#[test]
fn strangers_get_few_messages_and_those_who_answer_or_play_are_none() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", true);
    let (bob, carol) = (world.log_in(2, "bob", true), world.log_in(3, "carol", true));
    assert_eq!(sent_until_refused(&mut world, alice, "tell bob"), 20);
    world.wait(2 * MINUTE);
    assert_eq!(errors(&world.types(alice, "tell carol hello")), [ErrorCode::Limit], "all count");
    world.types(bob, "tell alice yes?");
    world.start_game(alice, carol, "5+3");
    for line in ["tell bob hello", "tell carol hello"] {
        assert!(errors(&world.types(alice, line)).is_empty(), "{line}");
    }
    // Whom one knows survives a restart; what was used does not.
    let mut world = restarted(&world);
    let alice = resume(&mut world, 4, 1);
    assert_eq!(sent_until_refused(&mut world, alice, "tell bob"), 30, "the usual quota");
}

#[test]
fn a_bridge_may_write_to_as_many_strangers_as_to_friends() {
    let mut world = World::new();
    let ggs = world.log_in(1, "ggs", true);
    world.log_in(2, "bob", true);
    world.state.users[UserId(1)].role = willow_protocol::Role::Bridge;
    assert_eq!(sent_until_refused(&mut world, ggs, "tell bob"), 30, "the usual quota");
    world.wait(MINUTE);
    assert_eq!(sent_until_refused(&mut world, ggs, "tell bob"), 30, "it is whole in a minute");
}

#[test]
fn moderators_have_no_quotas() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", true);
    world.state.users[UserId(1)].role = willow_protocol::Role::Moderator;
    for _ in 0..100 {
        assert!(errors(&world.types(alice, "say order, please")).is_empty());
    }
}
