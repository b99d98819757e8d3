//! Offers that are accepted, declined and withdrawn without their numbers.

use willow_protocol::{ErrorCode, ErrorDetail, Event, GameId, Notice};

use super::world::{World, has, offered, state};

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

/// A program that named no number learns from the answer what its command was about.
#[test]
fn the_answer_names_the_offer_or_the_game() {
    let (mut world, alice, bob) = World::guests();
    let done = |notices: &[Notice]| {
        let answers: Vec<_> = notices.iter().filter(|it| it.id.is_some()).collect();
        let [answer] = answers[..] else { panic!("{notices:?}") };
        answer.done.as_ref().and_then(|done| done.game)
    };
    for (asker, line, number) in [
        (alice, "#1 challenge bob", 1),
        (bob, "#2 decline", 1),
        (alice, "#3 new 5+3", 2),
        (alice, "#4 cancel", 2),
        (alice, "#5 challenge bob", 3),
        (bob, "#6 join", 3),
        (alice, "#7 abort", 3),
    ] {
        assert_eq!(done(&world.types(asker, line)), Some(GameId(number)), "{line}");
    }
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
    assert!(message.contains("`join 1` (alice, 5:00+3 unrated)"), "{message}");
    assert!(message.contains("`join 2` (alice, 10:00 unrated, alice has white)"), "{message}");
    world.refuses(alice, "cancel", ErrorCode::NotNow);
    world.types(alice, "cancel 1");
    world.done(alice, "cancel");
    world.refuses(alice, "cancel", ErrorCode::NoSuchGame);
}

#[test]
fn somebody_blocked_is_not_shown_what_cannot_be_joined() {
    let (mut world, alice, bob) = World::players();
    world.types(alice, "block bob");
    world.refuses_because(alice, "challenge bob", ErrorDetail::NotPossibleHere);
    world.received(bob);
    world.types(alice, "new 5+3");
    let is_offered = |event: &Event| matches!(event, Event::Offered(_));
    assert!(!has(&world.received(bob), is_offered));
    assert!(!has(&world.types(bob, "sync lobby 0"), is_offered));
    let is_empty =
        |event: &Event| matches!(event, Event::Games { offers, .. } if offers.is_empty());
    assert!(has(&world.types(bob, "games"), is_empty));
    world.refuses(bob, "offer 1", ErrorCode::NoSuchGame);
    world.refuses(bob, "join 1", ErrorCode::NoSuchGame);
    let link = offered(&world.types(alice, "link 5+3"))[0].game;
    world.refuses(bob, &format!("offer {link}"), ErrorCode::NoSuchGame);
    world.types(alice, "unblock bob");
    assert!(!has(&world.types(bob, "games"), is_empty));
    world.done(bob, "join 1");
}

#[test]
fn an_offer_waits_while_its_maker_plays_a_rated_game() {
    let (mut world, alice, bob) = World::players();
    let carol = world.log_in(3, "carol", true);
    let game = world.start_game(alice, bob, "5+3");
    world.types(alice, "resign");
    let offers = [
        format!("rematch {game}"),
        "challenge bob 1+0".to_owned(),
        "new 2+0".to_owned(),
        "seek 3+0".to_owned(),
        "link 5+0".to_owned(),
    ];
    let offers = offers.map(|line| offered(&world.done(alice, &line))[0].game);
    let rated = world.begin(carol, alice, "10:00 rated");
    let open: Vec<GameId> = offers
        .into_iter()
        .filter(|&offer| world.state.lobby.offers().get(offer).is_some())
        .collect();
    assert_eq!(open.len(), 4, "the seek ends with the game");
    for offer in &open {
        world.refuses_because(bob, &format!("join {offer}"), ErrorDetail::TooManyGames);
    }
    world.refuses_because(bob, &format!("rematch {game}"), ErrorDetail::TooManyGames);
    let days = offered(&world.done(alice, "new 3d"))[0].game;
    world.done(bob, &format!("join {days}"));
    world.types(alice, &format!("resign {rated}"));
    for offer in &open {
        world.done(bob, &format!("join {offer}"));
    }
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
