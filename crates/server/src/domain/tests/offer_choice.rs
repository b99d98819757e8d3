//! Offers that are accepted, declined and withdrawn without their numbers.

use willow_protocol::{ErrorCode, Event, GameId, Notice};

use super::world::{World, has, state};

/// Returns the number of the game that started.
fn started(notices: &[Notice]) -> GameId {
    state(notices).summary.game
}

#[test]
fn the_only_offer_needs_no_number() {
    let (mut world, alice, bob) = World::guests();
    world.refuses(bob, "join", ErrorCode::NoSuchGame);
    world.types(alice, "new 5+3");
    world.refuses(alice, "join", ErrorCode::NoSuchGame);
    assert_eq!(started(&world.types(bob, "join")), GameId(1));
}

#[test]
fn a_challenge_comes_before_public_offers() {
    let (mut world, alice, bob) = World::guests();
    let carol = world.log_in(3, "carol", false);
    world.types(carol, "new 5+3");
    world.types(alice, "new 10:00");
    world.types(alice, "challenge bob");
    assert_eq!(started(&world.types(bob, "join")), GameId(3));
}

#[test]
fn several_offers_are_listed_and_nothing_changes() {
    let (mut world, alice, bob) = World::guests();
    world.types(alice, "new 5+3");
    world.types(alice, "new 10:00 white");
    let message = world.sentence(bob, "join");
    assert!(message.contains("`join 1` (alice, 5:00+3 unrated random)"), "{message}");
    assert!(message.contains("`join 2` (alice, 10:00 unrated white)"), "{message}");
    world.refuses(alice, "cancel", ErrorCode::NotNow);
    world.types(alice, "cancel 1");
    world.done(alice, "cancel");
    world.refuses(alice, "cancel", ErrorCode::NoSuchGame);
}

#[test]
fn the_only_challenge_is_declined_without_a_number() {
    let (mut world, alice, bob) = World::guests();
    world.types(alice, "new 5+3");
    world.refuses(bob, "decline", ErrorCode::NoSuchGame);
    world.types(alice, "challenge bob");
    world.done(bob, "decline");
    let declined = Event::Withdrawn { game: GameId(2), declined: true };
    assert!(has(&world.received(alice), |event| *event == declined));
}
