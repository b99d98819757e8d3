//! Rematches that are offered once, challenges after a refusal, and how many offers a user makes.

use willow_board::Color;
use willow_protocol::{ColorChoice, ErrorCode, Event, GameId, Notice};

use super::world::{World, errors};
use crate::domain::ConnId;

/// A game that is over, between two users with accounts; alice had Black.
fn played(world: &mut World, terms: &str) -> [ConnId; 2] {
    let [alice, bob] = [world.log_in(1, "alice", true), world.log_in(2, "bob", true)];
    world.start_game(alice, bob, terms);
    world.types(bob, "resign");
    [alice, bob]
}

fn offered(notices: &[Notice]) -> Vec<GameId> {
    let offers = notices.iter().filter_map(|notice| match &notice.event {
        Event::Offered(offer) => Some(offer.game),
        _ => None,
    });
    offers.collect()
}

#[test]
fn a_rematch_that_is_asked_for_again_is_one_offer() {
    let mut world = World::new();
    let [alice, bob] = played(&mut world, "5+3 rated");
    let first = offered(&world.types(alice, "rematch"));
    assert_eq!(first.len(), 1);
    for _ in 0..2 {
        assert_eq!(offered(&world.types(alice, "rematch")), first, "the same offer answers");
    }
    assert_eq!(world.state.offers.len(), 1);
    assert_eq!(offered(&world.received(bob)), first, "bob is told once");
    assert_eq!(world.state.offers[&first[0]].offer.terms.color, ColorChoice::White);
    // Bob's rematch accepts it.
    world.types(bob, "rematch");
    assert!(world.state.offers.is_empty());
    let game = &world.state.games[&first[0]];
    assert!(game.terms.rated);
    assert_eq!(game.names[Color::Black.index()].as_str(), "bob");
}

#[test]
fn a_rematch_does_not_accept_an_offer_of_other_terms() {
    let mut world = World::new();
    let [alice, bob] = played(&mut world, "5+3");
    world.types(bob, "challenge alice 5+3 rated");
    world.types(alice, "rematch");
    assert_eq!(world.state.offers.len(), 2, "a rated game was not what alice asked for");
}

#[test]
fn a_declined_challenge_cannot_be_repeated_at_once() {
    let mut world = World::new();
    let [alice, bob] = played(&mut world, "5+3");
    let offer = offered(&world.types(alice, "rematch"))[0];
    world.types(bob, &format!("decline {offer}"));
    assert_eq!(errors(&world.types(alice, "rematch")), [ErrorCode::NotNow]);
    assert_eq!(errors(&world.types(alice, "challenge bob 5+3")), [ErrorCode::NotNow]);
    // Other terms may be offered, and bob may offer the same.
    assert!(errors(&world.types(alice, "challenge bob 10:00")).is_empty());
    assert!(errors(&world.types(bob, "rematch")).is_empty());
    world.wait(60_000);
    let again = world.types(alice, "challenge bob 5+3 synchro");
    assert!(errors(&again).is_empty(), "{again:?}");
}

#[test]
fn offers_have_a_limit_a_minute() {
    let mut world = World::new();
    world.state.settings.limits.offers_per_minute = 3;
    let alice = world.log_in(1, "alice", true);
    for _ in 0..3 {
        let offer = offered(&world.types(alice, "new 5+3"))[0];
        world.types(alice, &format!("cancel {offer}"));
    }
    assert_eq!(errors(&world.types(alice, "new 5+3")), [ErrorCode::Limit]);
    world.wait(60_000);
    assert!(errors(&world.types(alice, "new 5+3")).is_empty());
}
