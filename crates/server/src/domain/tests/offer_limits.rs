//! Rematches that are offered once, challenges after a refusal, and how many offers a user makes.

use willow_board::Color;
use willow_protocol::{ColorChoice, ErrorCode, Offer};

use super::world::{World, offered};
use crate::domain::ConnId;

/// A game that is over, between two users with accounts; alice had Black.
fn played(terms: &str) -> (World, ConnId, ConnId) {
    let (mut world, alice, bob) = World::players();
    world.start_game(alice, bob, terms);
    world.types(bob, "resign");
    (world, alice, bob)
}

#[test]
fn a_rematch_that_is_asked_for_again_is_one_offer() {
    let (mut world, alice, bob) = played("5+3 rated");
    let first = offered(&world.types(alice, "rematch"));
    let [Offer { game, .. }] = first[..] else { panic!("{first:?}") };
    for _ in 0..2 {
        assert_eq!(offered(&world.types(alice, "rematch")), first, "the same offer answers");
    }
    assert_eq!(world.state.offers.len(), 1);
    assert_eq!(offered(&world.received(bob)), first, "bob is told once");
    assert_eq!(world.state.offers[&game].offer.terms.color, ColorChoice::White);
    // Bob's rematch accepts it.
    world.types(bob, "rematch");
    assert!(world.state.offers.is_empty());
    let rematch = &world.state.games[&game];
    assert!(rematch.terms.rated);
    assert_eq!(rematch.names[Color::Black.index()].as_str(), "bob");
}

#[test]
fn a_rematch_does_not_accept_an_offer_of_other_terms() {
    let (mut world, alice, bob) = played("5+3");
    world.types(bob, "challenge alice 5+3 rated");
    world.types(alice, "rematch");
    assert_eq!(world.state.offers.len(), 2, "a rated game was not what alice asked for");
}

#[test]
fn a_declined_challenge_cannot_be_repeated_at_once() {
    let (mut world, alice, bob) = played("5+3");
    let offer = offered(&world.types(alice, "rematch"))[0].game;
    world.types(bob, &format!("decline {offer}"));
    world.refuses(alice, "rematch", ErrorCode::NotNow);
    world.refuses(alice, "challenge bob 5+3", ErrorCode::NotNow);
    // Other terms may be offered, and bob may offer the same.
    world.done(alice, "challenge bob 10:00");
    world.done(bob, "rematch");
    world.wait(60_000);
    world.done(alice, "challenge bob 5+3 synchro");
}

#[test]
fn open_offers_have_a_limit_and_offers_a_minute_too() {
    let (mut world, alice, _) = World::guests();
    for _ in 0..10 {
        world.done(alice, "new 5+3");
    }
    world.refuses(alice, "new 5+3", ErrorCode::Limit);
    let mut world = World::new();
    world.state.settings.limits.offers_per_minute = 3;
    let alice = world.log_in(1, "alice", true);
    for _ in 0..3 {
        let offer = offered(&world.types(alice, "new 5+3"))[0].game;
        world.types(alice, &format!("cancel {offer}"));
    }
    world.refuses(alice, "new 5+3", ErrorCode::Limit);
    world.wait(60_000);
    world.done(alice, "new 5+3");
}
