//! Offers that are accepted, declined and withdrawn without their numbers.

use willow_protocol::{ErrorCode, Event, GameId, Notice};

use super::world::{World, errors};

/// Returns the number of the game that started, if one did.
fn started(notices: &[Notice]) -> Option<GameId> {
    notices.iter().find_map(|notice| match &notice.event {
        Event::Started(state) => Some(state.summary.game),
        _ => None,
    })
}

fn message(notices: &[Notice]) -> String {
    let messages = notices.iter().filter_map(|notice| match &notice.event {
        Event::Error { message, .. } => Some(message.clone()),
        _ => None,
    });
    messages.collect()
}

#[test]
fn the_only_offer_needs_no_number() {
    let (mut world, alice, bob) = World::guests();
    let none = world.types(bob, "join");
    assert_eq!(errors(&none), [ErrorCode::NoSuchGame]);
    world.types(alice, "new 5+3");
    assert_eq!(errors(&world.types(alice, "join")), [ErrorCode::NoSuchGame], "it is her own");
    assert_eq!(started(&world.types(bob, "join")), Some(GameId(1)));
}

#[test]
fn a_challenge_comes_before_public_offers() {
    let (mut world, alice, bob) = World::guests();
    let carol = world.log_in(3, "carol", false);
    world.types(carol, "new 5+3");
    world.types(alice, "new 10:00");
    world.types(alice, "challenge bob");
    assert_eq!(started(&world.types(bob, "join")), Some(GameId(3)));
}

#[test]
fn several_offers_are_listed_and_nothing_changes() {
    let (mut world, alice, bob) = World::guests();
    world.types(alice, "new 5+3");
    world.types(alice, "new 10:00 white");
    let answer = world.types(bob, "join");
    assert_eq!(errors(&answer), [ErrorCode::NotNow]);
    let message = message(&answer);
    assert!(message.contains("`join 1` (alice, 5:00+3 unrated random)"), "{message}");
    assert!(message.contains("`join 2` (alice, 10:00 unrated white)"), "{message}");
    assert_eq!(started(&answer), None);
    assert_eq!(errors(&world.types(alice, "cancel")), [ErrorCode::NotNow]);
    world.types(alice, "cancel 1");
    assert_eq!(errors(&world.types(alice, "cancel")), [], "one is left");
    assert_eq!(errors(&world.types(alice, "cancel")), [ErrorCode::NoSuchGame]);
}

#[test]
fn the_only_challenge_is_declined_without_a_number() {
    let (mut world, alice, bob) = World::guests();
    world.types(alice, "new 5+3");
    assert_eq!(errors(&world.types(bob, "decline")), [ErrorCode::NoSuchGame]);
    world.types(alice, "challenge bob");
    assert_eq!(errors(&world.types(bob, "decline")), []);
    let told = world.received(alice);
    let declined =
        |notice: &Notice| notice.event == Event::Withdrawn { game: GameId(2), declined: true };
    assert!(told.iter().any(declined), "{told:?}");
}
