//! Time that is charged to nobody: until a turn is delivered, while the server stands still, and until both
//! players are back after a restart.

use willow_board::Color;
use willow_protocol::{ClockState, EndKind, Event, GameId, Notice};

use super::restart::restarted;
use super::world::{World, board, has};
use crate::domain::{ConnId, Input, Millis};

fn clocks(world: &World, game: GameId) -> ClockState {
    world.state.games[&game].clocks(world.now)
}

fn left(world: &World, game: GameId) -> [Option<Millis>; 2] {
    let clocks = clocks(world, game);
    [clocks.black, clocks.white]
}

fn resumed(notices: &[Notice]) -> bool {
    has(notices, |event| matches!(event, Event::Resumed { .. }))
}

/// A game of a minute in which Black has thought for two seconds and then moved, while commits take long.
fn slow_commit() -> (World, [ConnId; 2], GameId) {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "1:00");
    world.wait(2_000);
    world.undelivered = Some(Vec::new());
    world.done(alice, &format!("move {game} f5"));
    world.received(bob);
    (world, [alice, bob], game)
}

#[test]
fn a_turn_begins_when_its_event_is_delivered() {
    let (mut world, [_, bob], game) = slow_commit();
    world.wait(70_000);
    assert_eq!(world.end(game), None, "bob does not know yet that he is to move");
    assert_eq!(left(&world, game), [Some(58_000), Some(60_000)]);
    world.deliver();
    assert!(resumed(&world.received(bob)), "his clock shows another time than he was told");
    assert_eq!(clocks(&world, game).deadline, Some(world.now + 60_000));
    world.wait(3_000);
    world.done(bob, &format!("move {game} d6"));
    assert_eq!(left(&world, game), [Some(58_000), Some(57_000)]);
    assert_eq!(board(&mut world, bob, game).details.times, Some(vec![2_000, 3_000]));
    let again = restarted(&world);
    assert_eq!(left(&again, game), [Some(58_000), Some(57_000)]);
    world.wait(58_001);
    let end = world.end(game).unwrap();
    assert_eq!((end.reason, end.loser.map(|side| side.0)), (EndKind::Timeout, Some(Color::Black)));
}

#[test]
fn a_short_delay_is_charged_to_nobody_and_told_to_nobody() {
    let (mut world, [alice, bob], game) = slow_commit();
    world.wait(40);
    world.deliver();
    assert!(!resumed(&world.received(bob)));
    world.wait(1_000);
    world.done(bob, &format!("move {game} d6"));
    world.undelivered = Some(Vec::new());
    world.wait(25);
    world.done(alice, &format!("move {game} c3"));
    assert_eq!(left(&world, game), [Some(57_975), Some(59_000)]);
    assert_eq!(left(&restarted(&world), game), [Some(57_975), Some(59_000)]);
}

#[test]
fn whoever_acts_before_the_delivery_has_used_no_time() {
    for line in ["move {} d6", "move {} a1", "resign {}", "score {} 6"] {
        let (mut world, [_, bob], game) = slow_commit();
        world.wait(5_000);
        world.types(bob, &line.replace("{}", &game.to_string()));
        world.wait(5_000);
        assert_eq!(left(&world, game), [Some(58_000), Some(60_000)], "{line}");
    }
}

#[test]
fn an_adjournment_and_a_takeback_before_the_delivery_charge_nobody() {
    let (mut world, [alice, bob], game) = slow_commit();
    world.wait(5_000);
    world.done(alice, &format!("takeback {game}"));
    world.done(bob, &format!("takeback {game}"));
    assert_eq!(left(&world, game), [Some(60_000), Some(60_000)]);
    world.deliver();
    world.wait(1_000);
    for player in [alice, bob] {
        world.done(player, &format!("adjourn {game}"));
    }
    world.wait(9_000);
    world.undelivered = Some(Vec::new());
    for player in [alice, bob] {
        world.done(player, &format!("continue {game}"));
    }
    world.wait(9_000);
    world.deliver();
    assert_eq!(left(&world, game), [Some(59_000), Some(60_000)]);
}

#[test]
fn both_clocks_of_a_bidding_wait_for_the_delivery() {
    let (mut world, alice, bob) = World::players();
    world.undelivered = Some(Vec::new());
    let game = world.begin(alice, bob, "1:00 komi");
    world.wait(90_000);
    assert_eq!(world.end(game), None);
    world.deliver();
    world.wait(1_000);
    assert_eq!(left(&world, game), [Some(59_000); 2]);
}

#[test]
fn nobody_is_charged_while_the_server_stands_still() {
    for terms in ["1:00 black", "1:00 komi", "1:00 black lockstep", "10s black", "2d black"] {
        let (mut world, alice, bob) = World::players();
        let game = world.begin(alice, bob, terms);
        world.wait(4_000);
        let before = left(&world, game);
        let since = world.now;
        world.now += 100_000;
        world.received(bob);
        world.input(Input::StoodStill { since });
        assert!(resumed(&world.received(bob)), "{terms}");
        world.input(Input::Delivered(Vec::new()));
        assert_eq!(world.end(game), None, "{terms}");
        assert_eq!(left(&world, game), before, "{terms}");
        assert_eq!(left(&restarted(&world), game), before, "{terms}");
    }
}

#[test]
fn a_clock_that_stands_already_is_not_stopped_twice_and_claims_wait() {
    let (mut world, [alice, bob], game) = slow_commit();
    world.leave(alice);
    world.wait(3_000);
    let claim_at = |world: &World| world.state.games[&game].claim_at()[0].unwrap();
    let before = claim_at(&world);
    let since = world.now;
    world.now += 90_000;
    world.received(bob);
    world.input(Input::StoodStill { since });
    let told = world.received(bob);
    assert_eq!(claim_at(&world), before + 90_000);
    assert!(has(
        &told,
        |event| matches!(event, Event::Gone { claim_at, .. } if *claim_at == before + 90_000)
    ));
    world.deliver();
    assert_eq!(left(&world, game), [Some(58_000), Some(60_000)]);
}

#[test]
fn after_a_restart_clocks_wait_for_both_players() {
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, "1:00 rated black");
    world.wait(5_000);
    world.done(alice, &format!("move {game} f5"));
    let mut world = restarted(&world);
    world.wait(20_000);
    let bob = world.resume(12, 2);
    world.wait(20_000);
    assert_eq!(clocks(&world, game).deadline, None);
    assert_eq!(left(&world, game), [Some(55_000), Some(60_000)]);
    world.done(bob, &format!("move {game} d6"));
    world.received(bob);
    world.resume(11, 1);
    assert!(resumed(&world.received(bob)));
    assert_eq!(clocks(&world, game).deadline, Some(world.now + 55_000));
    world.wait(1_000);
    assert_eq!(left(&world, game), [Some(54_000), Some(60_000)]);
}

#[test]
fn after_a_restart_clocks_do_not_wait_for_ever() {
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, "1:00 rated black");
    world.types(alice, &format!("move {game} f5"));
    let mut world = restarted(&world);
    let alice = world.resume(11, 1);
    world.wait(59_999);
    world.refuses(alice, &format!("claim {game}"), willow_protocol::ErrorCode::NotNow);
    assert_eq!(left(&world, game)[1], Some(60_000));
    world.wait(60_001);
    assert_eq!(left(&world, game)[1], Some(0));
    world.wait(1);
    assert_eq!(world.end(game).map(|end| end.reason), Some(EndKind::Timeout));
}
