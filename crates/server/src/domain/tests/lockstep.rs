//! Pairs in lock-step: what is hidden until when, and whose clock runs.

use willow_board::{Color, DiscDiff};
use willow_protocol::{ErrorDetail, Event, GameId, Notice, json, text};

use super::restart::restarted;
use super::world::{World, board, events, has};
use crate::domain::ConnId;

/// Begins a pair; alice has Black in the first game.
fn pair() -> (World, [ConnId; 2], [GameId; 2]) {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3 rated lockstep");
    let twin = world.twin(game);
    (world, [alice, bob], [game, twin])
}

fn says(notices: &[Notice], word: &str) -> bool {
    let text = |notice: &Notice| json::write_notice(notice) + &text::write_notice(notice);
    notices.iter().any(|notice| text(notice).contains(word))
}

#[test]
fn a_move_is_hidden_until_the_other_game_has_one() {
    let (mut world, [alice, bob], [one, other]) = pair();
    let carol = world.log_in(3, "carol", false);
    world.types(carol, &format!("watch {one}"));
    world.types(carol, &format!("watch {other}"));
    for user in [bob, carol] {
        world.received(user);
    }
    let own = world.types(alice, &format!("move {one} f5"));
    assert!(has(&own, |event| matches!(event, Event::Held { color: Color::Black, .. })));
    for user in [bob, carol] {
        let mut all = world.received(user);
        assert!(has(&all, |event| matches!(event, Event::Held { .. })), "{all:?}");
        for ask in ["board", "moves", "watch", "leave", "board"] {
            all.extend(world.types(user, &format!("{ask} {one}")));
        }
        all.extend(world.types(user, &format!("sync game/{one} 0")));
        all.extend(world.types(user, "games"));
        let moved = has(&all, |event| matches!(event, Event::Moved { .. }));
        assert!(!moved && !says(&all, "\"move\":\"f5\"") && !says(&all, "own_move"), "{all:?}");
        assert_eq!(board(&mut world, user, one).moves, []);
    }
    let shown = board(&mut world, alice, one);
    assert_eq!(shown.details.own_move.map(|own| own.to_string()), Some("f5".to_owned()));
    assert_eq!(shown.details.waiting, ["alice".parse().unwrap()]);
    world.types(bob, &format!("move {other} d3"));
    for user in [alice, bob, carol] {
        let boards = [one, other].map(|game| board(&mut world, user, game));
        assert_eq!(boards.map(|state| state.moves.len()), [1, 1]);
    }
}

#[test]
fn the_clock_of_the_mover_stands_still_and_then_both_run() {
    let (mut world, [alice, bob], [one, other]) = pair();
    world.wait(10_000);
    world.types(alice, &format!("move {one} f5"));
    world.wait(5_000);
    let waiting = board(&mut world, bob, one).clocks;
    assert_eq!((waiting.black, waiting.white), (Some(290_000), Some(300_000)));
    assert_eq!((waiting.deadline, waiting.running), (None, None));
    world.types(bob, &format!("move {other} d3"));
    let [first, second] = [one, other].map(|game| board(&mut world, bob, game).clocks);
    assert_eq!((first.black, first.deadline), (Some(293_000), Some(world.now + 300_000)));
    assert_eq!((second.black, second.deadline), (Some(288_000), Some(world.now + 300_000)));
    let used = board(&mut world, bob, one).details.times;
    assert_eq!(used, Some(vec![10_000]));
}

#[test]
fn a_held_move_survives_a_restart() {
    let (mut world, [alice, _], [one, other]) = pair();
    world.wait(10_000);
    world.types(alice, &format!("move {one} f5"));
    world.wait(5_000);
    let mut world = restarted(&world);
    let [alice, bob] = [world.resume(11, 1), world.resume(12, 2)];
    assert_eq!(board(&mut world, alice, one).details.own_move.unwrap().to_string(), "f5");
    assert_eq!(board(&mut world, bob, one).details.own_move, None);
    world.wait(20_000);
    world.types(bob, &format!("move {other} d3"));
    assert_eq!([one, other].map(|game| world.plies(game)), [1, 1]);
    let clocks = [one, other].map(|game| board(&mut world, bob, game).clocks.black);
    // Alice needed 10 seconds. Bob's clock ran until her move, the last event before the end of the server.
    assert_eq!(clocks, [Some(293_000), Some(273_000)]);
    // And once more, after the release.
    let world = restarted(&world);
    assert_eq!([one, other].map(|game| world.plies(game)), [1, 1]);
    assert!([one, other].iter().all(|game| !world.state.games[game].holds_move()));
}

#[test]
fn a_game_that_ends_releases_the_other_one() {
    let (mut world, [alice, bob], [one, other]) = pair();
    world.types(alice, &format!("move {one} f5"));
    world.wait(300_001);
    assert!(world.end(other).is_some(), "bob's flag fell");
    assert_eq!((world.plies(one), world.end(one)), (1, None));
    world.types(bob, &format!("move {one} d6"));
    assert_eq!(world.plies(one), 2, "nothing is held any more");
}

#[test]
fn who_resigns_one_game_resigns_both() {
    let (mut world, [alice, bob], [one, other]) = pair();
    world.types(alice, &format!("move {one} f5"));
    let received = world.types(bob, &format!("resign {one}"));
    let results = [one, other].map(|game| world.end(game).unwrap().result.map(DiscDiff::value));
    assert_eq!(results, [Some(64), Some(-64)], "bob has White in one and Black in the other");
    let totals = events(&received, |event| match event {
        Event::Paired(pair) => pair.total,
        _ => None,
    });
    assert!(matches!(totals[..], [128 | -128, ..]), "{totals:?}");
}

#[test]
fn what_a_pair_in_lockstep_does_not_have() {
    let (mut world, [alice, bob], [one, other]) = pair();
    world.types(alice, &format!("move {one} f5"));
    let cases = [
        (alice, format!("move {one} d3"), ErrorDetail::MoveHeld),
        (bob, format!("move {one} d6"), ErrorDetail::NotYourTurn),
        (bob, format!("move {other} a1"), ErrorDetail::IllegalMove),
        (alice, format!("score {one} 2"), ErrorDetail::NotInLockstep),
        (alice, format!("takeback {one}"), ErrorDetail::TakebackInRatedGame),
    ];
    for (user, line, expected) in cases {
        world.refuses_because(user, &line, expected);
    }
    assert_eq!([one, other].map(|game| world.plies(game)), [0, 0]);
}

/// A whole pair of random legal games, in which passes come and one game ends before the other.
#[test]
fn whole_pairs_end() {
    for seed in 1..=10_u64 {
        let (mut world, [alice, bob], games) = pair();
        let mut n = seed;
        let mut turns = 0;
        while games.iter().any(|game| world.state.games[game].end.is_none()) {
            turns += 1;
            assert!(turns < 1000, "a pair does not stand still");
            n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let game = games[(n >> 33) as usize % 2];
            let hosted = &world.state.games[&game];
            let Some(color) = hosted.to_move() else { continue };
            let moves: Vec<_> = hosted.game().position().legal_moves().squares().collect();
            let square = moves[(n >> 40) as usize % moves.len()];
            let mover = if hosted.names[color.index()].as_str() == "alice" { alice } else { bob };
            world.done(mover, &format!("move {game} {square}"));
            let [one, other] = games.map(|game| world.plies(game));
            let is_one_over = games.iter().any(|&game| world.end(game).is_some());
            assert!(is_one_over || one.abs_diff(other) <= 3, "ply by ply: {one} {other}");
        }
    }
}
