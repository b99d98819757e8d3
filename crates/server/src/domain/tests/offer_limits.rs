//! Rematches that are offered once, challenges after a refusal, and how many offers a user makes.

use std::sync::atomic::Ordering;

use willow_board::Color;
use willow_protocol::{ColorChoice, ErrorCode, ErrorDetail, Event, GameId, Offer, Terms};

use super::world::{World, offered};
use crate::domain::{ConnId, OpenOffer, UserId};

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
    assert_eq!(world.state.lobby.offers().len(), 1);
    assert_eq!(offered(&world.received(bob)), first, "bob is told once");
    assert_eq!(world.state.lobby.offers().get(game).unwrap().offer.terms.color, ColorChoice::White);
    // Bob's rematch accepts it.
    world.types(bob, "rematch");
    assert_eq!(world.state.lobby.offers().len(), 0);
    let rematch = &world.state.games[&game];
    assert!(rematch.terms.rated);
    assert_eq!(rematch.names[Color::Black.index()].as_str(), "bob");
}

#[test]
fn a_rematch_does_not_accept_an_offer_of_other_terms() {
    let (mut world, alice, bob) = played("5+3");
    world.types(bob, "challenge alice 5+3 rated");
    world.types(alice, "rematch");
    assert_eq!(world.state.lobby.offers().len(), 2, "a rated game was not what alice asked for");
}

#[test]
fn a_challenge_that_was_declined_twice_cannot_be_repeated_at_once() {
    let (mut world, alice, bob) = played("5+3");
    for _ in 0..2 {
        let offer = offered(&world.types(alice, "rematch"))[0].game;
        world.types(bob, &format!("decline {offer}"));
    }
    world.refuses(alice, "rematch", ErrorCode::NotNow);
    world.refuses(alice, "challenge bob 5+3", ErrorCode::NotNow);
    // Other terms may be offered, and bob may offer the same.
    world.done(alice, "challenge bob 10:00");
    world.done(bob, "rematch");
    world.wait(60_000);
    world.done(alice, "challenge bob 5+3 synchro");
}

/// Returns for how many seconds a challenge is refused.
fn seconds_refused(world: &mut World, alice: ConnId, terms: &str) -> Option<u64> {
    match world.types(alice, &format!("challenge bob {terms}")).last().map(|it| &it.event) {
        Some(Event::Error { detail: Some(ErrorDetail::JustDeclined), retry_after, .. }) => {
            *retry_after
        }
        _ => None,
    }
}

/// A bot that rests declines once and accepts later: the next challenges are free again.
#[test]
fn the_wait_after_declined_challenges_grows_until_one_is_accepted() {
    let (mut world, alice, bob) = played("5+3");
    let mut waits = Vec::new();
    for _ in 0..6 {
        assert_eq!(seconds_refused(&mut world, alice, "9+9"), None);
        world.done(bob, "decline");
        let wait = seconds_refused(&mut world, alice, "9+9");
        waits.push(wait);
        if wait.is_none() {
            world.done(bob, "decline");
        }
        let seconds = seconds_refused(&mut world, alice, "9+9").unwrap();
        world.wait(1000 * seconds);
    }
    assert_eq!(waits, [None, Some(60), Some(240), Some(960), Some(960), Some(960)]);
    world.done(alice, "challenge bob 9+9");
    world.done(bob, "join");
    world.done(bob, "resign");
    for _ in 0..2 {
        assert_eq!(seconds_refused(&mut world, alice, "9+9"), None);
        world.done(bob, "decline");
    }
    assert_eq!(seconds_refused(&mut world, alice, "9+9"), Some(15));
    world.wait(20 * 60_000);
    assert_eq!(seconds_refused(&mut world, alice, "9+9"), None);
}

#[test]
fn open_offers_have_a_limit_and_offers_a_minute_too() {
    let (mut world, alice, _) = World::guests();
    for _ in 0..10 {
        world.done(alice, "new 5+3");
    }
    world.refuses(alice, "new 5+3", ErrorCode::Limit);
    let mut world = World::new();
    world.state.shared.context.settings.limits.offers_per_minute = 3;
    let alice = world.log_in(1, "alice", true);
    for _ in 0..3 {
        let offer = offered(&world.types(alice, "new 5+3"))[0].game;
        world.types(alice, &format!("cancel {offer}"));
    }
    world.refuses(alice, "new 5+3", ErrorCode::Limit);
    world.wait(60_000);
    world.done(alice, "new 5+3");
}

/// Among a thousand offers to everybody and a thousand to somebody else.
#[test]
fn a_command_looks_at_the_offers_that_concern_it() {
    let (mut world, alice, bob) = World::players();
    let [carol, dave] = [world.log_in(3, "carol", true), world.log_in(4, "dave", true)];
    let [from, to] =
        [carol, dave].map(|connection| world.state.shared.connections.user_of(connection).unwrap());
    let terms: Terms = "7+0".parse().unwrap();
    for number in 0..2000 {
        let to: Option<UserId> = (number % 2 == 0).then_some(to);
        let name = world.state.shared.accounts[from].name().clone();
        let offer = Offer::new(GameId(1000 + number), name, None, terms.clone());
        world.state.lobby.offers_mut().insert(OpenOffer { offer, from, to });
    }
    let mut looks_at_few = |who, line: &str| {
        let before = world.state.lobby.offers().looked_at.load(Ordering::Relaxed);
        world.types(who, line);
        let looked_at = world.state.lobby.offers().looked_at.load(Ordering::Relaxed) - before;
        assert!(looked_at <= 20, "{line}: {looked_at}");
    };
    for line in
        ["challenge bob 5+3", "challenge bob 3+0", "new 5+3", "link 5+3", "seek 5+3", "seek 3+2"]
    {
        looks_at_few(alice, line);
    }
    for (who, line) in
        [(bob, "decline"), (bob, "join"), (alice, "join"), (alice, "cancel"), (alice, "unseek")]
    {
        looks_at_few(who, line);
    }
    for line in ["seek 3+2", "pool blitz"] {
        looks_at_few(bob, line);
    }
    world.refuses_because(alice, "join", ErrorDetail::SeveralOffers);
    let sentence = world.sentence(alice, "join");
    assert!(sentence.starts_with("there are more than 5 offers: `join "), "{sentence}");
}
